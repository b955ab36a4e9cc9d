#include "engine/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "board/position_text.h"
#include "board/random_positions.h"
#include "board/rules.h"
#include "search/solver.h"
#include "util/elapsed.h"
#include "util/testing.h"

namespace emilia {
namespace {

EngineOptions small_options(int threads = 1) {
    return {threads, std::size_t{8} << 20, default_weights()};
}

EngineLimits with_depth(int depth, Selectivity selectivity = Selectivity::none) {
    EngineLimits limits;
    limits.depth = depth;
    limits.selectivity = selectivity;
    return limits;
}

std::string name_of_position(Position position) {
    return to_string(Diagram{position, Color::black});
}

// One whose player has at least so many moves.
Position random_question(Random& random, int plies, int least_moves = 1) {
    for (;;) {
        const Position position = random_position_from_play(random, plies);
        if (popcount(legal_moves(position)) >= least_moves) return position;
    }
}

void expect_legal(Position position, const ValuedMove& valued) {
    ASSERT_FALSE(valued.line.empty());
    EXPECT_EQ(valued.line.front(), Move(valued.move));
    for (const Move move : valued.line) {
        if (move.is_pass()) {
            ASSERT_TRUE(must_pass(position));
        } else {
            ASSERT_NE(legal_moves(position) & bit(move.square()), 0u);
        }
        position = play(position, move);
    }
}

TEST(Engine, SolvesWhatItLooksAtToTheEnd) {
    Random random(1);
    Engine engine(small_options());
    Solver solver({1, std::size_t{8} << 20});
    for (int i = 0; i < trials(30); ++i) {
        const Position position = random_question(random, 44 + i % 8);
        const EngineReport report = engine.analyse(position, with_depth(60));
        ASSERT_EQ(report.moves.size(), 1u);
        EXPECT_TRUE(report.moves[0].proved());
        EXPECT_EQ(report.moves[0].value, solver.solve(position).lower.value())
            << name_of_position(position);
        expect_legal(position, report.moves[0]);
    }
}

// With limits it is asked who wins before by how much. Nothing that is said to be proved is wrong,
// whenever it ends, and with nodes enough the move is one that holds the result.
TEST(Engine, AsksWhoWinsBeforeByHowMuch) {
    Random random(21);
    Engine engine(small_options());
    Solver solver({1, std::size_t{8} << 20});
    const auto sign = [](int value) { return (value > 0) - (value < 0); };
    int unproved = 0;
    for (int i = 0; i < trials(12); ++i) {
        const Position position = random_question(random, 42);
        const int score = solver.solve(position).lower.value();
        for (std::uint64_t nodes = 1000;; nodes *= 2) {
            engine.forget();
            EngineLimits limits;
            limits.nodes = nodes;
            const EngineReport report = engine.analyse(position, limits);
            const ValuedMove& best = report.moves.front();
            expect_legal(position, best);
            if (!best.proved()) {
                ++unproved;
                ASSERT_LT(nodes, 100'000'000u);
                continue;
            }
            EXPECT_EQ(best.value, score) << name_of_position(position);
            EXPECT_EQ(sign(-solver.solve(play(position, best.move)).lower.value()), sign(score));
            break;
        }
    }
    EXPECT_GT(unproved, trials(12));
}

TEST(Engine, ValuesOfSeveralMovesAreThoseAfterEach) {
    Random random(2);
    Engine engine(small_options());
    Engine other(small_options());
    for (int i = 0; i < trials(20); ++i) {
        // To the end, where values do not depend on what is remembered.
        const Position position = random_question(random, 47 + i % 5, 2);
        EngineLimits limits = with_depth(60);
        limits.moves = i % 2 == 0 ? 64 : 2;
        const EngineReport report = engine.analyse(position, limits);
        const int legal = popcount(legal_moves(position));
        ASSERT_EQ(std::ssize(report.moves), std::min(legal, limits.moves));
        std::vector<int> values;
        for (const Square square : squares_of(legal_moves(position))) {
            Position after = play(position, square);
            int value = 0;
            if (is_over(after)) {
                value = -final_score(after).value();
            } else if (legal_moves(after) == 0) {
                value = other.analyse(after.passed(), with_depth(60)).moves.front().value;
            } else {
                value = -other.analyse(after, with_depth(60)).moves.front().value;
            }
            values.push_back(value);
            for (const ValuedMove& valued : report.moves) {
                if (valued.move == square) {
                    EXPECT_EQ(valued.value, value) << name_of_position(position);
                    EXPECT_TRUE(valued.proved());
                    expect_legal(position, valued);
                }
            }
        }
        std::sort(values.begin(), values.end(), std::greater<>());
        for (std::size_t k = 0; k < report.moves.size(); ++k) {
            EXPECT_EQ(report.moves[k].value, values[k]) << name_of_position(position);
        }
    }
}

TEST(Engine, ValuesOfSeveralMovesAreTrueAheadToo) {
    Random random(3);
    for (int i = 0; i < trials(10); ++i) {
        const Position position = random_question(random, 20 + i, 3);
        EngineLimits limits = with_depth(4);
        limits.moves = 64;
        Engine engine(small_options());
        const EngineReport report = engine.analyse(position, limits);
        EXPECT_EQ(std::ssize(report.moves), popcount(legal_moves(position)));
        for (const ValuedMove& valued : report.moves) {
            const Position after = play(position, valued.move);
            if (legal_moves(after) == 0) continue;
            Engine fresh(small_options());
            const int value = -fresh.analyse(after, with_depth(3)).moves.front().value;
            // See SearcherEachIsa: stable discs.
            if (std::abs(value) > 8) continue;
            EXPECT_EQ(valued.value, value) << name_of_position(position);
        }
        for (std::size_t k = 1; k < report.moves.size(); ++k) {
            EXPECT_GE(report.moves[k - 1].value, report.moves[k].value);
        }
    }
}

// The moves in the order in which contempt puts them, by values that are known.
std::vector<int> values_in_order(std::vector<int> values, int draw) {
    std::sort(values.begin(), values.end(),
              [&](int a, int b) { return (a == 0 ? draw : a) > (b == 0 ? draw : b); });
    return values;
}

TEST(Engine, ContemptPutsDrawsWhereTheyAreWanted) {
    Random random(12);
    Engine engine(small_options());
    int wanted_more = 0;
    int wanted_less = 0;
    for (int i = 0; wanted_more < 5 || wanted_less < 5; ++i) {
        ASSERT_LT(i, 2000);
        const Position position = random_question(random, 50 + i % 4, 2);
        EngineLimits limits = with_depth(60);
        limits.moves = kSquares;
        std::vector<int> values;
        for (const ValuedMove& move : engine.analyse(position, limits).moves) {
            values.push_back(move.value);
        }
        if (std::count(values.begin(), values.end(), 0) == 0) continue;
        for (const int draw : {-100, -3, 0, 3, 100}) {
            const std::vector<int> expected = values_in_order(values, draw);
            wanted_more += draw > 0 && expected != values;
            wanted_less += draw < 0 && expected != values;
            for (const int moves : {1, 2, kSquares}) {
                limits.moves = moves;
                limits.draw = draw;
                Square told;
                const EngineReport report = engine.analyse(
                    position, limits,
                    [&](const EngineReport& so_far) { told = so_far.moves.front().move; });
                ASSERT_EQ(report.moves.size(),
                          std::min(values.size(), static_cast<std::size_t>(moves)));
                for (std::size_t k = 0; k < report.moves.size(); ++k) {
                    EXPECT_EQ(report.moves[k].value, expected[k])
                        << name_of_position(position) << " " << draw << " " << moves << " " << k;
                    EXPECT_TRUE(report.moves[k].proved());
                }
                EXPECT_EQ(told, report.moves.front().move);
            }
        }
    }
}

TEST(Engine, ContemptIsForTheEndOfTheGameAlone) {
    Random random(13);
    for (int i = 0; i < trials(10); ++i) {
        const Position position = random_question(random, 20, 2);
        EngineLimits limits = with_depth(5);
        Engine engine(small_options());
        const EngineReport without = engine.analyse(position, limits);
        limits.draw = 100;
        engine.forget();
        const EngineReport with = engine.analyse(position, limits);
        EXPECT_EQ(with.moves.front().move, without.moves.front().move);
        EXPECT_EQ(with.nodes, without.nodes);
    }
}

TEST(Engine, PassesAndFinishedGamesHaveNoMoves) {
    Random random(4);
    Engine engine(small_options());
    int passes = 0;
    int ends = 0;
    while (passes < 5 || ends < 5) {
        const Position position = random_position_from_play(random, 40 + passes + ends);
        if (must_pass(position)) ++passes;
        if (is_over(position)) ++ends;
        if (legal_moves(position) != 0) continue;
        EXPECT_TRUE(engine.analyse(position, with_depth(4)).moves.empty());
    }
}

TEST(Engine, ASingleMoveIsMadeAtOnceWithAClock) {
    Random random(5);
    Engine engine(small_options());
    int seen = 0;
    while (seen < 5) {
        const Position position = random_position_from_play(random, 20);
        if (popcount(legal_moves(position)) != 1) continue;
        ++seen;
        EngineLimits limits;
        limits.clock = EngineClock{60, 0};
        const EngineReport report = engine.analyse(position, limits);
        ASSERT_EQ(report.moves.size(), 1u);
        EXPECT_LT(report.seconds, 0.5);
        EXPECT_LT(report.nodes, 100'000u);
    }
}

TEST(Engine, TheSameQuestionTakesTheSameNodes) {
    Random random(6);
    Engine engine(small_options());
    Engine other(small_options());
    for (int i = 0; i < trials(10); ++i) {
        const Position position = random_question(random, 10 + 3 * i);
        EngineLimits limits;
        limits.nodes = 20'000 + random.below(200'000);
        engine.forget();
        const EngineReport first = engine.analyse(position, limits);
        engine.analyse(random_question(random, 20), limits);
        engine.forget();
        const EngineReport second = engine.analyse(position, limits);
        other.forget();
        const EngineReport third = other.analyse(position, limits);
        for (const EngineReport* const report : {&second, &third}) {
            EXPECT_EQ(report->nodes, first.nodes);
            EXPECT_EQ(report->moves.front().move, first.moves.front().move);
            EXPECT_EQ(report->moves.front().value, first.moves.front().value);
            EXPECT_EQ(report->moves.front().line, first.moves.front().line);
        }
    }
}

TEST(Engine, NodeLimitsAreKept) {
    Random random(7);
    Engine engine(small_options());
    for (const std::uint64_t nodes : {1u, 1'000u, 50'000u, 1'000'000u}) {
        for (int i = 0; i < 4; ++i) {
            const Position position = random_question(random, 8 + 6 * i);
            EngineLimits limits;
            limits.nodes = nodes;
            engine.forget();
            const EngineReport report = engine.analyse(position, limits);
            ASSERT_FALSE(report.moves.empty());
            // Asked only where a search is large enough.
            EXPECT_LT(report.nodes, nodes + 50'000);
        }
    }
}

TEST(Engine, TimeIsKept) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr double kLate = 0.5;
#else
    constexpr double kLate = 0.03;
#endif
    Random random(8);
    Engine engine(small_options());
    std::vector<double> late;
    for (int i = 0; i < 9; ++i) {
        const Position position = random_question(random, 4 * i);
        EngineLimits limits;
        limits.seconds = 0.05;
        const auto start = std::chrono::steady_clock::now();
        const EngineReport report = engine.analyse(position, limits);
        late.push_back(seconds_since(start) - 0.05);
        EXPECT_FALSE(report.moves.empty());
        EXPECT_GE(report.draft.depth, 1);
    }
    // The middle one: whoever shares the machine may take the processor away now and then.
    std::sort(late.begin(), late.end());
    EXPECT_LT(late[late.size() / 2], kLate) << "the latest by " << late.back();
}

TEST(EngineParallel, StopsAtOnce) {
    Random random(9);
    for (const int threads : {1, 2}) {
        Engine engine(small_options(threads));
        std::vector<double> waits;
        for (int i = 0; i < 7; ++i) {
            const Position position = random_question(random, 6 + 2 * i);
            std::atomic<bool> begun{false};
            std::thread thread([&] {
                const EngineReport report =
                    engine.analyse(position, with_depth(60, Selectivity::p95),
                                   [&](const EngineReport&) { begun = true; });
                EXPECT_FALSE(report.moves.empty());
                EXPECT_FALSE(report.moves.front().proved());
            });
            while (!begun) std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            const auto asked = std::chrono::steady_clock::now();
            engine.stop();
            thread.join();
            waits.push_back(seconds_since(asked));
        }
        std::sort(waits.begin(), waits.end());
        EXPECT_LT(waits[waits.size() / 2], trials(10) == 10 ? 0.01 : 0.2) << waits.back();
    }
}

TEST(EngineParallel, TwoThreadsFindTheSameScores) {
    Random random(10);
    Engine alone(small_options());
    Engine together(small_options(2));
    for (int i = 0; i < trials(20); ++i) {
        const Position position = random_question(random, 43 + i % 4);
        EngineLimits limits = with_depth(60);
        limits.moves = 3;
        const EngineReport one = alone.analyse(position, limits);
        const EngineReport two = together.analyse(position, limits);
        ASSERT_EQ(one.moves.size(), two.moves.size());
        for (std::size_t k = 0; k < one.moves.size(); ++k) {
            EXPECT_EQ(one.moves[k].value, two.moves[k].value) << name_of_position(position);
        }
    }
}

TEST(Engine, TellsMoreAndMore) {
    Engine engine(small_options());
    int told = 0;
    int depth = 0;
    EngineLimits limits = with_depth(8, Selectivity::p73);
    limits.moves = 2;
    const EngineReport last =
        engine.analyse(Position::initial(), limits, [&](const EngineReport& report) {
            ++told;
            ASSERT_LT(report.newest, report.moves.size());
            const int now = report.moves[report.newest].draft.depth;
            EXPECT_GE(now, depth);
            depth = now;
            for (const ValuedMove& valued : report.moves) expect_legal(Position::initial(), valued);
        });
    EXPECT_EQ(told, 16);
    EXPECT_EQ(depth, 8);
    EXPECT_EQ(last.draft.depth, 8);
    // By symmetry.
    EXPECT_EQ(last.moves[0].value, last.moves[1].value);
}

TEST(Engine, ADepthIsALevelThatEndsThere) {
    Engine engine(small_options());
    EngineLimits limits;
    limits.depth = 6;
    EXPECT_EQ(engine.analyse(Position::initial(), limits).draft.selectivity, Selectivity::p73);
    limits.level = 3;
    EXPECT_EQ(engine.analyse(Position::initial(), limits).draft.depth, 3);
    limits.level = 9;
    EXPECT_EQ(engine.analyse(Position::initial(), limits).draft.depth, 6);
    limits.selectivity = Selectivity::p98;
    EXPECT_EQ(engine.analyse(Position::initial(), limits).draft.selectivity, Selectivity::p98);
    Random random(11);
    const Position position = random_question(random, 48);
    limits = {};
    limits.level = 6;
    EXPECT_TRUE(engine.analyse(position, limits).moves.front().proved());
    limits.depth = 6;
    const EngineReport report = engine.analyse(position, limits);
    EXPECT_FALSE(report.moves.front().proved());
    EXPECT_EQ(report.draft.depth, 6);
}

}  // namespace
}  // namespace emilia
