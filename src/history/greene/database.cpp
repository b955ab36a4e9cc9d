#include "history/greene/database.h"

#include <fmt/format.h>

#include <limits>

#include "game/reading.h"
#include "util/sealed.h"
#include "util/text.h"

namespace emilia::greene {

namespace {

constexpr std::string_view kFirstLine = "Emilia Greene database 1";
constexpr std::string_view kWhat = "Greene's heuristics";

// Sums of them still fit.
constexpr std::int64_t kMostMeasure = std::int64_t{1} << 50;

constexpr std::array<std::string_view, 3> kKinds = {"games", "burst", "people"};

template <typename Number>
bool read_number(std::string_view text, Number& number, std::int64_t least, std::int64_t most) {
    const auto parsed = parse_integer(text);
    if (!parsed || *parsed < least || *parsed > most) return false;
    number = static_cast<Number>(*parsed);
    return true;
}

std::optional<Lesson> parse_lesson(std::string_view line,
                                   const std::vector<std::string_view>& words) {
    Lesson lesson;
    if (words.size() < 3) return std::nullopt;
    std::size_t kind = 0;
    while (kind < kKinds.size() && kKinds[kind] != words[1]) ++kind;
    if (kind == kKinds.size()) return std::nullopt;
    lesson.kind = static_cast<Lesson::Kind>(kind);
    if (!read_number(words[2], lesson.games, 1, kMostMeasure)) return std::nullopt;
    if (lesson.kind != Lesson::Kind::burst) {
        if (words.size() != 3) return std::nullopt;
        return lesson;
    }
    if (words.size() < 6) return std::nullopt;
    if (!read_number(words[3], lesson.lookahead, 0, kSquares)) return std::nullopt;
    if (!read_number(words[4], lesson.seed, 0, std::numeric_limits<std::int64_t>::max())) {
        return std::nullopt;
    }
    // A command line, if it is another program: the rest with its blanks.
    lesson.teacher =
        std::string(trimmed(line.substr(static_cast<std::size_t>(words[5].data() - line.data()))));
    return lesson;
}

}  // namespace

std::string_view name_of(Begin begin) {
    constexpr std::array<std::string_view, 3> kNames = {"zero", "weighted", "games"};
    return kNames[static_cast<std::size_t>(begin)];
}

std::optional<Begin> parse_begin(std::string_view name) {
    for (const Begin begin : {Begin::zero, Begin::weighted, Begin::games}) {
        if (name_of(begin) == name) return begin;
    }
    return std::nullopt;
}

std::int64_t initial_measure(Begin begin, int heuristic) {
    if (begin != Begin::weighted) return 0;
    constexpr std::array<int, kLevels> kWeights = {-500, -100, 0, 100, 500};
    std::int64_t sum = 0;
    for (const Level level : Heuristic::of_index(heuristic).levels) {
        sum += kWeights[static_cast<std::size_t>(level)];
    }
    return sum;
}

Database::Database(Begin begin) : begin_(begin), measures_(kHeuristics), uses_(kHeuristics) {
    for (int i = 0; i < kHeuristics; ++i) measures_[at(i)] = initial_measure(begin, i);
}

int Database::changed_in(int phase) const {
    const int first = (phase - kFirstPhase) * kPhaseHeuristics;
    int count = 0;
    for (int i = first; i < first + kPhaseHeuristics; ++i) {
        count += measure(i) != initial_measure(begin_, i) ? 1 : 0;
    }
    return count;
}

int Database::used_in(int phase) const {
    const int first = (phase - kFirstPhase) * kPhaseHeuristics;
    int count = 0;
    for (int i = first; i < first + kPhaseHeuristics; ++i) count += uses(i) != 0 ? 1 : 0;
    return count;
}

void Database::count_game(const Lesson& lesson) {
    Lesson one = lesson;
    if (!lessons_.empty()) {
        one.games = lessons_.back().games;
        if (one == lessons_.back()) {
            ++lessons_.back().games;
            return;
        }
    }
    one.games = 1;
    lessons_.push_back(std::move(one));
}

std::uint64_t Database::games_of(Lesson::Kind kind) const {
    std::uint64_t games = 0;
    for (const Lesson& lesson : lessons_) games += lesson.kind == kind ? lesson.games : 0;
    return games;
}

std::string Database::bytes() const {
    std::string text = fmt::format("begin {}\n", name_of(begin_));
    for (const Lesson& lesson : lessons_) {
        text += fmt::format("lesson {} {}", kKinds[static_cast<std::size_t>(lesson.kind)],
                            lesson.games);
        if (lesson.kind == Lesson::Kind::burst) {
            text += fmt::format(" {} {} {}", lesson.lookahead, lesson.seed, lesson.teacher);
        }
        text += '\n';
    }
    for (int i = 0; i < kHeuristics; ++i) {
        if (uses(i) == 0) continue;
        const Heuristic heuristic = Heuristic::of_index(i);
        text +=
            fmt::format("{} {} {} {}\n", heuristic.phase, heuristic.letters(), measure(i), uses(i));
    }
    return seal(kFirstLine, text);
}

Result<Database> Database::parse(std::string_view bytes) {
    const auto content = unseal(kFirstLine, bytes, kWhat);
    if (!content) return content.error();
    LineReader lines(*content);
    std::string_view line;
    const auto refuse = [&](std::string_view expected) {
        // Behind the two lines of the seal.
        return Error{fmt::format("the file of {} cannot be read: line {} is {}, not {}", kWhat,
                                 lines.number() + 2, in_quotes(line), expected)};
    };
    std::optional<Begin> begin;
    if (lines.next(line) && line.starts_with("begin ")) begin = parse_begin(line.substr(6));
    if (!begin) return refuse("'begin' and zero, weighted or games");
    Database database(*begin);
    int last = -1;
    while (lines.next(line)) {
        const auto words = split_words(line);
        if (!words.empty() && words[0] == "lesson") {
            const auto lesson = parse_lesson(line, words);
            if (!lesson) return refuse("a lesson");
            database.lessons_.push_back(*lesson);
            continue;
        }
        int phase = 0;
        std::optional<Heuristic> heuristic;
        if (words.size() == 4 && read_number(words[0], phase, 0, 9)) {
            heuristic = Heuristic::parse(phase, words[1]);
        }
        if (!heuristic || heuristic->index() <= last) {
            return refuse("the next heuristic: phase, levels, WinMeasure, uses");
        }
        last = heuristic->index();
        if (!read_number(words[2], database.measures_[at(last)], -kMostMeasure, kMostMeasure) ||
            !read_number(words[3], database.uses_[at(last)], 1, kMostMeasure)) {
            return refuse("a heuristic with its numbers");
        }
    }
    return database;
}

}  // namespace emilia::greene
