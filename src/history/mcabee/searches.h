#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "classic/ordering.h"
#include "classic/search.h"
#include "history/mcabee/polynomial.h"

namespace emilia::mcabee {

// The three searches that the thesis compares (chapter II and table 2).
enum class Method { minimax, branch_and_bound, alpha_beta };
inline constexpr int kMethods = 3;
std::string_view name_of(Method method);

struct SearchSettings {
    Method method = Method::alpha_beta;
    // Learned values of squares to order moves by; null: as they are generated.
    const classic::SquareValuesByMove* order = nullptr;
    // Leaves have the coefficients of the move that led to them, not of the move at the root.
    bool leaf_coefficients = false;
    // Asked now and then with the nodes so far; true gives up. May be empty.
    std::function<bool(std::uint64_t)> stopped = {};
};

// To a fixed depth, at least 1, from a position with a legal move. Nothing if it was stopped.
std::optional<classic::SearchResult<Move>> search(const Polynomial& polynomial, Position position,
                                                  int depth, const SearchSettings& settings);

}  // namespace emilia::mcabee
