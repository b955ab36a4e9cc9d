#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "player/player.h"

namespace emilia::server {

// A legal move and what it is worth to who makes it.
struct AnalysedMove {
    Move move;
    Value value;
    int depth = 0;                // plies from the position that is analysed
    int selectivity = 100;        // per cent; less than 100: branches were left out as unlikely
    std::vector<Move> line = {};  // begins with `move`

    bool exact() const { return value.unit == Value::Unit::final_score && selectivity == 100; }
};

// What is known of a position so far.
struct Analysis {
    std::vector<AnalysedMove> moves;  // best first; those not looked at yet are missing
    int depth = 0;                    // that all of them have been searched to
    int selectivity = 100;
    std::uint64_t nodes = 0;
    bool complete = false;  // every move is exact: there is nothing more to find
};

// Whatever finds out what the moves of a position are worth. The one place where the server meets a
// search: another engine is another class behind this.
class Analyst {
  public:
    Analyst() = default;
    virtual ~Analyst() = default;
    Analyst(const Analyst&) = delete;
    Analyst& operator=(const Analyst&) = delete;

    // Searches deeper and deeper below the end of `game`, which is not over and where there is a
    // move to choose, until everything is known or `stopped`, which it asks every few milliseconds
    // on this thread. `report` is told whenever more is known.
    virtual Result<Done> analyse(const GameRecord& game, const std::function<bool()>& stopped,
                                 const std::function<void(const Analysis&)>& report) = 0;
};

// The engine, with one thread and a small memory of its own.
std::unique_ptr<Analyst> make_analyst();

}  // namespace emilia::server
