#pragma once

#include <cstdint>
#include <vector>

#include "eval/weights.h"
#include "learn/samples.h"

namespace emilia::learn {

// How far values are from what they should be, in discs.
struct ErrorReport {
    std::size_t samples = 0;
    double mean = 0;      // value less label: above 0 where it hopes too much
    double absolute = 0;  // mean of the error without its sign
    double rms = 0;
    double correlation = 0;  // of values and labels; 0 where either does not vary
};

// Of the static value of every position, held within -64 .. 64, against its label.
ErrorReport error_of(const Weights& weights, const std::vector<Sample>& samples, int threads);
// The same of several lists at once.
ErrorReport error_of(const Weights& weights, const std::vector<const std::vector<Sample>*>& lists,
                     int threads);

}  // namespace emilia::learn
