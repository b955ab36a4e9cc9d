#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "classic/ordering.h"
#include "history/mcabee/polynomial.h"
#include "history/mcabee/searches.h"
#include "util/result.h"

namespace emilia::mcabee {

// Who learns while he plays: ALPHA alone, who has black or changes colours with BETA, or both
// players with one polynomial.
enum class Learner { black, alternating, both };
inline constexpr int kLearners = 3;
std::string_view name_of(Learner learner);

// What may be asked for.
inline constexpr int kMostDepth = 20;
inline constexpr int kMostPieces = 4096;
inline constexpr int kMostSquareValue = 100'000'000;
inline constexpr int kMostInferior = 1'000'000;
inline constexpr long long kMostGames = 1'000'000'000;
inline constexpr long long kMostSeed = 4'294'967'295;

// How a run of games learns.
struct LearningSettings {
    int depth = 3;  // plies of the search that depth 1 is compared with
    Method method = Method::alpha_beta;
    bool ordered = true;  // by the values of squares that are learned at the same time
    Learner learner = Learner::both;
    int random_moves = 2;       // at the start of a game, so that games do not repeat
    int pieces = kUsualPieces;  // of ALPHA; below 0 he learns to lose
    int inferior =
        0;  // after so many games lost in a row ALPHA's leading terms are taken back; 0: never
    bool leaf_coefficients = false;
    std::uint64_t seed = 1;

    bool operator==(const LearningSettings&) const = default;
};

// What a run of games has learned, and all that the next game depends on.
struct Knowledge {
    LearningSettings settings;
    std::uint64_t games = 0;
    int lost_in_a_row = 0;
    Exponents alpha{};
    Exponents beta{};
    // Of the squares by selection, for the order of the search alone: 60 rows of 64.
    classic::SquareValuesByMove squares = classic::SquareValuesByMove(
        kMoves, std::vector<int>(static_cast<std::size_t>(kSquares), 0));

    bool operator==(const Knowledge&) const = default;
};

// A sealed file of text; reading it gives the same back, to the last bit.
std::string to_text(const Knowledge& knowledge);
Result<Knowledge> parse_knowledge(std::string_view text);

// What the program carries; docs/history/mcabee.md says how it was made.
const Knowledge& carried_knowledge();

}  // namespace emilia::mcabee
