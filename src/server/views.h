#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/position.h"
#include "server/json.h"

namespace emilia::server {

// How somebody sees a board: numbers for both sides with the squares they come from, and what each
// square is worth.
struct View {
    // A number that belongs to squares together, such as an edge.
    struct Area {
        Bitboard squares = 0;
        double value = 0;  // for black
    };
    struct Component {
        std::string name;
        double black = 0;
        double white = 0;
        // To be shown on the board, may be empty: what speaks for one side and for the other.
        Bitboard black_squares = 0;
        Bitboard white_squares = 0;
        std::vector<Area> areas = {};
    };
    std::vector<Component> components;
    std::optional<std::array<double, 64>> squares;  // from a1 to h8; not a number: none there
    // What moves are known by, for players that choose by that: how each of some ratings changes,
    // what that was worth so far, and how often such a move is chosen.
    struct Heuristic {
        Square move{};
        Bitboard same = 0;  // all moves that are known by it, `move` among them
        std::vector<std::pair<std::string, std::string>>
            levels;  // a rating, and "VeryLow" to "VeryHigh"
        double measure = 0;
        double chance = 0;
    };
    std::vector<Heuristic> heuristics = {};
};

// What anybody can count: discs, moves, frontier, stable discs, corners.
View general_view(const Diagram& diagram);

// The views of players that have one of their own, by the name of the player.
class Views {
  public:
    using Make = std::function<View(const Diagram&)>;
    void add(std::string player, Make make) { views_[std::move(player)] = std::move(make); }
    // Null if the player has none.
    const Make* find(std::string_view player) const;

  private:
    std::map<std::string, Make, std::less<>> views_;
};

Json view_json(const View& view);

}  // namespace emilia::server
