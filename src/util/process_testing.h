#pragma once

#include <sys/types.h>

#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>

namespace emilia {

// For tests: what of /proc/PID/NAME is there; empty for a process that has gone.
inline std::string process_file(const std::filesystem::path& process, const char* name) {
    std::ifstream file(process / name, std::ios::binary);
    // One that goes between opening and reading makes the buffer throw; this catches it.
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// For tests: how many processes there are of which `matches`, given the folder of one in /proc,
// says so. Those that have ended and only wait to be buried by whoever adopted them do not count.
inline int count_processes(const std::function<bool(const std::filesystem::path&)>& matches) {
    int count = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        if (std::isdigit(static_cast<unsigned char>(entry.path().filename().string()[0])) == 0) {
            continue;
        }
        const std::string stat = process_file(entry.path(), "stat");
        const std::size_t name_end = stat.rfind(')');
        if (name_end == stat.npos || name_end + 2 >= stat.size() || stat[name_end + 2] == 'Z') {
            continue;
        }
        if (matches(entry.path())) ++count;
    }
    return count;
}

inline int count_in_group(pid_t group) {
    return count_processes([group](const std::filesystem::path& process) {
        const std::string stat = process_file(process, "stat");
        std::istringstream fields(stat.substr(stat.rfind(')') + 1));
        std::string state;
        pid_t parent = 0;
        pid_t its_group = 0;
        return (fields >> state >> parent >> its_group) && its_group == group;
    });
}

// Whoever has `mark` in its command line.
inline int count_marked(const std::string& mark) {
    return count_processes([&mark](const std::filesystem::path& process) {
        return process_file(process, "cmdline").find(mark) != std::string::npos;
    });
}

// A killed process takes a moment to go: whether the count is none within a few seconds.
inline bool becomes_none(const std::function<int()>& count) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (count() > 0) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

}  // namespace emilia
