#include "server/http_server.h"

#include <fmt/format.h>
#include <netinet/tcp.h>

#include <atomic>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "server/unread.h"
#include "util/text.h"

namespace emilia::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using boost::system::error_code;

constexpr auto kToken = asio::as_tuple(asio::use_awaitable);

// A client that takes nothing must be noticed, so something is sent now and then.
constexpr std::chrono::milliseconds kHeartbeat{250};
constexpr int kVanishedMilliseconds = 500;

// What a page of this program may do in a browser: nothing outside it.
constexpr std::string_view kPolicy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

class Counted {
  public:
    explicit Counted(std::atomic<int>& count) : count_(count) { ++count_; }
    ~Counted() { --count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

  private:
    std::atomic<int>& count_;
};

// Ends the stream whichever way the connection ends.
class Closing {
  public:
    explicit Closing(std::shared_ptr<EventStream> stream) : stream_(std::move(stream)) {}
    ~Closing() { stream_->close(); }
    Closing(const Closing&) = delete;
    Closing& operator=(const Closing&) = delete;

  private:
    std::shared_ptr<EventStream> stream_;
};

// Ends what a stream is doing after a time, and leaves it open for an answer.
class Deadline {
  public:
    Deadline(beast::tcp_stream& stream, std::chrono::milliseconds time)
        : timer_(stream.get_executor(), time), state_(std::make_shared<State>(State{&stream})) {
        timer_.async_wait([state = state_](error_code error) {
            if (error || state->stream == nullptr) return;
            state->passed = true;
            state->stream->cancel();
        });
    }
    ~Deadline() { state_->stream = nullptr; }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    bool passed() const { return state_->passed; }

  private:
    struct State {
        beast::tcp_stream* stream = nullptr;
        bool passed = false;
    };
    asio::steady_timer timer_;
    std::shared_ptr<State> state_;
};

template <typename Message>
void set_common_fields(Message& message, const HttpResponse& response) {
    message.set(http::field::content_type, response.type);
    message.set("X-Content-Type-Options", "nosniff");
    message.set("Referrer-Policy", "no-referrer");
    message.set("Content-Security-Policy", kPolicy);
    message.set("Cross-Origin-Resource-Policy", "same-origin");
    message.set(http::field::cache_control, response.tag.empty() ? "no-store" : "no-cache");
    if (!response.tag.empty()) message.set(http::field::etag, '"' + response.tag + '"');
    if (!response.file_name.empty()) {
        message.set(http::field::content_disposition,
                    fmt::format("attachment; filename=\"{}\"", response.file_name));
    }
}

double seconds_of(std::chrono::milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string field(const http::fields& fields, std::string_view name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : std::string(found->value());
}

}  // namespace

struct HttpServer::State {
    State(HttpSettings given, HttpHandler handle)
        : settings(std::move(given)), handler(std::move(handle)) {}

    HttpSettings settings;
    HttpHandler handler;
    std::atomic<int> open = 0;
    std::uint16_t port = 0;
    const Unread unread;
    asio::io_context context{1};
    tcp::acceptor acceptor{context};
    // Where answers are made, so that a slow disk holds up no connection.
    asio::thread_pool workers{2};

