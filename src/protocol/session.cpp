#include "protocol/session.h"

namespace emilia {

void Session::announce(std::string_view line) {
    arrived(line);
    {
        const std::lock_guard lock(mutex_);
        ++announced_;
    }
    changed_.notify_all();
}

void Session::announce_end() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
}

bool Session::handle(std::string_view line) {
    ++handled_;
    return obey(line);
}

bool Session::something_waits() const {
    return announced_ > handled_ || ended_;
}

void Session::wait_for_something() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return something_waits(); });
}

}  // namespace emilia
