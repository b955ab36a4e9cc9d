#include "learn/network_fit_kernel.h"

#include <cmath>

#include "board/simd/target.h"

namespace emilia::EMILIA_ISA {

namespace {

using learn::NetworkFitLayer;
using learn::NetworkFitRow;

constexpr float kBelowZero = 1.0F / (1 << kBelowZeroShift);
constexpr float kMost = static_cast<float>(kMostOfASum) / kRowUnit;

// Sixteen numbers in as many registers as it takes.
constexpr std::size_t kLanes = 16;
using Lanes [[gnu::vector_size(kLanes * sizeof(float))]] = float;
constexpr std::size_t kParts = kRowSize / kLanes;
static_assert(kRowSize % kLanes == 0);

EMILIA_INLINE void load(const NetworkFitRow& row, std::size_t part, Lanes& lanes) {
    __builtin_memcpy(&lanes, row.data() + part * kLanes, sizeof(Lanes));
}
EMILIA_INLINE void store(const Lanes& lanes, NetworkFitRow& row, std::size_t part) {
    __builtin_memcpy(row.data() + part * kLanes, &lanes, sizeof(Lanes));
}

EMILIA_INLINE float slope_at(float x) {
    return x > 0 ? 1 : kBelowZero;
}

// Halves are added to halves.
EMILIA_INLINE float sum_of(const Lanes& lanes) {
    float numbers[kLanes];
    __builtin_memcpy(numbers, &lanes, sizeof numbers);
    for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
        for (std::size_t i = 0; i < half; ++i) numbers[i] += numbers[i + half];
    }
    return numbers[0];
}

float learn_from(const NetworkFitRow* rows, float remains, const learn::ShownClasses& classes,
                 const NetworkFitLayer& layer, float label, float share,
                 NetworkFitLayer& layer_slope, NetworkFitRow& sum_slope) {
    Lanes sum[kParts] = {};
    for (const std::uint32_t of : classes) {
        for (std::size_t part = 0; part < kParts; ++part) {
            Lanes row;
            load(rows[of], part, row);
            sum[part] += row;
        }
    }
    Lanes slope[kParts];
    Lanes bent[kParts];
    for (std::size_t part = 0; part < kParts; ++part) {
        const Lanes zero = {};
        const Lanes most = zero + kMost;
        Lanes start;
        load(layer.start, part, start);
        const Lanes x = start + remains * sum[part];
        const Lanes at = x > zero ? zero + 1.0F : zero + kBelowZero;
        slope[part] = x < most ? at : zero;
        bent[part] = x < most ? x * at : most;
    }
    float hidden[kHidden];
    float value = layer.value_start;
    for (std::size_t to = 0; to < kHidden; ++to) {
        Lanes products = {};
        for (std::size_t part = 0; part < kParts; ++part) {
            Lanes weights;
            load(layer.hidden[to], part, weights);
            products += bent[part] * weights;
        }
        hidden[to] = layer.hidden_start[to] + sum_of(products);
        value += hidden[to] * slope_at(hidden[to]) * layer.value[to];
    }
    const float error = value - label;
    const float outer = error * share;
    layer_slope.value_start += outer;
    Lanes back[kParts] = {};
    for (std::size_t to = 0; to < kHidden; ++to) {
        const float at = slope_at(hidden[to]);
        layer_slope.value[to] += outer * hidden[to] * at;
        const float inner = outer * layer.value[to] * at;
        layer_slope.hidden_start[to] += inner;
        for (std::size_t part = 0; part < kParts; ++part) {
            Lanes weights;
            Lanes slopes;
            load(layer.hidden[to], part, weights);
            load(layer_slope.hidden[to], part, slopes);
            slopes += inner * bent[part];
            store(slopes, layer_slope.hidden[to], part);
            back[part] += inner * weights;
        }
    }
    for (std::size_t part = 0; part < kParts; ++part) {
        back[part] *= slope[part];
        store(back[part], sum_slope, part);
        Lanes slopes;
        load(layer_slope.start, part, slopes);
        slopes += back[part];
        store(slopes, layer_slope.start, part);
    }
    return error;
}

void step_row(const NetworkFitRow* slopes, const std::uint32_t* showing, std::size_t count,
              const learn::RowStep& step, NetworkFitRow& squares, NetworkFitRow& row) {
    constexpr float kLeast = 1e-8F;
    Lanes sum[kParts] = {};
    for (std::size_t k = 0; k < count; ++k) {
        for (std::size_t part = 0; part < kParts; ++part) {
            Lanes one;
            load(slopes[showing[k]], part, one);
            sum[part] += one;
        }
    }
    NetworkFitRow slope;
    for (std::size_t part = 0; part < kParts; ++part) store(sum[part], slope, part);
    for (std::size_t i = 0; i < kRowSize; ++i) {
        const float square = step.faded * squares[i] + step.fresh * slope[i] * slope[i];
        squares[i] = square;
        const float moved =
            row[i] - step.step * slope[i] / (std::sqrt(square * step.square) + kLeast);
        const float below = moved < step.most ? moved : step.most;
        row[i] = below > -step.most ? below : -step.most;
    }
}

}  // namespace

extern const learn::NetworkFitKernel kNetworkFitKernel;
const learn::NetworkFitKernel kNetworkFitKernel = {learn_from, step_row};

}  // namespace emilia::EMILIA_ISA
