#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace emilia::server {

// What clients on this machine have been sent and not read. The system takes it in for them, a
// hundred kilobytes and more, so that writing alone does not tell who reads.
class Unread {
  public:
    Unread();
    ~Unread();
    Unread(const Unread&) = delete;
    Unread& operator=(const Unread&) = delete;

    // Bytes that the other end of a TCP connection has not read; nothing where that cannot be
    // known, as of a client on another machine.
    std::optional<std::uint64_t> bytes(int socket) const;

  private:
    int netlink_ = -1;
};

// Whether one client goes on reading.
class ReadingClient {
  public:
    using Now = std::chrono::steady_clock;
    ReadingClient(const Unread& unread, int socket) : unread_(unread), socket_(socket) {}

    void sent(std::size_t bytes) { sent_ += bytes; }
    // For how long something has lain there of which it took nothing; to be asked now and then.
    Now::duration idle_for(Now::time_point now = Now::now());

  private:
    const Unread& unread_;
    int socket_;
    std::uint64_t sent_ = 0;
    std::uint64_t read_ = 0;
    std::optional<Now::time_point> took_;  // when it was last seen to have taken something
};

}  // namespace emilia::server
