#include "util/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "util/text.h"

namespace emilia {

namespace {

Error failure(std::string_view what, const std::string& path, int code) {
    return Error{fmt::format("{} {}: {}", what, path, std::generic_category().message(code))};
}

// 0, or the errno that stopped it.
int write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return errno;
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
    const bool standard = path == "-";
    const int descriptor = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return failure("cannot open", path, errno);
    std::string content;
    char buffer[65536];
    for (;;) {
        const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            const int code = errno;
            if (!standard) ::close(descriptor);
            return failure("cannot read", standard ? "standard input" : path, code);
        }
        if (got == 0) break;
        content.append(buffer, static_cast<std::size_t>(got));
    }
    if (!standard) ::close(descriptor);
    return content;
}

Result<Done> write_file(const std::string& path, std::string_view content) {
    if (path == "-") {
        std::fflush(stdout);
        if (const int code = write_all(STDOUT_FILENO, content)) {
            return failure("cannot write to", "standard output", code);
        }
        return Done{};
    }
    // A link is followed, so that what it points to is replaced and not the link.
    std::error_code ignored;
    std::string target = path;
    if (std::filesystem::is_symlink(path, ignored)) {
        const auto resolved = std::filesystem::weakly_canonical(path, ignored);
        if (!ignored) target = resolved.string();
    }
    struct stat old {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {
        // A device or a pipe cannot be renamed onto.
        const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) return failure("cannot write", path, errno);
        const int code = write_all(descriptor, content);
        ::close(descriptor);
        if (code) return failure("cannot write", path, code);
        return Done{};
    }
    std::string temporary = target + ".XXXXXX.tmp";
    const int descriptor = ::mkostemps(temporary.data(), 4, O_CLOEXEC);
    if (descriptor < 0) return failure("cannot write", path, errno);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    int code = ::fchmod(descriptor, exists ? old.st_mode & 07777 : 0666 & ~mask) == 0 ? 0 : errno;
    if (!code) code = write_all(descriptor, content);
    if (!code && ::fsync(descriptor) != 0) code = errno;
    if (::close(descriptor) != 0 && !code) code = errno;
    if (!code && ::rename(temporary.c_str(), target.c_str()) != 0) code = errno;
    if (code) {
        ::unlink(temporary.c_str());
        return failure("cannot write", path, code);
    }
    return Done{};
}

std::optional<std::string> find_beside(const std::string& path, std::string_view name) {
    std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const std::string wanted = lower_case(name);
    std::error_code failed;
    std::optional<std::string> found;
    for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, failed), end;
         !failed && entry != end; entry.increment(failed)) {
        const std::string candidate = entry->path().filename().string();
        if (lower_case(candidate) != wanted) continue;
        const std::string full = (folder / candidate).string();
        // The exact name, or else the first in the order of names: always the same one.
        if (candidate == name) return full;
        if (!found || full < *found) found = full;
    }
    return found;
}

}  // namespace emilia
