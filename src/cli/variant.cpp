#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/program.h"
#include "history/tournament96/thinker.h"
#include "history/tournament96/training.h"
#include "player/budget.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/random.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using classic::BitGridBoard;
using classic::BitGridShape;

struct Options {
    std::string board = "96";
    std::vector<std::string> players = {"human", "tournament-96"};
    std::string weights;
    std::string moves;
    std::uint64_t seed = 1;
    bool boards = false;
    bool json = false;
};

// Who can play on boards of all shapes.
struct Seat {
    enum class Kind { human, random, greedy, tournament96 };
    Kind kind = Kind::human;
    int depth = 4;
    std::string text;
};

Result<Seat> parse_seat(const std::string& text) {
    static const std::vector<std::string> kNames = {"human", "random", "greedy", "tournament-96"};
    const auto colon = text.find(':');
    const std::string name = text.substr(0, colon);
    Seat seat;
    seat.text = text;
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) {
        return Error{
            fmt::format("there is no player {} for these boards; there are human, random, "
                        "greedy and tournament-96",
                        in_quotes(name))};
    }
    seat.kind = static_cast<Seat::Kind>(found - kNames.begin());
    if (colon == std::string::npos) return seat;
    const std::string option = text.substr(colon + 1);
    const auto depth =
        option.starts_with("depth=") ? parse_integer(option.substr(6)) : std::nullopt;
    if (!depth || *depth < 1 || *depth > 16 || seat.kind == Seat::Kind::human ||
        seat.kind == Seat::Kind::random) {
        return Error{
            fmt::format("{}: greedy and tournament-96 take depth=N, from 1 to 16, and "
                        "nothing else",
                        in_quotes(text))};
    }
    seat.depth = static_cast<int>(*depth);
    return seat;
}

void draw(const BitGridBoard& board, Color to_move) {
    const std::string rows = board.to_string();
    const int size = board.shape->grid().size();
    std::string header = "  ";
    for (int column = 0; column < size; ++column) {
        header += fmt::format(" {}", static_cast<char>('a' + column));
    }
    fmt::print("{}\n", header);
    for (int row = 0; row < size; ++row) {
        std::string line = fmt::format("{:>2}", row + 1);
        for (int column = 0; column < size; ++column) {
            char c = rows[static_cast<std::size_t>(row * (size + 1) + column)];
            // X is black's, whoever is to move.
            if (to_move == Color::white && (c == 'X' || c == 'O')) c = c == 'X' ? 'O' : 'X';
            line += fmt::format(" {}", c);
        }
        fmt::print("{}\n", line);
    }
}

std::string legal_names(const BitGridBoard& board) {
    std::string text;
    for (const int move : board.moves()) {
        if (!text.empty()) text += ' ';
        text += board.shape->name_of(move);
    }
    return text;
}

// A game on one board.
class Game {
  public:
    Game(const BitGridShape& shape, std::shared_ptr<const tournament96::Weights> weights,
         std::array<Seat, 2> seats, const Options& options)
        : weights_(std::move(weights)),
          seats_(std::move(seats)),
          options_(options),
          random_(options.seed),
          board_(BitGridBoard::initial(shape)) {
        for (std::size_t i = 0; i < 2; ++i) {
            tournament96::Settings settings;
            settings.depth = seats_[i].depth;
            thinkers_[i] = std::make_unique<tournament96::Thinker>(shape, weights_, settings);
        }
    }

    // The moves that were given, passes left out.
    Result<Done> begin() {
        for (const std::string_view word : split_words(options_.moves)) {
            const auto place = board_.shape->parse_place(word);
            if (!place || board_.flips(*place) == 0) {
                return Error{fmt::format("--moves: move {}, {}, cannot be made; {} can play {}",
                                         moves_.size() + 1, in_quotes(word), name_of(player_),
                                         legal_names(board_))};
            }
            play(*place);
        }
        return Done{};
    }

    // The exit code.
    int run() {
        const bool watched = seats_[0].kind == Seat::Kind::human ||
                             seats_[1].kind == Seat::Kind::human || options_.boards;
        while (!board_.is_over()) {
            if (watched && !options_.json) draw(board_, player_);
            const auto move = choose();
            if (!move) {
                if (interrupted()) return kInterruptedExitCode;
                finish();
                return kSuccess;
            }
            if (!options_.json) {
                fmt::print("{:>2}. {} {}{}\n", moves_.size() + 1, name_of(player_),
                           board_.shape->name_of(*move), remark_);
                std::fflush(stdout);
            }
            play(*move);
        }
        if (!options_.json) draw(board_, player_);
        finish();
        return kSuccess;
    }

  private:
    // Nothing if the person has left, or it was interrupted.
    std::optional<int> choose() {
        remark_.clear();
        const auto index = static_cast<std::size_t>(player_);
        const Seat& seat = seats_[index];
        switch (seat.kind) {
            case Seat::Kind::human:
                return ask();
            case Seat::Kind::random: {
                const auto count =
                    static_cast<std::uint64_t>(classic::popcount(board_.legal_moves()));
                auto move = board_.moves().begin();
                for (std::uint64_t skip = random_.below(count); skip > 0; --skip) ++move;
                return *move;
            }
            case Seat::Kind::greedy: {
                tournament96::Method method;
                method.stopped = [](std::uint64_t) { return interrupted(); };
                const auto found = tournament96::search_board(board_, seat.depth, {}, method);
                if (!found) return std::nullopt;
                return found->line.front();
            }
            case Seat::Kind::tournament96:
                break;
        }
        tournament96::Effort effort;
        effort.stopped = [](std::uint64_t) { return interrupted(); };
        const auto thought = thinkers_[index]->think(board_, player_, effort);
        if (interrupted()) return std::nullopt;
        remark_ = thought.kind == tournament96::Thought::Kind::exact
                      ? fmt::format("  ends {:+.0f}", thought.value)
                      : fmt::format("  {:+.1f}", thought.value);
        return thought.move;
    }

