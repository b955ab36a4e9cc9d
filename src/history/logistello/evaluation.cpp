#include "history/logistello/evaluation.h"

#include <algorithm>
#include <cmath>

#include "eval/breakdown.h"

namespace emilia::logistello {

namespace {

std::int16_t to_table(double units) {
    return static_cast<std::int16_t>(std::clamp(std::round(units), -32767.0, 32767.0));
}

// What a class of a family is worth in units.
double worth(const StageParameters& stage, Generation generation, std::size_t family,
             std::size_t of) {
    const std::size_t index = classes().begin[family] + of;
    if (generation == Generation::of_1997) return stage.weights[index];
    const double average = static_cast<double>(stage.averages[index]) / kUnitsOfADisc;
    double log_odds = stage.factors[family] * average;
    if (family == kParity) return kUnitsOfLogOdds * (log_odds + stage.factors[kConstant]);
    log_odds += stage.factors[kCurrentMobility] * line_mobility().current[family][of];
    log_odds += stage.factors[kPotentialMobility] * line_mobility().potential[family][of];
    return kUnitsOfLogOdds * log_odds;
}

}  // namespace

Evaluation::Evaluation(const Parameters& parameters, Generation generation)
    : parameters_(parameters), generation_(generation) {
    for (std::size_t i = 0; i < kStages; ++i) {
        std::vector<std::int16_t>& table = tables_[i];
        table.assign(static_cast<std::size_t>(kOffsets.size), 0);
        const StageParameters& stage = parameters.stages[i];
        if (!stage.fitted()) continue;
        for (std::size_t family = 0; family < kFamilyCount; ++family) {
            const Folding& folding = classes().foldings[family];
            std::vector<std::int16_t> by_class;
            for (std::size_t of = 0; of < static_cast<std::size_t>(folding.classes); ++of) {
                by_class.push_back(to_table(worth(stage, generation, family, of)));
            }
            auto to = table.begin() + kOffsets.begin[family];
            for (const std::int32_t of : folding.class_of) {
                *to++ = by_class[static_cast<std::size_t>(of)];
            }
        }
        for (std::size_t odd = 0; odd < 2; ++odd) {
            table[static_cast<std::size_t>(kOffsets.parity) + odd] =
                to_table(worth(stage, generation, kParity, odd));
        }
    }
}

int Evaluation::operator()(const Board& board) const {
    const std::int16_t* const table =
        tables_[static_cast<std::size_t>(stage_of(board.position))].data();
    // Two sums, so that an addition need not wait for the last one.
    int even = 0;
    int odd = table[kOffsets.parity + (board.position.empties() & 1)];
    for (std::size_t place = 0; place < kPlaceCount; place += 2) {
        even += table[kOffsets.middle[place] + board.numbers[place]];
        odd += table[kOffsets.middle[place + 1] + board.numbers[place + 1]];
    }
    static_assert(kPlaceCount % 2 == 0);
    return even + odd;
}

Explanation Evaluation::explain(Position position) const {
    const Board board = Board::of(position);
    const auto odd = static_cast<std::size_t>(position.empties() & 1);
    const StageParameters& stage = parameters_.stages[static_cast<std::size_t>(stage_of(position))];
    Explanation explanation;
    std::array<double, kFamilyCount + 1> sums{};
    std::array<std::vector<Explanation::Area>, kFamilyCount + 1> areas;
    const bool joined = generation_ == Generation::of_1997;
    double current = 0;
    double potential = 0;
    if (stage.fitted()) {
        const auto& numbers = generation_ == Generation::of_1994 ? stage.averages : stage.weights;
        for (std::size_t place = 0; place < kPlaceCount; ++place) {
            const std::size_t family = kPlaces.list[place].shape;
            const std::size_t of = classes().at(board, place);
            const double number = numbers[classes().begin[family] + of];
            sums[family] += number;
            areas[family].push_back(
                {squares_of_place(kPlaces.list[place], kFamilies),
                 number / kUnitsOfADisc * (joined ? 1 : stage.factors[family])});
            current += line_mobility().current[family][of];
            potential += line_mobility().potential[family][of];
        }
        sums[kParity] = numbers[classes().begin[kParity] + odd];
    }
    for (std::size_t family = 0; family <= kFamilyCount; ++family) {
        explanation.parts.push_back(
            {family == kParity ? "parity" : std::string(kFamilies[family].name),
             sums[family] / kUnitsOfADisc, joined ? 1 : stage.factors[family]});
        explanation.parts.back().areas = std::move(areas[family]);
    }
    if (generation_ == Generation::of_1994) {
        explanation.parts.push_back({"current mobility", current, stage.factors[kCurrentMobility]});
        explanation.parts.push_back(
            {"potential mobility", potential, stage.factors[kPotentialMobility]});
        explanation.parts.push_back({"constant", 1, stage.factors[kConstant]});
    }
    return explanation;
}

std::shared_ptr<const Evaluation> default_evaluation(Generation generation) {
    if (generation == Generation::of_1994) {
        static const auto of_1994 =
            std::make_shared<const Evaluation>(carried_parameters(), Generation::of_1994);
        return of_1994;
    }
    static const auto of_1997 =
        std::make_shared<const Evaluation>(carried_parameters(), Generation::of_1997);
    return of_1997;
}

}  // namespace emilia::logistello
