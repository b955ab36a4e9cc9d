#pragma once

#include <string_view>

namespace emilia::tournament96 {

// The files that the program carries, as they are: one source file each.
std::string_view carried_weights_8();
std::string_view carried_weights_96();
std::string_view carried_book_8();

}  // namespace emilia::tournament96
