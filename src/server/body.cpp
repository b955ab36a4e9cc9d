#include "server/body.h"

#include <fmt/format.h>

namespace emilia::server {

Result<Body> Body::parse(std::string_view text) {
    try {
        // A body deep enough to exhaust the stack is no object of ours.
        Json json = Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
            if (depth > 8) throw std::length_error("it is nested too deeply");
            return true;
        });
        if (!json.is_object()) return Error{"the body has to be a JSON object"};
        return Body(std::move(json));
    } catch (const Json::parse_error& error) {
        return Error{fmt::format("the body is not JSON: wrong at byte {}", error.byte)};
    } catch (const std::exception& error) {
        return Error{fmt::format("the body is not what it should be: {}", error.what())};
    }
}

const Json* Body::find(std::string_view name) const {
    const auto found = json_.find(name);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
}

void Body::complain(std::string sentence) {
    if (!error_) error_ = Error{std::move(sentence)};
}

std::string Body::text(std::string_view name) {
    const Json* const value = find(name);
    if (value == nullptr) return "";
    if (value->is_string()) return value->get<std::string>();
    complain(fmt::format("{} has to be a text", name));
    return "";
}

std::optional<double> Body::number(std::string_view name, double minimum, double maximum) {
    const Json* const value = find(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_number()) {
        const double number = value->get<double>();
        if (number >= minimum && number <= maximum) return number;
    }
    complain(fmt::format("{} has to be a number from {} to {}", name, minimum, maximum));
    return std::nullopt;
}

std::optional<bool> Body::flag(std::string_view name) {
    const Json* const value = find(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_boolean()) return value->get<bool>();
    complain(fmt::format("{} has to be true or false", name));
    return std::nullopt;
}

std::optional<Body> Body::object(std::string_view name) {
    const Json* const value = find(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_object()) return Body(*value);
    complain(fmt::format("{} has to be an object", name));
    return std::nullopt;
}

}  // namespace emilia::server
