#include "history/tournament96/features.h"

#include <algorithm>

namespace emilia::tournament96 {

namespace {

using classic::PlaceRange;
using classic::popcount;
using classic::spread;
using classic::wide_bit;

struct Description {
    std::string_view name;
    double scale;
};
constexpr std::array<Description, kFeatures> kDescriptions = {{{"score", 15},
                                                               {"mobility", 5},
                                                               {"corners", 1},
                                                               {"frontier", 8},
                                                               {"stability", 10},
                                                               {"global parity", 1},
                                                               {"access", 1},
                                                               {"local parity", 0.5},
                                                               {"first corners", 1},
                                                               {"second corners", 1},
                                                               {"first x-squares", 1},
                                                               {"second x-squares", 1},
                                                               {"edges", 5}}};

constexpr unsigned mask_of(std::initializer_list<Feature> features) {
    unsigned mask = 0;
    for (const Feature feature : features) mask |= 1U << static_cast<int>(feature);
    return mask;
}
constexpr unsigned kAlways =
    mask_of({Feature::score, Feature::mobility, Feature::frontier, Feature::global_parity,
             Feature::access, Feature::local_parity});

struct NamedSet {
    std::string_view name;
    unsigned bits;
};
constexpr std::array<NamedSet, 3> kSets = {
    {{"tournament", kAlways | mask_of({Feature::corners})},
     {"stability", kAlways | mask_of({Feature::corners, Feature::stability})},
     {"squares",
      kAlways | mask_of({Feature::first_corners, Feature::second_corners, Feature::first_x_squares,
                         Feature::second_x_squares, Feature::edges})}}};

int difference(const BitGridBoard& board, WideBits squares) {
    return popcount(board.own & squares) - popcount(board.opponent & squares);
}

}  // namespace

std::string_view name_of(Feature feature) {
    return kDescriptions[static_cast<std::size_t>(feature)].name;
}

double scale_of(Feature feature) {
    return kDescriptions[static_cast<std::size_t>(feature)].scale;
}

FeatureSet FeatureSet::tournament() {
    return FeatureSet(kSets[0].bits);
}
FeatureSet FeatureSet::stability() {
    return FeatureSet(kSets[1].bits);
}
FeatureSet FeatureSet::squares() {
    return FeatureSet(kSets[2].bits);
}

std::optional<FeatureSet> FeatureSet::parse(std::string_view name) {
    for (const NamedSet& set : kSets) {
        if (set.name == name) return FeatureSet(set.bits);
    }
    return std::nullopt;
}

std::string_view FeatureSet::name() const {
    for (const NamedSet& set : kSets) {
        if (set.bits == bits_) return set.name;
    }
    return {};
}

int SquareParameters::parameter_of(int size, int column, int row) {
    const int last = size - 1;
    const int ring = std::min({column, row, last - column, last - row});
    // Where the square comes to stand on the top of its ring.
    int along = column;
    if (row != ring) {
        along = column == ring ? row : row == last - ring ? last - column : last - row;
    }
    int before = 0;
    for (int outer = 0; outer < ring; ++outer) before += size - 2 * outer;
    return before + along - ring;
}

SquareParameters::SquareParameters(const BitGridShape& shape) {
    const int size = shape.grid().size();
    for (const int place : PlaceRange(shape.playable())) {
        const auto parameter = static_cast<std::size_t>(
            parameter_of(size, BitGridShape::column_of(place), BitGridShape::row_of(place)));
        if (squares_.size() <= parameter) squares_.resize(parameter + 1, 0);
        squares_[parameter] |= wide_bit(place);
    }
}

FeatureExtractor::FeatureExtractor(const BitGridShape& shape) : shape_(&shape) {
    const SquareParameters parameters(shape);
    const int size = shape.grid().size();
    first_corners_ = parameters.squares(0);
    second_corners_ = parameters.squares(size - 1);
    first_x_ = parameters.squares(size);
    second_x_ = parameters.squares(2 * size - 3);
    edges_ = 0;
    for (int parameter = 1; parameter < size - 1; ++parameter) {
        edges_ |= parameters.squares(parameter);
    }
}

Regions regions_of(WideBits vacant, WideBits own_moves, WideBits opponent_moves) {
    Regions regions;
    while (vacant != 0) {
        WideBits region = wide_bit(classic::lowest_place(vacant));
        for (WideBits before = 0; before != region;) {
            before = region;
            region = spread(region) & vacant;
        }
        ++regions.count;
        regions.own += (region & own_moves) != 0;
        regions.opponent += (region & opponent_moves) != 0;
        vacant &= ~region;
    }
    return regions;
}

WideBits safe_discs(WideBits own, WideBits opponent, WideBits vacant) {
    WideBits lost = 0;
    for (const int place : PlaceRange(BitGridBoard::moves_of(opponent, own, vacant))) {
        lost |= BitGridBoard::flips_of(opponent, own, place);
    }
    return own & ~lost;
}

Features FeatureExtractor::operator()(const BitGridBoard& board, const FeatureSet& set) const {
    const WideBits vacant = board.empty();
    const WideBits own_moves = BitGridBoard::moves_of(board.own, board.opponent, vacant);
    const WideBits opponent_moves = BitGridBoard::moves_of(board.opponent, board.own, vacant);
    const Regions regions = regions_of(vacant, own_moves, opponent_moves);
    const int last_move = popcount(vacant) % 2 == 1 ? 1 : -1;

    Features features{};
    const auto put = [&](Feature feature, double value) {
        features[static_cast<std::size_t>(feature)] = value;
    };
    put(Feature::score, board.disc_balance());
    put(Feature::mobility, popcount(own_moves) - popcount(opponent_moves));
    put(Feature::frontier, difference(board, spread(vacant)));
    put(Feature::global_parity, last_move);
    put(Feature::access, regions.own - regions.opponent);
    put(Feature::local_parity,
        regions.count % 2 == 1 ? static_cast<double>(last_move) / regions.count : 0);
    if (set.has(Feature::corners)) put(Feature::corners, difference(board, shape_->corners()));
    if (set.has(Feature::stability)) {
        put(Feature::stability, popcount(safe_discs(board.own, board.opponent, vacant)) -
                                    popcount(safe_discs(board.opponent, board.own, vacant)));
    }
    if (set.has(Feature::first_corners)) {
        put(Feature::first_corners, difference(board, first_corners_));
        put(Feature::second_corners, difference(board, second_corners_));
        put(Feature::first_x_squares, difference(board, first_x_));
        put(Feature::second_x_squares, difference(board, second_x_));
        put(Feature::edges, difference(board, edges_));
    }
    return features;
}

}  // namespace emilia::tournament96
