#include "history/logistello/search.h"

namespace emilia::logistello {

namespace {

using Selection = Technique::Selection;

constexpr std::size_t kTablePlaces = std::size_t{1} << 18;
// Stages up to this one are the opening to Multi-ProbCut: at most 36 discs.
constexpr int kLastOpeningStage = 5;
// What the end is guessed by.
constexpr int kShallowestOfEnd = 2;
constexpr int kDeepestOfEnd = 4;

// Every other depth from the one to the other.
Checks checks_of(const CutTable& cuts, int stage, int shallowest, int deepest, int deep,
                 double threshold) {
    Checks checks;
    for (int shallow = shallowest; shallow <= deepest; shallow += 2) {
        const Relation* const relation = cuts.find(stage, shallow, deep);
        if (relation == nullptr) continue;
        checks.of[static_cast<std::size_t>(checks.count++)] = {shallow, relation->a, relation->b,
                                                               threshold * relation->sigma};
    }
    return checks;
}

CheckTable check_table(const CutTable& cuts, const Technique& technique) {
    CheckTable table;
    for (int stage = 0; stage < kStages; ++stage) {
        auto& by_depth = table[static_cast<std::size_t>(stage)];
        by_depth[0] = checks_of(cuts, stage, kShallowestOfEnd, kDeepestOfEnd, kToTheEnd,
                                technique.end_threshold);
        if (technique.selection == Selection::probcut) {
            by_depth[kProbCutDeep] = checks_of(cuts, stage, kProbCutShallow, kProbCutShallow,
                                               kProbCutDeep, technique.probcut_threshold);
        }
        if (technique.selection != Selection::multi_probcut) continue;
        const double threshold =
            stage <= kLastOpeningStage ? technique.opening_threshold : technique.middle_threshold;
        for (int deep = 1; deep <= kMostDeep; ++deep) {
            const int deepest = check_depth(deep);
            if (deepest == 0) continue;
            by_depth[static_cast<std::size_t>(deep)] =
                checks_of(cuts, stage, deepest % 2 == 0 ? 2 : 1, deepest, deep, threshold);
        }
    }
    return table;
}

}  // namespace

Search::Search(std::shared_ptr<const Evaluation> evaluation, std::shared_ptr<const CutTable> cuts,
               const Technique& technique, Isa isa)
    : evaluation_(std::move(evaluation)),
      guesses_(technique.selective_end),
      kernel_(search_kernel(isa)),
      checks_(check_table(*cuts, technique)),
      table_(kTablePlaces) {}

void Search::forget() {
    killers_.clear();
    table_.clear();
}

}  // namespace emilia::logistello
