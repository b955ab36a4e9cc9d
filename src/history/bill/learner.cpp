#include "history/bill/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "board/rules.h"
#include "history/bill/rows.h"
#include "util/sealed.h"
#include "util/seeds.h"
#include "util/text.h"

namespace emilia::bill {

namespace {

constexpr std::string_view kFirstLine = "Emilia bill training 2";

Move random_move(Position position, Random& random) {
    const Bitboard moves = legal_moves(position);
    if (moves == 0) return Move::pass();
    auto skip = random.below(static_cast<std::uint64_t>(popcount(moves)));
    Bitboard left = moves;
    for (; skip > 0; --skip) left = without_lowest_bit(left);
    return square_at(lowest_bit(left));
}

// A position of a game, for the player to move.
struct Seen {
    int move;
    Color to_move;
    Counts counts;
};

Diagram after(const Diagram& diagram, Move move) {
    return {play(diagram.position, move), opposite(diagram.to_move)};
}

std::string row_of(const Moments& moments) {
    std::string text = fmt::format(" {}", moments.count);
    for (const auto sum : moments.sums) text += fmt::format(" {}", sum);
    for (const auto product : moments.products) text += fmt::format(" {}", product);
    return text;
}

std::string read_row(std::span<const std::string_view> words, Moments& moments) {
    constexpr std::size_t kNumbers = 1 + kCounts + Moments::kProducts;
    if (words.size() != kNumbers) {
        return fmt::format("there should be {} numbers and there are {}", kNumbers, words.size());
    }
    std::vector<std::int64_t> numbers(kNumbers);
    for (std::size_t i = 0; i < kNumbers; ++i) {
        const auto number = parse_integer(words[i]);
        if (!number) return fmt::format("{} is no whole number", in_quotes(words[i]));
        numbers[i] = *number;
    }
    if (numbers[0] < 0) return "the number of positions is below 0";
    moments.count = numbers[0];
    std::copy_n(numbers.begin() + 1, kCounts, moments.sums.begin());
    std::copy_n(numbers.begin() + 1 + kCounts, Moments::kProducts, moments.products.begin());
    return {};
}

// The values behind a name, all whole numbers.
std::optional<std::vector<long long>> numbers_of(std::string_view line, std::string_view name,
                                                 std::size_t count) {
    const std::vector<std::string_view> words = split_words(line);
    if (words.size() != count + 1 || words.front() != name) return std::nullopt;
    std::vector<long long> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = parse_integer(words[i]);
        if (!number || *number < 0) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

}  // namespace

Result<Done> check(const LearnSettings& settings) {
    if (settings.least_random > settings.most_random) {
        return Error{fmt::format("at least {} random moves and at most {}: that is none at all",
                                 settings.least_random, settings.most_random)};
    }
    return Done{};
}

Learner::Learner(const LearnSettings& settings, std::shared_ptr<const Knowledge> by)
    : settings_(settings), search_(std::move(by)) {}

std::optional<std::vector<Sample>> Learner::play(std::uint64_t number,
                                                 const std::function<bool()>& stopped) {
    Random random(mixed(settings_.seed, number));
    const auto range = static_cast<std::uint64_t>(settings_.most_random - settings_.least_random);
    const int randoms = settings_.least_random + static_cast<int>(random.below(range + 1));
    // Nothing of the games before, so that a game is the same wherever a run began.
    search_.forget();
    Diagram diagram;
    Move last = Move::pass();
    std::vector<Seen> seen;
    bool gave_up = false;
    Effort effort{.depth = settings_.depth};
    effort.stopped = [&](std::uint64_t) { return gave_up = stopped && stopped(); };
    for (int ply = 0; !is_over(diagram.position); ++ply) {
        Move move = Move::pass();
        if (ply < randoms) {
            move = random_move(diagram.position, random);
        } else if (!must_pass(diagram.position)) {
            seen.push_back(
                {move_number(diagram.position), diagram.to_move, all_counts_of(diagram.position)});
            if (stopped && stopped()) return std::nullopt;
            move = search_.choose(diagram, last, effort).move;
            if (gave_up) return std::nullopt;
        }
        diagram = after(diagram, move);
        last = move;
    }
    std::vector<Sample> samples;
    const int score = disc_balance(diagram.position).value();
    if (score == 0) return samples;
    const Color winner = score > 0 ? diagram.to_move : opposite(diagram.to_move);
    for (const Seen& one : seen) {
        samples.push_back({one.move, one.to_move == winner, one.counts});
    }
    return samples;
}

std::string to_text(const LearnState& state) {
    const LearnSettings& settings = state.settings;
    std::string text =
        fmt::format("seed {}\ndepth {}\nrandom {} {}\nplayed-by {}\ngames {}\n", settings.seed,
                    settings.depth, settings.least_random, settings.most_random,
                    settings.played_by.empty() ? "hand-set" : settings.played_by, state.games);
    for (int move = 1; move <= kMoves; ++move) {
        const Samples::Stage& stage = state.samples.stages[static_cast<std::size_t>(move - 1)];
        text += row_name(move, true) + row_of(stage.won) + '\n';
        text += row_name(move, false) + row_of(stage.lost) + '\n';
    }
    return seal(kFirstLine, text);
}

Result<LearnState> parse_state(std::string_view bytes) {
    const auto content = unseal(kFirstLine, bytes, "BILL's training");
    if (!content) return content.error();
    constexpr std::size_t kHead = 5;
    const std::vector<std::string_view> lines = lines_of(*content);
    if (lines.size() < kHead) return Error{"the settings of the training are missing"};
    const auto seed = numbers_of(lines[0], "seed", 1);
    const auto depth = numbers_of(lines[1], "depth", 1);
    const auto random = numbers_of(lines[2], "random", 2);
    const auto games = numbers_of(lines[4], "games", 1);
    const std::vector<std::string_view> by = split_words(lines[3]);
    if (!seed || !depth || !random || !games || by.size() != 2 || by[0] != "played-by") {
        return Error{
            "lines 3 to 7 should be the settings of the training: seed, depth, random, "
            "played-by, games"};
    }
    LearnState state;
    state.settings.seed = static_cast<std::uint64_t>(seed->front());
    state.settings.depth = static_cast<int>(depth->front());
    state.settings.least_random = static_cast<int>(random->front());
    state.settings.most_random = static_cast<int>(random->back());
    if (by[1] != "hand-set") state.settings.played_by = printable(by[1]);
    state.games = static_cast<std::uint64_t>(games->front());
    const auto read =
        read_rows(lines, kHead, [&](int move, bool won, std::span<const std::string_view> words) {
            Samples::Stage& stage = state.samples.stages[static_cast<std::size_t>(move - 1)];
            return read_row(words, won ? stage.won : stage.lost);
        });
    if (!read) return read.error();
    return state;
}

Result<Parameters> learned(const LearnState& state) {
    const Constants constants = constants_of(state.samples);
    const auto models = models_of(state.samples, constants);
    if (!models) return models.error();
    const LearnSettings& settings = state.settings;
    return Parameters{
        fmt::format("{} games, seed {}, depth {}, {} to {} random moves, played by {}", state.games,
                    settings.seed, settings.depth, settings.least_random, settings.most_random,
                    settings.played_by.empty() ? "weights set by hand" : settings.played_by),
        constants, *models};
}

}  // namespace emilia::bill
