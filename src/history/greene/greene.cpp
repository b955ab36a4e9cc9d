#include "history/greene/greene.h"

#include <fmt/format.h>

#include "board/rules.h"
#include "history/greene/carried_databases.h"
#include "history/greene/chooser.h"
#include "history/greene/endgame.h"
#include "player/budget.h"

namespace emilia::greene {

namespace {

constexpr long long kMaxSeed = 4'294'967'295;

constexpr int kMostLookahead = 16;

struct Settings {
    int lookahead = kUsualLookahead;
    bool best = false;  // always the heuristic with the highest WinMeasure
    long long seed = 1;
};

class GreenePlayer : public Player {
  public:
    GreenePlayer(std::shared_ptr<const Database> database, const Settings& settings)
        : database_(std::move(database)), settings_(settings) {}

    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        const Position position = game.final_diagram().position;
        if (legal_moves(position) == 0) return Choice{.move = Move::pass()};
        // By the seed and the position alone, so that a game can be taken back and played again.
        Random random(Random(static_cast<std::uint64_t>(settings_.seed)).next() ^
                      hash_of(position));
        const Budget budget(limits, position.empties());
        if (position.empties() <= settings_.lookahead &&
            budget.depth(position.empties()) >= position.empties()) {
            const auto found =
                endgame_.solve(position, [&](std::uint64_t nodes) { return budget.spent(nodes); });
            // Stopped, it does what it would have done a little earlier.
            if (found) return choice_of(*found, position, random);
        }
        if (phase_of(position) == 1) {
            const Bitboard squares = opening_choices(position);
            return Choice{.move = settings_.best ? square_at(lowest_bit(squares))
                                                 : any_of(squares, random)};
        }
        const auto all = candidates(*database_, position);
        const Candidate& chosen = settings_.best ? choose_best(all) : choose_by_chance(all, random);
        return Choice{.move = chosen.square,
                      .value = Value{static_cast<double>(chosen.measure), Value::Unit::points},
                      .depth = 1,
                      .nodes = static_cast<std::uint64_t>(popcount(legal_moves(position)))};
    }

    // The ratings, which count for nothing by themselves; then each heuristic at hand, its
    // WinMeasure and its chance.
    std::optional<Explanation> explain(const Diagram& diagram) const override {
        const Position position = diagram.position;
        Explanation explanation;
        const Ratings ratings = ratings_of(position);
        for (const Feature feature : kAllFeatures) {
            explanation.parts.push_back(
                {std::string(name_of(feature)), static_cast<double>(ratings[feature]), 0});
        }
        if (legal_moves(position) == 0) return explanation;
        const int phase = phase_of(position);
        if (phase == 1) {
            const Bitboard best = opening_choices(position);
            for (const Square square : squares_of(legal_moves(position))) {
                const double chance = (best & bit(square)) != 0 ? 1.0 / popcount(best) : 0;
                explanation.parts.push_back(
                    {to_string(square), static_cast<double>(opening_weight(square)), chance});
            }
        } else if (phase < kFirstPhase + kPhases) {
            const auto all = candidates(*database_, position);
            double sum = 0;
            for (const Candidate& one : all) sum += static_cast<double>(one.weight);
            for (const Candidate& one : all) {
                std::string name = to_string(one.square);
                const int others = static_cast<int>(one.squares.size()) - 1;
                if (others > 0) name += fmt::format(" +{}", others);
                explanation.parts.push_back(
                    {fmt::format("{} {}", name, Heuristic::of_index(one.heuristic).letters()),
                     static_cast<double>(one.measure), static_cast<double>(one.weight) / sum});
            }
        }
        return explanation;
    }

  private:
    static Choice choice_of(const Endgame::Found& found, Position position, Random& random) {
        const Move move = found.best[random.below(found.best.size())];
        return Choice{.move = move,
                      .value = Value{static_cast<double>(found.value), Value::Unit::final_score},
                      .depth = position.empties(),
                      .nodes = found.nodes,
                      .line = move == found.line.front() ? found.line : std::vector<Move>{move}};
    }

    std::shared_ptr<const Database> database_;
    Settings settings_;
    Endgame endgame_;
};

std::vector<PlayerOption> usual_options() {
    return {{"lookahead", "empty squares from which on it searches to the end", 0, kMostLookahead,
             kUsualLookahead},
            {"best", "1: always the heuristic with the highest WinMeasure; 0: by chance", 0, 1, 0},
            {"seed", "which stream of random numbers", 0, kMaxSeed, 1}};
}

Settings settings_of(const PlayerSpec& spec) {
    return {static_cast<int>(spec.given.at("lookahead")), spec.given.at("best") != 0,
            spec.given.at("seed")};
}

constexpr const char* kSummary = "Greene's Learner of 1991: heuristics that were used in won games";

}  // namespace

void add_players(PlayerRegistry& registry) {
    auto options = usual_options();
    options.push_back({"weighted",
                       "what it learned from: 0: 60,000 games from nothing; 1: 10,000 games from "
                       "weights given beforehand",
                       0, 1, 0});
    registry.add({"greene", kSummary, std::move(options), [](const PlayerSpec& spec) {
                      return std::make_unique<GreenePlayer>(spec.given.at("weighted") != 0
                                                                ? database_from_weights()
                                                                : database_from_zero(),
                                                            settings_of(spec));
                  }});
}

void add_player_with(PlayerRegistry& registry, std::shared_ptr<const Database> database,
                     const std::string& name) {
    registry.add({name, kSummary, usual_options(), [database](const PlayerSpec& spec) {
                      return std::make_unique<GreenePlayer>(database, settings_of(spec));
                  }});
}

std::array<double, kSquares> chances_of(const Database& database, Position position) {
    std::array<double, kSquares> chances{};
    if (legal_moves(position) == 0) return chances;
    const int phase = phase_of(position);
    if (phase == 1) {
        const Bitboard best = opening_choices(position);
        for (const Square square : squares_of(best)) {
            chances[static_cast<std::size_t>(square)] = 1.0 / popcount(best);
        }
    } else if (phase < kFirstPhase + kPhases) {
        const auto all = candidates(database, position);
        double sum = 0;
        for (const Candidate& one : all) sum += static_cast<double>(one.weight);
        for (const Candidate& one : all) {
            chances[static_cast<std::size_t>(one.square)] = static_cast<double>(one.weight) / sum;
        }
    }
    return chances;
}

}  // namespace emilia::greene
