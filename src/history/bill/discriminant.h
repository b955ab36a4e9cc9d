#pragma once

#include <array>
#include <optional>

#include "history/bill/counts.h"

namespace emilia::bill {

// The four features, for the player to move: edge stability, current mobility, potential mobility,
// sequence penalty; each better for him the greater it is.
using Features = std::array<int, kFeatures>;

// What is known of the features of positions that were won, or lost, by the player to move: a
// multivariate normal distribution.
struct ClassModel {
    std::array<double, kFeatures> mean{};
    std::array<std::array<double, kFeatures>, kFeatures> covariance{};

    bool operator==(const ClassModel&) const = default;
};

// The two classes at one move of the game.
struct StageModel {
    ClassModel won;
    ClassModel lost;

    bool operator==(const StageModel&) const = default;
};

// The quadratic discriminant function: the logarithm of how much likelier a position is among the
// won ones than among the lost ones, both classes being as frequent, as a polynomial of the
// features.
struct Discriminant {
    double constant = 0;
    std::array<double, kFeatures> linear{};
    std::array<std::array<double, kFeatures>, kFeatures> quadratic{};  // symmetric

    double value(const Features& features) const;
    // What a feature is multiplied with in this position; it depends on the others.
    std::array<double, kFeatures> coefficients(const Features& features) const;
};

// Nothing if a covariance matrix is not positive definite.
std::optional<Discriminant> discriminant_of(const StageModel& model);

// The logarithm of the density of a class at some features.
double log_density(const ClassModel& model, const Features& features);

// 1 / (1 + exp(-e)).
double chance_of(double discriminant);

}  // namespace emilia::bill
