#include "history/iago/iago.h"

#include <algorithm>

#include "board/areas.h"
#include "board/rules.h"
#include "history/iago/iago_search.h"
#include "history/iago/time_allocation.h"
#include "player/budget.h"
#include "player/followed_game.h"
#include "util/elapsed.h"

namespace emilia::iago {

namespace {

constexpr int kMostPlies = 60;
constexpr int kUsualPlies = 6;

class IagoPlayer : public Player {
  public:
    // 0 plies: as deep as time allows, or six where there is no clock. 0 seconds: no clock of its
    // own.
    IagoPlayer(int depth, double seconds)
        : depth_(depth), seconds_(seconds), search_(default_edges()) {}

    Result<::emilia::Choice> choose(const GameRecord& game, const Limits& limits) override {
        const Diagram diagram = game.final_diagram();
        follow(game);
        if (must_pass(diagram.position)) return ::emilia::Choice{.move = Move::pass()};
        const auto begin = std::chrono::steady_clock::now();
        const auto allocated = allocation(diagram.position, limits);

        // What is given has to be kept, whatever IAGO's own idea of its time.
        Limits hard = limits;
        hard.clock.reset();
        if (limits.clock && allocated) hard.seconds = std::min(most(limits), 2 * *allocated);
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
        const Position position = diagram.position;
        const Evaluation evaluation(default_edges());
        const Components parts = evaluation.components(position);
        Explanation explanation;
        const auto add = [&](const char* name, const Components::Component& part, Bitboard own,
                             Bitboard opponent) {
            explanation.parts.push_back({name, part.value, part.coefficient, own, opponent});
        };
        add("edge stability", parts.edge_stability, 0, 0);
        constexpr std::array<Bitboard, 4> kFourEdges = {0x00000000000000ff, 0xff00000000000000,
                                                        kFileA, kFileH};
        const std::array<int, 4> values = evaluation.table_values(position);
        for (std::size_t i = 0; i < values.size(); ++i) {
            explanation.parts.back().areas.push_back(
                {kFourEdges[i], static_cast<double>(values[i])});
        }
        add("internal stability", parts.internal_stability, iago_stable_inside(position.own),
            iago_stable_inside(position.opponent));
        add("current mobility", parts.current_mobility, legal_moves(position),
            legal_moves(position.passed()));
        add("potential mobility", parts.potential_mobility,
            frontier(position.own, position.empty()),
            frontier(position.opponent, position.empty()));
        return explanation;
    }

  private:
    // Killers are kept as long as the game is the one of the last move.
    void follow(const GameRecord& game) {
        if (game_.goes_on_to(game)) {
            search_.next_move();
        } else {
            search_.forget();
            used_ = 0;
            clock_.reset();
        }
    }

    static double most(const Limits& limits) {
        const double clock = 0.8 * limits.clock->left;
        return limits.seconds ? std::min(clock, *limits.seconds) : clock;
    }

    // Seconds for this move, or none where time plays no part.
    std::optional<double> allocation(Position position, const Limits& limits) {
        std::optional<double> seconds;
        const int move = move_number(position);
        if (limits.clock) {
            if (!clock_) clock_ = GameClock(limits.clock->left);
            seconds = clock_->allocation(move, limits.clock->left) + 0.7 * limits.clock->increment;
        } else if (seconds_ > 0) {
            seconds = GameClock(seconds_).allocation(move, seconds_ - used_);
        }
        if (limits.seconds) {
            // Its own limit is then this one.
            const double given = *limits.seconds / 1.3;
            seconds = seconds ? std::min(*seconds, given) : given;
        }
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
    IagoSearch search_;
    FollowedGame game_;
    std::optional<GameClock> clock_;
    double used_ = 0;  // seconds, in this game
};

}  // namespace

void add_players(PlayerRegistry& registry) {
    constexpr long long kMostTime = 10LL * 3600 * 1000;
    registry.add(
        {"iago",
         "Rosenbloom's program of 1981: stable edges and mobility",
         {{"depth", "most plies to look ahead; 0: what the time allows, or 6 without a clock", 0,
           kMostPlies, 0},
          {"time", "its own clock for a game, where nobody keeps one; 0: none", 0, kMostTime, 0,
           PlayerOption::Type::time}},
         [](const PlayerSpec& spec) {
             return std::make_unique<IagoPlayer>(static_cast<int>(spec.given.at("depth")),
                                                 static_cast<double>(spec.given.at("time")) / 1000);
         }});
}

}  // namespace emilia::iago
