#include "util/interrupt.h"

#include <csignal>
#include <cstdlib>

#include <atomic>

namespace emilia {

namespace {

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

using Handler = void (*)(int);
std::atomic<Handler> previous_int{SIG_DFL};
std::atomic<Handler> previous_term{SIG_DFL};

void on_signal(int signal) {
    if (flag.exchange(true)) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

}  // namespace

InterruptGuard::InterruptGuard() {
    reset_interrupt();
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

}  // namespace emilia
