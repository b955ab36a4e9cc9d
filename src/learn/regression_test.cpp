#include "learn/regression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "board/rules.h"
#include "eval/weights.h"
#include "learn/testing.h"

namespace emilia::learn {
namespace {

std::vector<Sample> random_samples(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Sample> samples;
    while (samples.size() < count) {
        const Position position =
            random_position_from_play(random, 20 + static_cast<int>(random.below(20)));
        samples.push_back({position, static_cast<float>(random.below(129)) - 64});
    }
    return samples;
}

// Which classes a row has, and how often each.
std::map<std::size_t, double> slow_row(const Rows& rows, std::size_t i) {
    std::map<std::size_t, double> row;
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const int begin = class_layout().begin[kPlaced.list[place].shape];
        row[static_cast<std::size_t>(begin) + rows.row(i)[place]] += 1;
    }
    row[static_cast<std::size_t>(class_layout().mobility) + rows.row(i)[kPlaced.count]] += 1;
    return row;
}

double product(const std::map<std::size_t, double>& a, const std::map<std::size_t, double>& b) {
    double sum = 0;
    for (const auto& [i, x] : a) {
        if (const auto at = b.find(i); at != b.end()) sum += x * at->second;
    }
    return sum;
}

// Solves a x = b by elimination.
std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column; row < n; ++row) {
            if (std::abs(a[row][column]) > std::abs(a[pivot][column])) pivot = row;
        }
        std::swap(a[pivot], a[column]);
        std::swap(b[pivot], b[column]);
        for (std::size_t row = column + 1; row < n; ++row) {
            const double factor = a[row][column] / a[column][column];
            for (std::size_t k = column; k < n; ++k) a[row][k] -= factor * a[column][k];
            b[row] -= factor * b[column];
        }
    }
    for (std::size_t row = n; row-- > 0;) {
        for (std::size_t k = row + 1; k < n; ++k) b[row] -= a[row][k] * b[k];
        b[row] /= a[row][row];
    }
    return b;
}

TEST(Regression, RowsAreTheClassesOfTheEvaluation) {
    // The value that the rows give under random weights is the value of the evaluation itself.
    Random random(1);
    std::vector<std::int16_t> classes;
    for (int i = 0; i < class_layout().count; ++i) {
        classes.push_back(static_cast<std::int16_t>(static_cast<int>(random.below(2001)) - 1000));
    }
    const Weights weights(std::vector<std::vector<std::int16_t>>(kStages, classes));
    const auto samples = random_samples(50, 2);
    const Rows rows = rows_of(samples, 1);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        int value = 0;
        for (const auto& [of, times] : slow_row(rows, i))
            value += classes[of] * static_cast<int>(times);
        const Position position = samples[i].position;
        int slow =
            weights.stage(0).table[kTableOffsets.mobility +
                                   mobility_number(popcount(legal_moves(position)),
                                                   popcount(legal_moves(position.passed())))];
        for (std::size_t place = 0; place < kPlaced.count; ++place) {
            int number = 0;
            const Placed& placed = kPlaced.list[place];
            for (int k = 0; k < kShapes[placed.shape].size; ++k) {
                const Bitboard square = bit(placed.squares[static_cast<std::size_t>(k)]);
                if ((samples[i].position.own & square) != 0) number += power_of_3(k);
                if ((samples[i].position.opponent & square) != 0) number -= power_of_3(k);
            }
            slow += weights.stage(0).table[kTableOffsets.offset[place] + number];
        }
        ASSERT_EQ(value, slow);
    }
}

// The same minimum found another way: with few rows, w = w0 + X' u where u solves the small system
// (X X' + ridge / weight) u = y - X w0.
TEST(Regression, FindsTheMinimumThatEliminationFinds) {
    const Rows heavy = rows_of(random_samples(40, 3), 1);
    const Rows light = rows_of(random_samples(30, 4), 1);
    const double ridge = 7;
    std::vector<double> start(static_cast<std::size_t>(class_layout().count));
    Random random(5);
    for (double& weight : start) weight = random.unit() - 0.5;

    std::vector<std::map<std::size_t, double>> rows;
    std::vector<double> weight;
    std::vector<double> rest;
    for (const auto& [some, counts] : {std::pair{&heavy, 1.0}, std::pair{&light, 0.25}}) {
        for (std::size_t i = 0; i < some->size(); ++i) {
            rows.push_back(slow_row(*some, i));
            weight.push_back(counts);
            double value = 0;
            for (const auto& [of, times] : rows.back()) value += times * start[of];
            rest.push_back(static_cast<double>(some->labels[i]) - value);
        }
    }
    std::vector<std::vector<double>> matrix(rows.size(), std::vector<double>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < rows.size(); ++j) matrix[i][j] = product(rows[i], rows[j]);
        matrix[i][i] += ridge / weight[i];
    }
    const std::vector<double> factors = solved(matrix, rest);
    std::vector<double> expected = start;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const auto& [of, times] : rows[i]) expected[of] += times * factors[i];
    }

    Regression regression({{&heavy, 1}, {&light, 0.25f}}, start, ridge, 1);
    for (int i = 0; i < 100 && regression.step(); ++i) {
    }
    double square = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        double value = 0;
        for (const auto& [of, times] : rows[i]) value += times * (expected[of] - start[of]);
        square += weight[i] * (rest[i] - value) * (rest[i] - value);
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_NEAR(regression.weights()[i], expected[i], 1e-3) << i;
    }
    EXPECT_NEAR(regression.error(), std::sqrt(square / (40 + 30 * 0.25)), 1e-3);
}

TEST(Regression, WhatIsMinimisedFallsWithEveryIteration) {
    const Rows rows = rows_of(random_samples(2000, 6), 1);
    const std::vector<double> zero(static_cast<std::size_t>(class_layout().count), 0.0);
    const double ridge = 1;
    Regression regression({{&rows, 1}}, zero, ridge, 1);
    // The sum of squares and the penalty; the former alone may rise.
    const auto objective = [&] {
        double sum = regression.error() * regression.error() * static_cast<double>(rows.size());
        for (const double weight : regression.weights()) sum += ridge * weight * weight;
        return sum;
    };
    double before = objective();
    for (int i = 0; i < 20 && regression.step(); ++i) {
        const double now = objective();
        EXPECT_LE(now, before * 1.0001);
        before = now;
        const std::vector<float> weights(regression.weights().begin(), regression.weights().end());
        ASSERT_NEAR(regression.error(), std::sqrt(mean_square_error(rows, weights, 1)), 0.01);
    }
}

TEST(Regression, ParallelIsTheSame) {
    // More than a part of rows, so that there is something to divide.
    const auto samples = random_samples(40000, 7);
    const std::vector<double> zero(static_cast<std::size_t>(class_layout().count), 0.0);
    std::vector<std::vector<double>> found;
    for (const int threads : {1, 3}) {
        const Rows rows = rows_of(samples, threads);
        Regression regression({{&rows, 1}}, zero, 1, threads);
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(regression.step());
        found.push_back(regression.weights());
    }
    EXPECT_EQ(found[0], found[1]);
}

}  // namespace
}  // namespace emilia::learn
