#pragma once

namespace emilia {

// While one of these lives, Ctrl-C (and a polite kill) does not end the program but sets a flag, so
// that long work can stop at a good place, say what it has, and leave nothing half-written. A
// second Ctrl-C ends the program at once.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
};

// True once a signal has come since the last reset.
bool interrupted();
void reset_interrupt();

// What a program exits with after Ctrl-C, by the convention of shells.
inline constexpr int kInterruptedExitCode = 130;

}  // namespace emilia
