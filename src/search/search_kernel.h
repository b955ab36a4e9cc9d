#pragma once

#include "board/simd/isa.h"
#include "search/search_thread.h"

namespace emilia {

// What is asked at the root: the value if it lies strictly between alpha and beta, else on which
// side of them; looking `depth` plies ahead, as many as are empty squares or more being the end of
// the game. Only `moves` are looked at; there is at least one.
struct RootQuestion {
    Position position;
    Bitboard moves = 0;
    int depth = 0;
    int alpha = -64;
    int beta = 64;
};

// In discs, a lower bound if it is beta or more, an upper one if it is alpha or less.
struct RootAnswer {
    int value = 0;
    int move = TableEntry::kNoMove;  // the best one; with an upper bound merely the likeliest
};

// The search of all but the last squares, compiled for one instruction set. What it returns means
// nothing once thread.cancelled is set.
struct SearchKernel {
    RootAnswer (*root)(SearchThread& thread, const RootQuestion& question);

    // Is the value of the position greater than alpha? If so what is returned is greater too and a
    // lower bound, if not an upper bound.
    int (*test)(SearchThread& thread, Position position, int alpha, int depth);

    // Searches moves of a node that was opened for several threads until none is left.
    void (*work)(SearchThread& thread, SplitPoint& split);

    // What the evaluation alone says, in units of kUnitsOfADisc.
    int (*evaluate)(const Weights& weights, Position position);
};

const SearchKernel& search_kernel(Isa isa);

}  // namespace emilia
