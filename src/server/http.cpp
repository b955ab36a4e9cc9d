#include "server/http.h"

#include <nlohmann/json.hpp>

namespace emilia::server {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text, bool is_query) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && is_query) {
            decoded += ' ';
        } else if (text[i] != '%') {
            decoded += text[i];
        } else {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = hex_digit(text[i + 1]);
            const int low = hex_digit(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            decoded += static_cast<char>(high * 16 + low);
            i += 2;
        }
    }
    return decoded;
}

bool parse_target(std::string_view target, HttpRequest& request) {
    const std::size_t question = target.find('?');
    const auto path = percent_decoded(target.substr(0, question), false);
    if (!path || !path->starts_with('/')) return false;
    request.path = *path;
    std::string_view rest =
        question == target.npos ? std::string_view() : target.substr(question + 1);
    while (!rest.empty()) {
        const std::size_t ampersand = rest.find('&');
        const std::string_view item = rest.substr(0, ampersand);
        const std::size_t equals = item.find('=');
        const auto name = percent_decoded(item.substr(0, equals), true);
        const auto value =
            percent_decoded(equals == item.npos ? "" : item.substr(equals + 1), true);
        if (!name || !value) return false;
        if (!name->empty()) request.query[*name] = *value;
        if (ampersand == rest.npos) break;
        rest.remove_prefix(ampersand + 1);
    }
    return true;
}

HttpResponse error_response(int status, std::string_view sentence) {
    using Json = nlohmann::ordered_json;
    return {.status = status,
            .body = Json{{"error", sentence}}.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

}  // namespace emilia::server
