#include "history/tournament96/tournament96.h"

#include <algorithm>

#include "board/rules.h"
#include "history/tournament96/thinker.h"
#include "player/budget.h"
#include "util/elapsed.h"

namespace emilia::tournament96 {

namespace {

const BitGridShape& standard_shape() {
    static const BitGridShape shape(*GridShape::square_board(8));
    return shape;
}

Square square_of(int place) {
    return square_at(8 * BitGridShape::row_of(place) + BitGridShape::column_of(place));
}

Move move_of(int place) {
    return place == BitGridBoard::pass() ? Move::pass() : Move(square_of(place));
}

class Tournament96Player : public Player {
  public:
    Tournament96Player(const Settings& settings, double seconds)
        : seconds_(seconds),
          thinker_(standard_shape(), carried_weights(standard_shape().grid()), settings) {}

    Result<::emilia::Choice> choose(const GameRecord& game, const Limits& limits) override {
        const Diagram diagram = game.final_diagram();
        follow(game);
        if (must_pass(diagram.position)) return ::emilia::Choice{.move = Move::pass()};
        const auto begin = std::chrono::steady_clock::now();
        const int empties = diagram.position.empties();

        Limits hard = limits;
        hard.clock.reset();
        const Budget budget(hard, empties);
        Effort effort;
        allocate(effort, limits, empties);
        effort.depth = limits.depth;
        effort.stopped = [&](std::uint64_t nodes) { return budget.spent(nodes); };
        if (limits.progress) {
            effort.progress = [&](const Thought& thought) { limits.progress(choice_of(thought)); };
        }
        const Thought thought = thinker_.think(
            BitGridBoard::from(standard_shape(), diagram.position), diagram.to_move, effort);
        used_ += seconds_since(begin);
        return choice_of(thought);
    }

    std::optional<Explanation> explain(const Diagram& diagram) const override {
        const BitGridBoard board = BitGridBoard::from(standard_shape(), diagram.position);
        const Weights& weights = thinker_.weights();
        const Features features = thinker_.extractor()(board, weights.set());
        const Features& coefficients = weights.of(diagram.to_move, weights.stage_of(board.discs()));
        Explanation explanation;
        for (std::size_t i = 0; i < kFeatures; ++i) {
            const auto feature = static_cast<Feature>(i);
            if (!weights.set().has(feature)) continue;
            explanation.parts.push_back(
                {std::string(name_of(feature)), features[i], coefficients[i]});
        }
        return explanation;
    }

  private:
    // What was learned of searches holds as long as the game is the one of the last move.
    void follow(const GameRecord& game) {
        const bool continues =
            !known_.moves.empty() && game.start == known_.start &&
            game.moves.size() > known_.moves.size() &&
            std::equal(known_.moves.begin(), known_.moves.end(), game.moves.begin(),
                       [](const PlayedMove& a, const PlayedMove& b) { return a.move == b.move; });
        if (!continues) {
            thinker_.new_game();
            used_ = 0;
        }
        known_.start = game.start;
        known_.moves = game.moves;
    }

    // The time that is left by the moves that may be left (section 2.1).
    void allocate(Effort& effort, const Limits& limits, int empties) const {
        const auto clock = limits.clock   ? limits.clock
                           : seconds_ > 0 ? std::optional(Clock{.left = seconds_ - used_})
                                          : std::nullopt;
        if (clock) {
            effort.seconds = share_of(*clock, empties);
            effort.most_seconds = std::min(6 * *effort.seconds, 0.7 * std::max(0.0, clock->left));
        }
        if (limits.seconds) {
            // It gives a search up at twice its allocation.
            const double given = *limits.seconds / 2;
            effort.seconds = effort.seconds ? std::min(*effort.seconds, given) : given;
            effort.most_seconds = clock ? std::min(effort.most_seconds, 0.98 * *limits.seconds)
                                        : 0.98 * *limits.seconds;
        }
    }

    static ::emilia::Choice choice_of(const Thought& thought) {
        ::emilia::Choice choice{
            .move = move_of(thought.move), .depth = thought.depth, .nodes = thought.nodes};
        choice.from_book = thought.kind == Thought::Kind::book;
        for (const int place : thought.line) choice.line.push_back(move_of(place));
        if (thought.depth > 0) {
            choice.value =
                Value{thought.value, thought.kind == Thought::Kind::exact ? Value::Unit::final_score
                                                                          : Value::Unit::discs};
        }
        return choice;
    }

    double seconds_;
    Thinker thinker_;
    GameRecord known_;  // up to the last choice
    double used_ = 0;   // seconds, in this game
};

}  // namespace

void add_players(PlayerRegistry& registry) {
    constexpr long long kMostTime = 10LL * 3600 * 1000;
    registry.add(
        {"tournament-96",
         "students' program for a board of 96 squares: seven features, weights by stage",
         {{"depth", "plies to look ahead; 0: what the time allows, or 6 without a clock", 0, 16, 0},
          {"solve", "from so many empty squares on it searches to the end", 0, 20, 14},
          {"search", "0: alpha-beta, as in the tournament; 1: NegaScout; 2: MTD(f)", 0, 2, 0},
          {"table", "logarithm to base 2 of the positions remembered; 0: none", 0, 24, 18},
          {"book", "1: its opening book, which was left out of the tournament", 0, 1, 0},
          {"time", "its own clock for a game, where nobody keeps one; 0: none", 0, kMostTime, 0,
           PlayerOption::Type::time}},
         [](const PlayerSpec& spec) {
             const auto number = [&](const char* name) {
                 return static_cast<int>(spec.given.at(name));
             };
             Settings settings;
             settings.depth = number("depth");
             settings.solve = number("solve");
             settings.algorithm = static_cast<Algorithm>(number("search"));
             settings.table_bits = number("table");
             if (number("book") != 0) settings.book = carried_book(standard_shape().grid());
             return std::make_unique<Tournament96Player>(
                 settings, static_cast<double>(spec.given.at("time")) / 1000);
         }});
}

}  // namespace emilia::tournament96
