#pragma once

#include <termios.h>

#include <string_view>

#include "cli/play/screen.h"

namespace emilia::cli {

// The whole terminal, taken on construction and given back as it was on destruction: the screen it
// showed before, the cursor, the modes. What is typed while nobody reads is not echoed.
class FullScreen {
  public:
    FullScreen();
    ~FullScreen();
    FullScreen(const FullScreen&) = delete;
    FullScreen& operator=(const FullScreen&) = delete;

    // Shows it with the cursor at the beginning of the prompt's row, behind `status`.
    void draw(const Screen& screen, std::string_view status = {});
    // Shows it without moving the cursor.
    void draw_around_cursor(const Screen& screen);

    // Ctrl-Z has been pressed.
    static bool suspend_wanted();
    // Gives the terminal back, stops the program, and takes the terminal again when the program is
    // continued.
    void suspend();

  private:
    void take();
    void give_back();

    termios before_{};
    void (*previous_handler_)(int) = nullptr;
};

}  // namespace emilia::cli
