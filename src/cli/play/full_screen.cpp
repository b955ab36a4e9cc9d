#include "cli/play/full_screen.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <string>

namespace emilia::cli {

namespace {

// xterm's sequences, which every terminal of today understands.
constexpr std::string_view kOtherScreen = "\x1b[?1049h";
constexpr std::string_view kFirstScreen = "\x1b[?1049l";
constexpr std::string_view kHome = "\x1b[H";
constexpr std::string_view kClearLine = "\x1b[K";
constexpr std::string_view kClearBelow = "\x1b[J";
constexpr std::string_view kHideCursor = "\x1b[?25l";
constexpr std::string_view kShowCursor = "\x1b[?25h";
constexpr std::string_view kSaveCursor = "\x1b\x37";
constexpr std::string_view kRestoreCursor = "\x1b\x38";

std::atomic<bool> suspend_flag{false};

void on_suspend(int) {
    suspend_flag = true;
}

void write_out(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

FullScreen::FullScreen() {
    suspend_flag = false;
    previous_handler_ = std::signal(SIGTSTP, on_suspend);
    take();
}

FullScreen::~FullScreen() {
    give_back();
    std::signal(SIGTSTP, previous_handler_);
}

void FullScreen::take() {
    ::tcgetattr(STDIN_FILENO, &before_);
    termios quiet = before_;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &quiet);
    write_out(kOtherScreen);
}

void FullScreen::give_back() {
    write_out(fmt::format("{}{}", kShowCursor, kFirstScreen));
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

void FullScreen::draw(const Screen& screen, std::string_view status) {
    std::string out = fmt::format("{}{}", kHideCursor, kHome);
    for (const std::string& line : screen.above) out += fmt::format("{}{}\r\n", line, kClearLine);
    out += fmt::format("{}{}", status, kClearLine);
    for (const std::string& line : screen.below) out += fmt::format("\r\n{}{}", line, kClearLine);
    out += kClearBelow;
    out += fmt::format("\x1b[{};{}H{}", screen.above.size() + 1, visible_width(status) + 1,
                       kShowCursor);
    write_out(out);
}

void FullScreen::draw_around_cursor(const Screen& screen) {
    std::string out = fmt::format("{}{}", kSaveCursor, kHome);
    for (const std::string& line : screen.above) out += fmt::format("{}{}\r\n", line, kClearLine);
    out += kRestoreCursor;
    write_out(out);
}

bool FullScreen::suspend_wanted() {
    return suspend_flag;
}

void FullScreen::suspend() {
    suspend_flag = false;
    give_back();
    ::raise(SIGSTOP);
    take();
}

}  // namespace emilia::cli
