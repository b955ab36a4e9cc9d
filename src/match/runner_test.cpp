#include "match/runner.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "match/journal.h"
#include "match/outcome_json.h"
#include "match/tally.h"
#include "match/testing.h"
#include "util/file.h"

namespace emilia::match {
namespace {

std::vector<Task> pairs(std::size_t count) {
    std::vector<Task> tasks;
    for (std::size_t pair = 0; pair < count; ++pair) {
        tasks.push_back({2 * pair, pair, pair, {0, 1}});
        tasks.push_back({2 * pair + 1, pair, pair, {1, 0}});
    }
    return tasks;
}

Field field_of(const PlayerRegistry& registry, const std::vector<std::string>& players) {
    Field field{registry, {}, *Openings::random(6, 1), {}, 1};
    for (const std::string& player : players) field.players.push_back(*registry.parse(player));
    return field;
}

// Moves and score of each game, by number.
std::map<std::size_t, std::string> all_games(const Field& field, const std::vector<Task>& tasks,
                                             int concurrency, bool synchro = false) {
    std::map<std::size_t, std::string> games;
    play_tasks(field, tasks, concurrency, synchro, [&](Outcome outcome) {
        std::string moves;
        for (const PlayedMove& move : outcome.played.record.moves) moves += to_string(move.move);
        EXPECT_TRUE(games.emplace(outcome.task.game, moves).second);
        return true;
    });
    return games;
}

class TemporaryFile {
  public:
    TemporaryFile() {
        path_ = testing::TempDir() + "emilia-XXXXXX";
        const int descriptor = ::mkstemp(path_.data());
        EXPECT_GE(descriptor, 0);
        ::close(descriptor);
    }
    ~TemporaryFile() { ::unlink(path_.c_str()); }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

TEST(RunnerParallel, GamesAreTheSameWithAnyConcurrency) {
    const PlayerRegistry registry = test_players();
    const Field field = field_of(registry, {"random", "random"});
    const auto tasks = pairs(20);
    const auto games = all_games(field, tasks, 1);
    EXPECT_EQ(games.size(), 40u);
    EXPECT_EQ(games, all_games(field, tasks, 2));
    EXPECT_EQ(games, all_games(field, tasks, 5));
    EXPECT_EQ(games, all_games(field, tasks, 2, true));
    // And they are not all the same game.
    std::set<std::string> different;
    for (const auto& [number, moves] : games) different.insert(moves);
    EXPECT_GT(different.size(), 35u);
    Field other = field_of(registry, {"random", "random"});
    other.seed = 2;
    EXPECT_NE(games, all_games(other, tasks, 1));
}

TEST(RunnerParallel, AHangingPlayerCostsItsOwnGamesOnly) {
    const PlayerRegistry registry = test_players();
    Field field = field_of(registry, {"faulty:how=3", "first"});
    field.arbiter.control.move = 0.02;
    field.arbiter.tolerance = 0.01;
    Tally tally;
    play_tasks(field, pairs(3), 2, false, [&](const Outcome& outcome) {
        tally.add(outcome);
        return true;
    });
    EXPECT_EQ(tally.games(), 6u);
    EXPECT_EQ(tally.losses, 6u);
    EXPECT_EQ(tally.forfeits[0].timeout, 6u);
}

TEST(RunnerParallel, StopsWhenToldTo) {
    const PlayerRegistry registry = test_players();
    const Field field = field_of(registry, {"random", "first"});
    int done = 0;
    play_tasks(field, pairs(500), 3, false, [&](const Outcome&) { return ++done < 10; });
    EXPECT_EQ(done, 10);
}

TEST(Runner, SeedsAreGivenWhereNoneIsSaid) {
    const PlayerRegistry registry = test_players();
    const PlayerSpec plain = *registry.parse("random");
    EXPECT_EQ(seeded(registry, plain, 1, 4, 0), seeded(registry, plain, 1, 4, 0));
    EXPECT_FALSE(seeded(registry, plain, 1, 4, 0) == seeded(registry, plain, 1, 5, 0));
    EXPECT_FALSE(seeded(registry, plain, 1, 4, 0) == seeded(registry, plain, 1, 4, 1));
    const PlayerSpec said = *registry.parse("random:seed=0");
    EXPECT_EQ(seeded(registry, said, 1, 4, 0), said);
    const PlayerSpec none = *registry.parse("first");
    EXPECT_EQ(seeded(registry, none, 1, 4, 0), none);
}

TEST(OutcomeJson, ReadsWhatItWrites) {
    const PlayerRegistry registry = test_players();
    for (const char* const player : {"random", "faulty:how=0", "faulty:how=1"}) {
        const Field field = field_of(registry, {player, "first"});
        play_tasks(field, pairs(5), 1, false, [&](const Outcome& outcome) {
            const std::string line = to_json(outcome);
            const auto read = parse_outcome(line);
            EXPECT_TRUE(read) << read.error().message;
            if (!read) return false;
            EXPECT_EQ(to_json(*read), line);
            EXPECT_EQ(read->task, outcome.task);
            EXPECT_EQ(read->played.record, outcome.played.record);
            EXPECT_EQ(read->played.opening_plies, outcome.played.opening_plies);
            return true;
        });
    }
}

TEST(OutcomeJson, SaysWhatIsWrong) {
    const PlayerRegistry registry = test_players();
    std::string line;
    play_tasks(field_of(registry, {"first", "first"}), pairs(1), 1, false,
               [&](const Outcome& game) {
                   line = to_json(game);
                   return false;
               });
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = line;
        text.replace(text.find(from), from.size(), to);
        const auto read = parse_outcome(text);
        return read ? std::string("fine") : read.error().message;
    };
    EXPECT_EQ(changed("\"game\"", "\"game\""), "fine");
    EXPECT_NE(changed("\"score\"", "\"scope\"").find("'score'"), std::string::npos);
    EXPECT_NE(changed("\"seats\":[1,2]", "\"seats\":[0,2]").find("'seats'"), std::string::npos);
    EXPECT_NE(changed("\"finished\"", "\"weather\"").find("'reason'"), std::string::npos);
    EXPECT_NE(changed("\"moves\":\"", "\"moves\":\"a1").find("'opening'"), std::string::npos);
    EXPECT_NE(changed("\"white_effort\"", "\"x\"").find("white_effort"), std::string::npos);
    EXPECT_FALSE(parse_outcome("[]"));
    EXPECT_FALSE(parse_outcome("{\"game\":"));
}

TEST(Journal, GoesOnAfterATornLine) {
    const TemporaryFile file;
    const Terms terms = {{"player 1", "random"}};
    const PlayerRegistry registry = test_players();
    const Field field = field_of(registry, {"random", "first"});
    {
        auto journal = Journal::open(file.path(), terms, 2);
        ASSERT_TRUE(journal) << journal.error().message;
        play_tasks(field, pairs(2), 1, false,
                   [&](const Outcome& game) { return journal->append(game).ok(); });
    }
    const std::string whole = *read_file(file.path());
    // Cut anywhere, it opens with the lines that are whole.
    for (std::size_t size = 0; size <= whole.size(); size += 37) {
        std::ofstream(file.path(), std::ios::trunc) << whole.substr(0, size);
        const auto journal = Journal::open(file.path(), terms, 2);
        ASSERT_TRUE(journal) << journal.error().message;
        const auto lines =
            std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size), '\n');
        EXPECT_EQ(journal->found().size(), static_cast<std::size_t>(std::max<long>(0, lines - 1)));
        const std::string kept = *read_file(file.path());
        EXPECT_EQ(kept.back(), '\n');
        EXPECT_EQ(whole.substr(0, kept.size()), kept);
    }
}

