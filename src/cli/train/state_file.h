#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "util/file.h"
#include "util/result.h"

namespace emilia::cli {

// For learners whose file is what they have learned so far, and what they go on with.

bool exists(const std::string& path);
// Something wrong with a file, said with its name.
Error in_file(const std::string& path, const Error& error);

// What a file holds, if there is one.
template <typename State>
Result<std::optional<State>> read_state(const std::string& path) {
    if (!exists(path)) return std::optional<State>();
    const auto content = read_file(path);
    if (!content) return content.error();
    auto state = State::parse(*content);
    if (!state) return in_file(path, state.error());
    return std::optional<State>(std::move(*state));
}

inline constexpr double kSecondsBetweenSaves = 10;

// Writes the state now and then and at the end.
class Saver {
  public:
    // `content` is asked for the state as it is to be written.
    Saver(std::string path, std::function<std::string()> content)
        : path_(std::move(path)), content_(std::move(content)) {}
    // False if it could not be written; error() says why.
    bool now_and_then();
    bool now();
    const Error& error() const { return error_; }

  private:
    std::string path_;
    std::function<std::string()> content_;
    Error error_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Says that a learner was stopped and can go on; the exit code.
int stopped_exit();

}  // namespace emilia::cli
