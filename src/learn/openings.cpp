#include "learn/openings.h"

#include <set>

#include "board/rules.h"
#include "board/symmetry.h"
#include "learn/training_game.h"

namespace emilia::learn {

std::vector<std::vector<Square>> enumerated_openings(int plies) {
    std::vector<std::vector<Square>> lines = {{}};
    for (int ply = 0; ply < plies; ++ply) {
        std::vector<std::vector<Square>> longer;
        // With whose turn it is: the same board with the other to move is another position.
        std::set<std::pair<Position, bool>> seen;
        for (const auto& line : lines) {
            Replay before;
            for (const Square square : line) before.play(square);
            for (const Square square : squares_of(before.legal())) {
                Replay after = before;
                after.play(square);
                if (after.over()) continue;
                const Position position = canonical(after.position()).position;
                if (!seen.emplace(position, after.black_to_move()).second) continue;
                longer.push_back(line);
                longer.back().push_back(square);
            }
        }
        lines = std::move(longer);
    }
    return lines;
}

}  // namespace emilia::learn
