#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "history/logistello/patterns.h"
#include "util/result.h"

namespace emilia::logistello {

// The two evaluations.
enum class Generation { of_1994, of_1997 };
inline constexpr std::array kGenerations = {Generation::of_1994, Generation::of_1997};
constexpr int year_of(Generation generation) {
    return generation == Generation::of_1994 ? 1994 : 1997;
}

// Weights are kept as whole numbers, so many a disc.
inline constexpr int kUnitsOfADisc = 16;

// What logistic regression weighs in 1994: the patterns by family (parity the last of them), the
// two mobilities, and a constant.
inline constexpr std::size_t kCurrentMobility = kFamilyCount + 1;
inline constexpr std::size_t kPotentialMobility = kFamilyCount + 2;
inline constexpr std::size_t kConstant = kFamilyCount + 3;
inline constexpr std::size_t kFactorCount = kFamilyCount + 4;
using Factors = std::array<double, kFactorCount>;

// One stage of the game: by class of configurations.
struct StageParameters {
    std::vector<std::int16_t> averages;  // 1994: of the results of positions that have it
    Factors factors{};                   // in log-odds a disc, or a move
    std::vector<std::int16_t> weights;   // 1997: fitted together

    bool fitted() const { return !averages.empty(); }
    bool operator==(const StageParameters&) const = default;
};

// How a deep search's value follows from a shallow one's: a times it and b, give or take sigma. In
// units of the evaluation.
struct Relation {
    double a = 1;
    double b = 0;
    double sigma = 0;

    bool operator==(const Relation&) const = default;
};

// In place of a depth: to the end of the game.
inline constexpr int kToTheEnd = 60;

struct Cut {
    Generation generation = Generation::of_1997;
    int stage = 0;
    int shallow = 0;
    int deep = 0;  // plies, or kToTheEnd: the final score
    int positions = 0;
    Relation relation;

    bool operator==(const Cut&) const = default;
};

// All that is learned. While it is being learned stages and cuts are missing.
struct Parameters {
    std::string origin;  // one line: what they were learned from
    std::array<StageParameters, kStages> stages;
    std::vector<Cut> cuts;

    // A file's content; anything else is refused with a sentence.
    static Result<Parameters> parse(std::string_view bytes);
    // `level` is how hard zstd tries, 1 .. 19.
    std::string bytes(int level = 19) const;

    bool operator==(const Parameters&) const = default;
};

// The same from a file; what is wrong is said with its name.
Result<Parameters> read_parameters(const std::string& path);

// Those in the program.
const Parameters& carried_parameters();

}  // namespace emilia::logistello
