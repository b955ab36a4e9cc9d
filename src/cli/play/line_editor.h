#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace emilia::cli {

// Reads lines from the terminal with editing, history and completion (libedit).
class LineEditor {
  public:
    enum class Wake { go_on, redrawn, stop };
    struct Hooks {
        // Called while waiting for a key, several times a second and when a signal comes.
        // `redrawn`: the screen was drawn anew and the cursor is where the line begins; `stop`:
        // read() returns.
        std::function<Wake()> idle;
        // For Ctrl-L: draws the screen and leaves the cursor where the line begins.
        std::function<void()> redraw;
        // For the tab key: what to add behind `line`.
        std::function<std::string(std::string_view line)> complete;
    };

    explicit LineEditor(Hooks hooks);
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    enum class Outcome { line, end_of_input, stopped };
    // On `stopped`, `line` is what had been typed.
    Outcome read(const std::string& prompt, std::string& line);

    // Puts the terminal's modes back for a while, and sets them again.
    void release();
    void seize();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace emilia::cli
