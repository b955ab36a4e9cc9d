#include "protocol/line_splitter.h"

#include <algorithm>
#include <utility>

namespace emilia {

std::vector<std::string> LineSplitter::add(std::string_view bytes) {
    std::vector<std::string> lines;
    for (;;) {
        const std::size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        line_ += piece.substr(0, std::min(piece.size(), kMaxLine - line_.size()));
        if (end == bytes.npos) return lines;
        lines.push_back(rest());
        bytes.remove_prefix(end + 1);
    }
}

std::string LineSplitter::rest() {
    if (line_.ends_with('\r')) line_.pop_back();
    return std::exchange(line_, {});
}

}  // namespace emilia
