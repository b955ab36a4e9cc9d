#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "game/wthor.h"

// Any bytes are read or refused; what was read is written and read again as the same games.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    if (size == 0) return 0;
    std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    WthorNames names;
    // Lists of names are read the same way; one of three inputs goes there.
    switch (data[0] % 3) {
        case 0: {
            static_cast<void>(parse_wthor_players(bytes, names, "fuzz").ok());
            static_cast<void>(parse_wthor_tournaments(bytes, names, "fuzz").ok());
            return 0;
        }
        case 1: {
            // A header that fits, so that the games are reached without guessing it.
            if (bytes.size() < 16) return 0;
            const std::size_t games = (bytes.size() - 16) / 68;
            bytes.resize(16 + games * 68);
            for (std::size_t i = 0; i < 4; ++i) {
                bytes[4 + i] = static_cast<char>(games >> (8 * i) & 0xff);
            }
            bytes[12] = 8;
            bytes[13] = 0;
            break;
        }
        default:
            break;
    }
    names.players = {"Tastet Marc", "Iago (rosenbloom)"};
    names.tournaments = {"Santa Cruz"};
    const auto read = parse_wthor(bytes, names, "fuzz");
    if (!read) return 0;
    const auto written = write_wthor(read->games, read->header, names);
    if (!written) std::abort();
    WthorNames new_names;
    if (!parse_wthor_players(written->players, new_names, "fuzz").ok() ||
        !parse_wthor_tournaments(written->tournaments, new_names, "fuzz").ok()) {
        std::abort();
    }
    const auto again = parse_wthor(written->games, new_names, "fuzz");
    if (!again || again->games.size() != read->games.size()) std::abort();
    for (std::size_t i = 0; i < read->games.size(); ++i) {
        GameRecord first = read->games[i];
        // A result out of range was left out; the writer must put one in.
        if (!first.result) first.result = again->games[i].result;
        if (first != again->games[i]) std::abort();
    }
    return 0;
}
