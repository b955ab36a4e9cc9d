#include "board/random_positions.h"

#include "board/rules.h"

namespace emilia {

Square random_square(Random& random, Bitboard squares) {
    for (auto skip = random.below(static_cast<std::uint64_t>(popcount(squares))); skip > 0;
         --skip) {
        squares = without_lowest_bit(squares);
    }
    return square_at(lowest_bit(squares));
}

Position random_position_from_play(Random& random, int plies) {
    Position position = Position::initial();
    for (int ply = 0; ply < plies; ++ply) {
        Bitboard moves = legal_moves(position);
        if (moves == 0) {
            const Position passed = position.passed();
            moves = legal_moves(passed);
            if (moves == 0) return position;
            position = passed;
        }
        position = play(position, random_square(random, moves));
    }
    return position;
}

Position random_discs(Random& random) {
    const Bitboard a = random.next();
    const Bitboard b = random.next();
    Bitboard occupied = ~Bitboard{0};
    switch (random.below(4)) {
        case 0:
            occupied = a & b;
            break;
        case 1:
            occupied = a;
            break;
        case 2:
            occupied = a | b;
            break;
        default:
            occupied = a | b | random.next();
            break;
    }
    Bitboard own = random.next();
    // One colour often outnumbers the other, or long runs would hardly occur.
    if (random.below(2)) own &= random.next();
    if (random.below(4) == 0) own = ~own;
    return {occupied & own, occupied & ~own};
}

}  // namespace emilia
