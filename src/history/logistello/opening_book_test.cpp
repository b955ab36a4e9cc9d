#include "history/logistello/opening_book.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "board/rules.h"
#include "board/symmetry.h"
#include "game/random_game.h"
#include "history/logistello/book_learning.h"
#include "history/logistello/logistello.h"
#include "player/registry.h"
#include "search/solver.h"
#include "util/random.h"
#include "util/sealed.h"
#include "util/testing.h"

namespace emilia::logistello {
namespace {

using classic::finished_value;

// After a move and a forced pass; `same` tells whether the same player is to move again.
Position after(Position position, Square move, bool& same) {
    const Position next = play(position, move);
    same = must_pass(next);
    return same ? next.passed() : next;
}

std::vector<Square> list_of(Bitboard squares) {
    std::vector<Square> list;
    for (const Square square : squares_of(squares)) list.push_back(square);
    return list;
}

// What a book should know, as slowly and plainly as can be.
class PlainBook {
  public:
    void enter(Position position) { positions_.insert(image(position)); }
    void set_result(Position position, int score) { results_[image(position)] = score; }
    void set_deviation(Position position, Square move, int value) {
        bool same = false;
        deviations_[image(position)] = {image(after(position, move, same)), value};
    }
    const std::set<Position>& positions() const { return positions_; }

    int value(Position position) const {
        position = image(position);
        if (const auto found = results_.find(position); found != results_.end()) {
            return finished_value(found->second);
        }
        int best = -classic::kInfinity;
        for (const Square square : squares_of(legal_moves(position))) {
            bool same = false;
            const Position next = image(after(position, square, same));
            if (positions_.contains(next)) {
                best = std::max(best, same ? value(next) : -value(next));
            }
        }
        const auto found = deviations_.find(position);
        if (found != deviations_.end() && !positions_.contains(found->second.first)) {
            best = std::max(best, found->second.second);
        }
        return best;
    }

  private:
    static Position image(Position position) { return canonical(position).position; }

    std::set<Position> positions_;
    std::map<Position, int> results_;
    std::map<Position, std::pair<Position, int>> deviations_;  // where to, and its value
};

// The positions of a game that belong into a book.
std::vector<Diagram> book_positions(const GameRecord& game) {
    std::vector<Diagram> line;
    for (std::size_t ply = 0; ply <= game.moves.size(); ++ply) {
        const Diagram diagram = game.diagram_after(ply);
        if (must_pass(diagram.position)) continue;
        line.push_back(diagram);
        if (OpeningBook::is_last(diagram.position)) break;
    }
    return line;
}

int for_mover(const Diagram& diagram, int black_score) {
    return diagram.to_move == Color::black ? black_score : -black_score;
}

// A game in which only the first few choices differ, so that many are the same, or meet again.
GameRecord narrow_game(Random& random) {
    GameBuilder game;
    while (!is_over(game.diagram().position)) {
        const Position position = game.diagram().position;
        Move move = Move::pass();
        if (!must_pass(position)) {
            const auto moves = list_of(legal_moves(position));
            const std::size_t choices =
                std::min<std::size_t>(moves.size(), game.plies() < 9 ? 3 : 1);
            move = moves[random.below(choices)];
        }
        EXPECT_TRUE(game.add({move}));
    }
    return game.finish();
}

// Adds a game without searches: deviations get values by chance, or this one.
void add_quickly(OpeningBook& book, PlainBook& plain, const GameRecord& game, int black_score,
                 Random& random, std::optional<int> deviation = {}) {
    const auto line = book_positions(game);
    const Position last = line.back().position;
    plain.set_result(last, for_mover(line.back(), black_score));
    book.add_last(last, for_mover(line.back(), black_score));
    for (std::size_t i = line.size() - 1; i-- > 0;) book.add(line[i].position);
    for (const Diagram& one : line) plain.enter(one.position);
    while (const auto position = book.next_unvalued()) {
        const auto moves = list_of(book.untried(*position));
        ASSERT_FALSE(moves.empty());
        const Square move = moves[random.below(moves.size())];
        const int value = deviation.value_or(static_cast<int>(random.below(400)) - 200);
        book.set_deviation(*position, move, value);
        plain.set_deviation(*position, move, value);
    }
}

// A book of random games without searches.
OpeningBook quick_book(std::uint64_t seed, int games) {
    Random random(seed);
    OpeningBook book;
    PlainBook plain;
    for (int i = 0; i < games; ++i) {
        const GameRecord game = narrow_game(random);
        add_quickly(book, plain, game, static_cast<int>(random.below(9)) - 4, random);
        book.count_game();
    }
    return book;
}

TEST(LogistelloBook, HasTheValuesOfNegamax) {
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(10)) + 1; ++seed) {
        Random random(seed);
        OpeningBook book;
        PlainBook plain;
        for (int i = 0; i < 30; ++i) {
            const GameRecord game = narrow_game(random);
            add_quickly(book, plain, game, static_cast<int>(random.below(9)) - 4, random);
            ASSERT_EQ(book.size(), plain.positions().size());
            if (i % 10 != 9) continue;
            for (const Position& position : plain.positions()) {
                ASSERT_EQ(book.value(position), plain.value(position)) << seed << ' ' << i;
                if (OpeningBook::is_last(position)) continue;
                // The best move has the value, and what is not in the book is not said to be.
                const auto moves = book.moves(position);
                ASSERT_FALSE(moves.empty());
                EXPECT_EQ(moves.front().value, book.value(position));
                for (const BookMove& one : moves) {
                    bool same = false;
                    const Position next = after(position, one.move.square(), same);
                    EXPECT_EQ(one.played, book.holds(next));
                }
            }
        }
    }
}

