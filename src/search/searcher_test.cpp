#include "search/searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "board/position_text.h"
#include "board/random_positions.h"
#include "board/rules.h"
#include "eval/default_weights.h"
#include "eval/eval_kernel.h"
#include "search/solver.h"
#include "util/elapsed.h"
#include "util/testing.h"

namespace emilia {
namespace {

SearcherOptions small_options(int threads = 1) {
    return {threads, std::size_t{8} << 20, default_weights()};
}

std::string name_of_position(Position position) {
    return to_string(Diagram{position, Color::black});
}

// The evaluation as searches round it.
int in_discs(Position position) {
    const EvalKernel& kernel = eval_kernel(Isa::portable);
    Features features;
    kernel.features_of(position, features);
    const int units =
        kernel.value(position, features, default_weights()->stage(stage_of(position.empties())));
    constexpr int kMostEstimate = 62;
    return std::clamp((units + kUnitsOfADisc / 2) >> 7, -kMostEstimate, kMostEstimate);
}

// Every line of play, no cutoff of any kind. A pass is no ply; who takes all has won all; as many
// plies as empty squares are the end.
int negamax(Position position, int depth) {
    const bool to_the_end = depth >= position.empties();
    if (depth == 0 && !to_the_end) return in_discs(position);
    const Bitboard moves = legal_moves(position);
    if (moves == 0) {
        if (is_over(position)) return final_score(position).value();
        return -negamax(position.passed(), depth);
    }
    int best = -64;
    for (const Square square : squares_of(moves)) {
        const Position after = play(position, square);
        best = std::max(best, after.own == 0 ? 64 : -negamax(after, depth - 1));
    }
    return best;
}

// One whose player has a move.
Position random_question(Random& random, int least_plies, int most_plies) {
    for (;;) {
        const auto more = static_cast<std::uint64_t>(most_plies - least_plies + 1);
        const int plies = least_plies + static_cast<int>(random.below(more));
        const Position position = random_position_from_play(random, plies);
        if (legal_moves(position) != 0) return position;
    }
}

struct Question {
    Position position;
    int depth = 0;
    int value = 0;  // by negamax
};

// Stable discs bound the score of the game but not an estimate of it, so that values beyond those
// from which they are counted may differ from plain ones; those are left out.
const std::vector<Question>& questions() {
    static const std::vector<Question> all = [] {
        constexpr int kMost = 8;
        Random random(2020);
        std::vector<Question> list;
        while (std::ssize(list) < trials(400)) {
            Question question;
            question.position = random_question(random, 0, 54);
            question.depth = static_cast<int>(random.below(5));
            question.value = negamax(question.position, question.depth);
            if (std::abs(question.value) <= kMost) list.push_back(question);
        }
        return list;
    }();
    return all;
}

class SearcherEachIsa : public testing::TestWithParam<Isa> {
  protected:
    void SetUp() override { select_isa(GetParam()); }
    void TearDown() override { select_isa(usable_isas().back()); }
};

TEST_P(SearcherEachIsa, AgreesWithNegamaxOnAFewPlies) {
    Searcher searcher(small_options());
    searcher.begin({});
    std::array<int, 5> seen{};
    for (const Question& question : questions()) {
        const std::string name = name_of_position(question.position);
        const Draft draft{question.depth, Selectivity::none};
        ++seen[static_cast<std::size_t>(question.depth)];
        for (const int alpha : {question.value - 1, question.value}) {
            searcher.forget();
            const auto answer = searcher.test(question.position, alpha, draft);
            ASSERT_TRUE(answer.has_value());
            EXPECT_EQ(*answer > alpha, question.value > alpha) << name << ' ' << question.depth;
            if (*answer > alpha) {
                EXPECT_LE(*answer, question.value) << name << ' ' << question.depth;
            } else {
                EXPECT_GE(*answer, question.value) << name << ' ' << question.depth;
            }
        }
        if (question.depth == 0) continue;
        for (const int guess : {question.value, question.value + 1, question.value - 2}) {
            searcher.forget();
            Searcher::Found found;
            ASSERT_TRUE(searcher.search(question.position, legal_moves(question.position), draft,
                                        {}, guess, found));
            EXPECT_EQ(found.bounds.lower, question.value) << name << ' ' << question.depth;
            EXPECT_EQ(found.bounds.upper, question.value) << name << ' ' << question.depth;
            ASSERT_TRUE(found.move.has_value());
            const Position after = play(question.position, *found.move);
            EXPECT_EQ(after.own == 0 ? 64 : -negamax(after, question.depth - 1), question.value)
                << name << ' ' << to_string(*found.move);
        }
    }
    for (const int count : seen) EXPECT_GT(count, trials(10));
}

TEST_P(SearcherEachIsa, TheEndIsWhatTheSolverSays) {
    Random random(2021);
    Searcher searcher(small_options());
    Solver solver({1, std::size_t{8} << 20});
    for (int i = 0; i < trials(60); ++i) {
        const Position position = random_question(random, 44, 54);
        const int score = solver.solve(position).lower.value();
        searcher.forget();
        searcher.begin({});
        Searcher::Found found;
        ASSERT_TRUE(searcher.search(position, legal_moves(position),
                                    {position.empties(), Selectivity::none}, {}, 0, found));
        EXPECT_EQ(found.bounds.lower, score) << name_of_position(position);
        EXPECT_EQ(found.bounds.upper, score) << name_of_position(position);
        ASSERT_TRUE(found.move.has_value());
        EXPECT_EQ(-solver.solve(play(position, *found.move)).lower.value(), score)
            << name_of_position(position);
    }
}

TEST_P(SearcherEachIsa, VisitsTheSameNodes) {
    Random random(2022);
    Searcher searcher(small_options());
    for (int i = 0; i < trials(20); ++i) {
        const Position position = random_question(random, 10, 40);
        const Draft draft{7, i % 2 == 0 ? Selectivity::none : Selectivity::p73};
        const auto nodes_of = [&](Searcher& one) {
            one.forget();
            one.begin({});
            Searcher::Found found;
            EXPECT_TRUE(one.search(position, legal_moves(position), draft, {}, 0, found));
            return one.nodes();
        };
        const std::uint64_t nodes = nodes_of(searcher);
        select_isa(Isa::portable);
        Searcher plain(small_options());
        EXPECT_EQ(nodes_of(plain), nodes) << name_of_position(position);
        select_isa(GetParam());
    }
}

INSTANTIATE_TEST_SUITE_P(Search, SearcherEachIsa, testing::ValuesIn(usable_isas()),
                         [](const auto& each) { return std::string(name_of(each.param)); });

struct Looked {
    int value = 0;
    std::uint64_t nodes = 0;
};

Looked look(Searcher& searcher, Position position, Draft draft) {
    searcher.forget();
    searcher.begin({});
    Searcher::Found found;
    EXPECT_TRUE(searcher.search(position, legal_moves(position), draft, {}, 0, found));
    return {found.bounds.lower, searcher.nodes()};
}

// However soon it is stopped, the move that it names is worth what it says.
TEST(Searcher, WhatIsFoundUntilItIsStoppedIsTrue) {
    Random random(2029);
    Searcher searcher(small_options());
    Solver solver({1, std::size_t{8} << 20});
    int stopped = 0;
    int named = 0;
    for (int i = 0; i < trials(40); ++i) {
        const Position position = random_question(random, 42, 46);
        const int score = solver.solve(position).lower.value();
        for (const int off : {-6, 0, 6}) {
            for (std::uint64_t nodes = 500; nodes < 200'000; nodes *= 3) {
                searcher.forget();
                searcher.begin({.seconds = {}, .nodes = nodes, .stopped = {}});
                Searcher::Found found;
                if (searcher.search(position, legal_moves(position),
                                    {position.empties(), Selectivity::none}, {}, score + off,
                                    found)) {
                    break;
                }
                ++stopped;
                EXPECT_LE(found.bounds.lower, score);
                EXPECT_GE(found.bounds.upper, score);
                if (found.bounds.lower == -64) continue;
                ++named;
                ASSERT_TRUE(found.move.has_value());
                EXPECT_GE(-solver.solve(play(position, *found.move)).lower.value(),
                          found.bounds.lower)
                    << name_of_position(position);
            }
        }
    }
    EXPECT_GT(stopped, trials(40));
    EXPECT_GT(named, trials(4));
}

// What is left out saves nodes, and seldom matters much.
TEST(Searcher, LeavingOutSavesNodesAndCostsLittle) {
    Random random(2023);
    Searcher searcher(small_options());
    std::array<std::uint64_t, 3> nodes{};
    std::array<double, 3> off{};
    const int count = trials(40);
    for (int i = 0; i < count; ++i) {
        const Position position = random_question(random, 16, 30);
        const int value = look(searcher, position, {8, Selectivity::none}).value;
        const std::array steps = {Selectivity::p73, Selectivity::p95, Selectivity::none};
        for (std::size_t s = 0; s < steps.size(); ++s) {
            const Looked looked = look(searcher, position, {8, steps[s]});
            nodes[s] += looked.nodes;
            off[s] += std::abs(looked.value - value);
        }
    }
    EXPECT_LT(nodes[0], nodes[1]);
    EXPECT_LT(nodes[1], nodes[2]);
    EXPECT_EQ(off[2], 0);
    EXPECT_LT(off[0] / count, 3);
    EXPECT_LE(off[1], off[0]);
}

TEST(Searcher, ToTheEndWithMuchConfidenceIsSeldomWrong) {
    Random random(2024);
    Searcher searcher(small_options());
    int wrong = 0;
    const int count = trials(60);
    for (int i = 0; i < count; ++i) {
        const Position position = random_question(random, 45, 47);
        const int empties = position.empties();
        const int score = look(searcher, position, {empties, Selectivity::none}).value;
        wrong += look(searcher, position, {empties, Selectivity::p99}).value != score;
    }
    EXPECT_LE(wrong, count / 10);
}

TEST(Searcher, NodesDependOnNothingButTheQuestion) {
    Random random(2025);
    Searcher first(small_options());
    Searcher second(small_options());
    for (int i = 0; i < trials(20); ++i) {
        const Position position = random_question(random, 10, 40);
        const Draft draft{8, Selectivity::p73};
        const Looked once = look(first, position, draft);
        look(first, random_question(random, 10, 40), draft);
        const Looked again = look(first, position, draft);
        const Looked other = look(second, position, draft);
        EXPECT_EQ(once.nodes, again.nodes);
        EXPECT_EQ(once.nodes, other.nodes);
        EXPECT_EQ(once.value, other.value);
    }
}

TEST(SearcherParallel, EveryNumberOfThreadsAgreesToTheEnd) {
    Random random(2026);
    Searcher alone(small_options());
    for (const int threads : {2, 3}) {
        Searcher together(small_options(threads));
        for (int i = 0; i < trials(20); ++i) {
            const Position position = random_question(random, 42, 46);
            const Draft draft{position.empties(), Selectivity::none};
            EXPECT_EQ(look(together, position, draft).value, look(alone, position, draft).value)
                << name_of_position(position);
        }
    }
}

TEST(SearcherParallel, StopsWithinTenMilliseconds) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr double kMost = 0.2;
#else
    constexpr double kMost = 0.01;
#endif
    Random random(2027);
    for (const int threads : {1, 2}) {
        Searcher searcher(small_options(threads));
        std::vector<double> waits;
        for (const int plies : {2, 8, 14, 20, 26, 20, 14, 8, 2}) {
            const Position position = random_question(random, plies, plies + 2);
            std::atomic<bool> stop{false};
            SearchLimits limits;
            limits.stopped = [&] { return stop.load(); };
            std::thread thread([&] {
                searcher.forget();
                searcher.begin(limits);
                Searcher::Found found;
                EXPECT_FALSE(searcher.search(position, legal_moves(position),
                                             {30, Selectivity::p95}, {}, 0, found));
                EXPECT_TRUE(searcher.stopped());
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            const auto asked = std::chrono::steady_clock::now();
            stop = true;
            thread.join();
            waits.push_back(seconds_since(asked));
        }
        // The middle one: whoever shares the machine may keep us waiting now and then.
        std::sort(waits.begin(), waits.end());
        EXPECT_LT(waits[waits.size() / 2], kMost) << "the longest took " << waits.back();
    }
}

}  // namespace
}  // namespace emilia
