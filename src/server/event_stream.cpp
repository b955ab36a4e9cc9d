#include "server/event_stream.h"

#include <algorithm>

namespace emilia::server {

void EventStream::send(std::string_view name, std::string data) {
    const std::lock_guard lock(mutex_);
    if (closed_ || finished_) return;
    const auto same = std::find_if(waiting_.begin(), waiting_.end(),
                                   [&](const auto& event) { return event.first == name; });
    if (same != waiting_.end()) waiting_.erase(same);
    waiting_.emplace_back(name, std::move(data));
    if (ready_) ready_();
}

void EventStream::finish() {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    if (ready_) ready_();
}

bool EventStream::closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
}

void EventStream::when_closed(std::function<void()> call) {
    {
        const std::lock_guard lock(mutex_);
        if (!closed_) {
            at_close_ = std::move(call);
            return;
        }
    }
    call();
}

void EventStream::when_ready(std::function<void()> call) {
    const std::lock_guard lock(mutex_);
    ready_ = std::move(call);
    if (ready_ && (finished_ || !waiting_.empty())) ready_();
}

EventStream::Batch EventStream::take() {
    const std::lock_guard lock(mutex_);
    Batch batch;
    for (const auto& [name, data] : waiting_) {
        // JSON has no line breaks, so one line of data is enough.
        batch.text += "event: " + name + "\ndata: " + data + "\n\n";
    }
    waiting_.clear();
    batch.last = finished_;
    return batch;
}

void EventStream::close() {
    std::function<void()> call;
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return;
        closed_ = true;
        waiting_.clear();
        ready_ = nullptr;
        call = std::move(at_close_);
        at_close_ = nullptr;
    }
    if (call) call();
}

}  // namespace emilia::server
