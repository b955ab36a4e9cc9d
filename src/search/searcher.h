#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "board/position.h"
#include "eval/weights.h"
#include "search/transposition_table.h"

namespace emilia {

// When to give up; what is known by then is still told.
struct SearchLimits {
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    // Asked every few milliseconds by each of the threads; true: give up. May be empty.
    std::function<bool()> stopped;
};

// What is asked: the value if it lies strictly between the two, else on which side. {-64, 64} asks
// for the exact score, {-1, 1} who wins.
struct SearchWindow {
    int alpha = -64;
    int beta = 64;

    SearchWindow operator-() const { return {-beta, -alpha}; }
};

// What is known of a value, for the player to move.
struct Bounds {
    int lower = -64;
    int upper = 64;

    bool exact() const { return lower == upper; }
    bool answers(SearchWindow window) const {
        return lower >= upper || lower >= window.beta || upper <= window.alpha;
    }
    Bounds operator-() const { return {-upper, -lower}; }
};

struct SearcherOptions {
    int threads = 1;
    std::size_t table_bytes = std::size_t{64} << 20;
    std::shared_ptr<const Weights> weights;
};

// Threads, tables and the evaluation: what the solver and the engine search with. Does one thing at
// a time.
class Searcher {
  public:
    explicit Searcher(const SearcherOptions& options);
    ~Searcher();
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    // From now on nothing is known, and the same questions with one thread take the same nodes. At
    // most `room` bytes of the table are used.
    void forget(std::size_t room = ~std::size_t{0});
    // The limits hold from now on, for all questions until the next time.
    void begin(const SearchLimits& limits);

    struct Found {
        Bounds bounds;
        // The best one; so far one that is worth bounds.lower, or if that is nothing yet the one of
        // which least was seen to be bad.
        std::optional<Square> move;
    };
    // Looks at `moves`, some or all of the legal ones, until the bounds answer the question;
    // `found` says from where to begin, and is told more each time before `progress` is called.
    // False if stopped before.
    bool search(Position position, Bitboard moves, Draft draft, SearchWindow window, int guess,
                Found& found, const std::function<void()>& progress = {});

    // Is the value greater than alpha? If so what is returned is a lower bound, if not an upper
    // one; nothing if stopped.
    std::optional<int> test(Position position, int alpha, Draft draft);

    // What the evaluation alone says, in discs.
    double evaluate(Position position) const;

    // Moves in the order in which they are likely to be good.
    std::vector<Square> likely_moves(Position position) const;
    // What is likely to follow, as far as the table knows.
    std::vector<Move> likely_line(Position position, std::size_t most) const;

    bool stopped() const;
    // Since begin().
    std::uint64_t nodes() const;
    double seconds() const;
    // From any thread, while it runs; a little behind.
    std::uint64_t nodes_so_far() const;
    std::size_t table_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace emilia
