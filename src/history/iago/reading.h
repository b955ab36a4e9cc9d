#pragma once

#include <array>

namespace emilia::iago {

// Rosenbloom's paper leaves some things open. A reading settles them; docs/history/iago.md says how
// each was chosen. The defaults are what the player `iago` uses.
struct Reading {
    // How the alternatives on an edge make its value, with their probabilities p and values v.
    enum class Combination {
        best_product,  // the greatest p x v
        blend,         // the greatest p x v + (1 - p) x (value of not moving)
        expectation,   // best first: each with the chance that it, and nothing better, can be had
    };
    Combination combination = Combination::best_product;
    // An edge that the player leaves as it is: the other player is to move there; or else he keeps
    // what the table said of it with himself to move.
    bool leaving_passes_turn = true;
    int iterations = 5;
    // The chance to play on a square of the edge that flips nothing along it, by the discs beside
    // it: [own][opponent's].
    std::array<std::array<double, 3>, 3> chances = {{{0.5, 0.7, 0.9}, {0.5, 0.7, 0}, {0.5, 0, 0}}};
    // Footnote 17's factor, for a corner counted once where a real one would count twice.
    enum class CornerFactor { none, on_difference, on_new_value };
    CornerFactor corner_factor = CornerFactor::on_difference;
    // After the corner is given up it is the turn of the owner of the x-square, not of whoever is
    // to move.
    bool owner_answers_corner = false;
    // The coefficients are those of the move at the leaf, not at the root of the search.
    bool coefficients_of_leaf = false;
};

}  // namespace emilia::iago
