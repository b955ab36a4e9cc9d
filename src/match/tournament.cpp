#include "match/tournament.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace emilia::match {

namespace {

constexpr double kWin = 1;

// What a pairing has to know of a player.
struct Entrant {
    double points = 0;
    int blacks_ahead = 0;  // rounds begun with black, less those with white
    int last = 0;          // 1 black, -1 white, 0 none
    bool had_bye = false;
    std::vector<bool> met;
};

class Pairer {
  public:
    Pairer(const std::vector<SwissRound>& before, const std::vector<double>& points)
        : entrants_(points.size()), ranking_(points.size()) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            entrants_[i].points = points[i];
            entrants_[i].met.resize(points.size(), false);
        }
        for (const SwissRound& round : before) {
            for (const auto& [black, white] : round.pairings) {
                entrants_[black].met[white] = entrants_[white].met[black] = true;
                ++entrants_[black].blacks_ahead;
                --entrants_[white].blacks_ahead;
                entrants_[black].last = 1;
                entrants_[white].last = -1;
            }
            if (round.bye) entrants_[*round.bye].had_bye = true;
        }
        std::iota(ranking_.begin(), ranking_.end(), std::size_t{0});
        std::stable_sort(ranking_.begin(), ranking_.end(),
                         [&](std::size_t a, std::size_t b) { return points[a] > points[b]; });
    }

    SwissRound pair() {
        for (const bool repeats : {false, true}) {
            if (ranking_.size() % 2 == 0) {
                if (match(std::nullopt, repeats)) return round(std::nullopt);
                continue;
            }
            for (auto last = ranking_.rbegin(); last != ranking_.rend(); ++last) {
                if (entrants_[*last].had_bye && !repeats) continue;
                if (match(*last, repeats)) return round(*last);
            }
        }
        return {};
    }

  private:
    bool match(std::optional<std::size_t> bye, bool repeats) {
        taken_.assign(entrants_.size(), false);
        if (bye) taken_[*bye] = true;
        pairs_.clear();
        repeats_ = repeats;
        tries_ = 0;
        return extend();
    }

    // Pairs the first who is free, and then the others; goes back where that leads nowhere.
    bool extend() {
        // Where pairs are so hard to find that this is reached, two meet again instead.
        constexpr int kMostTries = 200'000;
        if (++tries_ > kMostTries && !repeats_) return false;
        const auto first = std::find_if(ranking_.begin(), ranking_.end(),
                                        [&](std::size_t i) { return !taken_[i]; });
        if (first == ranking_.end()) return true;
        const Entrant& entrant = entrants_[*first];
        std::vector<std::size_t> candidates;
        for (auto other = first + 1; other != ranking_.end(); ++other) {
            if (!taken_[*other] && (repeats_ || !entrant.met[*other])) candidates.push_back(*other);
        }
        const auto cost = [&](std::size_t i) {
            return std::tuple(entrant.met[i], std::abs(entrant.points - entrants_[i].points),
                              std::abs(entrant.blacks_ahead + entrants_[i].blacks_ahead));
        };
        std::stable_sort(candidates.begin(), candidates.end(),
                         [&](std::size_t a, std::size_t b) { return cost(a) < cost(b); });
        const std::size_t chosen = *first;
        taken_[chosen] = true;
        for (const std::size_t other : candidates) {
            taken_[other] = true;
            pairs_.emplace_back(chosen, other);
            if (extend()) return true;
            pairs_.pop_back();
            taken_[other] = false;
        }
        taken_[chosen] = false;
        return false;
    }

    SwissRound round(std::optional<std::size_t> bye) const {
        SwissRound result;
        result.bye = bye;
        for (const auto& [a, b] : pairs_) {
            const auto due = [&](std::size_t i) {
                return std::pair(entrants_[i].blacks_ahead, entrants_[i].last);
            };
            // Equal in everything: black goes round by the number of the board.
            const bool a_is_black =
                due(a) != due(b) ? due(a) < due(b) : result.pairings.size() % 2 == 0;
            result.pairings.push_back(a_is_black ? SwissRound::Pairing{a, b}
                                                 : SwissRound::Pairing{b, a});
        }
        return result;
    }

    std::vector<Entrant> entrants_;
    std::vector<std::size_t> ranking_;
    std::vector<bool> taken_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    bool repeats_ = false;
    int tries_ = 0;
};

}  // namespace

