#include "server/http.h"

#include <gtest/gtest.h>

#include "server/body.h"
#include "server/http_server.h"

namespace emilia::server {
namespace {

TEST(Http, SplitsATargetIntoPathAndQuery) {
    HttpRequest request;
    ASSERT_TRUE(parse_target("/api/line%20x?start=a%2Bb+c&moves=f5&empty=&&flag", request));
    EXPECT_EQ(request.path, "/api/line x");
    EXPECT_EQ(request.query.at("start"), "a+b c");
    EXPECT_EQ(request.query.at("moves"), "f5");
    EXPECT_EQ(request.query.at("empty"), "");
    EXPECT_EQ(request.query.at("flag"), "");
    EXPECT_EQ(request.query.size(), 4u);
}

TEST(Http, RefusesTargetsThatAreNone) {
    for (const char* const target : {"", "api", "/%", "/%4", "/%zz", "/?a=%g0", "http://x/"}) {
        HttpRequest request;
        EXPECT_FALSE(parse_target(target, request)) << target;
    }
}

TEST(Http, AnErrorIsJson) {
    const HttpResponse response = error_response(404, "no \"such\" thing");
    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(response.body, R"({"error":"no \"such\" thing"})");
}

struct SourceCase {
    RequestSource source;
    bool allowed;
};

TEST(Http, AnswersOnlyItsOwnPagesAndNames) {
    const std::vector<SourceCase> cases = {
        {{"127.0.0.1:7764", "", ""}, true},
        {{"localhost:7764", "http://localhost:7764", "same-origin"}, true},
        {{"[::1]:7764", "", "none"}, true},
        {{"LocalHost:7764", "http://localhost:7764", ""}, true},
        {{"my-machine:7764", "", ""}, true},
        {{"192.168.1.5:7764", "http://192.168.1.5:7764", ""}, true},
        {{"", "", ""}, false},
        {{"127.0.0.1", "", ""}, false},
        {{"127.0.0.1:7765", "", ""}, false},
        {{"evil.example:7764", "", ""}, false},
        {{"localhost.evil.example:7764", "", ""}, false},
        {{"127.0.0.1.evil.example:7764", "", ""}, false},
        {{"127.0.0.1:7764", "http://evil.example", ""}, false},
        {{"127.0.0.1:7764", "https://127.0.0.1:7764", ""}, false},
        {{"127.0.0.1:7764", "http://localhost:7764", ""}, false},
        {{"127.0.0.1:7764", "null", ""}, false},
        {{"127.0.0.1:7764", "", "cross-site"}, false},
        {{"127.0.0.1:7764", "", "same-site"}, false},
    };
    for (const auto& [source, allowed] : cases) {
        EXPECT_EQ(check_source(source, 7764, {"My-Machine"}).ok(), allowed)
            << source.host << ' ' << source.origin << ' ' << source.fetch_site;
    }
}

TEST(Body, NamesTheFieldThatIsWrong) {
    auto body = Body::parse(R"({"text":"x","number":3,"flag":true,"inner":{"a":1},"none":null})");
    ASSERT_TRUE(body.ok());
    EXPECT_EQ(body->text("text"), "x");
    EXPECT_EQ(body->text("none"), "");
    EXPECT_EQ(body->number("number", 0, 10), 3);
    EXPECT_EQ(body->number("absent", 0, 10), std::nullopt);
    EXPECT_EQ(body->flag("flag"), true);
    EXPECT_TRUE(body->object("inner").has_value());
    EXPECT_FALSE(body->error());
    body->number("number", 5, 10);
    EXPECT_EQ(body->error()->message, "number has to be a number from 5 to 10");
    body->text("flag");
    EXPECT_EQ(body->error()->message, "number has to be a number from 5 to 10") << "the first";
}

TEST(Body, RefusesWhatIsNoObject) {
    EXPECT_EQ(Body::parse("{\"a\":").error().message, "the body is not JSON: wrong at byte 6");
    EXPECT_EQ(Body::parse("[1]").error().message, "the body has to be a JSON object");
    EXPECT_FALSE(Body::parse("").ok());
    EXPECT_FALSE(Body::parse(std::string(100000, '[')).ok());
}

}  // namespace
}  // namespace emilia::server
