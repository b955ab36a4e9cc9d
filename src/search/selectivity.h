#pragma once

#include <array>

namespace emilia {

// How sure a search is of what it leaves out: a subtree is not searched if a shallow search says,
// with this confidence, that it would not change the answer.
enum class Selectivity : unsigned char { p73, p87, p95, p98, p99, none };

inline constexpr std::array kSelectivities = {Selectivity::p73, Selectivity::p87,
                                              Selectivity::p95, Selectivity::p98,
                                              Selectivity::p99, Selectivity::none};

// In per cent; 100: nothing is left out.
constexpr int percent_of(Selectivity selectivity) {
    constexpr std::array kPercent = {73, 87, 95, 98, 99, 100};
    return kPercent[static_cast<std::size_t>(selectivity)];
}

}  // namespace emilia
