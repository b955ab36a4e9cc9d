#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "protocol/line_splitter.h"
#include "protocol/testing.h"

namespace emilia {

// For the fuzz targets: everything comes at once and is handled to its end. Answers are whole lines
// of printable text.
inline void converse(Session& session, std::string_view text) {
    LineSplitter splitter;
    std::vector<std::string> lines = splitter.add(text);
    lines.push_back(splitter.rest());
    for (const std::string& line : lines) session.announce(line);
    session.announce_end();
    for (const std::string& line : lines) {
        if (!session.handle(line)) return;
    }
}

inline void check_lines(std::string_view text) {
    if (!text.ends_with('\n')) std::abort();
    for (const char c : text) {
        if (c != '\n' && static_cast<unsigned char>(c) < 32) std::abort();
    }
}

}  // namespace emilia
