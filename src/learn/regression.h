#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "eval/patterns.h"
#include "learn/samples.h"

namespace emilia::learn {

// For each number of a row the first class of its kind, and how many classes there are in all.
struct RowLayout {
    std::vector<std::uint32_t> begin;
    std::size_t classes = 0;

    std::size_t width() const { return begin.size(); }
};
// That of the engine's evaluation: the class that is in each placed shape, within the classes of
// its shape; and the mobility.
const RowLayout& engine_layout();

// Samples as the regression sees them. `layout` outlives them.
struct Rows {
    const RowLayout* layout = &engine_layout();
    std::vector<std::uint16_t> classes;  // a layout's width a row
    std::vector<float> labels;

    std::size_t size() const { return labels.size(); }
    const std::uint16_t* row(std::size_t i) const { return classes.data() + i * layout->width(); }
};
Rows rows_of(std::span<const Sample> samples, int threads);

// Rows and how much each of them counts.
struct WeightedRows {
    const Rows* rows = nullptr;
    float weight = 1;
};

// Mean square of what is left of the labels when the weights (in discs, by the rows' layout) have
// had their say; 0 without rows.
double mean_square_error(const Rows& rows, std::span<const float> weights, int threads);

// Least squares with a penalty for leaving a place: finds the weights w (in discs) with the least
//   sum over rows of weight * (label - value)^2 + ridge * |w - w0|^2
// by conjugate gradients, preconditioned with how often each class occurs. Weights of classes that
// occur seldom stay near w0. The result does not depend on the number of threads.
class Regression {
  public:
    // `rows`, all of one layout, must outlive it. `start` is w0.
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
