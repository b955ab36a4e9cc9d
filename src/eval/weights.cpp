#include "eval/weights.h"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include "util/file.h"
#include "util/sealed.h"

namespace emilia {

namespace {

constexpr std::string_view kFirstLine = "Emilia weights 1";

// The shapes and stages in words: weights fitted to others are of no use here.
std::string layout_text() {
    std::string text = fmt::format("{} stages", kStages);
    for (const Shape& shape : kShapes) {
        text += '\n';
        for (const Square square : shape.list()) text += to_string(square);
    }
    return text + fmt::format("\nmoves up to {}\n", kMostCountedMoves);
}

std::vector<std::int16_t> unfolded(const std::vector<std::int16_t>& classes) {
    const ClassLayout& layout = class_layout();
    std::vector<std::int16_t> table(static_cast<std::size_t>(kTableOffsets.size), 0);
    std::size_t at = 0;
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        for (const std::int32_t of : folding_of(shape).class_of) {
            table[at++] = classes[static_cast<std::size_t>(layout.begin[shape] + of)];
        }
    }
    for (int i = 0; i < kMobilities; ++i) {
        table[at++] = classes[static_cast<std::size_t>(layout.mobility + i)];
    }
    return table;
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
}

Result<Weights> Weights::parse(std::string_view bytes) {
    const auto packed = unseal(kFirstLine, bytes, "weights");
    if (!packed) return packed.error();
    const std::string layout = layout_text();
    const auto count = static_cast<std::size_t>(class_layout().count);
    std::string raw(layout.size() + kStages * count * sizeof(std::int16_t), '\0');
    const std::size_t size =
        ZSTD_decompress(raw.data(), raw.size(), packed->data(), packed->size());
    if (ZSTD_isError(size) != 0 || size != raw.size() || !raw.starts_with(layout)) {
        return Error{"these weights belong to other shapes or stages than this program's"};
    }
    std::vector<std::vector<std::int16_t>> by_class(kStages, std::vector<std::int16_t>(count));
    const char* from = raw.data() + layout.size();
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
    for (const auto& classes : by_class_) {
        for (const std::int16_t weight : classes) raw += static_cast<char>(weight & 0xff);
        for (const std::int16_t weight : classes) raw += static_cast<char>(weight >> 8);
    }
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), level));
    return seal(kFirstLine, packed);
}

std::string Weights::id() const {
    std::uint64_t hash = 0;
    for (const auto& classes : by_class_) {
        hash = XXH3_64bits_withSeed(classes.data(), classes.size() * sizeof(std::int16_t), hash);
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
