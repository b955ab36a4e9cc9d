#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/json.h"
#include "util/result.h"

namespace emilia::server {

// The JSON object in the body of a request, read field by field. A field of the wrong type, and one
// that is needed and missing, is an error that names it.
class Body {
  public:
    static Result<Body> parse(std::string_view text);

    // Empty, or nothing, where the field is missing or null.
    std::string text(std::string_view name);
    std::optional<double> number(std::string_view name, double minimum, double maximum);
    std::optional<bool> flag(std::string_view name);
    // An object inside; an empty one where it is missing.
    std::optional<Body> object(std::string_view name);

    // What was wrong with the first field that was.
    const std::optional<Error>& error() const { return error_; }

  private:
    explicit Body(Json json) : json_(std::move(json)) {}
    const Json* find(std::string_view name) const;
    void complain(std::string sentence);

    Json json_;
    std::optional<Error> error_;
};

}  // namespace emilia::server
