#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "board/rules.h"
#include "cli/board_view.h"
#include "cli/play/commands.h"
#include "cli/play/front_ends.h"
#include "cli/play/thinking.h"
#include "cli/program.h"
#include "util/interrupt.h"

namespace emilia::cli {

namespace {

class LineFrontEnd {
  public:
    LineFrontEnd(PlaySession& session, bool prompts) : session_(session), prompts_(prompts) {}

    int run();

  private:
    void show_messages();
    void show_board();
    void read_line();
    Thought think_to_end();

    PlaySession& session_;
    bool prompts_;
    bool refused_ = false;
    Diagram shown_{{0, 0}, Color::black};  // the board that was printed last
};

int LineFrontEnd::run() {
    while (session_.need() != PlaySession::Need::end) {
        switch (session_.need()) {
            case PlaySession::Need::line:
                read_line();
                break;
            case PlaySession::Need::move: {
                const Thought thought = think_to_end();
                if (thought.was_stopped) return kInterruptedExitCode;
                session_.play_choice(thought.choice, thought.seconds, false);
                show_messages();
                break;
            }
            case PlaySession::Need::hint:
                session_.show_hint(think_to_end().choice);
                show_messages();
                break;
            case PlaySession::Need::end:
                break;
        }
    }
    return refused_ && !prompts_ ? kBadInput : kSuccess;
}

void LineFrontEnd::show_messages() {
    for (const Message& message : session_.messages()) {
        fmt::print("{}\n", message.text);
        refused_ = refused_ || message.kind == Message::Kind::error;
    }
    session_.clear_messages();
    std::fflush(stdout);
}

// Before every turn of a person, unless it is the board that stands there already.
void LineFrontEnd::show_board() {
    if (session_.diagram() == shown_) return;
    shown_ = session_.diagram();
    BoardStyle style;
    style.last = session_.last_square();
    style.flipped = session_.last_flips();
    if (!session_.over()) style.marked = legal_moves(shown_.position);
    for (const std::string& line : draw_board(shown_, style)) fmt::print("{}\n", line);
    fmt::print("black {}, white {}{}\n", popcount(shown_.black()), popcount(shown_.white()),
               session_.over() ? "" : fmt::format(", {} to move", name_of(shown_.to_move)));
}

void LineFrontEnd::read_line() {
    show_messages();
    show_board();
    // Nobody is there to go on with it.
    if (prompts_ && session_.over() && session_.count_programs() == 2) {
        session_.quit();
        return;
    }
    if (prompts_) {
        fmt::print("{}> ", session_.over() ? "" : name_of(session_.diagram().to_move));
    }
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) {
        if (prompts_) fmt::print("\n");
        session_.quit();
        return;
    }
    run_line(session_, line);
    show_messages();
}

// Only here is Ctrl-C more than the end of the program.
Thought LineFrontEnd::think_to_end() {
    const InterruptGuard guard;
    return think(session_.thinker(), session_.game(), interrupted);
}

}  // namespace

int play_by_lines(PlaySession& session, bool prompts) {
    return LineFrontEnd(session, prompts).run();
}

}  // namespace emilia::cli