TEST(Journal, RefusesWhatIsNotItsOwn) {
    const TemporaryFile file;
    const Terms terms = {{"player 1", "random"}, {"depth", "3"}};
    const auto problem = [&](const Terms& now, std::size_t players = 2) {
        const auto journal = Journal::open(file.path(), now, players);
        return journal ? std::string("fine") : journal.error().message;
    };
    EXPECT_EQ(problem(terms), "fine");
    EXPECT_EQ(problem(terms), "fine");
    EXPECT_NE(
        problem({{"player 1", "random"}, {"depth", "4"}}).find("depth was 3, and now it is 4"),
        std::string::npos);
    EXPECT_NE(problem({{"player 1", "random"}}), "fine");
    {
        const auto open = Journal::open(file.path(), terms, 2);
        EXPECT_NE(problem(terms).find("another match"), std::string::npos);
    }
    const std::string heading = *read_file(file.path());
    std::ofstream(file.path(), std::ios::app) << "nonsense\n";
    EXPECT_NE(problem(terms).find("line 2"), std::string::npos);
    std::ofstream(file.path(), std::ios::trunc)
        << heading << to_json(outcome_of({0, 0, 0, {0, 5}}, 4)) << '\n';
    EXPECT_NE(problem(terms).find("'seats'"), std::string::npos);
    EXPECT_EQ(problem(terms, 6), "fine");
    for (const char* const foreign : {"somebody's letter", "somebody's letter\n", "{}\n"}) {
        std::ofstream(file.path(), std::ios::trunc) << foreign;
        EXPECT_NE(problem(terms).find("left alone"), std::string::npos);
        EXPECT_EQ(*read_file(file.path()), foreign);
    }
    EXPECT_FALSE(Journal::open("/nowhere/at/all", terms, 2));
}

TEST(Tally, CountsForTheFirstPlayer) {
    Tally tally;
    tally.add(outcome_of({0, 0, 0, {0, 1}}, 10));
    EXPECT_EQ(pairs_in(tally.pairs), 0u);
    tally.add(outcome_of({1, 0, 0, {1, 0}}, 12));
    EXPECT_EQ(tally.pairs, (Pentanomial{0, 0, 1, 0, 0}));
    tally.add(outcome_of({3, 1, 1, {1, 0}}, -6));
    tally.add(outcome_of({2, 1, 1, {0, 1}}, 0));
    tally.add(outcome_of({4, 2, 2, {0, 1}}, -64, Reason::timeout));
    tally.add(outcome_of({5, 2, 2, {1, 0}}, -64, Reason::illegal));
    tally.add(outcome_of({6, 3, 3, {0, 1}}, -64, Reason::resign));
    EXPECT_EQ(tally.wins, 3u);
    EXPECT_EQ(tally.draws, 1u);
    EXPECT_EQ(tally.losses, 3u);
    EXPECT_EQ(tally.pairs, (Pentanomial{0, 0, 2, 1, 0}));
    // Forfeits say nothing of discs.
    EXPECT_EQ(tally.discs.count(), 4u);
    EXPECT_DOUBLE_EQ(tally.discs.mean(), (10.0 - 12 + 6 + 0) / 4);
    EXPECT_EQ(tally.forfeits[0].timeout, 1u);
    EXPECT_EQ(tally.forfeits[1].illegal, 1u);
    // Who resigns forfeits nothing.
    EXPECT_EQ(tally.forfeits[0].failure, 0u);
    EXPECT_EQ(tally.resigned, (std::array<std::uint64_t, 2>{1, 0}));
    // The pairs by discs: -2, +6, 0.
    EXPECT_EQ(tally.synchro, (std::array<std::uint64_t, 3>{1, 1, 1}));
    EXPECT_DOUBLE_EQ(tally.score(), 3.5 / 7);
}

}  // namespace
}  // namespace emilia::match
