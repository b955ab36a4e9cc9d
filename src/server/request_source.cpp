#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>

#include "server/http_server.h"
#include "util/text.h"

namespace emilia::server {

namespace {

// A number cannot be made to point elsewhere, as a name can by whoever owns it.
bool is_ip_address(const std::string& text) {
    in_addr four{};
    in6_addr six{};
    if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
        return inet_pton(AF_INET6, text.substr(1, text.size() - 2).c_str(), &six) == 1;
    }
    return inet_pton(AF_INET, text.c_str(), &four) == 1;
}

}  // namespace

Result<Done> check_source(const RequestSource& source, std::uint16_t port,
                          const std::vector<std::string>& hosts) {
    const std::string host = lower_case(source.host);
    const std::string suffix = fmt::format(":{}", port);
    std::string name = host;
    if (host.ends_with(suffix)) {
        name = host.substr(0, host.size() - suffix.size());
    } else if (port != 80) {
        return Error{
            fmt::format("the host {} is not this server: its port is {}", in_quotes(host), port)};
    }
    const bool known = name == "localhost" || is_ip_address(name) ||
                       std::any_of(hosts.begin(), hosts.end(), [&](const std::string& allowed) {
                           return lower_case(allowed) == name;
                       });
    if (!known) {
        return Error{fmt::format(
            "the host {} is not a name of this server; start it with --host to allow one",
            in_quotes(name))};
    }
    if (!source.origin.empty() && lower_case(source.origin) != "http://" + host) {
        return Error{
            fmt::format("requests from pages of {} are not answered", in_quotes(source.origin))};
    }
    if (source.fetch_site == "cross-site" || source.fetch_site == "same-site") {
        return Error{"requests from pages of another site are not answered"};
    }
    return Done{};
}

}  // namespace emilia::server
