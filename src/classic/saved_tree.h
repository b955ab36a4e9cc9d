#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "classic/search.h"

namespace emilia::classic {

// The top of a search tree, kept between the iterations of a deepening search with the moves of
// each node in the order of what they were worth last time.
template <typename Move>
struct SavedNode {
    struct Child {
        Move move;
        int value;
        std::unique_ptr<SavedNode> below = nullptr;
    };
    std::vector<Child> children;  // empty: not yet searched

    void forget_values() {
        for (Child& child : children) child.value = kUnknown;
    }
    // Those that were not searched again stay behind the others, in their old order.
    void sort() {
        std::stable_sort(children.begin(), children.end(),
                         [](const Child& a, const Child& b) { return a.value > b.value; });
    }
    SavedNode& below(std::size_t index) {
        auto& node = children[index].below;
        if (!node) node = std::make_unique<SavedNode>();
        return *node;
    }

    static constexpr int kUnknown = -2 * kInfinity;
};

}  // namespace emilia::classic
