#include "history/logistello/parameters.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <optional>

#include "util/file.h"
#include "util/sealed.h"
#include "util/text.h"

namespace emilia::logistello {

namespace {

constexpr std::string_view kFirstLine = "Emilia logistello 1";
constexpr std::size_t kMostBytes = std::size_t{1} << 24;
constexpr std::string_view kEndOfText = "numbers";

// The patterns and stages in words: numbers fitted to others are of no use here.
std::string layout_text() {
    std::string text = fmt::format("{} stages", kStages);
    for (const Shape& family : kFamilies) {
        text += ' ';
        for (const Square square : family.list()) text += to_string(square);
    }
    return text;
}

void add_numbers(std::string& raw, const std::vector<std::int16_t>& numbers) {
    // Low bytes, then high bytes: they compress better apart.
    for (const std::int16_t number : numbers) raw += static_cast<char>(number & 0xff);
    for (const std::int16_t number : numbers) raw += static_cast<char>(number >> 8);
}

std::vector<std::int16_t> take_numbers(std::string_view& raw, std::size_t count) {
    std::vector<std::int16_t> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto low = static_cast<unsigned char>(raw[i]);
        const auto high = static_cast<unsigned char>(raw[count + i]);
        numbers[i] = static_cast<std::int16_t>(low | high << 8);
    }
    raw.remove_prefix(2 * count);
    return numbers;
}

Error other_format() {
    return {"these LOGISTELLO parameters belong to other patterns or stages than this program's"};
}

std::optional<std::string_view> take_line(std::string_view& raw) {
    const std::size_t end = raw.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = raw.substr(0, end);
    raw.remove_prefix(end + 1);
    return line;
}

// Numbers behind the first word of a line; nothing if one is none or there are not so many.
std::optional<std::vector<double>> numbers_of(std::string_view line, std::size_t count) {
    const auto words = split_words(line);
    if (words.size() != count + 1) return std::nullopt;
    std::vector<double> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = parse_decimal(words[i]);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

bool is_stage(double number) {
    return number >= 0 && number < kStages && number == static_cast<int>(number);
}

bool read_stage(std::string_view line, Parameters& to) {
    const auto numbers = numbers_of(line, 1 + kFactorCount);
    if (!numbers || !is_stage(numbers->front())) return false;
    StageParameters& stage = to.stages[static_cast<std::size_t>(numbers->front())];
    std::copy(numbers->begin() + 1, numbers->end(), stage.factors.begin());
    stage.averages.resize(1);  // to be read
    return true;
}

bool read_cut(std::string_view line, Parameters& to) {
    const auto numbers = numbers_of(line, 8);
    if (!numbers) return false;
    const auto& n = *numbers;
    const auto plies = [](double x) { return x >= 0 && x <= kToTheEnd; };
    if ((n[0] != 1994 && n[0] != 1997) || !is_stage(n[1]) || !plies(n[2]) || !plies(n[3]) ||
        n[4] < 0 || n[4] > 1e9 || n[5] <= 0 || n[7] < 0) {
        return false;
    }
    to.cuts.push_back({n[0] == 1994 ? Generation::of_1994 : Generation::of_1997,
                       static_cast<int>(n[1]),
                       static_cast<int>(n[2]),
                       static_cast<int>(n[3]),
                       static_cast<int>(n[4]),
                       {n[5], n[6], n[7]}});
    return true;
}

}  // namespace

std::string Parameters::bytes(int level) const {
    std::string raw = layout_text() + '\n' + origin + '\n';
    for (std::size_t i = 0; i < kStages; ++i) {
        if (!stages[i].fitted()) continue;
        raw += fmt::format("stage {}", i);
        for (const double factor : stages[i].factors) raw += ' ' + decimal(factor);
        raw += '\n';
    }
    for (const Cut& cut : cuts) {
        raw += fmt::format("cut {} {} {} {} {} {} {} {}\n", year_of(cut.generation), cut.stage,
                           cut.shallow, cut.deep, cut.positions, decimal(cut.relation.a),
                           decimal(cut.relation.b), decimal(cut.relation.sigma));
    }
    raw += kEndOfText;
    raw += '\n';
    for (const StageParameters& stage : stages) {
        if (!stage.fitted()) continue;
        add_numbers(raw, stage.averages);
        add_numbers(raw, stage.weights);
    }
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), level));
    return seal(kFirstLine, packed);
}

Result<Parameters> Parameters::parse(std::string_view bytes) {
    const auto packed = unseal(kFirstLine, bytes, "LOGISTELLO parameters");
    if (!packed) return packed.error();
    const auto size = ZSTD_getFrameContentSize(packed->data(), packed->size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMostBytes) {
        return other_format();
    }
    std::string unpacked(static_cast<std::size_t>(size), '\0');
    if (ZSTD_isError(ZSTD_decompress(unpacked.data(), unpacked.size(), packed->data(),
                                     packed->size())) != 0) {
        return other_format();
    }
    std::string_view raw = unpacked;
    Parameters parameters;
    if (take_line(raw) != layout_text()) return other_format();
    const auto origin = take_line(raw);
    if (!origin) return other_format();
    parameters.origin = std::string(*origin);
    for (;;) {
        const auto line = take_line(raw);
        if (!line) return other_format();
        if (*line == kEndOfText) break;
        const bool good = line->starts_with("stage ") ? read_stage(*line, parameters)
                          : line->starts_with("cut ") ? read_cut(*line, parameters)
                                                      : false;
        if (!good) return other_format();
    }
    const std::size_t count = classes().count;
    for (StageParameters& stage : parameters.stages) {
        if (!stage.fitted()) continue;
        if (raw.size() < 4 * count) return other_format();
        stage.averages = take_numbers(raw, count);
        stage.weights = take_numbers(raw, count);
    }
    if (!raw.empty()) return other_format();
    return parameters;
}

Result<Parameters> read_parameters(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    auto parameters = Parameters::parse(*bytes);
    if (!parameters) return Error{fmt::format("{}: {}", path, parameters.error().message)};
    return parameters;
}

}  // namespace emilia::logistello
