#include "history/greene/learning.h"

#include "board/rules.h"
#include "util/seeds.h"

namespace emilia::greene {

namespace {

bool has_heuristics(Position position) {
    const int phase = phase_of(position);
    return phase >= kFirstPhase && phase < kFirstPhase + kPhases;
}

void reward(Database& database, const std::vector<int>& chain, int difference) {
    for (const int heuristic : chain) database.reward(heuristic, difference);
}

}  // namespace

bool learn_from(Database& database, const GameRecord& game, bool black, bool white, int lookahead) {
    Diagram diagram = game.start;
    std::array<std::vector<int>, 2> chains;
    for (const PlayedMove& played : game.moves) {
        const Position position = diagram.position;
        const bool learns = diagram.to_move == Color::black ? black : white;
        if (learns && !played.move.is_pass() && position.empties() > lookahead &&
            has_heuristics(position)) {
            const Ratings change = change_by(position, ratings_of(position), played.move.square());
            chains[static_cast<std::size_t>(diagram.to_move)].push_back(
                heuristic_of(phase_of(position), change).index());
        }
        diagram = play(diagram, played.move);
    }
    if (!is_over(diagram.position)) return false;
    const int difference = popcount(diagram.black()) - popcount(diagram.white());
    reward(database, chains[0], difference);
    reward(database, chains[1], -difference);
    return true;
}

Move Learner::choose(const Database& database, Position position, Random& random, Chain& chain) {
    if (legal_moves(position) == 0) return Move::pass();
    if (position.empties() <= lookahead_) {
        const auto found = endgame_.solve(position);
        return found->best[random.below(found->best.size())];
    }
    if (phase_of(position) == 1) return any_of(opening_choices(position), random);
    const auto all = candidates(database, position);
    const Candidate& chosen = choose_by_chance(all, random);
    if (has_heuristics(position)) chain.push_back(chosen.heuristic);
    return chosen.square;
}

DiscDifference Learner::play_itself(Database& database, Random random) {
    Diagram diagram;
    std::array<Chain, 2> chains;
    // From the lookahead on both play perfectly, so that the result is known there.
    while (!is_over(diagram.position) && diagram.position.empties() > lookahead_) {
        Chain& chain = chains[static_cast<std::size_t>(diagram.to_move)];
        diagram = play(diagram, choose(database, diagram.position, random, chain));
    }
    const int own = endgame_.value(diagram.position);
    const int difference = diagram.to_move == Color::black ? own : -own;
    reward(database, chains[0], difference);
    reward(database, chains[1], -difference);
    return DiscDifference(difference);
}

Result<DiscDifference> Learner::play_against(Database& database, Player& teacher, Color learner,
                                             Random random) {
    GameBuilder game;
    Chain chain;
    while (!is_over(game.diagram().position)) {
        const Diagram& diagram = game.diagram();
        Move move = Move::pass();
        if (diagram.to_move == learner) {
            move = choose(database, diagram.position, random, chain);
        } else if (!must_pass(diagram.position)) {
            const auto choice = teacher.choose(game.record(), {});
            if (!choice) return choice.error();
            move = choice->move;
        }
        if (const auto added = game.add({move}); !added) return added.error();
    }
    const Diagram& end = game.diagram();
    const int difference = popcount(end.black()) - popcount(end.white());
    reward(database, chain, learner == Color::black ? difference : -difference);
    return DiscDifference(difference);
}

Result<bool> run_burst(Database& database, const Burst& burst) {
    Learner learner(burst.lesson.lookahead);
    for (std::uint64_t game = database.games_of(Lesson::Kind::burst); game < burst.games; ++game) {
        if (burst.stopped && burst.stopped()) return false;
        const Random random(mixed(burst.lesson.seed, game));
        const Color color = game % 2 == 0 ? Color::black : Color::white;
        DiscDifference result;
        if (burst.teacher) {
            const auto played = learner.play_against(database, *burst.teacher(game), color, random);
            if (!played) return played.error();
            result = *played;
        } else {
            result = learner.play_itself(database, random);
        }
        database.count_game(burst.lesson);
        if (burst.played) burst.played(game + 1, color, result);
    }
    return true;
}

}  // namespace emilia::greene
