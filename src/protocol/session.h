#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>

namespace emilia {

// Takes what a session has to say: whole lines with their ends, to be passed on at once. May be
// called on any thread, one at a time.
using Output = std::function<void(std::string_view)>;

// One side of a conversation by lines. Lines are handled one after the other, but each is announced
// as soon as it has come, so that one can stop the work on another.
class Session {
  public:
    Session() = default;
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // A line has come, and waits to be handled; from any thread.
    void announce(std::string_view line);
    // No more will come.
    void announce_end();

    // Does what the next line asks; false if that was the end of the conversation.
    bool handle(std::string_view line);

  protected:
    // For lines that cannot wait. Called by announce(), on its thread.
    virtual void arrived(std::string_view line) = 0;
    virtual bool obey(std::string_view line) = 0;

    // A line waits behind the one that is being handled, or none will come.
    bool something_waits() const;
    void wait_for_something() const;

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::atomic<std::uint64_t> announced_{0};
    std::atomic<std::uint64_t> handled_{0};
    std::atomic<bool> ended_{false};
};

}  // namespace emilia
