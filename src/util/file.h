#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"

namespace emilia {

// The whole of a file; "-" is standard input.
Result<std::string> read_file(const std::string& path);

// All or nothing: written beside the target under a temporary name, flushed to the disk, then
// renamed.
// "-" is standard output.
Result<Done> write_file(const std::string& path, std::string_view content);

// The file in the folder of `path` that is called `name`, upper or lower case.
std::optional<std::string> find_beside(const std::string& path, std::string_view name);

}  // namespace emilia
