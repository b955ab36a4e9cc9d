#include "history/bill/parameters.h"

#include <fmt/format.h>

#include <cmath>

#include "history/bill/rows.h"
#include "util/sealed.h"
#include "util/text.h"

namespace emilia::bill {

namespace {

constexpr std::string_view kFirstLine = "Emilia bill 1";
constexpr std::string_view kOrigin = "origin ";
constexpr std::size_t kNumbers = kFeatures + Moments::kProducts;

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
    const auto read =
        read_rows(lines, 1, [&](int move, bool won, std::span<const std::string_view> words) {
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

Result<std::shared_ptr<const Discriminants>> discriminants_of(const Parameters& parameters) {
    auto all = std::make_shared<Discriminants>();
    for (std::size_t i = 0; i < all->size(); ++i) {
        const auto one = discriminant_of(parameters.models[i]);
        if (!one) {
            return Error{fmt::format(
                "the numbers of move {} are not the covariances of any positions", i + 1)};
        }
        (*all)[i] = *one;
    }
    return std::shared_ptr<const Discriminants>(std::move(all));
}

}  // namespace emilia::bill
