#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "classic/bit_grid.h"

namespace emilia::tournament96 {

using classic::BitGridBoard;
using classic::BitGridShape;
using classic::WideBits;

// What the evaluation is made of (section 4 of the report), for the player to move less the same
// for the other.
enum class Feature : std::uint8_t {
    score,
    mobility,
    corners,
    frontier,
    stability,  // in the report, but left out of its program for its cost
    global_parity,
    access,
    local_parity,
    // What the square learner led to (section 5.2.2), in place of corners.
    first_corners,
    second_corners,
    first_x_squares,
    second_x_squares,
    edges,
};
inline constexpr std::size_t kFeatures = 13;

using Features = std::array<double, kFeatures>;

std::string_view name_of(Feature feature);
// How large the feature's values are, roughly; what it is learned with.
double scale_of(Feature feature);

// Which of them an evaluation uses.
class FeatureSet {
  public:
    static FeatureSet tournament();  // the seven of the tournament
    static FeatureSet stability();   // the eight of section 4
    static FeatureSet squares();     // the tournament's with corners told apart, x-squares, edges
    // By these three names, and back.
    static std::optional<FeatureSet> parse(std::string_view name);
    std::string_view name() const;

    bool has(Feature feature) const { return bits_ >> static_cast<int>(feature) & 1; }
    bool operator==(const FeatureSet&) const = default;

  private:
    explicit FeatureSet(unsigned bits) : bits_(bits) {}
    unsigned bits_;
};

// The squares of a board by what they are: the symmetries that keep the first four discs in their
// colours carry a square to others of its parameter (section 5.1). Numbered along the top of each
// ring, from the outermost: 0-9 are the edge of a 10x10 board, 10 and 17 its x-squares.
class SquareParameters {
  public:
    explicit SquareParameters(const BitGridShape& shape);

    int count() const { return static_cast<int>(squares_.size()); }
    // Only those that a disc can stand on; may be none.
    WideBits squares(int parameter) const { return squares_[static_cast<std::size_t>(parameter)]; }
    static int parameter_of(int size, int column, int row);

  private:
    std::vector<WideBits> squares_;
};

// Computes features on boards of one shape.
class FeatureExtractor {
  public:
    explicit FeatureExtractor(const BitGridShape& shape);

    const BitGridShape& shape() const { return *shape_; }
    Features operator()(const BitGridBoard& board, const FeatureSet& set) const;

  private:
    const BitGridShape* shape_;  // outlives this
    WideBits first_corners_;
    WideBits second_corners_;
    WideBits first_x_;
    WideBits second_x_;
    WideBits edges_;
};

// Empty squares that touch each other make a region.
struct Regions {
    int count = 0;
    int own = 0;       // that the player to move can play into
    int opponent = 0;  // and the other
};
Regions regions_of(WideBits vacant, WideBits own_moves, WideBits opponent_moves);

// Discs of `own` that no move of the opponent's would turn over now.
WideBits safe_discs(WideBits own, WideBits opponent, WideBits vacant);

}  // namespace emilia::tournament96
