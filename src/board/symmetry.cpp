#include "board/symmetry.h"

namespace emilia {

namespace {

Bitboard mirror(Bitboard bits) {
    bits = ((bits >> 1) & 0x5555555555555555) | ((bits & 0x5555555555555555) << 1);
    bits = ((bits >> 2) & 0x3333333333333333) | ((bits & 0x3333333333333333) << 2);
    return ((bits >> 4) & 0x0f0f0f0f0f0f0f0f) | ((bits & 0x0f0f0f0f0f0f0f0f) << 4);
}

// Swaps ever larger blocks across the diagonal a1-h8.
Bitboard transpose(Bitboard bits) {
    Bitboard t = (bits ^ (bits >> 7)) & 0x00aa00aa00aa00aa;
    bits ^= t ^ (t << 7);
    t = (bits ^ (bits >> 14)) & 0x0000cccc0000cccc;
    bits ^= t ^ (t << 14);
    t = (bits ^ (bits >> 28)) & 0x00000000f0f0f0f0;
    return bits ^ t ^ (t << 28);
}

}  // namespace

Symmetry Symmetry::inverse() const {
    // The two quarter turns undo each other; all others undo themselves.
    return index_ == 5 ? Symmetry(6) : index_ == 6 ? Symmetry(5) : *this;
}

Bitboard transform(Bitboard bits, Symmetry symmetry) {
    if (symmetry.index() & 1) bits = mirror(bits);
    if (symmetry.index() & 2) bits = __builtin_bswap64(bits);
    if (symmetry.index() & 4) bits = transpose(bits);
    return bits;
}

Position transform(Position position, Symmetry symmetry) {
    return {transform(position.own, symmetry), transform(position.opponent, symmetry)};
}

Move transform(Move move, Symmetry symmetry) {
    return move.is_pass() ? move : Move(transform(move.square(), symmetry));
}

Canonical canonical(Position position) {
    Canonical best{position, Symmetry()};
    for (const Symmetry symmetry : kSymmetries) {
        const Position image = transform(position, symmetry);
        if (image < best.position) best = {image, symmetry};
    }
    return best;
}

}  // namespace emilia
