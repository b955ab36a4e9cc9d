#include "learn/network_numbers.h"

#include <algorithm>
#include <cmath>

namespace emilia::learn {

namespace {

static_assert(kLayerUnit * kRowUnit * kLayerUnit >> (kHiddenShift + kValueShift) ==
              static_cast<int>(kDiscsOfALabel) * kUnitsOfADisc);

float normal(Random& random) {
    const double u = (static_cast<double>(random.below(1U << 30)) + 1) / (1U << 30);
    const double v = static_cast<double>(random.below(1U << 30)) / (1U << 30);
    return static_cast<float>(std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v));
}

int whole(float x, int unit, int most) {
    return std::clamp(static_cast<int>(std::lround(x * static_cast<float>(unit))), -most, most);
}

}  // namespace

std::vector<NetworkFitRow> first_rows(Random& random) {
    std::vector<NetworkFitRow> rows(static_cast<std::size_t>(class_layout().count));
    for (NetworkFitRow& row : rows) {
        for (float& number : row) number = 0.02F * normal(random);
    }
    return rows;
}

NetworkFitLayer first_layer(Random& random) {
    NetworkFitLayer layer;
    for (NetworkFitRow& row : layer.hidden) {
        for (float& number : row) number = normal(random) * std::sqrt(2.0F / kRowSize);
    }
    for (float& number : layer.value) number = 0.25F * normal(random);
    return layer;
}

double share_of_rate(std::size_t step, std::size_t steps) {
    constexpr double kRising = 0.02;
    const double gone = static_cast<double>(step + 1) / static_cast<double>(steps);
    return gone < kRising ? gone / kRising : 0.5 * (1 + std::cos(3.141592653589793 * gone));
}

std::array<int, kStages> layers_for(const std::array<bool, kStages>& with_positions) {
    std::array<int, kStages> layer_of{};
    for (int pass = 0; pass < 2; ++pass) {
        int from = -1;
        for (int stage = kStages; stage-- > 0;) {
            const auto at = static_cast<std::size_t>(pass == 0 ? stage : kStages - 1 - stage);
            if (with_positions[at]) from = static_cast<int>(at);
            if (pass == 0 || layer_of[at] < 0) layer_of[at] = from;
        }
    }
    return layer_of;
}

Network rounded(const std::vector<NetworkFitPart>& parts,
                const std::vector<NetworkFitLayer>& layers) {
    std::vector<NetworkPart> to_parts;
    for (const NetworkFitPart& part : parts) {
        NetworkPart& to = to_parts.emplace_back();
        to.first_stage = part.first_stage;
        to.by_class.resize(part.rows.size());
        for (std::size_t of = 0; of < part.rows.size(); ++of) {
            for (std::size_t i = 0; i < kRowSize; ++i) {
                to.by_class[of][i] =
                    static_cast<std::int8_t>(whole(part.rows[of][i], kRowUnit, kMostOfARow));
            }
        }
    }
    std::vector<NetworkLayer> to_layers;
    for (const NetworkFitLayer& from : layers) {
        NetworkLayer& to = to_layers.emplace_back();
        for (std::size_t i = 0; i < kRowSize; ++i) {
            to.start[i] = static_cast<std::int16_t>(whole(from.start[i], kRowUnit, 8191));
        }
        for (std::size_t j = 0; j < kHidden; ++j) {
            for (std::size_t i = 0; i < kRowSize; ++i) {
                to.hidden_weight(static_cast<int>(i), static_cast<int>(j)) =
                    static_cast<std::int16_t>(whole(from.hidden[j][i], kLayerUnit, 8191));
            }
            to.hidden_start[j] = whole(from.hidden_start[j], kRowUnit * kLayerUnit, 1 << 24);
            to.value[j] = whole(from.value[j], kLayerUnit, 8191);
        }
        to.value_start =
            whole(from.value_start, (kRowUnit * kLayerUnit >> kHiddenShift) * kLayerUnit, 1 << 28);
    }
    return {std::move(to_parts), std::move(to_layers)};
}

}  // namespace emilia::learn