std::vector<Task> round_robin(std::size_t players, std::size_t games) {
    std::vector<Task> tasks;
    // Players sit around a table, the first stays, the others move on a seat each round; of an odd
    // number one sits opposite an empty chair.
    const std::size_t chairs = players + players % 2;
    std::vector<std::size_t> table(chairs);
    for (std::size_t game = 0; game < games; ++game) {
        std::iota(table.begin(), table.end(), std::size_t{0});
        for (std::size_t round = 0; round + 1 < chairs; ++round) {
            for (std::size_t i = 0; i < chairs / 2; ++i) {
                const auto [low, high] = std::minmax(table[i], table[chairs - 1 - i]);
                if (high == players) continue;
                const bool low_is_black = ((high - low) % 2 == 1) == (game % 2 == 0);
                Task task{tasks.size(), game * (chairs - 1) + round, game / 2, {low, high}};
                if (!low_is_black) std::swap(task.seats[0], task.seats[1]);
                tasks.push_back(task);
            }
            std::rotate(table.begin() + 1, table.end() - 1, table.end());
        }
    }
    return tasks;
}

SwissRound pair_round(const std::vector<SwissRound>& before, const std::vector<double>& points) {
    return Pairer(before, points).pair();
}

std::vector<Task> tasks_of(const SwissRound& round, std::size_t number, std::size_t games,
                           std::size_t first_game) {
    std::vector<Task> tasks;
    for (const auto& [black, white] : round.pairings) {
        for (std::size_t game = 0; game < games; ++game) {
            Task task{first_game + tasks.size(),
                      number,
                      number * ((games + 1) / 2) + game / 2,
                      {black, white}};
            if (game % 2 == 1) std::swap(task.seats[0], task.seats[1]);
            tasks.push_back(task);
        }
    }
    return tasks;
}

std::vector<Standing> standings(std::size_t players, std::span<const Outcome> games,
                                const std::vector<SwissRound>& rounds, std::size_t games_a_bye) {
    std::vector<Standing> table(players);
    for (std::size_t i = 0; i < players; ++i) table[i].player = i;
    for (const SwissRound& round : rounds) {
        if (!round.bye) continue;
        ++table[*round.bye].byes;
        table[*round.bye].points += kWin * static_cast<double>(games_a_bye);
    }
    for (const Outcome& game : games) {
        for (const Color color : {Color::black, Color::white}) {
            Standing& standing = table[game.task.seats[static_cast<std::size_t>(color)]];
            const double points = game.points(color);
            const int score = game.played.score.value();
            ++standing.games;
            ++(points == 1 ? standing.wins : points == 0 ? standing.losses : standing.draws);
            standing.points += points;
            standing.discs += color == Color::black ? score : -score;
            standing.effort += game.played.effort(color);
            const Reason reason = game.played.reason;
            if (points == 0 && !is_on_board(reason) && reason != Reason::resign) {
                ++standing.forfeits;
            }
        }
    }
    for (const Outcome& game : games) {
        const auto [black, white] = game.task.seats;
        table[black].opponents += table[white].points;
        table[white].opponents += table[black].points;
    }
    std::stable_sort(table.begin(), table.end(), [](const Standing& a, const Standing& b) {
        return std::tuple(-a.points, -a.opponents, -a.discs) <
               std::tuple(-b.points, -b.opponents, -b.discs);
    });
    return table;
}

Points points_between(std::size_t players, std::span<const Outcome> games) {
    Points points(players, std::vector<double>(players, 0));
    for (const Outcome& game : games) {
        const auto [black, white] = game.task.seats;
        points[black][white] += game.points(Color::black);
        points[white][black] += game.points(Color::white);
    }
    return points;
}

}  // namespace emilia::match