// Another order of the same moves leads into the same book, which then knows that move as well.
TEST(LogistelloBook, KnowsTranspositions) {
    int found = 0;
    Random random(1);
    OpeningBook book;
    PlainBook plain;
    std::set<std::pair<Position, Position>> steps;  // of some game
    for (int i = 0; i < 60; ++i) {
        const GameRecord game = narrow_game(random);
        add_quickly(book, plain, game, 2, random);
        const auto line = book_positions(game);
        for (std::size_t k = 0; k + 1 < line.size(); ++k) {
            steps.insert(
                {canonical(line[k].position).position, canonical(line[k + 1].position).position});
        }
    }
    for (const Position& position : plain.positions()) {
        for (const BookMove& one : book.moves(position)) {
            bool same = false;
            const Position next = after(position, one.move.square(), same);
            if (one.played && !steps.contains({position, canonical(next).position})) ++found;
        }
    }
    EXPECT_GT(found, 0);
}

TEST(LogistelloBook, ImagesAreOnePosition) {
    const OpeningBook book = quick_book(3, 20);
    Random random(3);
    const GameRecord game = narrow_game(random);  // the first of the book
    for (const Diagram& one : book_positions(game)) {
        for (const Symmetry symmetry : kSymmetries) {
            const Position image = transform(one.position, symmetry);
            ASSERT_TRUE(book.holds(image));
            EXPECT_EQ(book.value(image), book.value(one.position));
            const auto here = book.choose(one.position);
            const auto there = book.choose(image);
            ASSERT_EQ(here.has_value(), there.has_value());
            if (!here) continue;
            ASSERT_NE(flips(image, there->move.square()), 0U);
            EXPECT_EQ(canonical(play(image, there->move)).position,
                      canonical(play(one.position, here->move)).position);
        }
    }
}

// A forced pass is no choice: the result is the same player's on both sides of it.
TEST(LogistelloBook, PassesBelongToTheMoveBefore) {
    int passes = 0;
    for (std::uint64_t seed = 0; seed < 3000 && passes < 5; ++seed) {
        Random random(seed);
        const GameRecord game = random_game(random);
        const auto line = book_positions(game);
        bool has_pass = false;
        for (std::size_t k = 0; k + 1 < line.size(); ++k) {
            has_pass = has_pass || line[k].to_move == line[k + 1].to_move;
        }
        if (!has_pass) continue;
        ++passes;
        OpeningBook book;
        PlainBook plain;
        // Both would rather have the result than anything else.
        add_quickly(book, plain, game, 6, random, -classic::kFinished - 64);
        for (const Diagram& one : line) {
            EXPECT_EQ(book.value(one.position), finished_value(for_mover(one, 6)));
        }
        GameBuilder builder(game.start);
        for (const Move move : book.line(game.start.position)) {
            ASSERT_TRUE(builder.add({move}));
        }
    }
    EXPECT_GT(passes, 0);
}

