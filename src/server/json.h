#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace emilia::server {

// Keeps the order in which fields were written.
using Json = nlohmann::ordered_json;

// In one line; what is not UTF-8 is replaced.
inline std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace emilia::server
