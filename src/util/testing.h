#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace emilia {

// For tests on random input: the full number of trials, or a tenth where a sanitizer makes each
// slow.
constexpr int trials(int full) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return full / 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return full / 10;
#else
    return full;
#endif
#else
    return full;
#endif
}

// The same for tests that are worth more than every run can spare: a sample, or all of it where
// EMILIA_THOROUGH is set.
inline int thorough_trials(int sample, int full) {
    return std::getenv("EMILIA_THOROUGH") != nullptr ? full : trials(sample);
}

// For tests: something among the data that are not part of the project, where they are kept:
// $EMILIA_DATA, or ../shared/data beside the source tree (CTest sets EMILIA_SOURCE_DIR).
inline std::optional<std::string> test_data(const std::string& name) {
    std::filesystem::path folder;
    if (const char* const data = std::getenv("EMILIA_DATA")) {
        folder = data;
    } else if (const char* const source = std::getenv("EMILIA_SOURCE_DIR")) {
        folder = std::filesystem::path(source).parent_path() / "shared" / "data";
    } else {
        return std::nullopt;
    }
    std::error_code ignored;
    if (!std::filesystem::exists(folder / name, ignored)) return std::nullopt;
    return (folder / name).string();
}

// What to say to GTEST_SKIP() where there is none.
inline std::string no_test_data(const std::string& name) {
    return "no '" + name + "' here; set EMILIA_DATA to the folder that has it";
}

}  // namespace emilia
