#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "experiment/catalogue.h"
#include "experiment/chart.h"
#include "history/greene/greene.h"
#include "history/greene/learning.h"
#include "match/tally.h"
#include "util/seeds.h"
#include "util/text.h"

namespace emilia::experiment {

namespace {

using greene::Begin;
using greene::Database;
using greene::Feature;
using greene::Lesson;
using greene::Level;

// In place of the author, who played ten games or so after each burst: three opponents that differ
// in what they know. The first is the Learner as it is before it has learned anything.
constexpr std::array<const char*, 3> kYardsticks = {"greene", "weighted-squares", "iago:depth=1"};
constexpr std::array<const char*, 3> kYardstickNames = {"the Learner untaught", "weighted-squares",
                                                        "iago:depth=1"};
constexpr const char* kTeacher = "weighted-squares";
// In place of the author in the 25 games that the third way begins with.
constexpr const char* kPractised = "iago:depth=3";
constexpr std::uint64_t kGamesShown = 25;

constexpr std::array<int, greene::kPhases> kPaperUsed = {700, 2000, 4500};

// A way to begin, and who teaches.
struct Course {
    const char* name;
    Begin begin;
    std::uint64_t shown;  // games against the practised player
    bool taught;          // by the yardstick, not by a copy
};
constexpr std::array<Course, 4> kCourses = {{
    {"from zero", Begin::zero, 0, false},
    {"weighted", Begin::weighted, 0, false},
    {"25 games first", Begin::zero, kGamesShown, false},
    {"taught by weighted squares", Begin::zero, 0, true},
}};

struct Sizes {
    std::uint64_t burst;
    std::size_t bursts;
    std::uint64_t counted;  // games after which heuristics are counted
    std::size_t pairs;      // of games against each yardstick after each burst
};

// Won, drawn and lost by who moves first.
struct Seats {
    std::array<std::uint64_t, 3> results{};

    void add(DiscDifference result) {
        ++results[result.value() > 0 ? 0 : result.value() == 0 ? 1 : 2];
    }
    std::string text() const {
        return fmt::format("{} - {} - {}", with_commas(results[0]), with_commas(results[1]),
                           with_commas(results[2]));
    }
};

// Against each of the yardsticks, from 0 to 1.
struct Scores {
    std::array<double, kYardsticks.size()> each{};
    double mean() const {
        double sum = 0;
        for (const double one : each) sum += one;
        return sum / static_cast<double>(each.size());
    }
    // Without the one that may have been the Teacher.
    double mean_of_strangers() const { return (each[0] + each[2]) / 2; }
};

struct Progressed {
    std::vector<Scores> scores;  // before the first burst and after each
    std::vector<std::array<int, greene::kPhases>> changed;
    std::array<int, greene::kPhases> counted{};
    Seats seats;
    std::shared_ptr<Database> database;
};

class Laboratory {
  public:
    Laboratory(const Setting& setting, const Sizes& sizes) : setting_(setting), sizes_(sizes) {}

    Result<Progressed> follow(const Course& course) {
        Progressed progressed;
        progressed.database = std::make_shared<Database>(course.begin);
        Database& database = *progressed.database;
        if (course.shown > 0) {
            const auto done = burst(database, course.shown, kPractised, progressed.seats);
            if (!done) return done.error();
        }
        progressed.seats = {};
        const auto measure = [&]() -> Result<Done> {
            const auto score = score_of(progressed.database, greene::kLearningLookahead);
            if (!score) return score.error();
            progressed.scores.push_back(*score);
            progressed.changed.push_back(changed_of(database));
            return Done{};
        };
        if (const auto done = measure(); !done) return done.error();
        for (std::size_t i = 1; i <= sizes_.bursts; ++i) {
            const auto done = burst(database, course.shown + i * sizes_.burst,
                                    course.taught ? kTeacher : "", progressed.seats);
            if (!done) return done.error();
            if (i * sizes_.burst == sizes_.counted) progressed.counted = changed_of(database);
            if (const auto measured = measure(); !measured) return measured.error();
            setting_.tell(course.name, ++done_, kCourses.size() * sizes_.bursts);
        }
        return progressed;
    }

