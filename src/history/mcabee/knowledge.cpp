#include "history/mcabee/knowledge.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "util/carried.h"
#include "util/sealed.h"
#include "util/text.h"

EMILIA_CARRIED(emilia_mcabee, EMILIA_CARRIED_FILE);

namespace emilia::mcabee {

namespace {

constexpr std::string_view kFirstLine = "Emilia mcabee 1";

// The lines of a file one after the other, and where we are in it.
class Lines {
  public:
    explicit Lines(std::string_view text) : rest_(text) {}

    std::vector<std::string_view> next() {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        const auto words = split_words(rest_.substr(0, end));
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        return words;
    }
    bool at_end() const { return trimmed(rest_).empty(); }
    Error error(std::string_view expected) const {
        // Two lines come before the content.
        return {fmt::format("line {}: expected {}", number_ + 2, expected)};
    }

  private:
    std::string_view rest_;
    int number_ = 0;
};

// "name value", a whole number in a range.
Result<long long> number(Lines& lines, std::string_view name, long long least, long long most) {
    const auto words = lines.next();
    const auto value = words.size() == 2 && words[0] == name ? parse_integer(words[1])
                                                             : std::optional<long long>();
    if (!value || *value < least || *value > most) {
        return lines.error(fmt::format("'{} N' with N from {} to {}", name, least, most));
    }
    return *value;
}

template <typename Value>
Result<Value> word(Lines& lines, std::string_view name, int count) {
    const auto words = lines.next();
    std::string names;
    for (int i = 0; i < count; ++i) {
        const auto value = static_cast<Value>(i);
        if (words.size() == 2 && words[0] == name && words[1] == name_of(value)) return value;
        names += fmt::format("{}{}", i == 0 ? "" : ", ", name_of(value));
    }
    return lines.error(fmt::format("'{}' and one of {}", name, names));
}

std::string text_of(std::string_view title, const Exponents& exponents) {
    std::string text = fmt::format("{}\n", title);
    for (const MoveExponents& row : exponents) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += fmt::format("{}{}", i == 0 ? "" : " ", row[i]);
        }
        text += '\n';
    }
    return text;
}

Result<Done> title(Lines& lines, std::string_view wanted) {
    const auto words = lines.next();
    if (words.size() != 1 || words[0] != wanted) return lines.error(fmt::format("'{}'", wanted));
    return Done{};
}

Result<Exponents> exponents_of(Lines& lines, std::string_view name) {
    if (const auto found = title(lines, name); !found) return found.error();
    Exponents exponents{};
    for (MoveExponents& row : exponents) {
        const auto words = lines.next();
        if (words.size() != row.size()) return lines.error("18 exponents");
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto value = parse_integer(words[i]);
            if (!value || *value < kLeastExponent || *value > kMostExponent) {
                return lines.error(
                    fmt::format("exponents from {} to {}", kLeastExponent, kMostExponent));
            }
            row[i] = static_cast<int>(*value);
        }
    }
    return exponents;
}

Result<classic::SquareValuesByMove> squares_of(Lines& lines) {
    if (const auto found = title(lines, "squares"); !found) return found.error();
    classic::SquareValuesByMove values(kMoves);
    for (auto& row : values) {
        const auto words = lines.next();
        if (words.size() != kSquares) return lines.error("values of 64 squares");
        for (const std::string_view one : words) {
            const auto value = parse_integer(one);
            if (!value || *value < -kMostSquareValue || *value > kMostSquareValue) {
                return lines.error(fmt::format("values of squares from {} to {}", -kMostSquareValue,
                                               kMostSquareValue));
            }
            row.push_back(static_cast<int>(*value));
        }
    }
    return values;
}

