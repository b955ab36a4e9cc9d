#include "history/bill/parameters.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <optional>

#include "history/bill/rows.h"
#include "util/sealed.h"
#include "util/text.h"

namespace emilia::bill {

namespace {

constexpr std::string_view kFirstLine = "Emilia bill 2";
constexpr std::string_view kOrigin = "origin ";
constexpr std::size_t kNumbers = kFeatures + kFeatures * (kFeatures + 1) / 2;

constexpr std::size_t kFirstRow = 1 + kCounts;

std::string row_of(const ClassModel& model) {
    std::string text;
    for (const double mean : model.mean) text += ' ' + decimal(mean);
    for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t j = i; j < kFeatures; ++j) text += ' ' + decimal(model.covariance[i][j]);
    }
    return text;
}

std::string read_row(std::span<const std::string_view> words, ClassModel& model) {
    if (words.size() != kNumbers) {
        return fmt::format("there should be {} numbers and there are {}", kNumbers, words.size());
    }
    std::array<double, kNumbers> numbers{};
    for (std::size_t i = 0; i < kNumbers; ++i) {
        const auto number = parse_decimal(words[i]);
        if (!number) return fmt::format("{} is no number", in_quotes(words[i]));
        numbers[i] = *number;
    }
    std::size_t next = 0;
    for (double& mean : model.mean) mean = numbers[next++];
    for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t j = i; j < kFeatures; ++j) {
            model.covariance[i][j] = model.covariance[j][i] = numbers[next++];
        }
    }
    return {};
}

}  // namespace

std::string to_text(const Parameters& parameters) {
    std::string text = fmt::format("{}{}\n", kOrigin, parameters.origin);
    for (int i = 0; i < kCounts; ++i) {
        text += fmt::format("{} {}\n", name_of_count(i),
                            parameters.constants[static_cast<std::size_t>(i)]);
    }
    for (int move = 1; move <= kMoves; ++move) {
        const StageModel& model = parameters.models[static_cast<std::size_t>(move - 1)];
        text += row_name(move, true) + row_of(model.won) + '\n';
        text += row_name(move, false) + row_of(model.lost) + '\n';
    }
    return seal(kFirstLine, text);
}

Result<Parameters> parse_parameters(std::string_view bytes) {
    const auto content = unseal(kFirstLine, bytes, "BILL's parameters");
    if (!content) return content.error();
    const std::vector<std::string_view> lines = lines_of(*content);
    if (lines.empty() || !lines.front().starts_with(kOrigin)) {
        return Error{fmt::format("line 3 should begin with '{}'", trimmed(kOrigin))};
    }
    Parameters parameters;
    parameters.origin = printable(lines.front().substr(kOrigin.size()));
    if (lines.size() < kFirstRow) return Error{"the constants of the features are missing"};
    for (std::size_t i = 0; i < kCounts; ++i) {
        const std::string name = name_of_count(static_cast<int>(i));
        const std::vector<std::string_view> words = split_words(lines[i + 1]);
        const auto number =
            words.size() == 2 && words[0] == name ? parse_integer(words[1]) : std::nullopt;
        if (!number || std::abs(*number) > kMostConstant) {
            return Error{fmt::format("line {} should be '{}' and a whole number up to {}", i + 4,
                                     name, kMostConstant)};
        }
        parameters.constants[i] = static_cast<int>(*number);
    }
    const auto read = read_rows(
        lines, kFirstRow, [&](int move, bool won, std::span<const std::string_view> words) {
            StageModel& model = parameters.models[static_cast<std::size_t>(move - 1)];
            return read_row(words, won ? model.won : model.lost);
        });
    if (!read) return read.error();
    if (const auto possible = discriminants_of(parameters); !possible) return possible.error();
    return parameters;
}

std::string name_of(const Parameters& parameters) {
    // The checksum, which is the second line.
    const std::string text = to_text(parameters);
    return text.substr(kFirstLine.size() + 1, 16);
}

Result<Discriminants> discriminants_of(const Parameters& parameters) {
    Discriminants all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto one = discriminant_of(parameters.models[i]);
        if (!one) {
            return Error{fmt::format(
                "the numbers of move {} are not the covariances of any positions", i + 1)};
        }
        all[i] = *one;
    }
    return all;
}

Result<std::shared_ptr<const Knowledge>> knowledge_of(const Parameters& parameters) {
    const auto discriminants = discriminants_of(parameters);
    if (!discriminants) return discriminants.error();
    return std::make_shared<const Knowledge>(
        Knowledge{FeatureTables(parameters.constants), *discriminants});
}

}  // namespace emilia::bill