    asio::awaitable<void> accept();
    asio::awaitable<void> serve(tcp::socket socket);
    asio::awaitable<void> refuse(tcp::socket socket);
    asio::awaitable<bool> write(beast::tcp_stream& stream, const HttpResponse& response,
                                bool keep_alive, bool head_only);
    asio::awaitable<void> follow(beast::tcp_stream& stream, const HttpReply& reply);
    asio::awaitable<HttpReply> answer(const http::request<http::string_body>& message);
    HttpReply answer_now(const http::request<http::string_body>& message) const;
};

HttpReply HttpServer::State::answer_now(const http::request<http::string_body>& message) const {
    const auto allowed = check_source(
        {field(message, "Host"), field(message, "Origin"), field(message, "Sec-Fetch-Site")}, port,
        settings.hosts);
    // Following a link to the page is no request by the page that has the link.
    const bool navigation = field(message, "Sec-Fetch-Mode") == "navigate" &&
                            message.method() == http::verb::get &&
                            !message.target().starts_with("/api");
    if (!allowed) {
        const bool host_alone =
            check_source({field(message, "Host"), {}, {}}, port, settings.hosts).ok();
        if (!navigation || !host_alone) return {error_response(403, allowed.error().message)};
    }
    HttpRequest request;
    request.method = std::string(message.method_string());
    if (request.method == "HEAD") request.method = "GET";
    const std::string_view target(message.target().data(), message.target().size());
    if (!parse_target(target, request)) {
        return {error_response(400, fmt::format("{} is not an address", in_quotes(target)))};
    }
    request.body = message.body();
    request.known_tag = field(message, "If-None-Match");
    const bool changes = request.method != "GET" && request.method != "DELETE";
    if (changes && !field(message, "Content-Type").starts_with("application/json")) {
        return {error_response(415, "the body has to be JSON, with Content-Type application/json")};
    }
    try {
        return handler(request);
    } catch (const std::exception& error) {
        return {error_response(500, fmt::format("something went wrong inside: {}", error.what()))};
    }
}

asio::awaitable<HttpReply> HttpServer::State::answer(
    const http::request<http::string_body>& message) {
    co_return co_await asio::co_spawn(
        workers,
        [this, &message]() -> asio::awaitable<HttpReply> { co_return answer_now(message); },
        asio::use_awaitable);
}

asio::awaitable<bool> HttpServer::State::write(beast::tcp_stream& stream,
                                               const HttpResponse& response, bool keep_alive,
                                               bool head_only) {
    http::response<http::string_body> message(static_cast<http::status>(response.status), 11);
    set_common_fields(message, response);
    message.keep_alive(keep_alive);
    message.body() = response.body;
    message.prepare_payload();
    if (head_only) message.body().clear();
    stream.expires_after(settings.request_time);
    const auto [error, bytes] = co_await http::async_write(stream, message, kToken);
    co_return !error;
}

asio::awaitable<void> HttpServer::State::follow(beast::tcp_stream& stream, const HttpReply& reply) {
    const std::shared_ptr<EventStream> events = reply.stream;
    const Closing closing(events);
    const int patience = kVanishedMilliseconds;
    setsockopt(stream.socket().native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &patience,
               sizeof patience);
    // What the system holds for a client that does not read is search time spent for nobody.
    error_code ignored;
    stream.socket().set_option(asio::socket_base::send_buffer_size(4 << 10), ignored);
    stream.socket().set_option(tcp::no_delay(true), ignored);

    http::response<http::empty_body> head(http::status::ok, 11);
    set_common_fields(head, reply.response);
    head.keep_alive(false);
    http::response_serializer<http::empty_body> serializer(head);
    stream.expires_after(settings.write_time);
    const auto [head_error, head_bytes] =
        co_await http::async_write_header(stream, serializer, kToken);
    if (head_error) co_return;
    ReadingClient client(unread, stream.socket().native_handle());
    client.sent(head_bytes);

    const auto wake = std::make_shared<asio::steady_timer>(context);
    const auto gone = std::make_shared<bool>(false);
    events->when_ready([this, wake] { asio::post(context, [wake] { wake->cancel(); }); });
    // The client has nothing more to say; whatever comes means that it is gone.
    const auto scrap = std::make_shared<std::array<char, 1>>();
    stream.socket().async_read_some(asio::buffer(*scrap),
                                    [wake, gone, scrap](error_code, std::size_t) {
                                        *gone = true;
                                        wake->cancel();
                                    });
    for (;;) {
        if (*gone || client.idle_for() > settings.unread_time) break;
        EventStream::Batch batch = events->take();
        if (batch.text.empty() && !batch.last) {
            wake->expires_after(kHeartbeat);
            const auto [error] = co_await wake->async_wait(kToken);
            if (*gone) break;
            batch = events->take();
            if (batch.text.empty() && !batch.last) {
                if (error) continue;
                batch.text = ":\n\n";
            }
        }
        if (!batch.text.empty()) {
            stream.expires_after(settings.write_time);
            const auto [error, bytes] =
                co_await asio::async_write(stream, asio::buffer(batch.text), kToken);
            if (error) break;
            client.sent(bytes);
        }
        if (batch.last) break;
    }
    stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream.socket().close(ignored);
}

asio::awaitable<void> HttpServer::State::serve(tcp::socket socket) {
    const Counted counted(open);
    beast::tcp_stream stream(std::move(socket));
    beast::flat_buffer buffer;
    for (;;) {
        http::request_parser<http::string_body> parser;
        parser.body_limit(settings.body_bytes);
        parser.header_limit(static_cast<std::uint32_t>(settings.header_bytes));
        stream.expires_never();
        std::optional<Deadline> deadline(std::in_place, stream, settings.request_time);
        const auto [error, bytes] = co_await http::async_read(stream, buffer, parser, kToken);
        const bool late = deadline->passed();
        deadline.reset();
        if (error) {
            HttpResponse answer;
            if (late) {
                // Who has asked for nothing needs no answer.
                if (!parser.got_some() && buffer.size() == 0) co_return;
                answer =
                    error_response(408, fmt::format("the request did not arrive within {}",
                                                    duration(seconds_of(settings.request_time))));
            } else if (error == http::error::body_limit) {
                answer = error_response(
                    413, fmt::format("the body is longer than {} bytes", settings.body_bytes));
            } else if (error == http::error::header_limit) {
                answer = error_response(
                    431, fmt::format("the head is longer than {} bytes", settings.header_bytes));
            } else if (error.category() ==
                           make_error_code(http::error::bad_line_ending).category() &&
                       error != http::error::end_of_stream &&
                       error != http::error::partial_message) {
                answer = error_response(400, "this is not HTTP: " + error.message());
            } else {
                co_return;
            }
            co_await write(stream, answer, false, false);
            // Whoever still sends has to be let finish, or the answer is lost with the connection.
            error_code ignored;
            stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
            std::array<char, 4096> rest{};
            stream.expires_after(std::chrono::seconds(1));
            for (;;) {
                const auto [ended, count] =
                    co_await stream.async_read_some(asio::buffer(rest), kToken);
                if (ended) co_return;
            }
        }
        const auto message = parser.release();
        const bool keep_alive = message.keep_alive();
        const HttpReply reply = co_await answer(message);
        const bool head_only = message.method() == http::verb::head;
        if (reply.stream && head_only) {
            reply.stream->close();
        } else if (reply.stream) {
            co_await follow(stream, reply);
            co_return;
        }
        const bool written = co_await write(stream, reply.response, keep_alive, head_only);
        if (!written || !keep_alive) break;
    }
    error_code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

asio::awaitable<void> HttpServer::State::refuse(tcp::socket socket) {
    beast::tcp_stream stream(std::move(socket));
    const HttpResponse answer = error_response(
        503,
        fmt::format("{} connections are open, and that is all there may be", settings.connections));
    co_await write(stream, answer, false, false);
    error_code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    std::array<char, 4096> rest{};
    stream.expires_after(std::chrono::seconds(1));
    co_await stream.async_read_some(asio::buffer(rest), kToken);
}

asio::awaitable<void> HttpServer::State::accept() {
    for (;;) {
        auto [error, socket] = co_await acceptor.async_accept(kToken);
        if (error == asio::error::operation_aborted) co_return;
        if (error) {
            // Out of files, mostly: some will be closed.
            asio::steady_timer pause(context, std::chrono::milliseconds(50));
            co_await pause.async_wait(kToken);
            continue;
        }
        if (open < settings.connections) {
            asio::co_spawn(context, serve(std::move(socket)), asio::detached);
        } else {
            asio::co_spawn(context, refuse(std::move(socket)), asio::detached);
        }
    }
}

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const {
    return state_->port;
}

int HttpServer::connections() const {
    return state_->open;
}

Result<std::unique_ptr<HttpServer>> HttpServer::listen(HttpSettings settings, HttpHandler handler) {
    error_code error;
    const auto address = asio::ip::make_address(settings.address, error);
    if (error) {
        return Error{fmt::format("{} is not an address: write a number such as 127.0.0.1 or ::1",
                                 in_quotes(settings.address))};
    }
    auto state = std::make_unique<State>(std::move(settings), std::move(handler));
    const tcp::endpoint endpoint(address, state->settings.port);
    state->acceptor.open(endpoint.protocol(), error);
    if (!error) state->acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) state->acceptor.bind(endpoint, error);
    if (error == asio::error::address_in_use && state->settings.any_port_if_taken) {
        state->acceptor.bind(tcp::endpoint(address, 0), error);
    }
    if (!error) state->acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
        return Error{fmt::format("cannot listen at {} port {}: {}", state->settings.address,
                                 state->settings.port, error.message())};
    }
    state->port = state->acceptor.local_endpoint().port();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

void HttpServer::run(const std::function<bool()>& stopped) {
    asio::co_spawn(state_->context, state_->accept(), asio::detached);
    asio::co_spawn(
        state_->context,
        [this, &stopped]() -> asio::awaitable<void> {
            asio::steady_timer timer(state_->context);
            while (!stopped()) {
                timer.expires_after(std::chrono::milliseconds(100));
                co_await timer.async_wait(kToken);
            }
            state_->context.stop();
        },
        asio::detached);
    state_->context.run();
    state_->workers.join();
}

}  // namespace emilia::server
