#include "util/sealed.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace emilia {

namespace {

constexpr std::size_t kChecksumSize = 17;

std::string checksum_of(std::string_view bytes) {
    return fmt::format("{:016x}\n", XXH3_64bits(bytes.data(), bytes.size()));
}

}  // namespace

std::string seal(std::string_view first_line, std::string_view content) {
    return fmt::format("{}\n", first_line) + checksum_of(content) + std::string(content);
}

Result<std::string_view> unseal(std::string_view first_line, std::string_view bytes,
                                std::string_view what) {
    if (!bytes.starts_with(fmt::format("{}\n", first_line))) {
        return Error{
            fmt::format("this is not a file of {}: it does not begin with '{}'", what, first_line)};
    }
    bytes.remove_prefix(first_line.size() + 1);
    if (bytes.size() < kChecksumSize ||
        bytes.substr(0, kChecksumSize) != checksum_of(bytes.substr(kChecksumSize))) {
        return Error{fmt::format("the file of {} is damaged: its checksum does not fit", what)};
    }
    return bytes.substr(kChecksumSize);
}

}  // namespace emilia
