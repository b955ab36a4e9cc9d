#include "history/tournament96/squares.h"

#include <fmt/format.h>

#include <cmath>

#include "history/tournament96/training.h"
#include "util/sealed.h"
#include "util/seeds.h"
#include "util/text.h"

namespace emilia::tournament96 {

namespace {

constexpr const char* kFirstLine = "Emilia tournament-96 games 1";
constexpr int kFirstDiscs = 4;
// Half of the moves each; a few at random, or games would repeat themselves.
constexpr Mixture kLogMixture = {.random = 0.05, .greedy = 0.475, .depth = 2};

// Black's result at the end of a game.
int black_score(const BitGridBoard& board, Color to_move) {
    return to_move == Color::black ? board.final_score() : -board.final_score();
}

}  // namespace

double information(double p) {
    const auto part = [](double q) { return q <= 0 ? 0 : -q * std::log2(q); };
    return part(p) + part(1 - p);
}

void GameLog::play() {
    Random random(mixed(seed_, games_.size()));
    const BitGridShape shape(shape_);
    const FeatureExtractor extractor(shape);
    const Weights uniform = Weights::uniform(shape_, FeatureSet::tournament());
    std::vector<int> moves;
    BitGridBoard board = BitGridBoard::initial(shape);
    Color player = Color::black;
    while (!board.is_over()) {
        int move = BitGridBoard::pass();
        if (!board.moves().empty()) {
            move = mixed_move(board, kLogMixture, Evaluation(extractor, uniform, player), random);
            moves.push_back(move);
        }
        board = board.after(move);
        player = opposite(player);
    }
    games_.push_back(std::move(moves));
}

std::string GameLog::text() const {
    const BitGridShape shape(shape_);
    std::string text = fmt::format("board {} seed {}\n", classic::to_string(shape_), seed_);
    for (const auto& game : games_) {
        for (const int move : game) text += shape.name_of(move) + " ";
        if (!game.empty()) text.pop_back();
        text += '\n';
    }
    return seal(kFirstLine, text);
}

Result<GameLog> GameLog::parse(std::string_view text) {
    const auto content = unseal(kFirstLine, text, "games of tournament-96");
    if (!content) return content.error();
    std::optional<GameLog> log;
    std::optional<BitGridShape> shape;
    std::size_t line_number = 2;
    for (std::string_view rest = *content; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const auto words = split_words(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++line_number;
        if (!log) {
            const auto grid = words.size() == 4 && words[0] == "board" && words[2] == "seed"
                                  ? classic::parse_shape(words[1])
                                  : Result<GridShape>(Error{});
            const auto seed = words.size() == 4 ? parse_integer(words[3]) : std::nullopt;
            if (!grid || !seed || *seed < 0) {
                return Error{fmt::format("line {} of the games cannot be read", line_number)};
            }
            log.emplace(*grid, static_cast<std::uint64_t>(*seed));
            shape.emplace(*grid);
            continue;
        }
        std::vector<int> moves;
        BitGridBoard board = BitGridBoard::initial(*shape);
        for (const std::string_view word : words) {
            if (board.moves().empty()) board = board.passed();
            const auto place = shape->parse_place(word);
            if (!place || board.flips(*place) == 0) {
                return Error{fmt::format("line {} of the games: move {}, {}, cannot be made",
                                         line_number, moves.size() + 1, in_quotes(word))};
            }
            moves.push_back(*place);
            board = board.after(*place);
        }
        if (!board.is_over()) {
            return Error{fmt::format("line {} of the games: the game is not over after move {}",
                                     line_number, moves.size())};
        }
        log->games_.push_back(std::move(moves));
    }
    if (!log) return Error{"the games have no first line that says which board they are on"};
    return *log;
}

SquareLearner::SquareLearner(const GameLog& log, const Options& options)
    : parameters_(BitGridShape(log.shape())) {
    const BitGridShape shape(log.shape());
    const auto stages = static_cast<std::size_t>(shape.squares() - kFirstDiscs);
    const auto count = static_cast<std::size_t>(parameters_.count());
    counts_.assign(stages, std::vector<Count>(count));
    rewards_.assign(stages, std::vector<double>(count, 0));

    struct Watched {
        std::vector<std::pair<BitGridBoard, Color>> boards;
        std::optional<Color> winner;
    };
    std::vector<Watched> games;
    for (const auto& moves : log.games()) {
        Watched game;
        BitGridBoard board = BitGridBoard::initial(shape);
        Color player = Color::black;
        for (const int move : moves) {
            if (board.moves().empty()) {
                board = board.passed();
                player = opposite(player);
            }
            game.boards.emplace_back(board, player);
            board = board.after(move);
            player = opposite(player);
        }
        const int score = black_score(board, player);
        if (score != 0) game.winner = score > 0 ? Color::black : Color::white;
        if (game.winner) {
            ++wins_[static_cast<std::size_t>(*game.winner)];
        } else {
            ++draws_;
        }
        games.push_back(std::move(game));
    }
    const int most =
        options.balanced ? std::min(wins_[0], wins_[1]) : static_cast<int>(games.size());
    std::array<int, 2> taken{};
    for (const Watched& game : games) {
        if (!game.winner || taken[static_cast<std::size_t>(*game.winner)] >= most) continue;
        ++taken[static_cast<std::size_t>(*game.winner)];
        ++used_;
        for (const auto& [board, player] : game.boards) watch(board, player, *game.winner, options);
    }
}

void SquareLearner::watch(const BitGridBoard& board, Color to_move, Color winner,
                          const Options& options) {
    const auto stage = static_cast<std::size_t>(board.discs() - kFirstDiscs);
    for (int parameter = 0; parameter < parameters_.count(); ++parameter) {
        const WideBits squares = parameters_.squares(parameter);
        if (squares == 0) continue;
        Count& count = counts_[stage][static_cast<std::size_t>(parameter)];
        const int own = classic::popcount(board.own & squares);
        const int opponent = classic::popcount(board.opponent & squares);
        const int empty = classic::popcount(squares) - own - opponent;
        // Seen by both players, so that each square tells what it means to have it.
        for (const bool mover : {true, false}) {
            const bool won = (winner == to_move) == mover;
            const auto have = static_cast<std::uint32_t>(mover ? own : opponent);
            const auto lack = static_cast<std::uint32_t>(mover ? opponent : own);
            const std::size_t outcome = won ? 1 : 0;
            count.seen[0][outcome] += have;
            count.seen[1][outcome] += static_cast<std::uint32_t>(empty);
            count.seen[2][outcome] += lack;
            // A value that became 0 would stay so for ever: without a square nothing is learned.
            if (have > 0) {
                rewards_[stage][static_cast<std::size_t>(parameter)] +=
                    std::log10(options.rate * have * (won ? options.win : options.loss));
            }
        }
    }
}

double SquareLearner::gain(int stage, int parameter) const {
    const Count& count =
        counts_[static_cast<std::size_t>(stage)][static_cast<std::size_t>(parameter)];
    double all = 0;
    double won = 0;
    for (const auto& [lost_count, won_count] : count.seen) {
        all += lost_count + won_count;
        won += won_count;
    }
    if (all == 0) return 0;
    double rest = 0;
    for (const auto& [lost_count, won_count] : count.seen) {
        const double here = static_cast<double>(lost_count) + won_count;
        if (here > 0) rest += here / all * information(won_count / here);
    }
    return std::max(0.0, information(won / all) - rest);
}

double SquareLearner::mean_gain(int parameter, int first, int last) const {
    double sum = 0;
    for (int discs = first; discs <= last; ++discs) sum += gain(discs - kFirstDiscs, parameter);
    return sum / (last - first + 1);
}

}  // namespace emilia::tournament96