Result<LearningSettings> settings_of(Lines& lines) {
    LearningSettings settings;
    const auto set = [&](auto& field, const auto& read) -> std::optional<Error> {
        if (!read) return read.error();
        field = static_cast<std::remove_reference_t<decltype(field)>>(*read);
        return std::nullopt;
    };
    if (auto bad = set(settings.depth, number(lines, "depth", 1, kMostDepth))) return *bad;
    if (auto bad = set(settings.method, word<Method>(lines, "search", kMethods))) return *bad;
    if (auto bad = set(settings.ordered, number(lines, "ordered", 0, 1))) return *bad;
    if (auto bad = set(settings.learner, word<Learner>(lines, "learner", kLearners))) return *bad;
    if (auto bad = set(settings.random_moves, number(lines, "random", 0, kMoves))) return *bad;
    if (auto bad = set(settings.pieces, number(lines, "pieces", -kMostPieces, kMostPieces))) {
        return *bad;
    }
    if (auto bad = set(settings.inferior, number(lines, "inferior", 0, kMostInferior))) return *bad;
    if (auto bad = set(settings.leaf_coefficients, number(lines, "leaf-coefficients", 0, 1))) {
        return *bad;
    }
    if (auto bad = set(settings.seed, number(lines, "seed", 0, kMostSeed))) return *bad;
    return settings;
}

}  // namespace

std::string_view name_of(Learner learner) {
    switch (learner) {
        case Learner::black:
            return "black";
        case Learner::alternating:
            return "alternating";
        case Learner::both:
            return "both";
    }
    return "";
}

std::string to_text(const Knowledge& knowledge) {
    const LearningSettings& settings = knowledge.settings;
    std::string text =
        fmt::format("depth {}\nsearch {}\nordered {}\nlearner {}\nrandom {}\npieces {}\n",
                    settings.depth, name_of(settings.method), settings.ordered ? 1 : 0,
                    name_of(settings.learner), settings.random_moves, settings.pieces);
    text += fmt::format("inferior {}\nleaf-coefficients {}\nseed {}\ngames {}\nlost {}\n",
                        settings.inferior, settings.leaf_coefficients ? 1 : 0, settings.seed,
                        knowledge.games, knowledge.lost_in_a_row);
    text += text_of("alpha", knowledge.alpha);
    text += text_of("beta", knowledge.beta);
    text += "squares\n";
    for (const auto& row : knowledge.squares) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += fmt::format("{}{}", i == 0 ? "" : " ", row[i]);
        }
        text += '\n';
    }
    return seal(kFirstLine, text);
}

Result<Knowledge> parse_knowledge(std::string_view text) {
    const auto content = unseal(kFirstLine, text, "what mcabee learned");
    if (!content) return content.error();
    Lines lines(*content);
    Knowledge knowledge;
    const auto settings = settings_of(lines);
    if (!settings) return settings.error();
    knowledge.settings = *settings;
    const auto games = number(lines, "games", 0, kMostGames);
    if (!games) return games.error();
    knowledge.games = static_cast<std::uint64_t>(*games);
    const auto lost = number(lines, "lost", 0, kMostInferior);
    if (!lost) return lost.error();
    knowledge.lost_in_a_row = static_cast<int>(*lost);
    const auto alpha = exponents_of(lines, "alpha");
    if (!alpha) return alpha.error();
    knowledge.alpha = *alpha;
    const auto beta = exponents_of(lines, "beta");
    if (!beta) return beta.error();
    knowledge.beta = *beta;
    auto squares = squares_of(lines);
    if (!squares) return squares.error();
    knowledge.squares = std::move(*squares);
    if (!lines.at_end()) return lines.error("the end of the file before this line");
    return knowledge;
}

const Knowledge& carried_knowledge() {
    static const Knowledge knowledge = [] {
        auto parsed = parse_knowledge({emilia_mcabee_begin, emilia_mcabee_end});
        // Only if the file in data/ is not what the trainer writes; a test sees that.
        if (!parsed) std::abort();
        return std::move(*parsed);
    }();
    return knowledge;
}

}  // namespace emilia::mcabee
