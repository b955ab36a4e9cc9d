#include "history/logistello/book_learning.h"

#include <algorithm>

#include "board/rules.h"
#include "util/random.h"
#include "util/seeds.h"

namespace emilia::logistello {

namespace {

// How much more a move may seem worth while the book is made. With a disc, two sides that are
// content with a draw soon repeat it for ever.
constexpr std::uint64_t kLeeway = 4 * kUnitsOfADisc;
// A game that stops here or later is solved for its result.
constexpr int kMostMissing = 12;

// The positions of a game that belong into the book, to the last; empty if it is not there.
std::vector<Diagram> book_line(const GameRecord& game) {
    std::vector<Diagram> line;
    Diagram diagram = game.start;
    for (std::size_t ply = 0;; ++ply) {
        if (!must_pass(diagram.position)) {
            line.push_back(diagram);
            if (OpeningBook::is_last(diagram.position)) return line;
        }
        if (ply == game.moves.size()) return {};
        diagram = play(diagram, game.moves[ply].move);
    }
}

bool is_nearly_over(Position position) {
    return position.empties() <= kMostMissing || is_over(position);
}

bool is_estimate(int value) {
    return value > -classic::kFinished && value < classic::kFinished;
}

Move draw(const std::vector<BookMove>& moves, Random& random) {
    const BookMove* best = nullptr;
    int highest = 0;
    for (const BookMove& one : moves) {
        const int seems =
            one.value + (is_estimate(one.value) ? static_cast<int>(random.below(kLeeway)) : 0);
        if (best != nullptr && seems <= highest) continue;
        best = &one;
        highest = seems;
    }
    return best->move;
}

}  // namespace

Search book_search() {
    return {default_evaluation(Generation::of_1997), default_cuts(Generation::of_1997)};
}

bool add_game(OpeningBook& book, const GameRecord& game, DiscDifference result, Search& search,
              const std::function<bool()>& stopped) {
    const auto line = book_line(game);
    if (line.empty()) return true;
    OpeningBook grown = book;
    const Diagram& last = line.back();
    const int score = last.to_move == Color::black ? result.value() : -result.value();
    grown.add_last(last.position, score);
    for (std::size_t i = line.size() - 1; i-- > 0;) grown.add(line[i].position);
    while (const auto position = grown.next_unvalued()) {
        const auto found =
            search.search_among(*position, grown.untried(*position), grown.origin().depth, stopped);
        if (!found) return false;
        grown.set_deviation(*position, found->move.square(), found->value);
    }
    grown.count_game();
    book = std::move(grown);
    return true;
}

std::optional<DiscDifference> result_of(const GameRecord& game, Search& search) {
    const Diagram last = game.final_diagram();
    if (const auto result = black_result(last)) return result;
    if (!is_nearly_over(last.position)) return std::nullopt;
    const bool passes = must_pass(last.position);
    const Position position = passes ? last.position.passed() : last.position;
    const DiscDifference score(search.solve(position, Found::Kind::exact).value);
    return (last.to_move == Color::black) != passes ? score : -score;
}

bool play_book_game(OpeningBook& book, const std::function<bool()>& stopped) {
    Random random(mixed(book.origin().seed, book.origin().games));
    Search search = book_search();
    Effort effort;
    effort.depth = book.origin().depth;
    if (stopped) effort.stopped = [&](std::uint64_t) { return stopped(); };
    GameBuilder game;
    while (!is_over(game.diagram().position)) {
        if (stopped && stopped()) return false;
        const Diagram& diagram = game.diagram();
        Move move = Move::pass();
        if (!must_pass(diagram.position)) {
            const auto known = book.moves(diagram.position);
            move = known.empty() ? search.choose(diagram, effort).move : draw(known, random);
        }
        static_cast<void>(game.add({move}));  // it is legal
    }
    if (stopped && stopped()) return false;
    const GameRecord record = game.finish();
    return add_game(book, record, *record.result, search, stopped);
}

LearningBook& LearningBook::of_process() {
    static LearningBook book(carried_book());
    return book;
}

std::shared_ptr<const OpeningBook> LearningBook::now() const {
    const std::lock_guard lock(mutex_);
    return book_;
}

void LearningBook::keep(GameRecord game) {
    if (!is_nearly_over(game.final_diagram().position)) return;
    const std::lock_guard lock(mutex_);
    games_.push_back(std::move(game));
}

void LearningBook::learn(const std::function<bool()>& stopped) {
    const std::lock_guard learning(learning_);
    for (;;) {
        GameRecord game;
        {
            const std::lock_guard lock(mutex_);
            if (games_.empty()) return;
            game = games_.front();
        }
        Search search = book_search();
        OpeningBook grown = *now();
        if (const auto result = result_of(game, search)) {
            if (!add_game(grown, game, *result, search, stopped)) return;
        }
        const std::lock_guard lock(mutex_);
        book_ = std::make_shared<const OpeningBook>(std::move(grown));
        games_.erase(games_.begin());
    }
}

}  // namespace emilia::logistello
