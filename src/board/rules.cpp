#include "board/rules.h"

#include "board/simd/primitives.h"

namespace emilia {

Bitboard legal_moves(Position position) {
    return portable::legal_moves(position.own, position.opponent);
}

Bitboard flips(Position position, Square square) {
    if (position.occupied() & bit(square)) return 0;
    return portable::flips(index_of(square), position.own, position.opponent);
}

Position play(Position position, Move move) {
    if (move.is_pass()) return position.passed();
    return position.after(move.square(), flips(position, move.square()));
}

Bitboard stable_discs(Position position) {
    return portable::stable_discs(position.own, position.opponent);
}

bool must_pass(Position position) {
    return legal_moves(position) == 0 && legal_moves(position.passed()) != 0;
}

bool is_over(Position position) {
    return legal_moves(position) == 0 && legal_moves(position.passed()) == 0;
}

DiscDifference disc_balance(Position position) {
    return DiscDifference(popcount(position.own) - popcount(position.opponent));
}

DiscDifference final_score(Position position) {
    const int balance = disc_balance(position).value();
    const int empties = position.empties();
    return DiscDifference(balance > 0 ? balance + empties : balance < 0 ? balance - empties : 0);
}

}  // namespace emilia
