#include "history/bill/evaluation.h"

#include <algorithm>

namespace emilia::bill {

std::shared_ptr<const Knowledge> hand_set_knowledge() {
    static const auto knowledge = [] {
        Discriminants all{};
        for (int i = 0; i < kMoves; ++i) {
            all[static_cast<std::size_t>(i)].linear = {0.004 - 0.00001 * i, 0.004,
                                                       0.012 + 0.0003 * i, 0.004};
        }
        return std::make_shared<const Knowledge>(
            Knowledge{FeatureTables(hand_set_constants()), all});
    }();
    return knowledge;
}

int Evaluation::operator()(const classic::StandardBoard& board) const {
    portable::FourFeatures features;
    std::ranges::copy(knowledge_->tables.features(board.position), features.of);
    return portable::value_of(discriminant(board.position), features);
}

}  // namespace emilia::bill
