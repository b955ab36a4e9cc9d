#include "match/arbiter.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "board/rules.h"
#include "search/solver.h"
#include "util/elapsed.h"

namespace emilia::match {

namespace {

using Now = std::chrono::steady_clock;

constexpr std::array<std::pair<Reason, std::string_view>, 6> kReasons = {{
    {Reason::finished, "finished"},
    {Reason::adjudicated, "adjudicated"},
    {Reason::timeout, "timeout"},
    {Reason::illegal, "illegal"},
    {Reason::failure, "failure"},
    {Reason::resign, "resign"},
}};

Reason reason_of(Fault fault) {
    switch (fault) {
        case Fault::illegal:
            return Reason::illegal;
        case Fault::resignation:
            return Reason::resign;
        default:
            return Reason::failure;
    }
}

class Game {
  public:
    Game(std::array<Player*, 2> players, const GameRecord& opening, const ArbiterSettings& settings)
        : players_(players), settings_(settings), builder_(opening.start) {
        for (const PlayedMove& move : opening.moves) {
            // A record is legal, so this cannot fail.
            [[maybe_unused]] const auto added = builder_.add({.move = move.move});
        }
        played_.opening_plies = builder_.plies();
        if (settings.control.game) left_.fill(settings.control.game->left);
    }

    ~Game() {
        for (Player* const player : players_) player->end_waiting();
    }

    std::optional<PlayedGame> play() {
        while (!is_over(builder_.diagram().position)) {
            if (abandoned()) return std::nullopt;
            if (must_pass(builder_.diagram().position)) {
                [[maybe_unused]] const auto added = builder_.add({.move = Move::pass()});
                continue;
            }
            if (builder_.diagram().position.empties() <= settings_.adjudicate) return adjudicate();
            const Step step = move();
            if (step == Step::lost) return finish();
            if (step == Step::abandoned) return std::nullopt;
        }
        played_.score = *black_result(builder_.diagram());
        builder_.record().ending = Ending::finished;
        return finish();
    }

  private:
    enum class Step { moved, lost, abandoned };

    bool abandoned() const { return settings_.abandoned && settings_.abandoned(); }
    Color to_move() const { return builder_.diagram().to_move; }
    std::size_t seat() const { return static_cast<std::size_t>(to_move()); }

    // The most that this move may take.
    std::optional<double> allowed() const {
        std::optional<double> seconds = settings_.control.move;
        if (settings_.control.game) {
            seconds = seconds ? std::min(*seconds, left_[seat()]) : left_[seat()];
        }
        return seconds;
    }

    Step move() {
        const std::optional<double> most = allowed();
        const Now::time_point start = Now::now();
        std::optional<Now::time_point> end;
        if (most) {
            end = start + std::chrono::duration_cast<Now::duration>(
                              std::chrono::duration<double>(*most + settings_.tolerance));
        }
        Limits limits;
        limits.stopped = [this, end] { return (end && Now::now() >= *end) || abandoned(); };
        if (settings_.control.game) {
            limits.clock = Clock{left_[seat()], settings_.control.game->increment};
        }
        limits.seconds = settings_.control.move;
        limits.depth = settings_.control.depth;
        limits.nodes = settings_.control.nodes;
        Player& player = *players_[seat()];
        player.end_waiting();
        const auto choice = player.choose(builder_.record(), limits);
        const double seconds = seconds_since(start);

        // What a player says when it was told to stop for good is of no interest.
        if (abandoned()) return Step::abandoned;
        Effort& effort = played_.efforts[seat()];
        ++effort.moves;
        effort.seconds += seconds;
        effort.longest = std::max(effort.longest, seconds);
        if (most && seconds > *most + settings_.tolerance) {
            return lose(Reason::timeout,
                        fmt::format("{} took {:.3f} s for move {}, and had {:.3f} s",
                                    name_of(to_move()), seconds, builder_.plies() + 1, *most) +
                            (choice ? "" : ": " + choice.error().message));
        }
        if (!choice) return lose(reason_of(player.fault()), choice.error().message);
        effort.nodes += choice->nodes;
        effort.depths += choice->depth;
        if (settings_.control.game) {
            left_[seat()] =
                std::max(0.0, left_[seat()] - seconds) + settings_.control.game->increment;
        }
        // Milliseconds are what files of games have a use for.
        PlayedMove played{.move = choice->move, .seconds = std::round(seconds * 1000) / 1000};
        if (choice->value && choice->value->unit != Value::Unit::points) {
            played.evaluation = choice->value->amount;
        }
        const auto added = builder_.add(std::move(played), to_move());
        if (!added) return lose(Reason::illegal, added.error().message);
        if (!is_over(builder_.diagram().position)) player.begin_waiting(builder_.record());
        return Step::moved;
    }

    Step lose(Reason reason, std::string explanation) {
        played_.score = DiscDifference(to_move() == Color::black ? -64 : 64);
        played_.reason = reason;
        played_.explanation = std::move(explanation);
        builder_.record().ending = ending_of(reason);
        builder_.record().comment = played_.explanation;
        return Step::lost;
    }

    std::optional<PlayedGame> adjudicate() {
        SolverOptions options;
        options.table_bytes = std::size_t{4} << 20;
        SearchLimits limits;
        limits.stopped = settings_.abandoned;
        const Solution solution = Solver(options).solve(builder_.diagram().position, {}, limits);
        if (!solution.exact()) return std::nullopt;
        played_.score = to_move() == Color::black ? solution.lower : -solution.lower;
        played_.reason = Reason::adjudicated;
        builder_.record().ending = Ending::adjudicated;
        return finish();
    }

    PlayedGame finish() {
        const Diagram& last = builder_.diagram();
        const DiscDifference balance = disc_balance(last.position);
        played_.on_board = last.to_move == Color::black ? balance : -balance;
        builder_.record().result = played_.score;
        played_.record = std::move(builder_.record());
        return std::move(played_);
    }

    std::array<Player*, 2> players_;
    const ArbiterSettings& settings_;
    GameBuilder builder_;
    std::array<double, 2> left_ = {};
    PlayedGame played_;
};

}  // namespace

std::string_view name_of(Reason reason) {
    for (const auto& [known, name] : kReasons) {
        if (known == reason) return name;
    }
    return "";
}

std::optional<Reason> parse_reason(std::string_view name) {
    for (const auto& [reason, known] : kReasons) {
        if (known == name) return reason;
    }
    return std::nullopt;
}

bool is_on_board(Reason reason) {
    return reason == Reason::finished || reason == Reason::adjudicated;
}

Ending ending_of(Reason reason) {
    switch (reason) {
        case Reason::finished:
            return Ending::finished;
        case Reason::timeout:
            return Ending::timeout;
        case Reason::resign:
            return Ending::resigned;
        default:
            return Ending::adjudicated;
    }
}

Effort& Effort::operator+=(const Effort& more) {
    moves += more.moves;
    seconds += more.seconds;
    longest = std::max(longest, more.longest);
    nodes += more.nodes;
    depths += more.depths;
    return *this;
}

std::optional<PlayedGame> play_game(Player& black, Player& white, const GameRecord& opening,
                                    const ArbiterSettings& settings) {
    return Game({&black, &white}, opening, settings).play();
}

}  // namespace emilia::match
