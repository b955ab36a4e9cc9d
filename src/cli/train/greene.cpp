#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <set>

#include "board/position_text.h"
#include "cli/all_players.h"
#include "cli/game_input.h"
#include "cli/play/front_ends.h"
#include "cli/train/progress.h"
#include "cli/train/state_file.h"
#include "cli/train/train.h"
#include "history/greene/greene.h"
#include "history/greene/learning.h"
#include "match/runner.h"
#include "player/engine_player.h"
#include "util/elapsed.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using greene::Database;
using greene::Lesson;

constexpr double kSecondsBetweenSaves = 5;
constexpr const char* kHint = "emilia";

struct Options {
    std::string file;
    std::optional<std::uint64_t> games;
    std::string begin;
    std::vector<std::string> from;
    std::string opponent{greene::kSelf};
    std::optional<int> lookahead;
    std::optional<std::uint32_t> seed;
    bool play = false;
    std::string color = "black";
    int list = 0;
    bool json = false;
};

// Results of the games of this run.
struct Played {
    std::uint64_t games = 0;
    std::array<std::uint64_t, 3> black = {};  // won, drawn, lost by black
    std::array<std::uint64_t, 3> learner = {};
    bool finished = true;
    double seconds = 0;

    void add(Color color, DiscDifference result) {
        ++games;
        const auto of = [](int difference) -> std::size_t {
            return difference > 0 ? 0 : difference == 0 ? 1 : 2;
        };
        ++black[of(result.value())];
        ++learner[of(color == Color::black ? result.value() : -result.value())];
    }
};

Result<Done> save(const std::string& path, const Database& database) {
    return write_file(path, database.bytes());
}

Result<Database> load(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    auto database = Database::parse(*bytes);
    if (!database) return Error{fmt::format("{}: {}", path, database.error().message)};
    return database;
}

// Begins with the games of files; those that are not finished teach nothing.
Result<Done> show_games(Database& database, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const auto files = game_files_of(word);
        if (!files) return files.error();
        for (const std::string& file : *files) {
            const auto read = read_game_file(file);
            if (!read) return read.error();
            report_issues(file, *read);
            for (const GameRecord& game : read->games) {
                if (greene::learn_from(database, game, true, true)) {
                    database.count_game({.kind = Lesson::Kind::games});
                }
            }
        }
    }
    if (database.games_of(Lesson::Kind::games) == 0) {
        return Error{"--from: none of these games is finished, and there is nothing to learn"};
    }
    return Done{};
}

Result<Database> opened(const Options& options) {
    const auto begin = greene::parse_begin(options.begin.empty() ? "zero" : options.begin);
    const bool from_games = *begin == greene::Begin::games;
    if (!options.from.empty() && !from_games) {
        return Error{"--from has the games to begin with: it goes with --begin games"};
    }
    std::error_code ignored;
    if (std::filesystem::exists(options.file, ignored)) {
        auto database = load(options.file);
        if (database && !options.begin.empty() && database->begin() != *begin) {
            return Error{fmt::format("{} was begun with '{}', not with '{}': name another file",
                                     options.file, name_of(database->begin()), options.begin)};
        }
        return database;
    }
    if (!options.games && !options.play && !from_games) {
        return Error{
            fmt::format("there is no database {}: --games or --play begins one", options.file)};
    }
    if (from_games && options.from.empty()) {
        return Error{"--begin games needs --from FILE..., the games to begin with"};
    }
    Database database(*begin);
    if (from_games) {
        if (const auto done = show_games(database, options.from); !done) return done.error();
    }
    return database;
}