    std::optional<int> ask() {
        for (std::string line;;) {
            fmt::print(stderr, "{}> ", name_of(player_));
            if (!std::getline(std::cin, line) || interrupted()) return std::nullopt;
            const std::string word = lower_case(trimmed(line));
            if (word == "quit" || word == "q") return std::nullopt;
            if (word.empty()) continue;
            const auto place = board_.shape->parse_place(word);
            if (place && board_.flips(*place) != 0) return place;
            fmt::print(stderr, "{} cannot be played; {} can play {}\n", in_quotes(word),
                       name_of(player_), legal_names(board_));
        }
    }

    void play(int move) {
        moves_.push_back(board_.shape->name_of(move));
        board_ = board_.after(move);
        player_ = opposite(player_);
        if (!board_.is_over() && board_.moves().empty()) {
            if (!options_.json) fmt::print("    {} has to pass\n", name_of(player_));
            board_ = board_.passed();
            player_ = opposite(player_);
        }
    }

    void finish() const {
        const int own = classic::popcount(board_.own);
        const int opponent = classic::popcount(board_.opponent);
        const int black = player_ == Color::black ? own : opponent;
        const int white = player_ == Color::black ? opponent : own;
        if (options_.json) {
            print_json({{"board", classic::to_string(board_.shape->grid())},
                        {"black", seats_[0].text},
                        {"white", seats_[1].text},
                        {"moves", moves_},
                        {"over", board_.is_over()},
                        {"black_discs", black},
                        {"white_discs", white}});
            return;
        }
        std::string line;
        for (const std::string& move : moves_) line += (line.empty() ? "" : " ") + move;
        fmt::print("{}\n", line);
        fmt::print("{} {}-{}\n", board_.is_over() ? "final score, black first:" : "so far:", black,
                   white);
    }

    std::shared_ptr<const tournament96::Weights> weights_;
    std::array<Seat, 2> seats_;
    const Options& options_;
    Random random_;
    std::array<std::unique_ptr<tournament96::Thinker>, 2> thinkers_;
    BitGridBoard board_;
    Color player_ = Color::black;
    std::vector<std::string> moves_;
    std::string remark_;
};

int run_variant(const Options& options) {
    const auto grid = classic::parse_shape(options.board);
    if (!grid) return fail(grid.error());
    std::array<Seat, 2> seats;
    for (std::size_t i = 0; i < 2; ++i) {
        auto seat = parse_seat(options.players[i]);
        if (!seat) return fail(seat.error());
        seats[i] = std::move(*seat);
    }
    auto weights = tournament96::carried_weights(*grid);
    if (!options.weights.empty()) {
        const auto text = read_file(options.weights);
        if (!text) return fail(text.error());
        const auto training = tournament96::Training::parse(*text);
        if (!training) {
            return fail(
                fmt::format("{}: {}", printable(options.weights), training.error().message));
        }
        if (!(training->settings().shape == *grid)) {
            return fail(fmt::format("{}: these weights are for board {}",
                                    printable(options.weights),
                                    classic::to_string(training->settings().shape)));
        }
        weights = std::make_shared<const tournament96::Weights>(training->weights());
    }
    if (weights == nullptr) {
        weights = std::make_shared<const tournament96::Weights>(
            tournament96::Weights::uniform(*grid, tournament96::FeatureSet::tournament()));
    }
    const InterruptGuard guard;
    const BitGridShape shape(*grid);
    Game game(shape, weights, std::move(seats), options);
    if (const auto begun = game.begin(); !begun) return fail(begun.error());
    return game.run();
}

}  // namespace

void add_variant(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        {"variant", "Play", "a game on another board: 96 squares, 6x6, 10x10", R"(Examples:
  emilia variant                                   you against tournament-96 on 96 squares
  emilia variant tournament-96:depth=4 greedy:depth=4 --boards
  emilia variant --board 6 random tournament-96 --seed 3
  emilia variant --board 10-a1-j1-a10-j10 human human

Players, black first: human, random, greedy (the most discs) and tournament-96; the last
two take depth=N, 4 by default. Moves are typed as a1 to j10, one a line; 'quit' leaves.
X is black, O is white, # is blocked. The board is a size from 4 to 10; 96, which is 10x10
without c3, h3, c8 and h8; or a size and its blocked squares. tournament-96 has learned
weights for 8 and 96, weights of 1 for others, or those of --weights (made by 'emilia train
tournament-96'). It searches to the end from 14 empty squares on.
)"},
        [options] { return run_variant(*options); });
    command.add_option("players", options->players, "black and white (human tournament-96)")
        ->type_name("PLAYER")
        ->expected(2);
    command.add_option("--board", options->board, "which board, 96 by default")->type_name("BOARD");
    command.add_option("--weights", options->weights, "what tournament-96 plays with")
        ->type_name("FILE");
    command.add_option("--moves", options->moves, "moves to begin with, passes left out")
        ->type_name("MOVES");
    command.add_option("--seed", options->seed, "for random players, 1 by default")->type_name("N");
    command.add_flag("--boards", options->boards, "draw the board at each move");
    command.add_flag("--json", options->json, "one JSON object, at the end");
}

}  // namespace emilia::cli
