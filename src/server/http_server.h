#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/http.h"
#include "util/result.h"

namespace emilia::server {

struct HttpSettings {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;          // 0: any that is free
    bool any_port_if_taken = false;  // rather than to fail
    std::vector<std::string> hosts;  // names of this machine that clients may use beside localhost
    std::size_t body_bytes = std::size_t{1} << 20;
    std::size_t header_bytes = std::size_t{16} << 10;
    int connections = 512;
    std::chrono::milliseconds request_time{30'000};  // for a request to arrive, idle time included
    std::chrono::milliseconds write_time{800};       // for a client to take what is sent
    std::chrono::milliseconds unread_time{600};      // for one on this machine to read some of it
};

// HTTP/1.1 over Boost.Beast, which nothing outside the implementation knows of. Requests that come
// from another site's page, or by a name that is not this machine's, are refused.
class HttpServer {
  public:
    static Result<std::unique_ptr<HttpServer>> listen(HttpSettings settings, HttpHandler handler);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::uint16_t port() const;
    int connections() const;

    // Serves until `stopped`, which is asked several times a second, says so.
    void run(const std::function<bool()>& stopped);

  private:
    struct State;
    explicit HttpServer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// Whether a request that names `host` (with its port) and perhaps an `origin` and what the browser
// says of the site it comes from may be answered; else a sentence.
struct RequestSource {
    std::string host;
    std::string origin;      // empty: none
    std::string fetch_site;  // the header Sec-Fetch-Site; empty: none
};
Result<Done> check_source(const RequestSource& source, std::uint16_t port,
                          const std::vector<std::string>& hosts);

}  // namespace emilia::server
