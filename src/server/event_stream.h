#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emilia::server {

// Events on their way to one client, from whichever thread makes them. Each event is the whole
// state of something, so one that was not sent yet is replaced by the next of its name: a slow
// client gets fewer of them, and what waits for it never grows.
class EventStream {
  public:
    // For who makes the events.
    void send(std::string_view name, std::string data);
    // Nothing more will come: the connection ends after what was sent.
    void finish();
    bool closed() const;
    // Called once when the client is gone or the connection has ended, at once if it already has.
    void when_closed(std::function<void()> call);

    // For who sends them to the client.
    // Called, on any thread, whenever there is something to take.
    void when_ready(std::function<void()> call);
    struct Batch {
        std::string text;  // as it goes over the line
        bool last = false;
    };
    Batch take();
    void close();

  private:
    mutable std::mutex mutex_;
    std::vector<std::pair<std::string, std::string>> waiting_;
    bool finished_ = false;
    bool closed_ = false;
    std::function<void()> ready_;
    std::function<void()> at_close_;
};

}  // namespace emilia::server
