#pragma once

#include <optional>
#include <vector>

#include "classic/boards.h"
#include "classic/search.h"

namespace emilia::classic {

// What was found of positions, so that lines of play that meet are searched once. The whole
// position is kept, so that no two are ever taken for each other; of two that fall on one place the
// later stays.
template <SearchBoard Board>
class PositionTable {
  public:
    using Move = typename Board::Move;

    struct Entry {
        Board board;
        int depth;
        Window bounds;  // the value is from alpha to beta, both included
        Move best;      // a pass if none was better than what was asked
    };

    explicit PositionTable(std::size_t entries = std::size_t{1} << 16) : slots_(entries) {}

    // Null if nothing is known.
    const Entry* find(const Board& board) const {
        const auto& slot = slots_[board.hash() % slots_.size()];
        return slot && slot->board == board ? &*slot : nullptr;
    }
    void store(Entry entry) { slots_[entry.board.hash() % slots_.size()] = std::move(entry); }
    void clear() { slots_.assign(slots_.size(), std::nullopt); }

  private:
    std::vector<std::optional<Entry>> slots_;
};

}  // namespace emilia::classic
