#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/level.h"
#include "eval/default_weights.h"
#include "search/searcher.h"

namespace emilia {

struct EngineOptions {
    int threads = 1;
    std::size_t table_bytes = std::size_t{64} << 20;
    std::shared_ptr<const Weights> weights = default_weights();
};

// The clock of the player to move.
struct EngineClock {
    double left = 0;       // seconds for the rest of the game
    double increment = 0;  // seconds added after each move
};

// When to be content. Whatever is given holds; with nothing given it is level kUsualLevel.
struct EngineLimits {
    static constexpr int kUsualLevel = 16;

    std::optional<int> level;
    // Plies, at most; as many as there are empty squares or more: to the end. Without a level it is
    // the one of this number.
    std::optional<int> depth;
    // In place of what the level leaves out.
    std::optional<Selectivity> selectivity;
    std::optional<std::uint64_t> nodes;
    std::optional<double> seconds;
    std::optional<EngineClock> clock;
    // Asked every few milliseconds by each of the threads; true: enough. May be empty.
    std::function<bool()> stopped;
    // How many of the best moves to value.
    int moves = 1;
    // Contempt: what a draw is as good as, in discs, to the player to move. It orders the moves
    // that were looked at to the end of the game; values are told as they are.
    int draw = 0;
};

// A move and what it is worth to the one who makes it.
struct ValuedMove {
    Square move;
    int value = 0;  // discs at the end of the game
    Draft draft;    // of the search that found it
    bool to_the_end = false;
    std::vector<Move> line;  // `move` and what follows

    bool proved() const { return to_the_end && draft.selectivity == Selectivity::none; }
};

struct EngineReport {
    // Best first, with draws where EngineLimits::draw puts them; empty if the player has to pass or
    // all is over.
    std::vector<ValuedMove> moves;
    Draft draft;             // finished with all of them
    std::size_t newest = 0;  // where in `moves` the one is that was valued last
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// One brain: looks at positions, and remembers what it has seen until it is told to forget. Never
// prints. One thing at a time, but for stop() and nodes_so_far().
class Engine {
  public:
    explicit Engine(const EngineOptions& options = {});

    // Told whenever more is known, by the thread that called.
    using Progress = std::function<void(const EngineReport&)>;

    EngineReport analyse(Position position, const EngineLimits& limits,
                         const Progress& progress = {});

    // From any thread: what is running ends within milliseconds with what it has.
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    // What the evaluation alone says, in discs.
    double evaluate(Position position) const { return searcher_.evaluate(position); }

    // From now on nothing is known, and the same questions with one thread take the same nodes.
    void forget() { searcher_.forget(); }

    std::uint64_t nodes_so_far() const { return searcher_.nodes_so_far(); }
    std::size_t table_bytes() const { return searcher_.table_bytes(); }

  private:
    struct Task;
    // Values the best moves; false if stopped before. `known` is what has been found of the best
    // one by the same draft.
    bool look(const Task& task, Draft draft, const Searcher::Found& known, EngineReport& report);
    // Who wins, which takes less than by how much: the first move is then one that does, or draws
    // where none does. False if stopped before.
    bool ask_who_wins(const Task& task, Searcher::Found& known, EngineReport& report);

    Searcher searcher_;
    std::atomic<bool> stop_{false};
};

}  // namespace emilia
