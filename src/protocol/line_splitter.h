#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

// Puts lines together from pieces of a stream. What a line has beyond kMaxLine is dropped, so that
// nobody can fill the memory.
class LineSplitter {
  public:
    static constexpr std::size_t kMaxLine = std::size_t{1} << 20;

    // The lines that are complete with these bytes, without their ends.
    std::vector<std::string> add(std::string_view bytes);
    // What is left at the end of the stream; empty if that came after a line's end.
    std::string rest();

  private:
    std::string line_;
};

}  // namespace emilia
