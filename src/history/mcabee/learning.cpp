#include "history/mcabee/learning.h"

#include <algorithm>
#include <cstdlib>

#include "board/random_positions.h"
#include "board/rules.h"
#include "util/seeds.h"

namespace emilia::mcabee {

namespace {

// A selected square gains so much of its value for each candidate that it was chosen before.
constexpr int kShareOfValue = 16;

// Takes back the leading term of every move: its coefficient is 1 again.
void take_back_leading_terms(Polynomial& polynomial) {
    for (int move = 1; move <= kMoves; ++move) {
        int leading = 0;
        for (int which = 1; which < kClasses; ++which) {
            if (polynomial.exponent(move, which) > polynomial.exponent(move, leading)) {
                leading = which;
            }
        }
        if (polynomial.exponent(move, leading) > 0) polynomial.set(move, leading, 0);
    }
}

// A run in the middle of a game.
class Game {
  public:
    Game(Knowledge& knowledge, const std::function<bool()>& stopped)
        : knowledge_(knowledge),
          settings_(knowledge.settings),
          stopped_(stopped),
          random_(mixed(settings_.seed, knowledge.games)),
          alpha_(knowledge.alpha, settings_.pieces),
          beta_(knowledge.beta, std::abs(settings_.pieces)),
          alpha_color_(settings_.learner == Learner::alternating && knowledge.games % 2 != 0
                           ? Color::white
                           : Color::black) {}

    std::optional<LearningGame> play() {
        GameBuilder builder;
        for (int ply = 0; !is_over(builder.diagram().position); ++ply) {
            const Diagram diagram = builder.diagram();
            const Bitboard legal = legal_moves(diagram.position);
            std::optional<Move> move = Move::pass();
            if (legal != 0) {
                move = ply < settings_.random_moves ? Move(random_square(random_, legal))
                                                    : chosen(diagram);
            }
            if (!move) return std::nullopt;
            if (const auto done = builder.add({*move}); !done) std::abort();
        }
        game_.record = builder.finish();
        finish();
        return std::move(game_);
    }

  private:
    bool learns(Color color) const {
        return settings_.learner == Learner::both || color == alpha_color_;
    }

    std::optional<Move> chosen(const Diagram& diagram) {
        Polynomial& polynomial = learns(diagram.to_move) ? alpha_ : beta_;
        const Position position = diagram.position;
        SearchSettings how{settings_.method,
                           settings_.ordered ? &knowledge_.squares : nullptr,
                           settings_.leaf_coefficients,
                           {}};
        if (stopped_) how.stopped = [this](std::uint64_t) { return stopped_(); };
        const auto found = search(polynomial, position, settings_.depth, how);
        if (!found || (stopped_ && stopped_())) return std::nullopt;
        game_.nodes += found->counts.nodes;
        game_.values.push_back(found->value);
        learn(polynomial, diagram, found->line.front());
        return found->line.front();
    }

    void learn(Polynomial& polynomial, const Diagram& diagram, Move recommended) {
        const std::vector<Child> children = children_of(polynomial, diagram.position);
        const Child* greatest = &children.front();
        const Child* ours = &children.front();
        for (const Child& child : children) {
            if (child.value > greatest->value) greatest = &child;
            if (child.move == recommended) ours = &child;
        }
        ++game_.choices;
        if (children.size() == 1) ++game_.forced;
        if (ours->value == greatest->value) {
            ++game_.matches;
            return;
        }
        const auto row = static_cast<std::size_t>(kMoves - diagram.position.empties());
        adjust_squares(knowledge_.squares[row], children, recommended);
        if (learns(diagram.to_move)) {
            adjust_coefficients(polynomial, diagram.position, recommended, greatest->move);
        }
    }

    void finish() {
        const Diagram end = game_.record.final_diagram();
        game_.balance =
            popcount(end.discs(alpha_color_)) - popcount(end.discs(opposite(alpha_color_)));
        ++knowledge_.games;
        const int success = settings_.pieces < 0 ? -game_.balance : game_.balance;
        if (settings_.learner == Learner::both) {
            beta_ = alpha_;
        } else if (success > 0) {
            beta_ = alpha_;
            knowledge_.lost_in_a_row = 0;
        } else if (success < 0 && settings_.inferior > 0 &&
                   ++knowledge_.lost_in_a_row >= settings_.inferior) {
            take_back_leading_terms(alpha_);
            knowledge_.lost_in_a_row = 0;
        }
        knowledge_.alpha = alpha_.exponents();
        knowledge_.beta = beta_.exponents();
    }

    Knowledge& knowledge_;
    const LearningSettings settings_;
    const std::function<bool()>& stopped_;
    Random random_;
    Polynomial alpha_;
    Polynomial beta_;
    Color alpha_color_;
    LearningGame game_;
};

}  // namespace

std::vector<Child> children_of(const Polynomial& polynomial, Position position) {
    const int move = kMoves - position.empties() + 1;
    std::vector<Child> children;
    for (const Square square : squares_of(legal_moves(position))) {
        children.push_back({square, -polynomial.value(play(position, square), move)});
    }
    return children;
}

void adjust_coefficients(Polynomial& polynomial, Position position, Move recommended,
                         Move greatest) {
    const int move = kMoves - position.empties() + 1;
    // The opponent is to move in both.
    const auto wanted = polynomial.class_terms(play(position, recommended), move);
    const auto made = polynomial.class_terms(play(position, greatest), move);
    int halved = 0;
    int doubled = 0;
    int most = 0;
    int least = 0;
    for (int which = 0; which < kClasses; ++which) {
        const auto at = static_cast<std::size_t>(which);
        const int difference = wanted[at] - made[at];
        if (difference > most) {
            most = difference;
            halved = which;
        }
        if (difference < least) {
            least = difference;
            doubled = which;
        }
    }
    polynomial.set(move, halved, polynomial.exponent(move, halved) - 1);
    if (least < 0) polynomial.set(move, doubled, polynomial.exponent(move, doubled) + 1);
}

void adjust_squares(std::vector<int>& values, const std::vector<Child>& children,
                    Move recommended) {
    const auto at = [&](Move move) -> int& {
        return values[static_cast<std::size_t>(move.square())];
    };
    int unit = 0;
    for (const Child& child : children) {
        at(child.move) = (at(child.move) + child.value) / 2;
        if (child.move == recommended) unit = std::max(1, std::abs(child.value) / kShareOfValue);
    }
    for (const Child& child : children) {
        if (child.move != recommended) at(child.move) -= unit;
    }
    at(recommended) += unit * (static_cast<int>(children.size()) - 1);
}

std::optional<LearningGame> learn_game(Knowledge& knowledge, const std::function<bool()>& stopped) {
    Knowledge next = knowledge;
    auto game = Game(next, stopped).play();
    if (game) knowledge = std::move(next);
    return game;
}

}  // namespace emilia::mcabee
