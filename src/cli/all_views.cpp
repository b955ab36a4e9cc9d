#include "cli/all_views.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

#include "board/rules.h"
#include "history/greene/carried_databases.h"
#include "history/greene/chooser.h"
#include "history/greene/greene.h"
#include "history/greene/ratings.h"
#include "history/logistello/opening_book.h"
#include "history/strategies/evaluations.h"

namespace emilia::cli {

namespace {

server::View weights_view(const Diagram& diagram) {
    server::View view;
    std::array<double, 64> weights{};
    double black = 0;
    double white = 0;
    for (int i = 0; i < kSquares; ++i) {
        const Bitboard square = bit(square_at(i));
        weights[static_cast<std::size_t>(i)] = strategies::weighted_squares({square, 0});
        if ((diagram.black() & square) != 0) black += weights[static_cast<std::size_t>(i)];
        if ((diagram.white() & square) != 0) white += weights[static_cast<std::size_t>(i)];
    }
    view.components.push_back({"weights", black, white, diagram.black(), diagram.white()});
    view.squares = weights;
    return view;
}

server::View discs_view(const Diagram& diagram) {
    server::View view;
    view.components.push_back({"discs", static_cast<double>(popcount(diagram.black())),
                               static_cast<double>(popcount(diagram.white())), diagram.black(),
                               diagram.white()});
    return view;
}

// The heuristics of the moves with their WinMeasures, the likeliest first.
std::vector<server::View::Heuristic> greene_heuristics(Position position) {
    std::vector<server::View::Heuristic> heuristics;
    const int phase = greene::phase_of(position);
    const bool by_heuristics =
        phase >= greene::kFirstPhase && phase < greene::kFirstPhase + greene::kPhases;
    if (!by_heuristics || legal_moves(position) == 0) return heuristics;
    const auto candidates = greene::candidates(*greene::database_from_zero(), position);
    double sum = 0;
    for (const greene::Candidate& one : candidates) sum += static_cast<double>(one.weight);
    for (const greene::Candidate& one : candidates) {
        server::View::Heuristic heuristic;
        heuristic.move = one.square;
        for (const Square square : one.squares) heuristic.same |= bit(square);
        const auto levels = greene::Heuristic::of_index(one.heuristic).levels;
        for (const greene::Feature feature : greene::kAllFeatures) {
            heuristic.levels.emplace_back(
                greene::name_of(feature),
                greene::name_of(levels[static_cast<std::size_t>(feature)]));
        }
        heuristic.measure = static_cast<double>(one.measure);
        heuristic.chance = static_cast<double>(one.weight) / sum;
        heuristics.push_back(std::move(heuristic));
    }
    std::stable_sort(heuristics.begin(), heuristics.end(),
                     [](const auto& a, const auto& b) { return a.chance > b.chance; });
    return heuristics;
}

// The six ratings of the board for both sides, and on the squares the chance of each move.
server::View greene_view(const Diagram& diagram) {
    server::View view;
    const greene::Ratings black = greene::ratings_of({diagram.black(), diagram.white()});
    const greene::Ratings white = greene::ratings_of({diagram.white(), diagram.black()});
    for (const greene::Feature feature : greene::kAllFeatures) {
        view.components.push_back({std::string(greene::name_of(feature)),
                                   static_cast<double>(black[feature]),
                                   static_cast<double>(white[feature]), 0});
    }
    auto chances = greene::chances_of(*greene::database_from_zero(), diagram.position);
    const Bitboard moves = legal_moves(diagram.position);
    for (const Square square : squares_of(~Bitboard{0})) {
        double& chance = chances[static_cast<std::size_t>(square)];
        chance = (moves & bit(square)) != 0 ? std::round(100 * chance)
                                            : std::numeric_limits<double>::quiet_NaN();
    }
    view.squares = chances;
    view.heuristics = greene_heuristics(diagram.position);
    return view;
}

// A player that is made when somebody first wants to see with its eyes: what it knows takes a while
// to unpack, and a server is to start at once.
class LazyPlayer {
  public:
    LazyPlayer(const PlayerRegistry& players, const std::string& name)
        : players_(players), spec_(*players.parse(name)) {}

