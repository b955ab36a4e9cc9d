#include "util/interrupt.h"

#include <csignal>
#include <cstdlib>

#include <atomic>

namespace emilia {

namespace {

std::atomic<bool> flag{false};
std::atomic<bool> terminate_flag{false};
std::atomic<bool> second_ends_program{true};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

using Handler = void (*)(int);
std::atomic<Handler> previous_int{SIG_DFL};
std::atomic<Handler> previous_term{SIG_DFL};

void on_signal(int signal) {
    if (signal == SIGTERM) terminate_flag = true;
    if (flag.exchange(true) && second_ends_program) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

}  // namespace

InterruptGuard::InterruptGuard(Second second) {
    reset_interrupt();
    terminate_flag = false;
    second_ends_program = second == Second::ends_program;
    previous_int = std::signal(SIGINT, on_signal);
    previous_term = std::signal(SIGTERM, on_signal);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, previous_int);
    std::signal(SIGTERM, previous_term);
}

bool interrupted() {
    return flag.load(std::memory_order_relaxed);
}

void reset_interrupt() {
    flag = false;
}

bool asked_to_terminate() {
    return terminate_flag.load(std::memory_order_relaxed);
}

}  // namespace emilia
