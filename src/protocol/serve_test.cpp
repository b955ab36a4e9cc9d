#include "protocol/serve.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "protocol/line_splitter.h"

namespace emilia {
namespace {

using Lines = std::vector<std::string>;

TEST(LineSplitter, PutsPiecesTogether) {
    LineSplitter splitter;
    EXPECT_EQ(splitter.add("on"), Lines{});
    EXPECT_EQ(splitter.add("e\ntwo\r\n\nth"), (Lines{"one", "two", ""}));
    EXPECT_EQ(splitter.rest(), "th");
    EXPECT_EQ(splitter.rest(), "");
}

TEST(LineSplitter, CutsWhatIsTooLong) {
    LineSplitter splitter;
    const std::string half(LineSplitter::kMaxLine * 3 / 4, 'x');
    EXPECT_TRUE(splitter.add(half).empty());
    EXPECT_TRUE(splitter.add(half).empty());
    const Lines lines = splitter.add(half + "\nnext\n");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].size(), LineSplitter::kMaxLine);
    EXPECT_EQ(lines[1], "next");
}

// Writes down what it is told; "wait" lasts until another line has come, "end" is the end.
class Recorder : public Session {
  public:
    Lines announced;
    Lines handled;

  private:
    void arrived(std::string_view line) override { announced.emplace_back(line); }
    bool obey(std::string_view line) override {
        handled.emplace_back(line);
        if (line == "wait") wait_for_something();
        return line != "end";
    }
};

// A pipe with a session at its reading end.
class ServedThread {
  public:
    ServedThread() {
        EXPECT_EQ(::pipe(ends_.data()), 0);
        thread_ = std::thread([this] { result_ = serve(ends_[0], recorder); });
    }
    ~ServedThread() {
        finish();
        ::close(ends_[0]);
    }
    void write(std::string_view text) {
        ASSERT_EQ(::write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    void close_input() {
        if (ends_[1] >= 0) ::close(ends_[1]);
        ends_[1] = -1;
    }
    void join() {
        if (thread_.joinable()) thread_.join();
    }
    void finish() {
        close_input();
        join();
    }

    Recorder recorder;

  private:
    std::array<int, 2> ends_{-1, -1};
    Result<Done> result_ = Done{};
    std::thread thread_;
};

TEST(ServeThread, HandlesEveryLineInOrderUntilTheInputEnds) {
    ServedThread served;
    served.write("one\ntwo\n");
    served.write("three");
    served.finish();
    EXPECT_EQ(served.recorder.handled, (Lines{"one", "two", "three"}));
    EXPECT_EQ(served.recorder.announced, served.recorder.handled);
}

// The reading thread must not keep the program from ending while the input is still open.
TEST(ServeThread, EndsWhenTheSessionDoes) {
    ServedThread served;
    served.write("one\nend\nnever\n");
    served.join();
    EXPECT_EQ(served.recorder.handled, (Lines{"one", "end"}));
    EXPECT_EQ(served.recorder.announced.back(), "never");
}

TEST(ServeThread, AnnouncesLinesWhileOneIsHandled) {
    ServedThread served;
    served.write("wait\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    served.write("end\n");
    served.join();
    EXPECT_EQ(served.recorder.handled, (Lines{"wait", "end"}));
}

TEST(ServeThread, TheEndOfTheInputEndsAWait) {
    ServedThread served;
    served.write("wait\n");
    served.finish();
    EXPECT_EQ(served.recorder.handled, Lines{"wait"});
}

TEST(ServeThread, TakesMoreLinesThanItKeeps) {
    ServedThread served;
    const std::string line(1000, 'x');
    for (int i = 0; i < 20'000; ++i) served.write(line + "\n");
    served.finish();
    EXPECT_EQ(served.recorder.handled.size(), 20'000U);
}

}  // namespace
}  // namespace emilia
