#pragma once

namespace emilia {

// While one of these lives, Ctrl-C (and a polite kill) does not end the program but sets a flag, so
// that long work can stop at a good place, say what it has, and leave nothing half-written.
class InterruptGuard {
  public:
    // What a second signal does before the first was reset: end the program at once, or no more
    // than the first. The latter is for who has a terminal to put back in order and resets soon.
    enum class Second { ends_program, is_noted };

    explicit InterruptGuard(Second second = Second::ends_program);
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
};

// True once a signal has come since the last reset.
bool interrupted();
void reset_interrupt();

// True once the polite kill has come since the guard was made.
bool asked_to_terminate();

// What a program exits with after Ctrl-C, by the convention of shells.
inline constexpr int kInterruptedExitCode = 130;

}  // namespace emilia
