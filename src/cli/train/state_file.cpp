#include "cli/train/state_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "util/elapsed.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

Error in_file(const std::string& path, const Error& error) {
    return {fmt::format("{}: {}", printable(path), error.message)};
}

bool Saver::now_and_then() {
    return seconds_since(last_) < kSecondsBetweenSaves || now();
}

bool Saver::now() {
    const auto done = write_file(path_, content_());
    last_ = std::chrono::steady_clock::now();
    if (!done) error_ = done.error();
    return done.ok();
}

int stopped_exit() {
    fmt::print(stderr, "emilia: stopped; the same command goes on with it\n");
    return kInterruptedExitCode;
}

}  // namespace emilia::cli
