#include "history/bill/evaluation.h"

#include <algorithm>

namespace emilia::bill {

const Discriminants& hand_set_weights() {
    static const Discriminants weights = [] {
        Discriminants all{};
        for (int i = 0; i < kMoves; ++i) {
            all[static_cast<std::size_t>(i)].linear = {0.004 - 0.00001 * i, 0.004,
                                                       0.012 + 0.0003 * i, 0.004};
        }
        return all;
    }();
    return weights;
}

int Evaluation::operator()(const classic::StandardBoard& board) const {
    const double value = discriminant(board.position).value(tables_->features(board.position));
    return static_cast<int>(std::clamp(value * kUnit, -double{kMost}, double{kMost}));
}

}  // namespace emilia::bill
