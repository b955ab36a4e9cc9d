#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "eval/layout.h"
#include "eval/network.h"
#include "util/result.h"

namespace emilia {

// What the kernels need to value positions of a stage: a weight for every configuration, or, where
// there are rows, a network.
struct StageWeights {
    const std::int16_t* table = nullptr;
    const NetworkRow* rows = nullptr;
    const NetworkLayer* layer = nullptr;
};

// What an evaluation has learned: what every configuration is worth at every stage, to be added up,
// or a network.
class Weights {
  public:
    // To be added up: by stage, then in the order of class_layout().
    explicit Weights(std::vector<std::vector<std::int16_t>> by_class);
    explicit Weights(Network network);

    // A file's content: a line that says what it is, a checksum, and the rest compressed. Anything
    // else is refused.
    static Result<Weights> parse(std::string_view bytes);
    // `level` is how hard zstd tries, 1 .. 19: seconds at the top, for a file a fifth smaller.
    std::string bytes(int level = 19) const;

    // Sixteen hexadecimal digits that name these weights: the same for the same weights, however
    // they were compressed.
    std::string id() const;

    const StageWeights& stage(int stage) const { return stages_[static_cast<std::size_t>(stage)]; }

    // nullptr if there is none: then there is a weight for each class at each stage.
    const Network* network() const { return network_.get(); }
    const std::vector<std::int16_t>& classes(int stage) const {
        return by_class_[static_cast<std::size_t>(stage)];
    }

  private:
    std::vector<std::vector<std::int16_t>> by_class_;
    std::vector<std::vector<std::int16_t>> tables_;
    std::shared_ptr<const Network> network_;
    std::vector<StageWeights> stages_;
};

// Those of somebody who knows nothing: every position is worth 0.
Weights zero_weights();

// The weights in a file; what is wrong with it is said with its name.
Result<Weights> read_weights(const std::string& path);

}  // namespace emilia