Result<Played> play_burst(Database& database, const Options& options) {
    Played played;
    const std::uint64_t before = database.games_of(Lesson::Kind::burst);
    if (*options.games <= before) return played;
    const PlayerRegistry registry = all_players();
    greene::Burst burst;
    burst.lesson.lookahead = options.lookahead.value_or(greene::kLearningLookahead);
    const std::uint32_t seed = options.seed.value_or(1);
    burst.lesson.seed = seed;
    burst.lesson.teacher = greene::kSelf;
    burst.games = *options.games;
    burst.stopped = interrupted;
    if (options.opponent != greene::kSelf) {
        const auto spec = registry.parse(options.opponent);
        if (!spec) return Error{"--opponent: " + spec.error().message};
        burst.lesson.teacher = registry.to_string(*spec);
        burst.teacher = [&registry, spec = *spec, seed](std::uint64_t game) {
            return registry.make(
                match::seeded(registry, spec, seed, static_cast<std::size_t>(game), 0));
        };
    }
    const InterruptGuard guard;
    Progress progress("games", before, burst.games, !options.json);
    auto saved = std::chrono::steady_clock::now();
    std::optional<Error> trouble;
    burst.played = [&](std::uint64_t games, Color learner, DiscDifference result) {
        played.add(learner, result);
        progress.tell(games);
        if (seconds_since(saved) < kSecondsBetweenSaves) return;
        if (const auto done = save(options.file, database); !done) trouble = done.error();
        saved = std::chrono::steady_clock::now();
    };
    burst.stopped = [&] { return trouble || interrupted(); };
    const auto finished = greene::run_burst(database, burst);
    played.seconds = progress.seconds();
    if (trouble) return *trouble;
    if (const auto done = save(options.file, database); !done) return done.error();
    if (!finished) return Error{"--opponent: " + finished.error().message};
    played.finished = *finished;
    return played;
}

// Games against a person. What a finished game teaches is kept at once.
Result<int> play_person(const std::shared_ptr<Database>& database, const Options& options) {
    PlayerRegistry registry;
    add_engine_player(registry);
    greene::add_player_with(registry, database);
    auto learner = registry.parse("greene");
    if (options.lookahead) {
        const auto set = registry.set(*learner, "lookahead", std::to_string(*options.lookahead));
        if (!set) return set.error();
    }
    PlaySession::Settings settings;
    settings.programs[options.color == "black" ? 1 : 0] = *learner;
    settings.hint = *registry.parse(kHint);
    settings.seed = options.seed ? *options.seed : std::random_device{}();
    settings.asks_before_overwriting = ::isatty(STDIN_FILENO) == 1;
    std::optional<Error> trouble;
    std::set<std::string> known;
    const auto learn = [&](const GameRecord& game) {
        const auto is_learner = [&](Color color) {
            return game.player(color).name.starts_with(learner->name);
        };
        // One may go back to a game and leave it again.
        std::string key = to_string(game.start);
        for (const PlayedMove& played : game.moves) key += to_string(played.move);
        if (!known.insert(key).second) return;
        const bool black = is_learner(Color::black);
        const bool white = is_learner(Color::white);
        if (!black && !white) return;
        const int lookahead = options.lookahead.value_or(greene::kUsualLookahead);
        if (!greene::learn_from(*database, game, black, white, lookahead)) return;
        database->count_game({.kind = Lesson::Kind::people});
        if (const auto done = save(options.file, *database); !done) trouble = done.error();
    };
    settings.left = learn;
    int code = kSuccess;
    {
        PlaySession session(registry, settings);
        const Terminal terminal = standard_output();
        const bool person_types = settings.asks_before_overwriting;
        code = person_types && terminal.is_terminal && !terminal.is_dumb
                   ? play_in_terminal(session, 0)
                   : play_by_lines(session, person_types);
        learn(session.finished_record());
    }
    if (trouble) return *trouble;
    return code;
}

std::vector<int> by_measure(const Database& database, int phase) {
    std::vector<int> found;
    const int first = (phase - greene::kFirstPhase) * greene::kPhaseHeuristics;
    for (int i = first; i < first + greene::kPhaseHeuristics; ++i) {
        if (database.uses(i) != 0) found.push_back(i);
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](int a, int b) { return database.measure(a) > database.measure(b); });
    return found;
}

