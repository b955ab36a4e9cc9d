#pragma once

#include <functional>
#include <span>
#include <vector>

namespace emilia::logistello {

// Logistic regression (Buro 1995b): the coefficients b for which the chances 1 / (1 + exp(-x b))
// make the outcomes most likely. `features` has `count` numbers a row; an outcome is 1 for a win, 0
// for a loss, 1/2 for a draw. By Newton's method, which here is least squares with weights that
// change from step to step. A coefficient that the rows say nothing of stays 0. `stopped` is asked
// before each step, may be empty, and true ends it where it is.
std::vector<double> logistic_regression(std::span<const float> features, std::size_t count,
                                        std::span<const float> outcomes,
                                        const std::function<bool()>& stopped = {});

}  // namespace emilia::logistello
