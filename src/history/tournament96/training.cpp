#include "history/tournament96/training.h"

#include <fmt/format.h>

#include <cmath>

#include "history/tournament96/board_search.h"
#include "util/sealed.h"
#include "util/seeds.h"
#include "util/text.h"

namespace emilia::tournament96 {

namespace {

constexpr const char* kFirstLine = "Emilia tournament-96 weights 1";
constexpr int kFirstDiscs = 4;
// Positions that a table has room for, by what is searched: a larger one takes longer to make than
// a short search does.
constexpr int kShortPlies = 6;
constexpr std::size_t kShortTableEntries = std::size_t{1} << 14;
constexpr std::size_t kTableEntries = std::size_t{1} << 18;

double in_discs(int value) {
    const auto score = classic::score_of_finished(value);
    return score ? *score : static_cast<double>(value) / Evaluation::kUnit;
}

std::string settings_text(const TrainingSettings& settings) {
    return fmt::format("board {} features {} plies {} end {} games {} rate {} decay {} seed {}\n",
                       classic::to_string(settings.shape), settings.set.name(), settings.plies,
                       settings.end, settings.games, decimal(settings.rate),
                       decimal(settings.decay), settings.seed);
}

std::optional<TrainingSettings> parse_settings(const std::vector<std::string_view>& words) {
    constexpr std::array<std::string_view, 8> kNames = {"board", "features", "plies", "end",
                                                        "games", "rate",     "decay", "seed"};
    if (words.size() != 2 * kNames.size()) return std::nullopt;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (words[2 * i] != kNames[i]) return std::nullopt;
    }
    const auto shape = classic::parse_shape(words[1]);
    const auto set = FeatureSet::parse(words[3]);
    const auto plies = parse_integer(words[5]);
    const auto end = parse_integer(words[7]);
    const auto games = parse_integer(words[9]);
    const auto rate = parse_decimal(words[11]);
    const auto decay = parse_decimal(words[13]);
    const auto seed = parse_integer(words[15]);
    constexpr long long kMost = 1'000'000'000;
    if (!shape || !set || !plies || !end || !games || !rate || !decay || !seed || *plies < 0 ||
        *plies > kMost || *end < 0 || *end > kMost || *games < 0 || *games > kMost || *seed < 0) {
        return std::nullopt;
    }
    TrainingSettings settings;
    settings.shape = *shape;
    settings.set = *set;
    settings.plies = static_cast<int>(*plies);
    settings.end = static_cast<int>(*end);
    settings.games = static_cast<int>(*games);
    settings.rate = *rate;
    settings.decay = *decay;
    settings.seed = static_cast<std::uint64_t>(*seed);
    if (!check(settings)) return std::nullopt;
    return settings;
}

}  // namespace

Result<Done> check(const TrainingSettings& settings) {
    const int plies = settings.shape.playable() - kFirstDiscs;
    if (settings.plies < 2 || settings.plies > 20 || settings.plies % 2 != 0) {
        return Error{
            fmt::format("a phase of {} plies cannot be: it needs an even number from 2 to "
                        "20, because two plies make a stage",
                        settings.plies)};
    }
    if (settings.end < 2 || settings.end > 20 || settings.end % 2 != 0 || settings.end > plies) {
        return Error{
            fmt::format("a first phase of {} plies cannot be: it needs an even number "
                        "from 2 to 20 that the board has",
                        settings.end)};
    }
    if (settings.games < 1) return Error{"a phase needs at least one game"};
    if (!(settings.rate > 0 && settings.rate <= 1)) {
        return Error{"the learning rate must be more than 0 and at most 1"};
    }
    if (!(settings.decay > 0 && settings.decay <= 1)) {
        return Error{"the decay must be more than 0 and at most 1"};
    }
    return Done{};
}

int mixed_move(const BitGridBoard& board, const Mixture& mixture, const Evaluation& smart,
               Random& random) {
    const double which = random.unit();
    if (which < mixture.random) {
        const auto count = static_cast<std::uint64_t>(classic::popcount(board.legal_moves()));
        auto move = board.moves().begin();
        for (std::uint64_t skip = random.below(count); skip > 0; --skip) ++move;
        return *move;
    }
    const Evaluation& evaluation = which < mixture.random + mixture.greedy ? Evaluation() : smart;
    return search_board(board, mixture.depth, evaluation, {})->line.front();
}

// A position of a game with the value that a search found.
struct Training::Example {
    BitGridBoard board;
    Color player;
    double target;
};

Training::Training(const TrainingSettings& settings)
    : settings_(settings),
      shape_(std::make_shared<const BitGridShape>(settings.shape)),
      extractor_(*shape_),
      uniform_(Weights::uniform(settings.shape, settings.set)),
      weights_(settings.shape, settings.set) {}

int Training::phases() const {
    const int before = settings_.shape.playable() - kFirstDiscs - settings_.end;
    return 1 + (before + settings_.plies - 1) / settings_.plies;
}

std::uint64_t Training::done() const {
    return static_cast<std::uint64_t>(phase_) * static_cast<std::uint64_t>(settings_.games) +
           static_cast<std::uint64_t>(game_);
}

std::uint64_t Training::all() const {
    return static_cast<std::uint64_t>(phases()) * static_cast<std::uint64_t>(settings_.games);
}

int Training::first_discs() const {
    const int end = settings_.shape.playable() - settings_.end;
    return std::max(kFirstDiscs, end - phase_ * settings_.plies);
}

