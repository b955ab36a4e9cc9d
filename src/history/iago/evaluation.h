#pragma once

#include <memory>

#include "classic/boards.h"
#include "classic/search.h"
#include "history/iago/edge_table.h"

namespace emilia::iago {

// The four components of IAGO's evaluation (section 4.4), for the player to move, each from -1000
// to 1000, and the coefficients that they are weighted with at that point of the game.
struct Components {
    static constexpr int kCount = 4;
    struct Component {
        double value = 0;
        double coefficient = 0;
        double weighted() const { return value * coefficient; }
    };
    Component edge_stability;
    Component internal_stability;
    Component current_mobility;
    Component potential_mobility;

    double total() const {
        return edge_stability.weighted() + internal_stability.weighted() +
               current_mobility.weighted() + potential_mobility.weighted();
    }
};

// The number of the move that is to be made, 1 to 60, by the discs on the board.
int move_number(Position position);

// Equation 1.
int mobility_value(int own, int opponent);

// What each player can do next: twice the squares that he alone can play on, and those that both
// can.
int access_count(Bitboard own, Bitboard opponent);

// Discs that an empty square is beside.
Bitboard frontier(Bitboard discs, Bitboard empty);

// Discs inside the edges that count as stable: none before there is a disc in a corner.
Bitboard iago_stable_inside(Bitboard own);

// Discs of the player to move that IAGO's four-step algorithm finds stable, corners and edges
// among them.
Bitboard iago_stable(Bitboard own);

// The evaluation as the search uses it: what a leaf costs most is taken from the node above it, as
// the paper does. One for each search; not for several threads.
class Evaluation {
  public:
    explicit Evaluation(std::shared_ptr<const EdgeTable> edges, const Reading& reading = {})
        : edges_(std::move(edges)), reading_(reading) {}

    // Of the position at the root, if Reading::coefficients_of_leaf is not set.
    void set_root(Position root) { root_move_ = move_number(root); }

    // Exact within the window, a bound outside of it.
    int operator()(const classic::StandardBoard& board, const classic::StandardBoard& before,
                   classic::Window window);

    // All of it from the position alone.
    Components components(Position position) const;

    // What the table says of the four edges, top, bottom, left and right, if the player to move is
    // the first to play there.
    std::array<int, 4> table_values(Position position) const;

    // Edges, corners and x-squares at that move of the game, from -62400 to 62400.
    int edge_value(Position position, int move) const;

  private:
    int coefficient_move(Position leaf) const;
    int corner_value(int one, int other, bool mover_first) const;

    std::shared_ptr<const EdgeTable> edges_;
    Reading reading_;
    int root_move_ = 1;
    // Of the node above the last leaf.
    Position above_{1, 1};  // of no game
    Bitboard moves_above_ = 0;
    int internal_above_ = 0;
};

// The default reading's table, made when first asked for.
std::shared_ptr<const EdgeTable> default_edges();

}  // namespace emilia::iago