// By the book while it goes; then with the search. The moves that came from the book.
struct BookGame {
    GameRecord record;
    std::vector<Move> line;
};
BookGame play_by_book(const OpeningBook& book, int depth) {
    Search search = book_search();
    GameBuilder game;
    BookGame played;
    while (!is_over(game.diagram().position)) {
        const Position position = game.diagram().position;
        Move move = Move::pass();
        if (!must_pass(position)) {
            const auto known = book.choose(position);
            if (known) played.line.push_back(known->move);
            move = known ? known->move : search.search(position, depth).move;
        }
        EXPECT_TRUE(game.add({move}));
    }
    played.record = game.finish();
    return played;
}

// Section 4: opening book learning guards against losing a game twice in the same way.
TEST(LogistelloBook, LosesNoGameTwice) {
    OpeningBook book({.depth = 1});
    std::set<std::vector<Move>> lost;
    const int games = 5 + trials(40);
    for (int i = 0; i < games; ++i) {
        const BookGame game = play_by_book(book, 1);
        const DiscDifference result = *game.record.result;
        EXPECT_FALSE(lost.contains(game.line)) << "game " << i;
        if (result.value() != 0) lost.insert(game.line);
        Search search = book_search();
        ASSERT_TRUE(add_game(book, game.record, result, search));
    }
    EXPECT_GT(static_cast<int>(lost.size()), games / 2);
    EXPECT_EQ(book.origin().games, static_cast<std::uint64_t>(games));
}

// Whatever the winner repeats, somewhere before the end the loser plays what was not tried yet.
TEST(LogistelloBook, LeavesALostLine) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const GameRecord game = random_game(random);
        if (game.result->value() == 0) continue;
        OpeningBook book({.depth = 1});
        Search search = book_search();
        ASSERT_TRUE(add_game(book, game, *game.result, search));
        const Color loser = game.result->value() > 0 ? Color::white : Color::black;
        bool left = false;
        for (const Diagram& one : book_positions(game)) {
            if (OpeningBook::is_last(one.position)) break;
            const auto choice = book.choose(one.position);
            // Nothing that was not tried is as bad as what has lost.
            if (!choice) {
                EXPECT_EQ(book.untried(one.position), 0U);
                continue;
            }
            left = left || (one.to_move == loser && !choice->played);
        }
        EXPECT_TRUE(left) << seed;
    }
}

TEST(LogistelloBook, HasNoAdviceWhereEverythingLoses) {
    Random random(7);
    Diagram diagram;
    do {
        const auto line = book_positions(random_game(random));
        if (line.size() < 2) continue;
        diagram = line[line.size() - 2];
    } while (diagram.position.empties() != OpeningBook::kLastEmpties + 1);
    const Position position = diagram.position;
    OpeningBook book;
    for (const Square square : squares_of(legal_moves(position))) {
        bool same = false;
        const Position next = after(position, square, same);
        book.add_last(next, same ? -2 : 2);
    }
    book.add(position);
    EXPECT_FALSE(book.next_unvalued());
    EXPECT_EQ(book.untried(position), 0U);
    EXPECT_EQ(book.value(position), finished_value(-2));
    EXPECT_EQ(book.moves(position).size(),
              static_cast<std::size_t>(popcount(legal_moves(position))));
    EXPECT_FALSE(book.choose(position));
    // A later game ended better there.
    bool same = false;
    const Square first = list_of(legal_moves(position)).front();
    const Position next = after(position, first, same);
    book.add_last(next, same ? 4 : -4);
    EXPECT_EQ(book.value(position), finished_value(4));
    EXPECT_TRUE(book.choose(position));
}

TEST(LogistelloBook, FilesReadAsTheyWereWritten) {
    for (const int games : {0, 1, 40}) {
        const OpeningBook book = quick_book(5, games);
        const auto read = OpeningBook::parse(book.bytes());
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, book);
        EXPECT_EQ(read->bytes(), book.bytes());
    }
}

// A file with this content, whole.
std::string sealed(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
    return seal("Emilia logistello book 1", packed);
}

