#include "history/logistello/cuts.h"

#include <algorithm>

namespace emilia::logistello {

CutTable::CutTable(const Parameters& parameters, Generation generation) {
    for (const Cut& cut : parameters.cuts) {
        if (cut.generation != generation || cut.shallow > kMostShallow) continue;
        if (cut.deep != kToTheEnd && cut.deep > kMostDeep) continue;
        relations_[static_cast<std::size_t>(cut.stage)][static_cast<std::size_t>(cut.shallow)]
                  [static_cast<std::size_t>(cut.deep == kToTheEnd ? 0 : cut.deep)] = cut.relation;
    }
    for (auto& by_shallow : relations_) {
        for (int shallow = 1; shallow <= kMostShallow; ++shallow) {
            go_on(by_shallow[static_cast<std::size_t>(shallow)], shallow);
        }
    }
}

void CutTable::go_on(std::array<std::optional<Relation>, kMostDeep + 1>& by_depth, int shallow) {
    const auto at = [&](int deep) -> std::optional<Relation>& {
        return by_depth[static_cast<std::size_t>(deep)];
    };
    for (int deep = shallow + 4; deep <= kMostDeep; deep += 2) {
        if (at(deep) || !at(deep - 2)) continue;
        Relation next = *at(deep - 2);
        if (deep - 4 > shallow && at(deep - 4)) {
            next.sigma += std::max(0.0, next.sigma - at(deep - 4)->sigma);
        } else {
            next.sigma *= static_cast<double>(deep - shallow) / (deep - 2 - shallow);
        }
        at(deep) = next;
    }
}

std::shared_ptr<const CutTable> default_cuts(Generation generation) {
    if (generation == Generation::of_1994) {
        static const auto of_1994 =
            std::make_shared<const CutTable>(carried_parameters(), Generation::of_1994);
        return of_1994;
    }
    static const auto of_1997 =
        std::make_shared<const CutTable>(carried_parameters(), Generation::of_1997);
    return of_1997;
}

}  // namespace emilia::logistello
