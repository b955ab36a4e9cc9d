#include "game/positions.h"

#include "board/position_text.h"
#include "util/text.h"

namespace emilia {

namespace {

// 64 squares and the player to move.
constexpr std::size_t kLength = kSquares + 1;

std::string without_blanks(std::string_view line) {
    std::string dense;
    for (const char c : line) {
        if (!trimmed({&c, 1}).empty()) dense += c;
    }
    return dense;
}

void add_position(GamesRead& read, std::string_view text, std::size_t line) {
    const Result<Diagram> diagram = parse_position(text);
    if (!diagram) {
        read.bad.add(line, diagram.error().message);
        return;
    }
    GameBuilder builder(*diagram);
    conclude(read, builder, line);
}

}  // namespace

GamesRead read_positions(std::string_view text) {
    GamesRead read;
    std::string drawn;  // of a position over several lines
    std::size_t first_line = 0;
    const auto end_drawing = [&] {
        if (!drawn.empty()) add_position(read, drawn, first_line);
        drawn.clear();
    };
    LineReader lines(text);
    for (std::string_view line; lines.next(line);) {
        const std::string dense = without_blanks(line);
        if (dense.empty()) {
            end_drawing();
            continue;
        }
        if (dense.size() >= kSquares) {
            end_drawing();
            for (std::size_t at = 0; at < dense.size(); at += kLength) {
                const std::size_t bad_before = read.bad.count();
                add_position(read, std::string_view(dense).substr(at, kLength), lines.number());
                if (read.bad.count() > bad_before) break;
            }
            continue;
        }
        if (drawn.empty()) first_line = lines.number();
        drawn += dense;
        if (drawn.size() >= kLength) end_drawing();
    }
    end_drawing();
    return read;
}

std::string write_positions(const std::vector<GameRecord>& games) {
    std::string text;
    for (const GameRecord& game : games) text += to_string(game.final_diagram()) + '\n';
    return text;
}

}  // namespace emilia
