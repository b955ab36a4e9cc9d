#include "match/openings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <span>

#include "board/areas.h"
#include "board/rules.h"
#include "classic/alpha_beta.h"
#include "game/random_game.h"
#include "util/random.h"
#include "util/seeds.h"

namespace emilia::match {

namespace {

// Such a game would have ended before its opening has, or nobody could find one within the margin.
constexpr std::size_t kMostPlies = 40;
constexpr int kMostTries = 10'000;

std::optional<GameRecord> try_random(Random& random, std::size_t plies, std::optional<int> margin) {
    GameRecord game = random_game(random, plies);
    const Position last = game.final_diagram().position;
    if (game.moves.size() != plies || is_over(last)) return std::nullopt;
    if (margin && std::abs(rough_balance(last)) > *margin) return std::nullopt;
    return game;
}

std::optional<GameRecord> random_opening(std::uint64_t seed, std::size_t index, std::size_t plies,
                                         std::optional<int> margin) {
    Random random(mixed(seed, index));
    for (int tries = 0; tries < kMostTries; ++tries) {
        if (auto game = try_random(random, plies, margin)) return game;
    }
    return std::nullopt;
}

}  // namespace

int rough_balance(Position position) {
    using classic::StandardBoard;
    const auto evaluate = [](const StandardBoard& board) {
        const Position leaf = board.position;
        return popcount(legal_moves(leaf)) - popcount(legal_moves(leaf.passed())) +
               10 * (popcount(leaf.own & kCorners) - popcount(leaf.opponent & kCorners));
    };
    constexpr int kDepth = 4;
    return classic::AlphaBeta<StandardBoard, decltype(evaluate)>(evaluate)
        .search(StandardBoard{position}, kDepth)
        ->value;
}

Result<Openings> Openings::from_games(std::vector<GameRecord> games,
                                      std::optional<std::size_t> plies,
                                      std::optional<std::uint64_t> shuffle) {
    if (games.empty()) return Error{"there is no opening in it"};
    for (std::size_t i = 0; i < games.size(); ++i) {
        GameRecord bare;
        bare.start = games[i].start;
        bare.moves = std::move(games[i].moves);
        if (plies && bare.moves.size() > *plies) {
            bare.moves.erase(bare.moves.begin() + static_cast<std::ptrdiff_t>(*plies),
                             bare.moves.end());
        }
        if (is_over(bare.final_diagram().position)) {
            return Error{fmt::format(
                "opening {} is a game that is over; take the first moves of each with --plies",
                i + 1)};
        }
        games[i] = std::move(bare);
    }
    if (shuffle) Random(*shuffle).shuffle(std::span(games));
    return Openings(std::move(games));
}

Result<Openings> Openings::random(std::size_t plies, std::uint64_t seed,
                                  std::optional<int> margin) {
    if (plies > kMostPlies) {
        return Error{
            fmt::format("an opening may have at most {} random moves, not {}", kMostPlies, plies)};
    }
    Openings openings{std::vector<GameRecord>()};
    openings.plies_ = plies;
    openings.seed_ = seed;
    openings.margin_ = margin;
    if (!random_opening(seed, 0, plies, margin)) {
        return Error{fmt::format("no random opening of {} moves is within {} of balance", plies,
                                 margin.value_or(0))};
    }
    return openings;
}

GameRecord Openings::at(std::size_t index) const {
    if (!games_.empty()) return games_[index % games_.size()];
    // The first one was found when this was made.
    if (auto game = random_opening(seed_, index, plies_, margin_)) return *game;
    return *random_opening(seed_, 0, plies_, margin_);
}

std::uint64_t Openings::fingerprint() const {
    std::uint64_t hash = mixed(games_.size(), plies_);
    if (games_.empty()) {
        hash = mixed(hash, seed_);
        return mixed(hash, margin_ ? static_cast<std::uint64_t>(*margin_) + 1 : 0);
    }
    for (const GameRecord& game : games_) {
        hash = mixed(hash, hash_of(game.start.position));
        hash = mixed(hash, static_cast<std::uint64_t>(game.start.to_move));
        for (const PlayedMove& played : game.moves) {
            hash = mixed(hash, played.move.is_pass()
                                   ? 64
                                   : static_cast<std::uint64_t>(index_of(played.move.square())));
        }
    }
    return hash;
}

}  // namespace emilia::match
