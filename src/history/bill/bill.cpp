#include "history/bill/bill.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/rules.h"
#include "history/bill/bill_search.h"
#include "history/bill/parameters.h"
#include "history/bill/time_control.h"
#include "player/budget.h"
#include "player/followed_game.h"
#include "util/elapsed.h"

namespace emilia::bill {

namespace {

constexpr int kMostPlies = 60;
constexpr int kUsualPlies = 6;

class BillPlayer : public Player {
  public:
    // 0 plies: as deep as time allows, or six where there is no clock. 0 seconds: no clock of its
    // own.
    BillPlayer(int depth, double seconds)
        : depth_(depth), seconds_(seconds), search_(default_knowledge()) {}

    Result<::emilia::Choice> choose(const GameRecord& game, const Limits& limits) override {
        const Diagram diagram = game.final_diagram();
        follow(game);
        if (must_pass(diagram.position)) return ::emilia::Choice{.move = Move::pass()};
        const auto begin = std::chrono::steady_clock::now();
        const auto allocated = seconds_for(diagram.position, limits);

        Limits hard = limits;
        hard.clock.reset();
        if (limits.clock) {
            const double most = 0.8 * limits.clock->left;
            hard.seconds = limits.seconds ? std::min(most, *limits.seconds) : most;
        }
        const Budget budget(hard, diagram.position.empties());

        Effort effort;
        effort.seconds = allocated;
        effort.depth = budget.depth(depth_ != 0 ? depth_ : allocated ? kMostPlies : kUsualPlies);
        effort.stopped = [&](std::uint64_t nodes) { return budget.spent(nodes); };
        if (limits.progress) {
            effort.progress = [&](const Found& found) { limits.progress(choice_of(found)); };
        }
        const Move last = game.moves.empty() ? Move::pass() : game.moves.back().move;
        const Found found = search_.choose(diagram, last, effort);
        used_ += seconds_since(begin);
        return choice_of(found);
    }

    std::optional<Explanation> explain(const Diagram& diagram) const override {
        const Evaluation evaluation(default_knowledge());
        const Features features = evaluation.features(diagram.position);
        const Discriminant& discriminant = evaluation.discriminant(diagram.position);
        const StageModel& model =
            default_parameters()
                .models[static_cast<std::size_t>(move_number(diagram.position) - 1)];
        const auto coefficients = discriminant.coefficients(features);
        Explanation explanation;
        for (std::size_t i = 0; i < kFeatures; ++i) {
            explanation.parts.push_back({kFeatureNames[i], static_cast<double>(features[i]),
                                         Evaluation::kUnit * coefficients[i]});
        }
        explanation.parts.push_back({"constant", discriminant.constant, Evaluation::kUnit});
        for (std::size_t i = 0; i < kFeatures; ++i) {
            explanation.notes.push_back(
                {fmt::format("{} where it was won, mean", kFeatureNames[i]), model.won.mean[i]});
            explanation.notes.push_back(
                {fmt::format("{} where it was lost, mean", kFeatureNames[i]), model.lost.mean[i]});
        }
        explanation.notes.push_back(
            {"chance of winning, in per cent", 100 * chance_of(discriminant.value(features))});
        return explanation;
    }

  private:
    // Tables are kept as long as the game is the one of the last move.
    void follow(const GameRecord& game) {
        if (game_.goes_on_to(game)) return;
        search_.forget();
        used_ = 0;
    }

    // For this move, or none where time plays no part.
    std::optional<double> seconds_for(Position position, const Limits& limits) const {
        std::optional<double> seconds;
        if (limits.clock) {
            seconds =
                allocation(limits.clock->left, position.empties()) + 0.7 * limits.clock->increment;
        } else if (seconds_ > 0) {
            seconds = allocation(std::max(0.0, seconds_ - used_), position.empties());
        }
        if (limits.seconds)
            seconds = seconds ? std::min(*seconds, *limits.seconds) : *limits.seconds;
        return seconds;
    }

    static ::emilia::Choice choice_of(const Found& found) {
        ::emilia::Choice choice{.move = found.move,
                                .depth = found.depth,
                                .nodes = found.counts.nodes,
                                .line = found.line};
        if (found.kind == Found::Kind::estimate) {
            choice.value = Value{static_cast<double>(found.value), Value::Unit::points};
        } else if (found.kind == Found::Kind::exact) {
            choice.value = Value{static_cast<double>(found.value), Value::Unit::final_score};
        }
        return choice;
    }

    int depth_;
    double seconds_;
    BillSearch search_;
    FollowedGame game_;
    double used_ = 0;  // seconds, in this game
};

}  // namespace

void add_players(PlayerRegistry& registry) {
    constexpr long long kMostTime = 10LL * 3600 * 1000;
    registry.add(
        {"bill",
         "Lee and Mahajan's program of 1990: features from tables, weighed by what wins games",
         {{"depth", "most plies to look ahead; 0: what the time allows, or 6 without a clock", 0,
           kMostPlies, 0},
          {"time", "its own clock for a game, where nobody keeps one; 0: none", 0, kMostTime, 0,
           PlayerOption::Type::time}},
         [](const PlayerSpec& spec) {
             return std::make_unique<BillPlayer>(static_cast<int>(spec.given.at("depth")),
                                                 static_cast<double>(spec.given.at("time")) / 1000);
         }});
}

}  // namespace emilia::bill
