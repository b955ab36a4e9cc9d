#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/event_stream.h"

namespace emilia::server {

// What a client asks, as far as this program needs to know it.
struct HttpRequest {
    std::string method;
    std::string path;  // without the query, percent signs decoded
    std::map<std::string, std::string, std::less<>> query;
    std::string body;
    std::string known_tag;  // of the copy that the client has
};

struct HttpResponse {
    int status = 200;
    std::string type = "application/json";
    std::string body = {};
    std::string tag = {};        // names this content, so that it need not be sent again
    std::string file_name = {};  // to save it under
};

// An answer; with a stream, what follows it for as long as both sides want.
struct HttpReply {
    HttpResponse response;
    std::shared_ptr<EventStream> stream = nullptr;
};

// Called on several threads at once.
using HttpHandler = std::function<HttpReply(const HttpRequest&)>;

// Percent signs (and in a query plus signs) decoded; nothing if one is followed by no number.
std::optional<std::string> percent_decoded(std::string_view text, bool is_query);

// "/a/b?c=d" into path and query; false if it is not written as that.
bool parse_target(std::string_view target, HttpRequest& request);

// An answer that says what is wrong: {"error": sentence}.
HttpResponse error_response(int status, std::string_view sentence);

}  // namespace emilia::server
