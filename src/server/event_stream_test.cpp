#include "server/event_stream.h"

#include <gtest/gtest.h>

namespace emilia::server {
namespace {

TEST(EventStream, ReplacesWhatWasNotSentYet) {
    EventStream stream;
    stream.send("a", "1");
    stream.send("b", "2");
    stream.send("a", "3");
    EXPECT_EQ(stream.take().text, "event: b\ndata: 2\n\nevent: a\ndata: 3\n\n");
    EXPECT_EQ(stream.take().text, "");
}

TEST(EventStream, EndsAfterWhatWasSent) {
    EventStream stream;
    int ready = 0;
    stream.when_ready([&] { ++ready; });
    EXPECT_EQ(ready, 0);
    stream.send("a", "1");
    stream.finish();
    stream.send("a", "too late");
    EXPECT_EQ(ready, 2);
    const auto batch = stream.take();
    EXPECT_EQ(batch.text, "event: a\ndata: 1\n\n");
    EXPECT_TRUE(batch.last);
}

TEST(EventStream, TellsOnceThatTheClientIsGone) {
    EventStream stream;
    int told = 0;
    stream.when_closed([&] { ++told; });
    EXPECT_FALSE(stream.closed());
    stream.close();
    stream.close();
    EXPECT_EQ(told, 1);
    EXPECT_TRUE(stream.closed());
    stream.send("a", "1");
    EXPECT_EQ(stream.take().text, "");
    stream.when_closed([&] { ++told; });
    EXPECT_EQ(told, 2) << "at once, if it already is";
}

}  // namespace
}  // namespace emilia::server
