#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "board/position_text.h"
#include "cli/board_view.h"
#include "cli/play/commands.h"
#include "cli/play/front_ends.h"
#include "cli/play/full_screen.h"
#include "cli/play/line_editor.h"
#include "cli/play/sentences.h"
#include "cli/play/thinking.h"
#include "cli/program.h"
#include "game/transcript.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

// Shorter thoughts are not announced: the words would only flicker.
constexpr double kSecondsUnannounced = 0.3;

class TerminalFrontEnd {
  public:
    TerminalFrontEnd(PlaySession& session, double delay)
        : session_(session),
          delay_(delay),
          editor_({[this] { return on_idle(); }, [this] { draw(); },
                   [this](std::string_view line) { return on_tab(line); }}) {}

    int run();

  private:
    void draw(std::string_view status = {});
    bool resized() const;

    void read_line();
    void on_interrupt_at_prompt(bool something_typed);
    LineEditor::Wake on_idle();
    std::string on_tab(std::string_view line);

    void make_move();
    void find_hint();
    Thought think_aloud(const std::string& status);
    // While a player thinks: true once Ctrl-C or a kill has come.
    bool on_tick(std::string_view status);

    PlaySession& session_;
    double delay_;
    InterruptGuard guard_{InterruptGuard::Second::is_noted};
    FullScreen screen_;  // before the editor, which keeps the modes it finds as the usual ones
    LineEditor editor_;
    Terminal terminal_;
    bool leave_at_next_interrupt_ = false;
    int exit_code_ = kSuccess;
};

int TerminalFrontEnd::run() {
    if (session_.game().moves.empty() && session_.count_programs() < 2) {
        session_.say(
            "Welcome. Squares with their name in them are the legal moves: type one of them.");
    }
    while (session_.need() != PlaySession::Need::end && !asked_to_terminate()) {
        switch (session_.need()) {
            case PlaySession::Need::line:
                read_line();
                break;
            case PlaySession::Need::move:
                make_move();
                break;
            case PlaySession::Need::hint:
                find_hint();
                break;
            case PlaySession::Need::end:
                break;
        }
    }
    return asked_to_terminate() ? kInterruptedExitCode : exit_code_;
}

void TerminalFrontEnd::draw(std::string_view status) {
    terminal_ = standard_output();
    screen_.draw(compose(session_, terminal_), clipped(status, terminal_.columns - 1));
}

bool TerminalFrontEnd::resized() const {
    const Terminal now = standard_output();
    return now.columns != terminal_.columns || now.rows != terminal_.rows;
}

void TerminalFrontEnd::read_line() {
    draw();
    std::string line;
    const std::string prompt =
        session_.over() ? "> " : fmt::format("{}> ", name_of(session_.diagram().to_move));
    switch (editor_.read(prompt, line)) {
        case LineEditor::Outcome::line:
            leave_at_next_interrupt_ = false;
            run_line(session_, line);
            break;
        case LineEditor::Outcome::end_of_input:
            session_.quit();
            break;
        case LineEditor::Outcome::stopped:
            on_interrupt_at_prompt(!line.empty());
            break;
    }
}

// With something typed it clears the line, as in a shell.
void TerminalFrontEnd::on_interrupt_at_prompt(bool something_typed) {
    reset_interrupt();
    session_.clear_messages();
    if (something_typed) return;
    if (leave_at_next_interrupt_) {
        session_.quit();
        exit_code_ = kInterruptedExitCode;
        return;
    }
    leave_at_next_interrupt_ = true;
    session_.say("Ctrl-C once more leaves the game.");
}

LineEditor::Wake TerminalFrontEnd::on_idle() {
    if (interrupted()) return LineEditor::Wake::stop;
    if (FullScreen::suspend_wanted()) {
        editor_.release();
        screen_.suspend();
        editor_.seize();
        draw();
        return LineEditor::Wake::redrawn;
    }
    if (resized()) {
        draw();
        return LineEditor::Wake::redrawn;
    }
    return LineEditor::Wake::go_on;
}

std::string TerminalFrontEnd::on_tab(std::string_view line) {
    const Completion found = complete(session_, line);
    const std::string_view typed = line.substr(found.start);
    if (found.candidates.empty()) return {};
    std::string added = found.common.substr(typed.size());
    if (found.candidates.size() == 1) {
        if (!found.common.ends_with('/')) added += ' ';
    } else if (added.empty()) {
        session_.clear_messages();
        session_.say(fmt::format("{}", fmt::join(found.candidates, "  ")));
        screen_.draw_around_cursor(compose(session_, terminal_));
    }
    return added;
}

void TerminalFrontEnd::make_move() {
    const auto start = std::chrono::steady_clock::now();
    const std::string status =
        fmt::format("{} is thinking; Ctrl-C: {}", name_of(session_.diagram().to_move),
                    session_.count_programs() == 2 ? "stop" : "move now");
    draw();
    Thought thought = think_aloud(status);
    const double taken =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    wait_for(delay_ - taken, [&] { return on_tick({}); });
    const bool stopped = interrupted() && session_.count_programs() == 2;
    reset_interrupt();
    session_.play_choice(thought.choice, thought.seconds, thought.was_stopped || stopped);
}

void TerminalFrontEnd::find_hint() {
    draw();
    const Thought thought = think_aloud("looking for a hint; Ctrl-C: enough");
    reset_interrupt();
    session_.show_hint(thought.choice);
}

Thought TerminalFrontEnd::think_aloud(const std::string& status) {
    const auto start = std::chrono::steady_clock::now();
    bool announced = false;
    return think(session_.thinker(), session_.game(), [&] {
        const double taken =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (!announced && taken > kSecondsUnannounced) {
            announced = true;
            draw(status);
        }
        return on_tick(status);
    });
}

bool TerminalFrontEnd::on_tick(std::string_view status) {
    if (FullScreen::suspend_wanted()) {
        screen_.suspend();
        draw(status);
    }
    if (resized()) draw(status);
    return interrupted();
}

// Passes and all from the usual start, or else the position alone.
std::string arguments_to_go_on(const PlaySession& session) {
    std::string text;
    for (const Color color : {Color::black, Color::white}) {
        if (const auto& program = session.program(color)) {
            text += fmt::format(" --{} {}", name_of(color),
                                shell_word(session.registry().to_string(*program)));
        }
    }
    if (session.count_programs() == 0) text += " --two";
    const auto moves = to_transcript(session.game());
    return text + (moves ? " --moves " + *moves
                         : fmt::format(" --position '{}'", to_string(session.diagram())));
}

// What stays on the terminal: the board, and how the game ended or how to go on with it.
void print_farewell(const PlaySession& session) {
    const Terminal terminal = standard_output();
    BoardStyle style;
    style.color = terminal.color;
    style.unicode = terminal.unicode;
    style.last = session.last_square();
    for (const std::string& line : draw_board(session.diagram(), style)) fmt::print("{}\n", line);
    if (session.over()) {
        fmt::print("{}\n", describe_end(session.game()));
        if (const auto moves = to_transcript(session.game())) fmt::print("{}\n", *moves);
    } else if (!session.game().moves.empty()) {
        fmt::print("To go on with this game:\n  emilia play{}\n", arguments_to_go_on(session));
    }
}

}  // namespace

int play_in_terminal(PlaySession& session, double delay) {
    const int exit_code = TerminalFrontEnd(session, delay).run();
    // The game's screen is gone by now.
    print_farewell(session);
    return exit_code;
}

}  // namespace emilia::cli
