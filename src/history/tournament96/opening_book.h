#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "history/tournament96/weights.h"
#include "util/result.h"

namespace emilia::tournament96 {

// A move for each of the positions that deep searches were made of beforehand (section 6).
class OpeningBook {
  public:
    OpeningBook(const GridShape& shape, int depth, int discs)
        : shape_(shape), depth_(depth), discs_(discs) {}

    const GridShape& shape() const { return shape_; }
    int depth() const { return depth_; }  // plies of the searches
    int discs() const { return discs_; }  // positions with at most so many
    std::size_t size() const { return moves_.size(); }

    std::optional<int> find(const BitGridBoard& board, Color player) const;
    void add(const BitGridBoard& board, Color player, int move);

    // A sealed text, the positions in a fixed order. What is wrong with one is said with its line.
    std::string text() const;
    static Result<OpeningBook> parse(std::string_view text);

    bool operator==(const OpeningBook&) const = default;

  private:
    using Key = std::pair<int, std::string>;  // player, rows
    static Key key_of(const BitGridBoard& board, Color player);

    GridShape shape_;
    int depth_;
    int discs_;
    std::map<Key, std::string> moves_;  // by name
};

// Adds what is missing: for each player his best moves by search, then all answers, and so on. True
// when nothing is; false where `more`, asked after each search and told the positions so far, said
// no or a search was stopped.
bool build_book(OpeningBook& book, const Weights& weights,
                const std::function<bool(std::size_t)>& more,
                const std::function<bool()>& stopped = {});

// Those that the program carries, for 8x8; null for others.
std::shared_ptr<const OpeningBook> carried_book(const GridShape& shape);

}  // namespace emilia::tournament96