TEST(LogistelloBook, DamagedFilesAreRefused) {
    const std::string good = quick_book(5, 10).bytes();
    EXPECT_FALSE(OpeningBook::parse(""));
    EXPECT_FALSE(OpeningBook::parse("x"));
    EXPECT_FALSE(OpeningBook::parse(good + "x"));
    for (std::size_t size = 0; size < good.size(); size += 97) {
        EXPECT_FALSE(OpeningBook::parse(good.substr(0, size)));
    }
    for (std::size_t i = 0; i < good.size(); i += 41) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 1);
        EXPECT_FALSE(OpeningBook::parse(bad)) << i;
    }

    const std::string head = "depth 8 seed 1 games 0 to 24 empty squares\n";
    EXPECT_TRUE(OpeningBook::parse(sealed(head)));
    const Position start = canonical(Position::initial()).position;
    const std::string move = to_string(list_of(legal_moves(start)).front());
    const auto line = [](Position position, const std::string& what) {
        return fmt::format("{:016x} {:016x} {}\n", position.own, position.opponent, what);
    };
    EXPECT_TRUE(OpeningBook::parse(sealed(head + line(start, move + " 3"))));
    const Position full{~Bitboard{0}, 0};
    EXPECT_TRUE(OpeningBook::parse(sealed(head + line(full, "result 64"))));
    for (const std::string& bad :
         {std::string(), std::string("depth 8\n"),
          std::string("depth 0 seed 1 games 0 to 24 empty squares\n"),
          std::string("depth 8 seed 1 games 0 to 20 empty squares\n"), head + "\n",
          head + "1 2 3\n", head + line(start, move), head + line(start, "a1 3"),
          head + line(start, "all"), head + line(start, move + " 9999999"),
          head + line(start, "result 2"), head + line(full, "result 65"), head + line(full, "all"),
          head + line({~Bitboard{0}, 1}, "result 0"),
          head + line(start, move + " 3") + line(start, move + " 3"),
          head + line(transform(start, Symmetry(1)), move + " 3")}) {
        const auto refused = OpeningBook::parse(sealed(bad));
        ASSERT_FALSE(refused) << bad;
        EXPECT_FALSE(refused.error().message.empty());
    }
    const auto refused = OpeningBook::parse(sealed(head + line(start, "all")));
    EXPECT_EQ(refused.error().message, "line 2 of the openings: a deviation is missing");
}

TEST(LogistelloBook, GoesOnWhereItWasStopped) {
    OpeningBook whole({.depth = 2, .seed = 4});
    OpeningBook parts({.depth = 2, .seed = 4});
    for (int i = 0; i < 6; ++i) {
        ASSERT_TRUE(play_book_game(whole));
        // Stopped at some moment of the next game, it is as it was.
        const OpeningBook before = parts;
        int asked = 0;
        const int most = 3 + 20 * i;
        if (!play_book_game(parts, [&] { return ++asked > most; })) {
            EXPECT_EQ(parts, before);
            parts = *OpeningBook::parse(before.bytes());
            ASSERT_TRUE(play_book_game(parts));
        }
        EXPECT_EQ(parts, whole);
    }
    EXPECT_EQ(parts.bytes(), whole.bytes());
    OpeningBook other({.depth = 2, .seed = 5});
    for (int i = 0; i < 6; ++i) ASSERT_TRUE(play_book_game(other));
    EXPECT_FALSE(other == whole);
}

// The deviation is what a search of all the other moves finds.
TEST(LogistelloBook, DeviationsAreTheBestOfTheOthers) {
    OpeningBook book({.depth = 2});
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(play_book_game(book));
    Search search = book_search();
    Position position = Position::initial();
    int compared = 0;
    while (!OpeningBook::is_last(position)) {
        const auto moves = book.moves(position);
        if (moves.empty()) break;
        const Bitboard untried = book.untried(position);
        for (const BookMove& one : moves) {
            EXPECT_EQ(one.played, (untried & bit(one.move.square())) == 0);
            if (one.played) continue;
            EXPECT_EQ(search.search_among(position, untried, 2, {})->value, one.value);
            ++compared;
        }
        const auto played = std::find_if(moves.begin(), moves.end(),
                                         [](const BookMove& one) { return one.played; });
        if (played == moves.end()) break;
        position = play(position, played->move);
        if (must_pass(position)) position = position.passed();
    }
    EXPECT_GT(compared, 10);
}

TEST(LogistelloBook, ResultsOfUnfinishedGamesAreSolved) {
    Solver solver({1, std::size_t{1} << 20});
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(20)); ++seed) {
        Random random(seed);
        GameRecord game = random_game(random);
        Search search = book_search();
        EXPECT_EQ(result_of(game, search), game.result);
        game.result.reset();
        while (game.final_diagram().position.empties() < 9) game.moves.pop_back();
        const Diagram last = game.final_diagram();
        const bool passes = must_pass(last.position);
        const int score =
            solver.solve(passes ? last.position.passed() : last.position).lower.value();
        const bool black = (last.to_move == Color::black) != passes;
        EXPECT_EQ(result_of(game, search)->value(), black ? score : -score);
        while (game.final_diagram().position.empties() < 30) game.moves.pop_back();
        EXPECT_FALSE(result_of(game, search));
        // Too short for the book.
        OpeningBook book({.depth = 1});
        EXPECT_TRUE(add_game(book, game, DiscDifference(2), search));
        EXPECT_EQ(book.size(), 0U);
    }
}

