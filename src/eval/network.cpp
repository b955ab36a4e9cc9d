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

std::size_t packed_size(std::size_t parts) {
    return 1 + parts + kStages * kLayerBytes +
           parts * static_cast<std::size_t>(class_layout().count) * kRowSize;
}

constexpr std::size_t kPartBytes =
    static_cast<std::size_t>(kTableOffsets.size) * sizeof(NetworkRow);

}  // namespace

Network::Network(std::vector<NetworkPart> parts, std::vector<NetworkLayer> layers)
    : parts_(std::move(parts)), layers_(std::move(layers)) {
    assert(layers_.size() == kStages && !parts_.empty() && parts_[0].first_stage == 0);
    rows_ = huge_pages(parts_.size() * kPartBytes);
    std::byte* to = rows_.get();
    for (const NetworkPart& part : parts_) {
        const std::vector<NetworkRow> rows = unfolded(part.by_class);
        std::memcpy(to, rows.data(), kPartBytes);
        to += kPartBytes;
    }
}

std::size_t Network::part_of(int stage) const {
    std::size_t part = parts_.size() - 1;
    while (parts_[part].first_stage > stage) --part;
    return part;
}

const NetworkRow* Network::rows(int stage) const {
    return reinterpret_cast<const NetworkRow*>(rows_.get() + part_of(stage) * kPartBytes);
}

std::size_t Network::most_packed() {
    return packed_size(kMostParts);
}

std::string Network::packed() const {
    std::string bytes;
    bytes.reserve(packed_size(parts_.size()));
    put(bytes, static_cast<std::int32_t>(parts_.size()), 1);
    for (const NetworkPart& part : parts_) put(bytes, part.first_stage, 1);
    for (const NetworkLayer& layer : layers_) {
        for_each_number(layer, [&](std::int32_t number, int size) { put(bytes, number, size); });
    }
    // By columns: numbers that mean the same compress better together.
    for (const NetworkPart& part : parts_) {
        for (std::size_t i = 0; i < kRowSize; ++i) {
            for (const NetworkRow& row : part.by_class) put(bytes, row[i], 1);
        }
    }
    return bytes;
}

Result<Network> Network::unpacked(std::string_view bytes) {
    const char* from = bytes.data();
    const auto count = static_cast<std::size_t>(bytes.empty() ? 0 : take(from, 1));
    if (count < 1 || count > kMostParts || bytes.size() != packed_size(count)) {
        return Error{
            fmt::format("{} bytes are not what a network of {} parts takes", bytes.size(), count)};
    }
    std::vector<NetworkPart> parts(count);
    for (std::size_t i = 0; i < count; ++i) {
        const int first = take(from, 1);
        if (i == 0 ? first != 0 : first <= parts[i - 1].first_stage || first >= kStages) {
            return Error{fmt::format("part {} of the network begins at stage {}", i + 1, first)};
        }
        parts[i].first_stage = first;
    }
    std::vector<NetworkLayer> layers(kStages);
    for (NetworkLayer& layer : layers) {
        for_each_number(layer, [&](auto& number, int size) {
            number = static_cast<std::remove_reference_t<decltype(number)>>(take(from, size));
        });
    }
    for (NetworkPart& part : parts) {
        part.by_class.resize(static_cast<std::size_t>(class_layout().count));
        for (std::size_t i = 0; i < kRowSize; ++i) {
            for (NetworkRow& row : part.by_class) {
                const std::int32_t number = take(from, 1);
                if (number < -kMostOfARow || number > kMostOfARow) {
                    return Error{fmt::format("a number of its rows is {}, which is beyond {}",
                                             number, kMostOfARow)};
                }
                row[i] = static_cast<std::int8_t>(number);
            }
        }
    }
    return Network(std::move(parts), std::move(layers));
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
