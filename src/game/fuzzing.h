#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "game/files.h"

namespace emilia {

inline std::string_view fuzz_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// For the fuzz targets of the formats: any text is read or refused, and what was read is written,
// without loss, and read again as the same games, which make the same text.
inline void check_round_trip(Format format, std::string_view text) {
    const auto read = read_games(text, format);
    if (!read || read->games.empty()) return;
    const auto written = write_games(format, read->games);
    if (!written || !written->losses.empty()) std::abort();
    const auto again = read_games(written->text, format);
    if (!again || !again->bad.empty() || again->games != read->games) std::abort();
    const auto twice = write_games(format, again->games);
    if (!twice || twice->text != written->text) std::abort();
}

}  // namespace emilia
