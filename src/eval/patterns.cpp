#include "eval/patterns.h"

#include <algorithm>

namespace emilia {

namespace {

// The orders of a shape's squares that some symmetry of the board maps it to itself by.
std::vector<std::vector<int>> mirrors_of(const Shape& shape) {
    std::vector<std::vector<int>> mirrors;
    const auto squares = shape.list();
    for (const Symmetry symmetry : kSymmetries) {
        std::vector<int> order;
        for (const Square square : squares) {
            const auto image =
                std::find(squares.begin(), squares.end(), transform(square, symmetry));
            if (image == squares.end()) break;
            order.push_back(static_cast<int>(image - squares.begin()));
        }
        if (order.size() == squares.size()) mirrors.push_back(order);
    }
    return mirrors;
}

}  // namespace

Folding fold(const Shape& shape) {
    // What each digit is worth in the mirror image; worked out once, because this is a good part of
    // the time in which the program starts.
    auto mirrors = mirrors_of(shape);
    for (auto& order : mirrors) {
        for (int& place : order) place = power_of_3(place);
    }
    const int count = power_of_3(shape.size);
    Folding folding;
    folding.class_of.assign(static_cast<std::size_t>(count), -1);
    for (int configuration = 0; configuration < count; ++configuration) {
        std::int32_t& own = folding.class_of[static_cast<std::size_t>(configuration)];
        if (own >= 0) continue;
        for (const auto& order : mirrors) {
            int image = 0;
            int rest = configuration;
            for (const int power : order) {
                image += rest % 3 * power;
                rest /= 3;
            }
            folding.class_of[static_cast<std::size_t>(image)] = folding.classes;
        }
        ++folding.classes;
    }
    return folding;
}

const Folding& folding_of(std::size_t shape) {
    static const std::vector<Folding> all = [] {
        std::vector<Folding> foldings;
        for (const Shape& one : kShapes) foldings.push_back(fold(one));
        return foldings;
    }();
    return all[shape];
}

}  // namespace emilia
