#include "history/greene/heuristics.h"

#include <algorithm>

namespace emilia::greene {

namespace {

constexpr std::string_view kLetters = "vlmhV";

// The greatest change of each level but the last. The article gives none; docs/history/greene.md
// says how these were found.
using Limits = std::array<int, kLevels - 1>;
constexpr std::array<Limits, kFeatures> kLimits = {{
    {-4, -1, 0, 3},   // corner strength and potential
    {-3, -1, 0, 2},   // corner stability
    {-10, -1, 0, 9},  // edge stability
    {-3, -1, 0, 2},   // interior stability
    {-8, -3, 2, 7},   // mobility
    {3, 5, 7, 11},    // square advantage: a move that turns over one disc changes it by three
}};

}  // namespace

std::string_view name_of(Level level) {
    constexpr std::array<std::string_view, kLevels> kNames = {"VeryLow", "Low", "Middling", "High",
                                                              "VeryHigh"};
    return kNames[static_cast<std::size_t>(level)];
}

Level level_of(Feature feature, int change) {
    const Limits& limits = kLimits[static_cast<std::size_t>(feature)];
    int level = 0;
    for (const int limit : limits) level += change > limit ? 1 : 0;
    return static_cast<Level>(level);
}

int phase_of(Position position) {
    const int turn = kSquares - 4 - position.empties() + 1;
    if (turn <= kOpeningTurns) return 1;
    if (turn > kOpeningTurns + kMiddleTurns) return kFirstPhase + kPhases;
    return kFirstPhase + kPhases * (turn - kOpeningTurns - 1) / kMiddleTurns;
}

int Heuristic::index() const {
    int number = phase - kFirstPhase;
    for (const Level level : levels) number = kLevels * number + static_cast<int>(level);
    return number;
}

Heuristic Heuristic::of_index(int index) {
    Heuristic heuristic;
    for (std::size_t i = kFeatures; i-- > 0; index /= kLevels) {
        heuristic.levels[i] = static_cast<Level>(index % kLevels);
    }
    heuristic.phase = kFirstPhase + index;
    return heuristic;
}

std::string Heuristic::letters() const {
    std::string text;
    for (const Level level : levels) text += kLetters[static_cast<std::size_t>(level)];
    return text;
}

std::optional<Heuristic> Heuristic::parse(int phase, std::string_view letters) {
    if (phase < kFirstPhase || phase >= kFirstPhase + kPhases) return std::nullopt;
    if (letters.size() != kFeatures) return std::nullopt;
    Heuristic heuristic;
    heuristic.phase = phase;
    for (std::size_t i = 0; i < kFeatures; ++i) {
        const std::size_t level = kLetters.find(letters[i]);
        if (level == std::string_view::npos) return std::nullopt;
        heuristic.levels[i] = static_cast<Level>(level);
    }
    return heuristic;
}

Heuristic heuristic_of(int phase, const Ratings& change) {
    Heuristic heuristic;
    heuristic.phase = phase;
    for (const Feature feature : kAllFeatures) {
        heuristic.levels[static_cast<std::size_t>(feature)] = level_of(feature, change[feature]);
    }
    return heuristic;
}

Feature tie_breaker(int phase) {
    switch (phase) {
        case 2:
            return Feature::corner_strength;
        case 3:
            return Feature::edge_stability;
        default:
            return Feature::corner_stability;
    }
}

}  // namespace emilia::greene
