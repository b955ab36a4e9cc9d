#include "history/strategies/strategies.h"

#include <span>

#include "classic/alpha_beta.h"
#include "history/strategies/evaluations.h"
#include "player/budget.h"
#include "util/random.h"

namespace emilia::strategies {

namespace {

using classic::StandardBoard;

// The numbers for one choice. They depend on the seed and the position alone, so that a game can be
// taken back and played again, and games can be played in any order or side by side.
Random random_for(long long seed, Position position) {
    return Random(Random(static_cast<std::uint64_t>(seed)).next() ^ hash_of(position));
}

std::vector<Move> moves_of(Position position) {
    std::vector<Move> moves;
    for (const Square square : squares_of(legal_moves(position))) moves.emplace_back(square);
    return moves;
}

class RandomPlayer : public Player {
  public:
    explicit RandomPlayer(long long seed) : seed_(seed) {}

    Result<Choice> choose(const GameRecord& game, const Limits&) override {
        const Position position = game.final_diagram().position;
        const std::vector<Move> moves = moves_of(position);
        if (moves.empty()) return Choice{.move = Move::pass()};
        return Choice{.move = moves[random_for(seed_, position).below(moves.size())]};
    }

  private:
    long long seed_;
};

using Evaluation = int (*)(Position);

// Alpha-beta on one of the evaluations.
class StrategyPlayer : public Player {
  public:
    StrategyPlayer(Evaluation evaluation, int depth, long long seed)
        : evaluation_(evaluation), depth_(depth), seed_(seed) {}

    // Searches 1, 2, ... plies up to the full depth, so that there is a move to give when stopped;
    // the last search alone decides. Ends early where all that is left are finished games.
    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        const StandardBoard board{game.final_diagram().position};
        // Of equal moves the first wins: once shuffled, any of them with the same chance.
        std::vector<Move> moves = moves_of(board.position);
        if (seed_ != 0) random_for(seed_, board.position).shuffle(std::span(moves));

        const auto evaluate = [this](const StandardBoard& leaf) {
            return evaluation_(leaf.position);
        };
        using Search = classic::AlphaBeta<StandardBoard, decltype(evaluate)>;
        // One ply takes no time and is not asked to stop.
        Search::Result best = *Search(evaluate).search(board, 1, moves);
        std::uint64_t nodes = best.counts.nodes;
        const Budget budget(limits, board.position.empties());
        Search search(evaluate, [&](std::uint64_t more) { return budget.spent(nodes + more); });
        const int most = budget.depth(depth_);
        int depth = 1;
        const auto choice = [&] {
            return Choice{.move = best.line.front(),
                          .value = value_of(best),
                          .depth = depth,
                          .nodes = nodes,
                          .line = best.line};
        };
        while (depth < most && !solved(best) && !budget.spent(nodes)) {
            auto deeper = search.search(board, depth + 1, moves);
            if (!deeper) break;
            best = std::move(*deeper);
            nodes += best.counts.nodes;
            ++depth;
            if (limits.progress) limits.progress(choice());
        }
        return choice();
    }

  private:
    static bool solved(const classic::SearchResult<Move>& result) {
        return result.counts.leaves == result.counts.finished;
    }

    static Value value_of(const classic::SearchResult<Move>& result) {
        if (const auto score = classic::score_of_finished(result.value)) {
            return {static_cast<double>(*score), Value::Unit::final_score};
        }
        return {static_cast<double>(result.value),
                solved(result) ? Value::Unit::final_score : Value::Unit::points};
    }

    Evaluation evaluation_;
    int depth_;
    long long seed_;
};

constexpr long long kMaxSeed = 4'294'967'295;

PlayerKind strategy(std::string name, std::string summary, Evaluation evaluation) {
    return {std::move(name),
            std::move(summary),
            {{"depth", "plies to look ahead", 1, 20, 1},
             {"seed", "how to pick among equal moves; 0: the first from a1 to h8", 0, kMaxSeed, 0}},
            [evaluation](const PlayerSpec& spec) {
                return std::make_unique<StrategyPlayer>(
                    evaluation, static_cast<int>(spec.given.at("depth")), spec.given.at("seed"));
            }};
}

}  // namespace

void add_players(PlayerRegistry& registry) {
    registry.add({"random",
                  "any legal move, each with the same chance",
                  {{"seed", "which stream of random numbers", 0, kMaxSeed, 1}},
                  [](const PlayerSpec& spec) {
                      return std::make_unique<RandomPlayer>(spec.given.at("seed"));
                  }});
    registry.add(strategy("max-disc", "as many discs as it can get", max_disc));
    registry.add(strategy("min-disc", "as few discs as it can get", min_disc));
    registry.add(strategy("weighted-squares",
                          "good squares: corners, then edges, not beside corners",
                          weighted_squares));
}

}  // namespace emilia::strategies
