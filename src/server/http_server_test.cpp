#include "server/http_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "server/testing.h"
#include "server/unread.h"

namespace emilia::server {
namespace {

// A client that says and reads no more than it is told to.
class Client {
  public:
    explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        const timeval patience{5, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void say(std::string_view text) const {
        EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(text.size()));
    }
    // What comes next; nothing at the end.
    std::string read() const {
        std::array<char, 4096> buffer{};
        const ssize_t size = ::recv(socket_, buffer.data(), buffer.size(), 0);
        return size <= 0 ? std::string()
                         : std::string(buffer.data(), static_cast<std::size_t>(size));
    }
    std::string read_all() const {
        std::string all;
        for (std::string part = read(); !part.empty(); part = read()) all += part;
        return all;
    }
    int socket() const { return socket_; }

  private:
    int socket_;
};

class HttpServerThread : public testing::Test {
  protected:
    HttpServerThread() {
        HttpSettings settings;
        settings.request_time = std::chrono::milliseconds(300);
        auto opened = HttpServer::listen(settings, [this](const HttpRequest& request) {
            if (request.path != "/events") return HttpReply{{.body = "{}"}};
            return HttpReply{{.type = "text/event-stream"}, events_};
        });
        EXPECT_TRUE(opened.ok());
        server_ = std::move(*opened);
        thread_ = std::thread([this] { server_->run([this] { return ended_.load(); }); });
    }
    ~HttpServerThread() override {
        ended_ = true;
        thread_.join();
    }
    std::string request(const std::string& path) const {
        return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) +
               "\r\n\r\n";
    }

    std::shared_ptr<EventStream> events_ = std::make_shared<EventStream>();
    std::unique_ptr<HttpServer> server_;
    std::atomic<bool> ended_ = false;
    std::thread thread_;
};

TEST_F(HttpServerThread, ARequestThatDoesNotArriveIsAnswered) {
    const std::string whole = request("/");
    for (const std::string& part :
         {std::string("G"), whole.substr(0, whole.size() - 2),
          "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n12345" + std::string()}) {
        const Client client(server_->port());
        client.say(part);
        const std::string answer = client.read_all();
        EXPECT_TRUE(answer.starts_with("HTTP/1.1 408 ")) << part << " -> " << answer;
        EXPECT_NE(answer.find("the request did not arrive within 300ms"), answer.npos) << answer;
    }
}

TEST_F(HttpServerThread, WhoAsksNothingIsLetGoWithoutAWord) {
    const Client silent(server_->port());
    EXPECT_EQ(silent.read_all(), "");
    const Client content(server_->port());
    content.say(request("/"));
    const std::string answer = content.read_all();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 ")) << answer;
    EXPECT_TRUE(answer.ends_with("{}")) << answer;
}

TEST_F(HttpServerThread, AClientThatReadsNothingIsCutWithinASecond) {
    const Client client(server_->port());
    client.say(request("/events"));
    ASSERT_TRUE(client.read().starts_with("HTTP/1.1 200 "));
    const auto began = std::chrono::steady_clock::now();
    // Far less than what the system would take in for it.
    while (!events_->closed() && seconds_since(began) < 5) {
        events_->send("event", "{}");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_TRUE(events_->closed());
    EXPECT_LT(seconds_since(began), 1.0);
}

TEST_F(HttpServerThread, HeartbeatsAloneFindOutWhoDoesNotRead) {
    const Client client(server_->port());
    client.say(request("/events"));
    ASSERT_TRUE(client.read().starts_with("HTTP/1.1 200 "));
    const auto began = std::chrono::steady_clock::now();
    EXPECT_TRUE(soon([&] { return events_->closed(); }));
    EXPECT_LT(seconds_since(began), 1.3);
}

TEST_F(HttpServerThread, OneThatReadsALittleAtATimeIsKept) {
    const Client client(server_->port());
    client.say(request("/events"));
    const auto began = std::chrono::steady_clock::now();
    while (seconds_since(began) < 1.6) {
        events_->send("event", "{}");
        EXPECT_NE(client.read(), "");
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_FALSE(events_->closed());
}

TEST_F(HttpServerThread, WhatWasNotReadIsKnown) {
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener, 1), 0);
    socklen_t size = sizeof address;
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
    const Client client(ntohs(address.sin_port));
    const int accepted = ::accept(listener, nullptr, nullptr);
    const Unread unread;
    EXPECT_EQ(unread.bytes(accepted), 0u);
    ASSERT_EQ(::send(accepted, "twelve bytes", 12, 0), 12);
    EXPECT_TRUE(soon([&] { return unread.bytes(accepted) == 12u; }));
    EXPECT_EQ(client.read(), "twelve bytes");
    EXPECT_EQ(unread.bytes(accepted), 0u);
    EXPECT_EQ(unread.bytes(0), std::nullopt) << "no connection";

    ReadingClient reading(unread, accepted);
    const auto begin = ReadingClient::Now::now();
    const auto after = [&](int ms) { return begin + std::chrono::milliseconds(ms); };
    EXPECT_EQ(reading.idle_for(after(0)).count(), 0);
    ASSERT_EQ(::send(accepted, "more", 4, 0), 4);
    reading.sent(16);
    EXPECT_TRUE(soon([&] { return unread.bytes(accepted) == 4u; }));
    (void)reading.idle_for(after(100));
    EXPECT_EQ(reading.idle_for(after(700)), std::chrono::milliseconds(600));
    ::close(accepted);
    ::close(listener);
}

}  // namespace
}  // namespace emilia::server