// The best and the worst, `most` of each.
std::vector<int> ends_of(const std::vector<int>& sorted, int most) {
    const auto count = static_cast<std::size_t>(most);
    if (sorted.size() <= 2 * count) return sorted;
    std::vector<int> ends(sorted.begin(), sorted.begin() + most);
    ends.insert(ends.end(), sorted.end() - most, sorted.end());
    return ends;
}

void print_lessons(const Database& database) {
    for (const Lesson& lesson : database.lessons()) {
        const std::string games =
            fmt::format("{} {}", with_commas(lesson.games), lesson.games == 1 ? "game" : "games");
        switch (lesson.kind) {
            case Lesson::Kind::games:
                fmt::print("  {} that {} shown\n", games, lesson.games == 1 ? "was" : "were");
                break;
            case Lesson::Kind::people:
                fmt::print("  {} against a person\n", games);
                break;
            case Lesson::Kind::burst:
                fmt::print("  {} against {}, lookahead {}, seed {}\n", games,
                           printable(lesson.teacher), lesson.lookahead, lesson.seed);
                break;
        }
    }
}

void print_report(const Options& options, const Database& database, const Played& played) {
    if (played.games > 0) {
        fmt::print("{} games in {:.1f} s", with_commas(played.games), played.seconds);
        const auto& all = options.opponent == greene::kSelf ? played.black : played.learner;
        fmt::print("; {} won {}, drew {}, lost {}\n",
                   options.opponent == greene::kSelf ? "black" : "the Learner", with_commas(all[0]),
                   with_commas(all[1]), with_commas(all[2]));
    }
    fmt::print("{}: begun with {}\n", printable(options.file), name_of(database.begin()));
    print_lessons(database);
    fmt::print("{:>5} {:>8} {:>8} {:>8}\n", "phase", "used", "changed", "of");
    for (int phase = greene::kFirstPhase; phase < greene::kFirstPhase + greene::kPhases; ++phase) {
        fmt::print("{:>5} {:>8} {:>8} {:>8}\n", phase,
                   with_commas(static_cast<unsigned long long>(database.used_in(phase))),
                   with_commas(static_cast<unsigned long long>(database.changed_in(phase))),
                   with_commas(greene::kPhaseHeuristics));
    }
    if (options.list == 0) return;
    fmt::print("\n{:>5} {:<6} {:>12} {:>10}\n", "phase", "levels", "WinMeasure", "uses");
    for (int phase = greene::kFirstPhase; phase < greene::kFirstPhase + greene::kPhases; ++phase) {
        for (const int heuristic : ends_of(by_measure(database, phase), options.list)) {
            fmt::print("{:>5} {:<6} {:>12} {:>10}\n", phase,
                       greene::Heuristic::of_index(heuristic).letters(),
                       database.measure(heuristic), database.uses(heuristic));
        }
    }
}

void print_report_json(const Options& options, const Database& database, const Played& played) {
    Json lessons = Json::array();
    for (const Lesson& lesson : database.lessons()) {
        constexpr std::array<const char*, 3> kKinds = {"games", "burst", "people"};
        Json one = {{"kind", kKinds[static_cast<std::size_t>(lesson.kind)]},
                    {"games", lesson.games}};
        if (lesson.kind == Lesson::Kind::burst) {
            one["opponent"] = lesson.teacher;
            one["lookahead"] = lesson.lookahead;
            one["seed"] = lesson.seed;
        }
        lessons.push_back(std::move(one));
    }
    Json phases = Json::array();
    for (int phase = greene::kFirstPhase; phase < greene::kFirstPhase + greene::kPhases; ++phase) {
        Json heuristics = Json::array();
        for (const int heuristic : ends_of(by_measure(database, phase), options.list)) {
            heuristics.push_back({{"levels", greene::Heuristic::of_index(heuristic).letters()},
                                  {"measure", database.measure(heuristic)},
                                  {"uses", database.uses(heuristic)}});
        }
        phases.push_back({{"phase", phase},
                          {"used", database.used_in(phase)},
                          {"changed", database.changed_in(phase)},
                          {"heuristics", std::move(heuristics)}});
    }
    print_json({{"file", options.file},
                {"begin", std::string(name_of(database.begin()))},
                {"lessons", std::move(lessons)},
                {"played", played.games},
                {"black", played.black},
                {"learner", played.learner},
                {"finished", played.finished},
                {"seconds", played.seconds},
                {"phases", std::move(phases)}});
}

