#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "eval/patterns.h"
#include "learn/samples.h"

namespace emilia::learn {

// Samples as the regression sees them: for each placed shape the class that is there, within the
// classes of its shape; and the mobility.
struct Rows {
    static constexpr std::size_t kWidth = kPlaced.count + 1;

    std::vector<std::uint16_t> classes;  // kWidth a row
    std::vector<float> labels;

    std::size_t size() const { return labels.size(); }
    const std::uint16_t* row(std::size_t i) const { return classes.data() + i * kWidth; }
};
Rows rows_of(std::span<const Sample> samples, int threads);

// Rows and how much each of them counts.
struct WeightedRows {
    const Rows* rows = nullptr;
    float weight = 1;
};

// Mean square of what is left of the labels when the weights (in discs, by class_layout()) have
// had their say; 0 without rows.
double mean_square_error(const Rows& rows, std::span<const float> weights, int threads);

// Least squares with a penalty for leaving a place: finds the weights w (in discs) with the least
//   sum over rows of weight * (label - value)^2 + ridge * |w - w0|^2
// by conjugate gradients, preconditioned with how often each class occurs. Weights of classes that
// occur seldom stay near w0. The result does not depend on the number of threads.
class Regression {
  public:
    // `rows` must outlive it. `start` is w0.
    Regression(std::vector<WeightedRows> rows, std::vector<double> start, double ridge,
               int threads);

    // One iteration; false if there is nothing left to gain.
    bool step();

    const std::vector<double>& weights() const { return weights_; }
    // Root of the mean square error over the rows by their weights.
    double error() const;
    // Classes that occur at all.
    std::size_t classes_seen() const;

  private:
    // A part of the rows that one thread works on at a time.
    struct Part {
        const Rows* rows;
        float weight;
        std::size_t begin;
        std::size_t end;
    };

    template <typename Factor>
    void accumulate(const Factor& factor, std::vector<double>& to);
    // What the matrix of the normal equations makes of `direction_`, into `image_`.
    void multiply();

    std::vector<WeightedRows> rows_;
    std::vector<Part> parts_;
    double ridge_;
    int threads_;
    std::vector<double> start_;
    std::vector<double> weights_;
    std::vector<double> occurrences_;
    std::vector<double> first_residual_;
    std::vector<double> residual_;
    std::vector<double> direction_;
    std::vector<double> image_;
    std::vector<std::vector<float>> sums_;  // of each part
    double residual_norm_ = 0;              // by the preconditioner
    double first_square_ = 0;               // sum of squares at the start
    double total_weight_ = 0;
};

}  // namespace emilia::learn