    // Of the Learner with that database.
    Result<Scores> score_of(const std::shared_ptr<const Database>& database, int lookahead) const {
        Scores scores;
        for (std::size_t i = 0; i < kYardsticks.size(); ++i) {
            const auto score = score_against(kYardsticks[i], database, lookahead);
            if (!score) return score.error();
            scores.each[i] = *score;
        }
        return scores;
    }

    // Games of the Learner against itself after what it has learned, with trees from so many empty
    // squares on. It goes on learning, in a copy.
    Result<Seats> against_itself(const Database& learned, int lookahead) const {
        greene::Learner learner(lookahead);
        Seats seats;
        Database database = learned;
        for (std::uint64_t game = 0; game < sizes_.burst; ++game) {
            if (setting_.is_stopped()) return stopped_error();
            seats.add(learner.play_itself(database, Random(mixed(setting_.seed + 1, game))));
        }
        return seats;
    }

  private:
    Result<double> score_against(const std::string& yardstick,
                                 const std::shared_ptr<const Database>& database,
                                 int lookahead) const {
        // The Learner under a name of its own, beside the one that knows nothing.
        PlayerRegistry players;
        for (const PlayerKind& kind : setting_.players.kinds()) {
            if (kind.name != "greene") players.add(kind);
        }
        greene::add_player_with(players, std::make_shared<Database>());
        greene::add_player_with(players, database, "learner");
        match::Field field{players, {}, {}, {}, setting_.seed};
        field.arbiter.abandoned = setting_.stopped;
        const std::string opponent =
            yardstick == "greene" ? fmt::format("greene:lookahead={}", greene::kLearningLookahead)
                                  : yardstick;
        for (const std::string& text : {fmt::format("learner:lookahead={}", lookahead), opponent}) {
            const auto spec = players.parse(text);
            if (!spec) return spec.error();
            field.players.push_back(*spec);
        }
        std::vector<match::Task> tasks;
        for (std::size_t pair = 0; pair < sizes_.pairs; ++pair) {
            tasks.push_back({2 * pair, pair, pair, {0, 1}});
            tasks.push_back({2 * pair + 1, pair, pair, {1, 0}});
        }
        match::Tally tally;
        match::play_tasks(field, tasks, 1, false, [&](const match::Outcome& outcome) {
            tally.add(outcome);
            return !setting_.is_stopped();
        });
        if (setting_.is_stopped()) return stopped_error();
        return tally.score();
    }

    // `teacher` empty: a copy.
    Result<Done> burst(Database& database, std::uint64_t games, const std::string& teacher,
                       Seats& seats) const {
        greene::Burst burst;
        burst.lesson.seed = setting_.seed;
        burst.lesson.teacher = teacher.empty() ? std::string(greene::kSelf) : teacher;
        burst.games = games;
        burst.stopped = setting_.stopped;
        burst.played = [&](std::uint64_t, Color, DiscDifference result) { seats.add(result); };
        if (!teacher.empty()) {
            const auto spec = setting_.players.parse(teacher);
            if (!spec) return spec.error();
            burst.teacher = [this, spec = *spec](std::uint64_t game) {
                return setting_.players.make(match::seeded(setting_.players, spec, setting_.seed,
                                                           static_cast<std::size_t>(game), 0));
            };
        }
        const auto finished = greene::run_burst(database, burst);
        if (!finished) return finished.error();
        if (!*finished) return stopped_error();
        return Done{};
    }

    static std::array<int, greene::kPhases> changed_of(const Database& database) {
        std::array<int, greene::kPhases> changed{};
        for (int i = 0; i < greene::kPhases; ++i) {
            changed[static_cast<std::size_t>(i)] = database.changed_in(greene::kFirstPhase + i);
        }
        return changed;
    }

