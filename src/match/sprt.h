#pragma once

#include "match/statistics.h"

namespace emilia::match {

// Wald's sequential test of two hypotheses about the first player's lead, in logistic Elo, decided
// on pairs of games.
struct SprtSettings {
    double elo0 = 0;
    double elo1 = 0;      // greater than elo0
    double alpha = 0.05;  // chance of taking elo1 where elo0 is true
    double beta = 0.05;   // chance of taking elo0 where elo1 is true

    double lower_bound() const;
    double upper_bound() const;
};

// How much likelier the pairs are under elo1 than under elo0, as a logarithm. Under each hypothesis
// the chances of the five results are taken to be those nearest to the observed ones that have its
// mean (the generalised test of Van den Bergh).
double log_likelihood_ratio(const Pentanomial& pairs, const SprtSettings& settings);

enum class Verdict { undecided, elo0, elo1 };
Verdict verdict_of(double log_likelihood_ratio, const SprtSettings& settings);

}  // namespace emilia::match
