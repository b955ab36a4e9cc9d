#include "eval/weights.h"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include "util/file.h"
#include "util/sealed.h"

namespace emilia {

namespace {

constexpr std::string_view kFirstLine = "Emilia weights 1";
constexpr std::string_view kNetworkFirstLine = "Emilia network 2";

// The shapes and stages in words: weights fitted to others are of no use here.
std::string layout_text() {
    std::string text = fmt::format("{} stages", kStages);
    for (const Shape& shape : kShapes) {
        text += '\n';
        for (const Square square : shape.list()) text += to_string(square);
    }
    return text + fmt::format("\nmoves up to {}\n", kMostCountedMoves);
}

std::string compressed(std::string_view raw, int level) {
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), level));
    return packed;
}

// What is behind the words for the layout, which must be this program's; at most so many bytes.
Result<std::string> content(std::string_view packed, std::size_t most) {
    const std::string layout = layout_text();
    std::string raw(layout.size() + most, '\0');
    const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), packed.data(), packed.size());
    if (ZSTD_isError(size) != 0 || !std::string_view(raw).substr(0, size).starts_with(layout)) {
        return Error{"these weights belong to other shapes or stages than this program's"};
    }
    return raw.substr(layout.size(), size - layout.size());
}

Result<Weights> parse_network(std::string_view bytes) {
    const auto packed = unseal(kNetworkFirstLine, bytes, "weights");
    if (!packed) return packed.error();
    const auto raw = content(*packed, Network::most_packed());
    if (!raw) return raw.error();
    auto network = Network::unpacked(*raw);
    if (!network) return network.error();
    return Weights(std::move(*network));
}

}  // namespace

const ClassLayout& class_layout() {
    static const ClassLayout layout = [] {
        ClassLayout made;
        for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
            made.begin.push_back(made.count);
            made.count += folding_of(shape).classes;
        }
        made.mobility = made.count;
        made.count += kMobilities;
        return made;
    }();
    return layout;
}

Weights::Weights(std::vector<std::vector<std::int16_t>> by_class) : by_class_(std::move(by_class)) {
    for (const auto& classes : by_class_) tables_.push_back(unfolded(classes));
    for (const auto& table : tables_) stages_.push_back({table.data(), nullptr, nullptr});
}

Weights::Weights(Network network) : network_(std::make_shared<const Network>(std::move(network))) {
    for (int stage = 0; stage < kStages; ++stage) {
        stages_.push_back({nullptr, network_->rows(stage), &network_->layer(stage)});
    }
}

Result<Weights> Weights::parse(std::string_view bytes) {
    if (bytes.starts_with(kNetworkFirstLine)) return parse_network(bytes);
    if (bytes.starts_with("Emilia network 1")) {
        return Error{fmt::format(
            "this network is of another form than this program's: it does not begin with '{}'",
            kNetworkFirstLine)};
    }
    const auto packed = unseal(kFirstLine, bytes, "weights");
    if (!packed) return packed.error();
    const auto count = static_cast<std::size_t>(class_layout().count);
    const std::size_t size = kStages * count * sizeof(std::int16_t);
    const auto raw = content(*packed, size);
    if (!raw) return raw.error();
    if (raw->size() != size) return Error{"these weights are too few for this program's shapes"};
    std::vector<std::vector<std::int16_t>> by_class(kStages, std::vector<std::int16_t>(count));
    const char* from = raw->data();
    for (auto& classes : by_class) {
        // Low bytes, then high bytes: they compress better apart.
        for (std::size_t i = 0; i < count; ++i) {
            const auto low = static_cast<unsigned char>(from[i]);
            const auto high = static_cast<unsigned char>(from[count + i]);
            classes[i] = static_cast<std::int16_t>(low | high << 8);
        }
        from += 2 * count;
    }
    return Weights(std::move(by_class));
}

std::string Weights::bytes(int level) const {
    std::string raw = layout_text();
    if (network_) return seal(kNetworkFirstLine, compressed(raw + network_->packed(), level));
    for (const auto& classes : by_class_) {
        for (const std::int16_t weight : classes) raw += static_cast<char>(weight & 0xff);
        for (const std::int16_t weight : classes) raw += static_cast<char>(weight >> 8);
    }
    return seal(kFirstLine, compressed(raw, level));
}

std::string Weights::id() const {
    std::uint64_t hash = 0;
    for (const auto& classes : by_class_) {
        hash = XXH3_64bits_withSeed(classes.data(), classes.size() * sizeof(std::int16_t), hash);
    }
    if (network_) {
        const std::string packed = network_->packed();
        hash = XXH3_64bits(packed.data(), packed.size());
    }
    return fmt::format("{:016x}", hash);
}

Weights zero_weights() {
    const auto count = static_cast<std::size_t>(class_layout().count);
    return Weights({kStages, std::vector<std::int16_t>(count, 0)});
}

Result<Weights> read_weights(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    auto weights = Weights::parse(*bytes);
    if (!weights) return Error{fmt::format("{}: {}", path, weights.error().message)};
    return weights;
}

}  // namespace emilia
