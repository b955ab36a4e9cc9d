#include "history/mcabee/mcabee.h"

#include <fmt/format.h>

#include <cmath>

#include "board/rules.h"
#include "history/mcabee/knowledge.h"
#include "history/mcabee/searches.h"
#include "player/budget.h"

namespace emilia::mcabee {

namespace {

constexpr int kUsualPlies = 5;
constexpr int kMostPlies = kMoves;

struct Options {
    int depth = 0;  // 0: what the time allows, or five plies without a clock
    Method method = Method::alpha_beta;
    bool ordered = true;
    bool learned = true;
    int pieces = kUsualPieces;
};

class McAbeePlayer : public Player {
  public:
    explicit McAbeePlayer(const Options& options)
        : options_(options),
          knowledge_(carried_knowledge()),
          polynomial_(options.learned ? knowledge_.alpha : Exponents{}, options.pieces) {}

    // Searches 1, 2, ... plies up to the full depth, so that there is a move to give when stopped;
    // the last search alone decides.
    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        const Position position = game.final_diagram().position;
        if (must_pass(position)) return Choice{.move = Move::pass()};
        const Budget budget(limits, position.empties());
        SearchSettings settings{options_.method,
                                options_.ordered ? &knowledge_.squares : nullptr,
                                knowledge_.settings.leaf_coefficients,
                                {}};
        // One ply takes no time and is not asked to stop.
        auto best = *search(polynomial_, position, 1, settings);
        std::uint64_t nodes = best.counts.nodes;
        settings.stopped = [&](std::uint64_t more) { return budget.spent(nodes + more); };
        const bool timed = limits.clock || limits.seconds || limits.nodes;
        const int own = options_.depth != 0 ? options_.depth : timed ? kMostPlies : kUsualPlies;
        // Nothing lies beyond the last empty square.
        const int most = std::min(budget.depth(own), position.empties());
        int depth = 1;
        const auto choice = [&] {
            return Choice{.move = best.line.front(),
                          .value = Value{static_cast<double>(best.value), Value::Unit::points},
                          .depth = depth,
                          .nodes = nodes,
                          .line = best.line};
        };
        while (depth < most && !budget.spent(nodes)) {
            auto deeper = search(polynomial_, position, depth + 1, settings);
            if (!deeper) break;
            best = std::move(*deeper);
            nodes += best.counts.nodes;
            ++depth;
            if (limits.progress) limits.progress(choice());
        }
        return choice();
    }

    std::optional<Explanation> explain(const Diagram& diagram) const override {
        Explanation explanation;
        const FixedTerms fixed = fixed_terms(diagram.position);
        for (std::size_t i = 0; i < FixedTerms::kCount; ++i) {
            explanation.parts.push_back(
                {std::string(FixedTerms::kNames[i]), static_cast<double>(fixed.values[i]),
                 i + 1 == FixedTerms::kCount ? static_cast<double>(options_.pieces) : 1.0});
        }
        const int move = move_before(diagram.position);
        const auto counts = class_counts(diagram.position);
        const auto terms = polynomial_.class_terms(diagram.position, move);
        for (int which = 0; which < kClasses; ++which) {
            const auto at = static_cast<std::size_t>(which);
            // Terms are whole numbers: the coefficient is what is left of it in the term.
            const double coefficient = counts[at] == 0
                                           ? std::ldexp(1.0, polynomial_.exponent(move, which))
                                           : static_cast<double>(terms[at]) / counts[at];
            explanation.parts.push_back(
                {fmt::format("squares like {}", to_string(square_of_class(which))),
                 static_cast<double>(counts[at]), coefficient});
        }
        return explanation;
    }

  private:
    const Options options_;
    const Knowledge& knowledge_;
    const Polynomial polynomial_;
};

}  // namespace

void add_players(PlayerRegistry& registry) {
    registry.add(
        {"mcabee",
         "McAbee's program of 1994: Samuel's method, values of squares by move",
         {{"depth", "plies to look ahead; 0: what the time allows, or 5 without a clock", 0,
           kMostPlies, 0},
          {"search", "0: minimax, 1: branch-and-bound, 2: alpha-beta", 0, kMethods - 1,
           static_cast<long long>(Method::alpha_beta)},
          {"order", "1: moves ordered by the learned values of squares, 0: as generated", 0, 1, 1},
          {"learned", "1: the learned coefficients, 0: those before learning", 0, 1, 1},
          {"pieces", "weight of the piece count; below 0 it plays to lose", -kMostPieces,
           kMostPieces, kUsualPieces}},
         [](const PlayerSpec& spec) {
             const auto given = [&](std::string_view name) {
                 return static_cast<int>(spec.given.find(name)->second);
             };
             return std::make_unique<McAbeePlayer>(
                 Options{given("depth"), static_cast<Method>(given("search")), given("order") != 0,
                         given("learned") != 0, given("pieces")});
         }});
}

}  // namespace emilia::mcabee
