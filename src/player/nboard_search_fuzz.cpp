#include <cstdlib>

#include "board/rules.h"
#include "game/fuzzing.h"
#include "player/nboard_player.h"

// Whatever a program says of its search, the line that is made of it is legal.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    Position position = Position::initial();
    const auto choice = read_nboard_search(fuzz_text(data, size), position);
    if (!choice) return 0;
    if (choice->line.empty() || choice->line.front() != choice->move) std::abort();
    for (const Move move : choice->line) {
        const Bitboard legal = legal_moves(position);
        if (move.is_pass() ? !must_pass(position) : (legal & bit(move.square())) == 0) std::abort();
        position = play(position, move);
    }
    return 0;
}