    const Setting& setting_;
    Sizes sizes_;
    std::size_t done_ = 0;
};

// What games brought on average in which moves of this level were made in this phase, each move
// counted.
struct Reward {
    double sum = 0;
    double uses = 0;
    double mean() const { return uses == 0 ? 0 : sum / uses; }
};
Reward reward_of(const Database& database, int phase, Feature feature, bool high) {
    Reward reward;
    const int first = (phase - greene::kFirstPhase) * greene::kPhaseHeuristics;
    for (int i = first; i < first + greene::kPhaseHeuristics; ++i) {
        if (database.uses(i) == 0) continue;
        const Level level =
            greene::Heuristic::of_index(i).levels[static_cast<std::size_t>(feature)];
        if (high ? level < Level::high : level > Level::low) continue;
        reward.sum +=
            static_cast<double>(database.measure(i) - greene::initial_measure(database.begin(), i));
        reward.uses += static_cast<double>(database.uses(i));
    }
    return reward;
}

// By how much more games brought with high and very high levels than with low and very low ones;
// nothing where there were none of either.
std::optional<double> spread_of(const Database& database, int phase, Feature feature) {
    const Reward high = reward_of(database, phase, feature, true);
    const Reward low = reward_of(database, phase, feature, false);
    if (high.uses == 0 || low.uses == 0) return std::nullopt;
    return high.mean() - low.mean();
}

Table feature_table(const Database& database) {
    Table table{"Discs a game, high and very high levels less low and very low ones, from zero",
                {"change of", "phase 2", "phase 3", "phase 4"}};
    for (const Feature feature : greene::kAllFeatures) {
        std::vector<std::string> row = {std::string(greene::name_of(feature))};
        for (int phase = greene::kFirstPhase; phase < greene::kFirstPhase + greene::kPhases;
             ++phase) {
            const auto spread = spread_of(database, phase, feature);
            row.push_back(spread ? fmt::format("{:+.1f}", *spread) : "no low ones");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

// In some phase another feature tells more of the result than mobility does.
bool mobility_is_less(const Database& database) {
    for (int phase = greene::kFirstPhase; phase < greene::kFirstPhase + greene::kPhases; ++phase) {
        const double most = spread_of(database, phase, Feature::mobility).value_or(0);
        for (const Feature feature : greene::kAllFeatures) {
            if (spread_of(database, phase, feature).value_or(0) > most) return true;
        }
    }
    return false;
}

// How many of the ten heuristics with the highest WinMeasures go with much mobility.
std::ptrdiff_t mobile_of_best(const Database& database, int phase) {
    std::vector<int> best(greene::kPhaseHeuristics);
    std::iota(best.begin(), best.end(), (phase - greene::kFirstPhase) * greene::kPhaseHeuristics);
    std::partial_sort(best.begin(), best.begin() + 10, best.end(),
                      [&](int a, int b) { return database.measure(a) > database.measure(b); });
    return std::count_if(best.begin(), best.begin() + 10, [](int heuristic) {
        return greene::Heuristic::of_index(heuristic)
                   .levels[static_cast<std::size_t>(Feature::mobility)] >= Level::high;
    });
}

std::string percent(double score) {
    return fmt::format("{:.1f} %", 100 * score);
}

Result<Report> run(const Setting& setting) {
    const Sizes sizes = setting.quick ? Sizes{1000, 2, 2000, 50} : Sizes{10'000, 6, 50'000, 200};
    Laboratory laboratory(setting, sizes);
    std::array<Progressed, kCourses.size()> all;
    for (std::size_t i = 0; i < kCourses.size(); ++i) {
        auto followed = laboratory.follow(kCourses[i]);
        if (!followed) return followed.error();
        all[i] = std::move(*followed);
    }
    Report report;

    Table used{fmt::format("Heuristics whose WinMeasure has changed after {} games, of 15,625",
                           with_commas(sizes.counted)),
               {"phase", "paper, 50,000 games"}};
    for (const Course& course : kCourses) used.columns.emplace_back(course.name);
    double furthest = 1;
    bool rises = true;
    for (std::size_t phase = 0; phase < greene::kPhases; ++phase) {
        std::vector<std::string> row = {
            fmt::format("{}", phase + greene::kFirstPhase),
            fmt::format("about {}",
                        with_commas(static_cast<unsigned long long>(kPaperUsed[phase])))};
        for (const Progressed& one : all) {
            row.push_back(with_commas(static_cast<unsigned long long>(one.counted[phase])));
        }
        used.rows.push_back(std::move(row));
        const double ratio = static_cast<double>(all[0].counted[phase]) / kPaperUsed[phase];
        furthest = std::max({furthest, ratio, 1 / ratio});
        if (phase > 0) rises = rises && all[0].counted[phase] > all[0].counted[phase - 1];
    }
    report.tables.push_back(std::move(used));

    const std::size_t games = kYardsticks.size() * 2 * sizes.pairs;
    Table scores{fmt::format("Score after bursts, mean of three opponents, {} games in all",
                             with_commas(games)),
                 {"games", "paper, against the author"}};
    for (const Course& course : kCourses) scores.columns.emplace_back(course.name);
    Chart learning{"Score, mean of three opponents", "games of bursts", "per cent", {}};
    for (std::size_t i = 0; i < kCourses.size(); ++i) {
        Series series{kCourses[i].name, {}};
        for (std::size_t burst = 0; burst <= sizes.bursts; ++burst) {
            series.points.emplace_back(static_cast<double>(burst * sizes.burst),
                                       100 * all[i].scores[burst].mean());
        }
        learning.series.push_back(std::move(series));
    }
    for (std::size_t burst = 0; burst <= sizes.bursts; ++burst) {
        std::vector<std::string> row = {with_commas(burst * sizes.burst),
                                        burst == 0                      ? "-"
                                        : burst * sizes.burst == 10'000 ? "weighted 64 % (7 of 11)"
                                                                        : "40 to 50 %"};
        for (const Progressed& one : all) row.push_back(percent(one.scores[burst].mean()));
        scores.rows.push_back(std::move(row));
    }
    report.tables.push_back(std::move(scores));
    Table each{"The same against each of them", {"learned"}};
    for (const char* const name : kYardstickNames) each.columns.emplace_back(name);
    for (std::size_t course = 0; course < kCourses.size(); ++course) {
        for (const std::size_t burst : {std::size_t{0}, std::size_t{1}, sizes.bursts}) {
            std::vector<std::string> row = {fmt::format("{}, {} games", kCourses[course].name,
                                                        with_commas(burst * sizes.burst))};
            for (const double score : all[course].scores[burst].each) row.push_back(percent(score));
            each.rows.push_back(std::move(row));
        }
    }
    report.tables.push_back(std::move(each));
    report.figures.push_back({"greene-learning-score", learning.title, learning.svg()});

    Chart counts{
        "Heuristics whose WinMeasure has changed, from zero", "games of bursts", "heuristics", {}};
    for (std::size_t phase = 0; phase < greene::kPhases; ++phase) {
        Series series{fmt::format("phase {}", phase + greene::kFirstPhase), {}};
        for (std::size_t burst = 0; burst <= sizes.bursts; ++burst) {
            series.points.emplace_back(static_cast<double>(burst * sizes.burst),
                                       all[0].changed[burst][phase]);
        }
        counts.series.push_back(std::move(series));
    }
    report.figures.push_back({"greene-learning-used", counts.title, counts.svg()});

    const auto deeper = laboratory.score_of(all[0].database, 10);
    if (!deeper) return deeper.error();
    Table depth{fmt::format("Tree to the end of the game, from zero after {} games",
                            with_commas(sizes.bursts * sizes.burst)),
                {"from", "paper", "ours"}};
    depth.rows.push_back({"8 empty squares", "40 to 50 %", percent(all[0].scores.back().mean())});
    depth.rows.push_back({"10 empty squares", "64 % (7 of 11)", percent(deeper->mean())});
    report.tables.push_back(std::move(depth));

    Table seats{"Games of the Learner against its copy: first player won, drawn, lost",
                {"games", "paper", "ours"}};
    seats.rows.push_back(
        {"learning bursts from zero", "second wins noticeably more", all[0].seats.text()});
    seats.rows.push_back(
        {"learning bursts, weighted", "second wins noticeably more", all[1].seats.text()});
    for (const int lookahead : {7, 8, 9}) {
        const auto played = laboratory.against_itself(*all[0].database, lookahead);
        if (!played) return played.error();
        seats.rows.push_back({fmt::format("after learning, trees from {} empty squares", lookahead),
                              "", played->text()});
    }
    report.tables.push_back(std::move(seats));
    report.tables.push_back(feature_table(*all[0].database));

    const double before = all[0].scores.front().mean();
    const double after = all[0].scores.back().mean();
    const double gain = after - before;
    const double deep_gain = deeper->mean() - after;
    const double head_start = all[1].scores[1].mean() - all[0].scores[1].mean();
    const double decline = all[1].scores[1].mean() - all[1].scores.back().mean();
    const double of_teacher =
        all[3].scores.back().mean_of_strangers() - all[0].scores.back().mean_of_strangers();
    const double shown = all[2].scores.back().mean() - after;
    const bool second_wins = all[0].seats.results[2] > all[0].seats.results[0];
    const bool few = rises && furthest < 1.5;
    // Two standard deviations of a difference of two scores, at the most.
    const double noise = std::sqrt(2.0 / static_cast<double>(games));
    const bool counts_fit = setting.quick ? rises : few;
    const std::array<bool, 9> fits = {counts_fit,
                                      gain > noise,
                                      deep_gain > noise,
                                      head_start > noise,
                                      decline > noise,
                                      of_teacher < -noise,
                                      std::abs(shown) < noise,
                                      second_wins,
                                      mobility_is_less(*all[0].database)};
    const auto right = std::count(fits.begin(), fits.end(), true);
    const auto word = [](bool yes) { return yes ? "yes" : "no"; };
    report.notes.push_back(fmt::format(
        "In place of the author the Learner plays against three opponents, {} games each, from the "
        "usual start and with trees from 8 empty squares: a Learner that has learned nothing, "
        "weighted-squares, and iago one ply deep. The {} games of the third way are against {}, "
        "the "
        "Teacher of the last column is {}. Differences of less than {:.1f} % between such scores "
        "mean "
        "nothing; the paper's 11 games are uncertain by 15 % (one standard deviation).",
        with_commas(2 * sizes.pairs), kGamesShown, kPractised, kTeacher, 100 * noise));
    report.notes.push_back(
        "Who moves first has an even number of empty squares before him unless somebody passed, so "
        "that with trees from 8 empty squares it is he who is the first to see the end, not the "
        "second player, as the paper supposes. With trees from 7 or 9 empty squares it is the "
        "second "
        "player.");
    report.notes.push_back(fmt::format(
        "The paper's remark on mobility rests on the levels of heuristics with high WinMeasures. "
        "Where one level ends and the next begins the paper does not say; with ours, the change in "
        "mobility is high or very high in {}, {} and {} of the ten heuristics with the highest "
        "WinMeasures in phases 2, 3 and 4.",
        mobile_of_best(*all[0].database, 2), mobile_of_best(*all[0].database, 3),
        mobile_of_best(*all[0].database, 4)));
    report.verdict = right == static_cast<std::ptrdiff_t>(fits.size()) ? Verdict::agrees
                     : right == 0                                      ? Verdict::disagrees
                                                                       : Verdict::in_part;
    report.reason = fmt::format(
        "Few heuristics are used, and more in each phase than in the one before{}: {}; learning "
        "helps: {} ({:+.1f} %); trees from ten empty squares help: {} ({:+.1f} %); weights given "
        "beforehand help after the first burst: {} ({:+.1f} %), and less later: {} ({:+.1f} %); a "
        "Teacher that plays by weighted squares is worse than a copy, by the two other opponents: "
        "{} ({:+.1f} %); {} games "
        "beforehand make no difference: {} ({:+.1f} %); the second player wins more: {}; another "
        "feature tells more of the result than mobility: {}.",
        setting.quick ? ""
                      : ", the numbers at most half as much again as the paper's or a third less",
        word(fits[0]), word(fits[1]), 100 * gain, word(fits[2]), 100 * deep_gain, word(fits[3]),
        100 * head_start, word(fits[4]), -100 * decline, word(fits[5]), 100 * of_teacher,
        kGamesShown, word(fits[6]), 100 * shown, word(fits[7]), word(fits[8]));
    return report;
}

}  // namespace

Experiment greene_learning() {
    return {
        .name = "greene-learning",
        .source = "Greene 1991, \"Experimental Results\" and \"Further Remarks\"",
        .hypothesis =
            "Playing against its copy the Learner comes to beat a practised player in 40 to 50 % "
            "of the games; with WinMeasures weighted beforehand in 7 of 11 after 10,000 games, "
            "and less from then on; with a tree from 10 empty squares in place of 8 in 7 of 11. Of "
            "the 46,875 heuristics about 700, 2,000 and 4,500 are ever used in phases 2, 3 and 4. "
            "The second player wins noticeably more. Mobility matters less than Rosenbloom says. "
            "A Teacher that plays by weighted squares makes a weak Learner, 25 games against the "
            "author make no difference.",
        .run = run};
}

}  // namespace emilia::experiment