void Training::learn(const BitGridBoard& board, Color player, double target, double rate) {
    const double error = target - Evaluation(extractor_, weights_, player).value(board);
    const Features features = extractor_(board, weights_.set());
    Features& weights = weights_.of(player, weights_.stage_of(board.discs()));
    for (std::size_t i = 0; i < kFeatures; ++i) {
        const auto feature = static_cast<Feature>(i);
        if (!weights_.set().has(feature)) continue;
        weights[i] += rate * error * features[i] / (scale_of(feature) * scale_of(feature));
    }
}

bool Training::step(const std::function<bool()>& stopped) {
    Random random(mixed(mixed(settings_.seed, static_cast<std::uint64_t>(phase_)),
                        static_cast<std::uint64_t>(game_)));
    const int first = first_discs();
    const int last =
        phase_ == 0 ? settings_.shape.playable()
                    : settings_.shape.playable() - settings_.end - (phase_ - 1) * settings_.plies;
    const double rate =
        settings_.rate * std::pow(settings_.decay, static_cast<double>(game_) / settings_.games);
    const std::size_t entries =
        phase_ > 0 && settings_.plies <= kShortPlies ? kShortTableEntries : kTableEntries;
    std::array<Table, 2> tables = {Table(entries), Table(phase_ == 0 ? 1 : entries)};
    classic::ResponseKillers<BitGridBoard> killers(classic::kBitGridPlaces);
    std::vector<Example> examples;
    BitGridBoard board = BitGridBoard::initial(*shape_);
    Color player = Color::black;
    while (!board.is_over() && board.discs() < last) {
        if (stopped && stopped()) return false;
        int move = BitGridBoard::pass();
        if (board.moves().empty()) {
            // A pass is nothing to learn from.
        } else if (board.discs() < first) {
            move = mixed_move(board, {}, Evaluation(extractor_, uniform_, player), random);
        } else {
            Method method;
            // The end is worth the same to both; estimates are each player's own.
            method.table = &tables[phase_ == 0 ? 0 : static_cast<std::size_t>(player)];
            // None of these changes a value.
            method.algorithm = Algorithm::negascout;
            method.ordering = &killers;
            method.deepening = phase_ > 0;
            if (stopped) method.stopped = [&](std::uint64_t) { return stopped(); };
            const auto found = phase_ == 0
                                   ? solve_board(board, method)
                                   : search_board(board, settings_.plies,
                                                  Evaluation(extractor_, weights_, player), method);
            if (!found) return false;
            move = found->line.front();
            const double target = phase_ == 0 ? classic::score_of_finished(found->value).value_or(0)
                                              : in_discs(found->value);
            examples.push_back({board, player, target});
        }
        board = board.after(move);
        player = opposite(player);
    }
    for (const Example& example : examples) {
        learn(example.board, example.player, example.target, rate);
    }
    if (++game_ == settings_.games) {
        game_ = 0;
        ++phase_;
    }
    return true;
}

std::string Training::text() const {
    std::string text = settings_text(settings_);
    text += fmt::format("phase {} game {}\n", phase_, game_);
    for (const Color player : {Color::black, Color::white}) {
        for (int stage = 0; stage < weights_.stages(); ++stage) {
            text += player == Color::black ? "black" : "white";
            for (std::size_t i = 0; i < kFeatures; ++i) {
                if (weights_.set().has(static_cast<Feature>(i))) {
                    text += " " + decimal(weights_.of(player, stage)[i]);
                }
            }
            text += '\n';
        }
    }
    return seal(kFirstLine, text);
}

Result<Training> Training::parse(std::string_view text) {
    const auto content = unseal(kFirstLine, text, "tournament-96's weights");
    if (!content) return content.error();
    std::vector<std::vector<std::string_view>> lines;
    for (std::string_view rest = *content; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        lines.push_back(split_words(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto wrong = [](std::size_t line) {
        return Error{fmt::format("line {} of the weights cannot be read", line + 3)};
    };
    const auto settings = lines.empty() ? std::nullopt : parse_settings(lines[0]);
    if (!settings) return wrong(0);
    Training training(*settings);
    const auto stages = static_cast<std::size_t>(training.weights_.stages());
    if (lines.size() != 2 + 2 * stages) {
        return Error{fmt::format("the weights have {} lines where there should be {}",
                                 lines.size() + 2, 4 + 2 * stages)};
    }
    if (lines[1].size() != 4 || lines[1][0] != "phase" || lines[1][2] != "game") return wrong(1);
    const auto phase = parse_integer(lines[1][1]);
    const auto game = parse_integer(lines[1][3]);
    if (!phase || !game || *phase < 0 || *phase > training.phases() || *game < 0 ||
        *game >= settings->games || (*phase == training.phases() && *game != 0)) {
        return wrong(1);
    }
    training.phase_ = static_cast<int>(*phase);
    training.game_ = static_cast<int>(*game);
    for (std::size_t i = 0; i < 2 * stages; ++i) {
        const Color player = i < stages ? Color::black : Color::white;
        const auto& words = lines[i + 2];
        Features& weights = training.weights_.of(player, static_cast<int>(i % stages));
        std::size_t word = 1;
        if (words.empty() || words[0] != (player == Color::black ? "black" : "white")) {
            return wrong(i + 2);
        }
        for (std::size_t feature = 0; feature < kFeatures; ++feature) {
            if (!settings->set.has(static_cast<Feature>(feature))) continue;
            const auto weight = word < words.size() ? parse_decimal(words[word]) : std::nullopt;
            if (!weight || std::abs(*weight) > 1e6) return wrong(i + 2);
            weights[feature] = *weight;
            ++word;
        }
        if (word != words.size()) return wrong(i + 2);
    }
    return training;
}

}  // namespace emilia::tournament96
