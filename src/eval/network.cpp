#include "eval/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace emilia {

namespace {

// Whole numbers of so many bytes, the least first.
void put(std::string& bytes, std::int32_t number, int size) {
    for (int i = 0; i < size; ++i) {
        bytes += static_cast<char>(static_cast<std::uint32_t>(number) >> (8 * i));
    }
}

std::int32_t take(const char*& from, int size) {
    std::uint32_t number = 0;
    for (int i = 0; i < size; ++i) {
        number |= std::uint32_t{static_cast<unsigned char>(*from++)} << (8 * i);
    }
    const int unused = 32 - 8 * size;
    return static_cast<std::int32_t>(number << unused) >> unused;
}

// Every number of a layer and its bytes in a file, in the order of the file.
template <typename Layer, typename Each>
void for_each_number(Layer& layer, Each each) {
    for (auto& number : layer.start) each(number, 2);
    for (int to = 0; to < kHidden; ++to) {
        for (int from = 0; from < kRowSize; ++from) each(layer.hidden_weight(from, to), 2);
    }
    for (auto& number : layer.hidden_start) each(number, 4);
    for (auto& number : layer.value) each(number, 4);
    each(layer.value_start, 4);
}

constexpr std::size_t kLayerBytes =
    2 * kRowSize + 2 * kRowSize * kHidden + 4 * kHidden + 4 * kHidden + 4;

}  // namespace

Network::Network(std::vector<NetworkRow> by_class, std::vector<NetworkLayer> layers)
    : by_class_(std::move(by_class)), layers_(std::move(layers)) {
    const std::vector<NetworkRow> rows = unfolded(by_class_);
    rows_ = huge_pages(rows.size() * sizeof(NetworkRow));
    std::memcpy(rows_.get(), rows.data(), rows.size() * sizeof(NetworkRow));
    assert(layers_.size() == kStages);
}

std::size_t Network::packed_size() {
    return static_cast<std::size_t>(class_layout().count) * kRowSize + kStages * kLayerBytes;
}

std::string Network::packed() const {
    std::string bytes;
    bytes.reserve(packed_size());
    for (const NetworkLayer& layer : layers_) {
        for_each_number(layer, [&](std::int32_t number, int size) { put(bytes, number, size); });
    }
    // By columns: numbers that mean the same compress better together.
    for (std::size_t i = 0; i < kRowSize; ++i) {
        for (const NetworkRow& row : by_class_) put(bytes, row[i], 1);
    }
    return bytes;
}

Result<Network> Network::unpacked(std::string_view bytes) {
    assert(bytes.size() == packed_size());
    const char* from = bytes.data();
    std::vector<NetworkLayer> layers(kStages);
    for (NetworkLayer& layer : layers) {
        for_each_number(layer, [&](auto& number, int size) {
            number = static_cast<std::remove_reference_t<decltype(number)>>(take(from, size));
        });
    }
    std::vector<NetworkRow> by_class(static_cast<std::size_t>(class_layout().count));
    for (std::size_t i = 0; i < kRowSize; ++i) {
        for (NetworkRow& row : by_class) {
            const std::int32_t number = take(from, 1);
            if (number < -kMostOfARow || number > kMostOfARow) {
                return Error{fmt::format("a number of its rows is {}, which is beyond {}", number,
                                         kMostOfARow)};
            }
            row[i] = static_cast<std::int8_t>(number);
        }
    }
    return Network(std::move(by_class), std::move(layers));
}

int network_value(const NetworkLayer& layer, const std::array<int, kRowSize>& sum) {
    const auto bent = [](int x) { return std::max(x, x >> kBelowZeroShift); };
    // Weights may be anything; what overflows comes round, as it does in registers.
    const auto plus = [](int x, int factor, int weight) {
        return static_cast<int>(static_cast<unsigned>(x) +
                                static_cast<unsigned>(factor) * static_cast<unsigned>(weight));
    };
    int value = layer.value_start;
    for (int to = 0; to < kHidden; ++to) {
        int hidden = layer.hidden_start[static_cast<std::size_t>(to)];
        for (int from = 0; from < kRowSize; ++from) {
            const int x =
                layer.start[static_cast<std::size_t>(from)] + sum[static_cast<std::size_t>(from)];
            hidden = plus(hidden, std::min(bent(x), kMostOfASum), layer.hidden_weight(from, to));
        }
        value =
            plus(value, bent(hidden) >> kHiddenShift, layer.value[static_cast<std::size_t>(to)]);
    }
    return value >> kValueShift;
}

}  // namespace emilia
