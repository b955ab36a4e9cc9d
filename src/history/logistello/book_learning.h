#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "game/record.h"
#include "history/logistello/opening_book.h"
#include "history/logistello/search.h"

namespace emilia::logistello {

// The search that players of 1997 have, with nothing remembered.
Search book_search();

// Adds a game, which somebody finished with this result for black, to the book: all positions down
// to where the search takes over, then, by searches of the book's depth, the best deviations that
// are missing now. A game that does not come so far is left out. False, and nothing added, if it
// was stopped.
bool add_game(OpeningBook& book, const GameRecord& game, DiscDifference result, Search& search,
              const std::function<bool()>& stopped = {});

// A game as a player has seen it, who is not told of the moves after his last one: its result for
// black, solved where a few moves are missing; nothing where more are.
std::optional<DiscDifference> result_of(const GameRecord& game, Search& search);

// Plays the next game of the book against itself and adds it. Both sides choose by the book, then
// by searches of its depth. So that the book grows in breadth, an estimate may seem worth up to
// four discs more to them than it is; who knows a game that is won plays it. The game depends on
// the book alone. False, and nothing added, if it was stopped.
bool play_book_game(OpeningBook& book, const std::function<bool()>& stopped = {});

// The book of those players of this process who learn. From any thread.
class LearningBook {
  public:
    // One for the process; begins as the one that the program carries.
    static LearningBook& of_process();

    explicit LearningBook(std::shared_ptr<const OpeningBook> book) : book_(std::move(book)) {}

    // As it is now.
    std::shared_ptr<const OpeningBook> now() const;
    // Puts a game aside, to be learned from; not one that was left too early to have a result.
    void keep(GameRecord game);
    // Learns from all games put aside, those left that are not done when it is stopped.
    void learn(const std::function<bool()>& stopped = {});

  private:
    std::mutex learning_;  // one at a time
    mutable std::mutex mutex_;
    std::shared_ptr<const OpeningBook> book_;
    std::vector<GameRecord> games_;
};

}  // namespace emilia::logistello
