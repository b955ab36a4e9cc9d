#include "history/bill/constants.h"

namespace emilia::bill {

const Constants& hand_set_constants() {
    static const Constants constants = [] {
        Constants all{};
        const auto set = [&](int count, int value) {
            all[static_cast<std::size_t>(count)] = value;
        };
        set(count::kEdge, 1);
        for (int kind = 0; kind < kSquareKinds; ++kind) set(count::kMove + kind, 24);
        set(count::kMove + kCornerKind, 120);
        set(count::kMove + kCKind, 20);
        set(count::kMove + kXKind, 16);
        set(count::kSafeC, 24);
        set(count::kSafeX, 24);
        set(count::kDirections, -9);
        set(count::kTurned, -2);
        // Squares beside a corner or an edge are rarely wanted.
        constexpr std::array<int, kSquareKinds> kPairs = {1, 1, 2, 2, 1, 1, 1, 2, 2};
        for (int kind = 0; kind < kSquareKinds; ++kind) {
            set(count::kPair + kind, kPairs[static_cast<std::size_t>(kind)]);
        }
        set(count::kInnerFrontier, 5);
        set(count::kEdgeFrontier, 5);
        // Beside an edge a long run hurts most.
        const auto penalty = [](int length) { return (length - 3) * (length - 2) / 2; };
        for (int length = count::kLeastRun; length <= 8; ++length) {
            for (int row = 1; row <= 3; ++row) {
                set(runs_of_row(row) + length - count::kLeastRun, (4 - row) * penalty(length));
            }
            for (int line = length; line <= 8; ++line) {
                set(runs_of_diagonal(line) + length - count::kLeastRun, penalty(length));
            }
        }
        return all;
    }();
    return constants;
}

}  // namespace emilia::bill
