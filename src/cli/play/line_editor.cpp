#include "cli/play/line_editor.h"

#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cwchar>

namespace emilia::cli {

struct LineEditor::State {
    Hooks hooks;
    EditLine* edit = nullptr;
    History* history = nullptr;
    std::string prompt;
    bool stopped = false;

    static State& of(EditLine* edit) {
        void* data = nullptr;
        el_get(edit, EL_CLIENTDATA, &data);
        return *static_cast<State*>(data);
    }

    std::string text() const {
        const LineInfo* const info = el_line(edit);
        return {info->buffer, info->lastchar};
    }

    // True when there is something to read, false if the hook said stop.
    bool wait_for_input();
    // After the screen was drawn anew.
    void show_line_again();
    int read_character(wchar_t* character);
    unsigned char complete();
};

namespace {

constexpr int kIdleMilliseconds = 200;
constexpr int kHistorySize = 200;

}  // namespace

void LineEditor::State::show_line_again() {
    el_resize(edit);
    el_set(edit, EL_REFRESH);
}

bool LineEditor::State::wait_for_input() {
    for (;;) {
        switch (hooks.idle()) {
            case Wake::stop:
                return false;
            case Wake::redrawn:
                show_line_again();
                break;
            case Wake::go_on:
                break;
        }
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (::poll(&input, 1, kIdleMilliseconds) > 0) return true;
    }
}

int LineEditor::State::read_character(wchar_t* character) {
    std::mbstate_t shift{};
    for (;;) {
        if (!wait_for_input()) {
            stopped = true;
            return -1;
        }
        char byte = 0;
        const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
        if (got == 0) return 0;
        if (got < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return -1;
        }
        switch (std::mbrtowc(character, &byte, 1, &shift)) {
            case static_cast<std::size_t>(-2):  // more bytes to come
                continue;
            case static_cast<std::size_t>(-1):  // no character: leave it out
                shift = {};
                continue;
            default:
                return 1;
        }
    }
}

unsigned char LineEditor::State::complete() {
    const LineInfo* const info = el_line(edit);
    const std::string added = hooks.complete({info->buffer, info->cursor});
    if (added.empty()) return CC_REFRESH_BEEP;
    el_insertstr(edit, added.c_str());
    return CC_REFRESH;
}

LineEditor::LineEditor(Hooks hooks) : state_(std::make_unique<State>()) {
    std::setlocale(LC_CTYPE, "");
    state_->hooks = std::move(hooks);
    state_->edit = el_init("emilia", stdin, stdout, stderr);
    state_->history = history_init();
    HistEvent event;
    ::history(state_->history, &event, H_SETSIZE, kHistorySize);
    ::history(state_->history, &event, H_SETUNIQUE, 1);
    el_set(state_->edit, EL_CLIENTDATA, state_.get());
    el_set(state_->edit, EL_SIGNAL, 0);
    el_set(state_->edit, EL_EDITOR, "emacs");
    el_set(state_->edit, EL_HIST, ::history, state_->history);
    const auto prompt = +[](EditLine* edit) { return State::of(edit).prompt.data(); };
    el_set(state_->edit, EL_PROMPT, prompt);
    const auto read_character = +[](EditLine* edit, wchar_t* character) {
        return State::of(edit).read_character(character);
    };
    el_set(state_->edit, EL_GETCFN, read_character);
    const auto complete = +[](EditLine* edit, int) { return State::of(edit).complete(); };
    el_set(state_->edit, EL_ADDFN, "emilia-complete", "complete the word", complete);
    el_set(state_->edit, EL_BIND, "^I", "emilia-complete", nullptr);
    const auto redraw = +[](EditLine* edit, int) -> unsigned char {
        State::of(edit).hooks.redraw();
        State::of(edit).show_line_again();
        return CC_NORM;
    };
    el_set(state_->edit, EL_ADDFN, "emilia-redraw", "draw the screen anew", redraw);
    el_set(state_->edit, EL_BIND, "^L", "emilia-redraw", nullptr);
}

LineEditor::~LineEditor() {
    history_end(state_->history);
    el_end(state_->edit);
}

LineEditor::Outcome LineEditor::read(const std::string& prompt, std::string& line) {
    state_->prompt = prompt;
    state_->stopped = false;
    int length = 0;
    const char* const text = el_gets(state_->edit, &length);
    if (state_->stopped) {
        line = state_->text();
        return Outcome::stopped;
    }
    if (text == nullptr || length <= 0) return Outcome::end_of_input;
    line.assign(text, static_cast<std::size_t>(length));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (!line.empty()) {
        HistEvent event;
        ::history(state_->history, &event, H_ENTER, line.c_str());
    }
    return Outcome::line;
}

void LineEditor::release() {
    el_set(state_->edit, EL_PREP_TERM, 0);
}

void LineEditor::seize() {
    el_set(state_->edit, EL_PREP_TERM, 1);
}

}  // namespace emilia::cli
