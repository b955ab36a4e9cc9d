#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace emilia::match {

// Pairs of games by the points of the first player: 0, 1/2, 1, 3/2, 2.
using Pentanomial = std::array<std::uint64_t, 5>;

std::uint64_t pairs_in(const Pentanomial& pairs);

// What a stronger player scores in a game, from 0 to 1, and back; the latter is infinite for 0 and
// 1.
double score_of_elo(double elo);
double elo_of_score(double score);

// A mean and how far it may be off.
struct Estimate {
    double mean = 0;
    double error = 0;  // standard error
};

// The mean points of a game, from 0 to 1, with the error that the pairs show: the two games of an
// opening are not independent, the pairs are. Nothing for fewer than two.
std::optional<Estimate> score_of(const Pentanomial& pairs);

struct EloEstimate {
    double elo = 0;  // infinite where every game was won or lost
    double low = 0;  // 95 % interval
    double high = 0;
    // Chance that the first player is the stronger, from 0 to 1. Pairs that all ended alike show no
    // spread to tell it, or an interval, by.
    std::optional<double> superiority;
};
std::optional<EloEstimate> elo_of(const Pentanomial& pairs);

// Mean and error of numbers that come one by one.
class Moments {
  public:
    void add(double number);
    std::uint64_t count() const { return count_; }
    double mean() const { return mean_; }
    // Nothing for fewer than two.
    std::optional<Estimate> estimate() const;

  private:
    std::uint64_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0;  // of the distances from the mean
};

}  // namespace emilia::match