std::unique_ptr<Player> make(const std::string& text) {
    PlayerRegistry registry;
    add_players(registry);
    return registry.make(*registry.parse(text));
}

TEST(LogistelloBook, OfTheProgramIsPlayed) {
    const auto book = carried_book();
    EXPECT_GE(book->origin().games, 500U);
    EXPECT_LE(book->bytes().size(), 500'000U);
    const auto choice = make("logistello-97")->choose(GameRecord{}, {});
    ASSERT_TRUE(choice);
    EXPECT_TRUE(choice->from_book);
    EXPECT_EQ(choice->nodes, 0U);
    ASSERT_TRUE(choice->value);
    EXPECT_GT(choice->line.size(), 5U);
    EXPECT_FALSE(make("logistello-97:book=0,depth=2")->choose(GameRecord{}, {})->from_book);
    EXPECT_FALSE(make("logistello-94:depth=2")->choose(GameRecord{}, {})->from_book);
    PlayerRegistry registry;
    add_players(registry);
    EXPECT_FALSE(registry.parse("logistello-94:book=1"));
    // What it knows of the moves can be seen.
    EXPECT_FALSE(make("logistello-97")->explain(Diagram{})->notes.empty());
    EXPECT_TRUE(make("logistello-97:book=0")->explain(Diagram{})->notes.empty());
}

TEST(LogistelloBook, IsLearnedFromGamesOfThePlayer) {
    const std::uint64_t before = LearningBook::of_process().now()->origin().games;
    const auto player = make("logistello-97:book=2,depth=1");
    GameBuilder game;
    Random random(11);
    while (!is_over(game.diagram().position)) {
        const Position position = game.diagram().position;
        Move move = Move::pass();
        if (!must_pass(position)) {
            if (game.diagram().to_move == Color::black) {
                move = player->choose(game.record(), {})->move;
            } else {
                const auto moves = list_of(legal_moves(position));
                move = moves[random.below(moves.size())];
            }
        }
        ASSERT_TRUE(game.add({move}));
    }
    EXPECT_EQ(LearningBook::of_process().now()->origin().games, before);
    // Any of them learns from it before its next game.
    ASSERT_TRUE(make("logistello-97:book=2,depth=1")->choose(GameRecord{}, {}));
    EXPECT_EQ(LearningBook::of_process().now()->origin().games, before);
    ASSERT_TRUE(player->choose(GameRecord{}, {}));
    const auto now = LearningBook::of_process().now();
    EXPECT_EQ(now->origin().games, before + 1);
    for (const Diagram& one : book_positions(game.record())) EXPECT_TRUE(now->holds(one.position));
    EXPECT_EQ(carried_book()->origin().games, before);
}

TEST(LogistelloBook, IsLearnedByThreadsTogether) {
    LearningBook book(std::make_shared<const OpeningBook>(
        OpeningBook::Origin{.depth = 1, .seed = 1, .games = 0}));
    constexpr int kThreads = 4;
    constexpr int kGames = 3;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&book, thread] {
            Random random(static_cast<std::uint64_t>(thread));
            for (int i = 0; i < kGames; ++i) {
                book.keep(random_game(random));
                book.keep(random_game(random, 20));  // nobody can say how it ended
                book.learn();
                EXPECT_TRUE(book.now()->holds(Position::initial()));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(book.now()->origin().games, static_cast<std::uint64_t>(kThreads * kGames));
    // Stopped, it learns nothing, and what it did not learn is still there.
    Random random(9);
    book.keep(random_game(random));
    book.learn([] { return true; });
    const auto stopped = book.now()->origin().games;
    book.learn();
    EXPECT_EQ(book.now()->origin().games, static_cast<std::uint64_t>(kThreads * kGames + 1));
    EXPECT_LE(stopped, static_cast<std::uint64_t>(kThreads * kGames + 1));
}

}  // namespace
}  // namespace emilia::logistello
