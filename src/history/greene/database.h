#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "history/greene/heuristics.h"
#include "util/result.h"

namespace emilia::greene {

// What the WinMeasures are before anything is learned: all 0, or so that heuristics with many high
// levels are preferred. The third way to begin is that of `zero`, with games of others to learn
// from.
enum class Begin { zero, weighted, games };
std::string_view name_of(Begin begin);
std::optional<Begin> parse_begin(std::string_view name);

// What a heuristic is worth before anything is learned.
std::int64_t initial_measure(Begin begin, int heuristic);

// Something that was learned from.
struct Lesson {
    enum class Kind {
        games,   // games that were shown at the beginning
        burst,   // games against a Teacher
        people,  // games against a person
    };
    Kind kind = Kind::burst;
    std::uint64_t games = 0;
    // Of bursts.
    int lookahead = kLearningLookahead;
    std::uint64_t seed = 1;
    std::string teacher = {};  // "self", or a player

    bool operator==(const Lesson&) const = default;
};
inline constexpr std::string_view kSelf = "self";

// The 46,875 heuristics with their WinMeasures, and how they came by them.
class Database {
  public:
    explicit Database(Begin begin = Begin::zero);

    // A file's text, and back.
    std::string bytes() const;
    static Result<Database> parse(std::string_view bytes);

    Begin begin() const { return begin_; }
    std::int64_t measure(int heuristic) const { return measures_[at(heuristic)]; }
    // How often moves were chosen by it that then were learned from.
    std::uint64_t uses(int heuristic) const { return uses_[at(heuristic)]; }
    void reward(int heuristic, int difference) {
        measures_[at(heuristic)] += difference;
        ++uses_[at(heuristic)];
    }

    // Heuristics of a phase whose WinMeasure is no longer what it was at the beginning; and those
    // that were used at all.
    int changed_in(int phase) const;
    int used_in(int phase) const;

    const std::vector<Lesson>& lessons() const { return lessons_; }
    // One more game of such a lesson; its number of games is not looked at.
    void count_game(const Lesson& lesson);
    // All games of that kind.
    std::uint64_t games_of(Lesson::Kind kind) const;

    bool operator==(const Database&) const = default;

  private:
    static std::size_t at(int heuristic) { return static_cast<std::size_t>(heuristic); }

    Begin begin_;
    std::vector<std::int64_t> measures_;
    std::vector<std::uint64_t> uses_;
    std::vector<Lesson> lessons_;
};

}  // namespace emilia::greene
