#include "game/fuzzing.h"

// Whatever format a text seems to be in: it is read or refused without harm, and every other format
// takes the games or refuses them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    const std::string_view text = fuzz_text(data, size);
    const auto read = read_games(text);
    if (!read) return 0;
    static_cast<void>(sentences(read->bad));
    static_cast<void>(sentences(read->notes));
    for (const FormatInfo& info : all_formats()) {
        const auto written = write_games(info.format, read->games);
        if (!written || info.format == Format::position || info.format == Format::obf) continue;
        const auto again = read_games(written->text, info.format);
        if (read->games.empty()) continue;
        if (!again || again->games.size() != read->games.size()) std::abort();
        for (std::size_t i = 0; i < read->games.size(); ++i) {
            // WTHOR keeps no passes, so that one at the end is lost.
            const std::size_t moves = again->games[i].moves.size();
            if (again->games[i].final_diagram() != read->games[i].diagram_after(moves))
                std::abort();
            if (info.format != Format::wthor && moves != read->games[i].moves.size()) std::abort();
        }
    }
    return 0;
}