    // From any thread.
    const Player& get() {
        std::call_once(made_, [this] { player_ = players_.make(spec_); });
        return *player_;
    }

  private:
    const PlayerRegistry players_;
    const PlayerSpec spec_;
    std::once_flag made_;
    std::unique_ptr<const Player> player_;
};

// The parts of a player's evaluation, in its points to so many decimals: what is good for one is as
// bad for the other.
server::Views::Make explained(const std::shared_ptr<LazyPlayer>& player, int decimals = 0) {
    const double unit = std::pow(10, decimals);
    return [player, unit](const Diagram& diagram) {
        server::View view;
        const auto explanation = player->get().explain(diagram);
        if (!explanation) return view;
        const bool black_moves = diagram.to_move == Color::black;
        // For black, in whole units; 0 and not -0.
        const auto for_black = [&](double points) {
            return std::round(unit * (black_moves ? points : -points)) / unit + 0.0;
        };
        for (const Explanation::Part& part : explanation->parts) {
            const double black = for_black(part.weighted());
            server::View::Component component{part.name, black, 0.0 - black, part.own,
                                              part.opponent};
            if (!black_moves) std::swap(component.black_squares, component.white_squares);
            for (const Explanation::Area& area : part.areas) {
                component.areas.push_back({area.squares, for_black(area.value)});
            }
            view.components.push_back(std::move(component));
        }
        const double total = for_black(explanation->total());
        view.components.push_back({"total", total, 0.0 - total});
        return view;
    };
}

// BILL's features, and what they come to: either side's chance of winning.
server::Views::Make bill_view(const PlayerRegistry& players) {
    const auto player = std::make_shared<LazyPlayer>(players, "bill");
    return [parts = explained(player), player](const Diagram& diagram) {
        server::View view = parts(diagram);
        const auto explanation = player->get().explain(diagram);
        if (!explanation || explanation->notes.empty()) return view;
        const double own = std::round(explanation->notes.back().value);
        const bool black_moves = diagram.to_move == Color::black;
        view.components.push_back(
            {"chance of winning", black_moves ? own : 100 - own, black_moves ? 100 - own : own});
        return view;
    };
}

// The patterns of 1997; before them, where the position is in the book, the move that the book has
// there and what it is worth.
server::Views::Make logistello_view(const PlayerRegistry& players) {
    const auto player = std::make_shared<LazyPlayer>(players, "logistello-97");
    return [parts = explained(player, 2)](const Diagram& diagram) {
        server::View view = parts(diagram);
        const auto known = logistello::carried_book()->choose(diagram.position);
        if (!known) return view;
        const bool black_moves = diagram.to_move == Color::black;
        const double own = std::round(100 * logistello::discs_of(*known)) / 100;
        const double black = (black_moves ? own : -own) + 0.0;
        const Bitboard square = bit(known->move.square());
        view.components.insert(view.components.begin(),
                               {"opening book", black, 0.0 - black, black_moves ? square : 0,
                                black_moves ? 0 : square});
        return view;
    };
}

}  // namespace

server::Views all_views(const PlayerRegistry& players) {
    server::Views views;
    views.add("max-disc", discs_view);
    views.add("min-disc", discs_view);
    views.add("weighted-squares", weights_view);
    views.add("iago", explained(std::make_shared<LazyPlayer>(players, "iago")));
    views.add("bill", bill_view(players));
    views.add("greene", greene_view);
    views.add("mcabee", explained(std::make_shared<LazyPlayer>(players, "mcabee")));
    views.add("emilia", explained(std::make_shared<LazyPlayer>(players, "emilia:hash=1"), 2));
    views.add("logistello-94",
              explained(std::make_shared<LazyPlayer>(players, "logistello-94"), 2));
    views.add("logistello-97", logistello_view(players));
    views.add("tournament-96",
              explained(std::make_shared<LazyPlayer>(players, "tournament-96"), 2));
    return views;
}

}  // namespace emilia::cli
