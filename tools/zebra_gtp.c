/* clang-format off */
/* Zebra as a player over GTP: its own program speaks no protocol. This file is compiled together with Zebra's sources,
   which are not Emilia's (GPL) and which you have in a folder of your own. In that folder:

     gcc -O3 -march=native -fwrapv -fcommon -w -I. -DINCLUDE_BOOKTOOL -DTEXT_BASED -DCRON_SUPPORTED -o zebra-gtp \
         EMILIA/tools/zebra_gtp.c \
         $(ls *.c | grep -v -x -E '(zebra|scrzebra|booktool|practice|enddev|tune8dbs|thorop)\.c') -lz -lm

   It runs where coeffs2.bin is, as 'gtp:cd ZEBRA && exec ./zebra-gtp': without a book and without learning, on one
   thread, with 2^20 positions in its table. It keeps its clock itself, since GTP says whole seconds, and tells Zebra of
   9.5 seconds more than there are, since Zebra never touches the last ten. Without -fwrapv it turns over wrong discs. */
/* clang-format on */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "constant.h"
#include "display.h"
#include "eval.h"
#include "game.h"
#include "globals.h"
#include "hash.h"
#include "learn.h"
#include "macros.h"
#include "moves.h"
#include "myrandom.h"
#include "osfbook.h"
#include "patterns.h"
#include "search.h"
#include "timer.h"

enum { kHashBits = 20, kAllDepths = 60 /* as far as the clock allows */ };

int quiet = TRUE; /* Zebra asks for it */

static const double kKeptByZebra = 9.5;

static int to_move;
static double total_seconds = 1e8;
static double seconds_left[3];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin_game(void) {
    game_init(NULL, &to_move);
    setup_hash(TRUE);
    clear_stored_game();
    set_slack(0);
    reset_book_search();
    set_names("", "");
    seconds_left[BLACKSQ] = seconds_left[WHITESQ] = total_seconds;
}

static void answer(int good, const char* text) {
    printf("%c %s\n\n", good ? '=' : '?', text);
    fflush(stdout);
}

static int color_of(const char* word) {
    if (word != NULL && strchr("bB", word[0]) != NULL) return BLACKSQ;
    if (word != NULL && strchr("wW", word[0]) != NULL) return WHITESQ;
    return -1;
}

static void play_move(int color, int move) {
    store_move(disks_played, move);
    (void)make_move(color, move, TRUE);
    to_move = OPP(color);
}

static void play(int color, const char* word) {
    int move;
    if (color < 0 || word == NULL) {
        answer(0, "play COLOR SQUARE");
        return;
    }
    generate_all(color);
    if (strcasecmp(word, "pass") == 0) {
        if (move_count[disks_played] != 0) {
            answer(0, "there is a move");
            return;
        }
        to_move = OPP(color);
        answer(1, "");
        return;
    }
    move = (word[0] | 32) - 'a' + 1 + 10 * (word[1] - '0');
    if (strlen(word) != 2 || move < 11 || move > 88 || !valid_move(move, color)) {
        answer(0, "illegal move");
        return;
    }
    play_move(color, move);
    answer(1, "");
}

static void generate(int color) {
    EvaluationType value;
    const double begun = now();
    double clock;
    int move;
    char text[3];
    if (color < 0) {
        answer(0, "genmove COLOR");
        return;
    }
    generate_all(color);
    if (move_count[disks_played] == 0) {
        to_move = OPP(color);
        answer(1, "pass");
        return;
    }
    remove_coeffs(disks_played);
    clear_panic_abort();
    clock = fmax(seconds_left[color], 0.05) + kKeptByZebra;
    start_move(clock, 0, disks_played + 4);
    determine_move_time(clock, 0, disks_played + 4);
    toggle_experimental(FALSE);
    move = compute_move(color, TRUE, (int)lround(clock), 0, TRUE, FALSE, kAllDepths, kAllDepths,
                        kAllDepths, FALSE, &value);
    play_move(color, move);
    snprintf(text, sizeof text, "%c%c", 'a' + move % 10 - 1, '0' + move / 10);
    seconds_left[color] -= now() - begun;
    answer(1, text);
}

int main(void) {
    static const char commands[] =
        "protocol_version\nname\nversion\nlist_commands\nset_game\nboardsize\nkomi\nclear_"
        "board\nplay\n"
        "genmove\ntime_settings\ntime_left\nquit";
    char line[256];
    echo = FALSE;
    display_pv = FALSE;
    global_setup(FALSE, kHashBits);
    init_thor_database();
    toggle_human_openings(FALSE);
    begin_game();
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char* command = strtok(line, " \t\r\n");
        if (command == NULL) continue;
        if (strcmp(command, "protocol_version") == 0) {
            answer(1, "2");
        } else if (strcmp(command, "name") == 0) {
            answer(1, "Zebra");
        } else if (strcmp(command, "version") == 0) {
            answer(1, "2005");
        } else if (strcmp(command, "list_commands") == 0) {
            answer(1, commands);
        } else if (strcmp(command, "set_game") == 0 || strcmp(command, "boardsize") == 0 ||
                   strcmp(command, "komi") == 0 || strcmp(command, "time_left") == 0) {
            answer(1, "");
        } else if (strcmp(command, "clear_board") == 0) {
            begin_game();
            answer(1, "");
        } else if (strcmp(command, "time_settings") == 0) {
            const char* seconds = strtok(NULL, " \t\r\n");
            total_seconds = seconds == NULL ? total_seconds : atof(seconds);
            seconds_left[BLACKSQ] = seconds_left[WHITESQ] = total_seconds;
            answer(1, "");
        } else if (strcmp(command, "play") == 0) {
            const int color = color_of(strtok(NULL, " \t\r\n"));
            play(color, strtok(NULL, " \t\r\n"));
        } else if (strcmp(command, "genmove") == 0) {
            generate(color_of(strtok(NULL, " \t\r\n")));
        } else if (strcmp(command, "quit") == 0) {
            answer(1, "");
            return 0;
        } else {
            answer(0, "unknown command");
        }
    }
    return 0;
}