int run_greene(const Options& options) {
    auto opened_one = opened(options);
    if (!opened_one) return fail(opened_one.error());
    const auto database = std::make_shared<Database>(std::move(*opened_one));
    Played played;
    if (options.games) {
        const auto burst = play_burst(*database, options);
        if (!burst) return fail(burst.error());
        played = *burst;
    } else if (!options.from.empty()) {
        if (const auto done = save(options.file, *database); !done) return fail(done.error());
    }
    int code = kSuccess;
    if (options.play && played.finished) {
        const auto done = play_person(database, options);
        if (!done) return fail(done.error());
        code = *done;
    }
    if (options.json) {
        print_report_json(options, *database, played);
    } else {
        print_report(options, *database, played);
    }
    return played.finished ? code : stopped_exit();
}

}  // namespace

void add_train_greene(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add(family,
                    {"greene", "Old programs", "learn as Greene's Learner did, in bursts of games",
                     R"(Examples:
  emilia train greene my.heuristics --games 10000
  emilia train greene my.heuristics --games 20000       10,000 more
  emilia train greene w.heuristics --begin weighted --games 10000
  emilia train greene t.heuristics --opponent weighted-squares --games 5000
  emilia train greene g.heuristics --begin games --from games.pgn --games 10000
  emilia train greene my.heuristics --play              you play black, it learns
  emilia train greene my.heuristics --list 5            what it has learned

A heuristic is a phase of the game and six levels, one for the change of each rating by a
move: corner strength, corner stability, edge stability, interior stability, mobility,
square advantage; v, l, m, h, V: VeryLow to VeryHigh. After each game the difference in
discs is added to the WinMeasures of those used, and moves are chosen by chance in
proportion to these. The database says what was learned from. Bursts depend on the
database and the seed alone: Ctrl-C stops, and the same command goes on as if it had not
been stopped. --play begins a game in the terminal, as 'emilia play' does; finished games
are learned from, resigned ones are not. docs/history/greene.md has the rest.
)"},
                    [options] { return run_greene(*options); });
    command.add_option("database", options->file, "the database to begin, or go on with")
        ->type_name("DATABASE")
        ->required();
    command
        .add_option("--games", options->games,
                    "how many games of bursts it is to have learned from")
        ->type_name("N")
        ->check(at_least_one());
    command
        .add_option("--begin", options->begin,
                    "of a new database: zero (the default), weighted, or games")
        ->type_name("HOW")
        ->check(CLI::IsMember({"zero", "weighted", "games"}));
    command.add_option("--from", options->from, "with --begin games: files of games, any format")
        ->type_name("FILE");
    command
        .add_option("--opponent", options->opponent,
                    "the Teacher: self, a copy that learns too (the default), or any player")
        ->type_name("PLAYER");
    command
        .add_option("--lookahead", options->lookahead,
                    "empty squares from which on it plays perfectly, 8 by default; with --play 10")
        ->type_name("N")
        ->check(CLI::Range(0, 16));
    command
        .add_option("--seed", options->seed,
                    "seed of the random numbers; 1 by default, with --play none")
        ->type_name("N");
    command.add_flag("--play", options->play, "play against it; after the burst, if there is one");
    command.add_option("--color", options->color, "yours with --play (black)")
        ->type_name("COLOR")
        ->check(CLI::IsMember({"black", "white"}));
    command
        .add_option("--list", options->list,
                    "the N heuristics of each phase with the highest and the lowest WinMeasures")
        ->type_name("N")
        ->check(CLI::Range(0, greene::kPhaseHeuristics));
    command.add_flag("--json", options->json, "one JSON object at the end");
}

}  // namespace emilia::cli
