#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "history/greene/ratings.h"

namespace emilia::greene {

// How much a rating changes.
enum class Level { very_low, low, middling, high, very_high };
inline constexpr int kLevels = 5;
std::string_view name_of(Level level);
Level level_of(Feature feature, int change);

// The five phases of a game, by the turn that is to be taken: 1 in the starting position, and one
// more for every disc on the board. Those of heuristics are 2 to 4.
inline constexpr int kOpeningTurns = 12;
inline constexpr int kMiddleTurns = 40;
inline constexpr int kLearningLookahead = 8;
// With fewer than 9 empty squares it is the last phase, whatever else is looked at.
int phase_of(Position position);
inline constexpr int kFirstPhase = 2;
inline constexpr int kPhases = 3;

inline constexpr int kPhaseHeuristics = 5 * 5 * 5 * 5 * 5 * 5;
inline constexpr int kHeuristics = kPhases * kPhaseHeuristics;

// A phase and six levels, which are what a move is known by.
struct Heuristic {
    int phase = kFirstPhase;
    std::array<Level, kFeatures> levels{};

    // From 0 to 46,874.
    int index() const;
    static Heuristic of_index(int index);
    // A letter a level, "v l m h V", in the order of the features: "mmhmlV".
    std::string letters() const;
    static std::optional<Heuristic> parse(int phase, std::string_view letters);

    bool operator==(const Heuristic&) const = default;
};

Heuristic heuristic_of(int phase, const Ratings& change);

// The feature that chooses among moves with the same heuristic.
Feature tie_breaker(int phase);

}  // namespace emilia::greene
