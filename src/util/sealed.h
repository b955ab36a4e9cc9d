#pragma once

#include <string>
#include <string_view>

#include "util/result.h"

namespace emilia {

// A file that says what it is and whether it is whole: a first line such as "Emilia weights 1", the
// checksum of the content in 16 hexadecimal digits on the second, the content.
std::string seal(std::string_view first_line, std::string_view content);

// The content, a part of `bytes`. `what` is what the file should be, for the sentence: "weights".
Result<std::string_view> unseal(std::string_view first_line, std::string_view bytes,
                                std::string_view what);

}  // namespace emilia
