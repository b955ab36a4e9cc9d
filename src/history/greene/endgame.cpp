#include "history/greene/endgame.h"

#include "classic/alpha_beta.h"

namespace emilia::greene {

namespace {

using classic::kInfinity;

// The 8x8 board with the article's score.
struct DiscBoard {
    using Move = emilia::Move;

    Position position;

    SquareRange moves() const { return squares_of(legal_moves(position)); }
    DiscBoard after(Move move) const { return {play(position, move)}; }
    DiscBoard passed() const { return {position.passed()}; }
    bool must_pass() const { return emilia::must_pass(position); }
    int final_score() const { return disc_balance(position).value(); }
    static Move pass() { return Move::pass(); }
    static std::size_t cell_of(Move move) { return static_cast<std::size_t>(move.square()); }
    std::uint64_t hash() const { return hash_of(position); }
    bool operator==(const DiscBoard&) const = default;
};

// Never reached: all games end before the depth does.
int no_estimate(const DiscBoard&) {
    return 0;
}

// Every move may be followed by a pass.
int plies_left(Position position) {
    return 2 * position.empties() + 2;
}

int score_of(int value) {
    return classic::score_of_finished(value).value_or(0);
}

}  // namespace

struct Endgame::Search {
    using AlphaBeta = classic::AlphaBeta<DiscBoard, int (*)(const DiscBoard&)>;

    classic::SquareValueOrder<DiscBoard> order{classic::square_values(*GridShape::square_board(8))};
    std::function<bool(std::uint64_t)> stopped;
    std::uint64_t before = 0;  // nodes of moves that are done
    AlphaBeta tree{no_estimate,
                   [this](std::uint64_t nodes) { return stopped && stopped(before + nodes); },
                   {&order, nullptr, 0}};
};

Endgame::Endgame() : search_(std::make_unique<Search>()) {}
Endgame::~Endgame() = default;

int Endgame::value(Position position) {
    search_->stopped = {};
    return score_of(search_->tree.search(DiscBoard{position}, plies_left(position))->value);
}

std::optional<Endgame::Found> Endgame::solve(Position position,
                                             const std::function<bool(std::uint64_t)>& stopped) {
    search_->stopped = stopped;
    search_->before = 0;
    Found found;
    int best = -kInfinity;
    for (const Square square : squares_of(legal_moves(position))) {
        const DiscBoard next{play(position, square)};
        // As good as the best is as exact as better: the opponent gives up only where he has
        // something that is better still.
        const auto answer =
            search_->tree.search(next, plies_left(next.position), {},
                                 {-kInfinity, best == -kInfinity ? kInfinity : 1 - best});
        if (!answer) return std::nullopt;
        search_->before += answer->counts.nodes;
        const int value = -answer->value;
        if (value > best) {
            best = value;
            found.best.clear();
            found.line = {square};
            found.line.insert(found.line.end(), answer->line.begin(), answer->line.end());
        }
        if (value == best) found.best.emplace_back(square);
    }
    found.value = score_of(best);
    found.nodes = search_->before;
    return found;
}

}  // namespace emilia::greene
