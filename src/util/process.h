#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"

namespace emilia {

// Another program, talked to in lines through its standard input and output.
//
// It is run by /bin/sh in a session of its own, so that Ctrl-C in our terminal is not for it, and
// so that it can be ended together with whatever it started. It does not outlive this process.
class LineProcess {
  public:
    // How a call ended.
    enum class Event {
        done,     // the line was sent, or one was read
        timeout,  // the deadline came first
        stopped,  // `stopped` said so first
        closed,   // the program has ended, or talks no more; how_it_ended() says which
        flooded,  // it says more than anybody would read
    };

    // How long to wait.
    struct Patience {
        std::chrono::steady_clock::time_point deadline =
            std::chrono::steady_clock::time_point::max();
        std::function<bool()> stopped = {};  // asked every few milliseconds; may be empty
    };

    // The longest line, and the most that may come between two lines of ours.
    static constexpr std::size_t kLongestLine = std::size_t{1} << 16;
    static constexpr std::size_t kMostBetween = std::size_t{1} << 24;

    // A command that cannot be run is noticed later: the shell then ends at once.
    static Result<std::unique_ptr<LineProcess>> start(const std::string& command);

    // Ends the program: its input is closed, soon after it is asked to terminate, and soon after
    // that it is killed, with all of its process group.
    ~LineProcess();
    LineProcess(const LineProcess&) = delete;
    LineProcess& operator=(const LineProcess&) = delete;

    // `line` without its end.
    Event send(std::string_view line, const Patience& patience);
    // The next line without its end (a carriage return before it is left out too). What the
    // program said before it ended can still be read.
    Event read_line(std::string& line, const Patience& patience);

    // After Event::closed: "ended with status 1: cannot open eval.dat", with the last it said on
    // standard error.
    std::string how_it_ended() const;

    // From now on the destructor does not wait for the program to end by itself.
    void hurry() { hurried_ = true; }

    pid_t pid() const { return pid_; }

  private:
    class Descriptor {
      public:
        explicit Descriptor(int number = -1) : number_(number) {}
        ~Descriptor() { close(); }
        Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
        Descriptor& operator=(Descriptor&& other) noexcept;
        int get() const { return number_; }
        bool is_open() const { return number_ >= 0; }
        void close();

      private:
        int number_;
    };
    struct Pipe {
        Descriptor read_end;
        Descriptor write_end;
    };

    LineProcess() = default;
    static Result<Pipe> make_pipe();

    // Waits a little for something to happen, and takes in what the program says.
    void pump(bool want_to_write, std::chrono::steady_clock::time_point deadline);
    void take_in(Descriptor& from, bool is_error_output);
    // Sees whether the program has ended; `wait_for` it that long.
    bool has_ended(std::chrono::milliseconds wait_for = {});
    void end_group(int signal) const;
    bool write_some(std::string_view& rest);
    // Event::closed, with all there is to know of it.
    Event gone();

    pid_t pid_ = -1;
    Descriptor input_;   // its standard input
    Descriptor output_;  // its standard output
    Descriptor errors_;  // its standard error
    std::string buffer_;
    std::size_t buffer_start_ = 0;
    std::size_t received_ = 0;  // since the last line of ours
    std::string last_errors_;
    std::string ending_;  // in words, once it has ended
    std::optional<std::chrono::steady_clock::time_point> deaf_since_;  // it closed its input
    bool hurried_ = false;
};

}  // namespace emilia
