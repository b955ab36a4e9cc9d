#include "history/logistello/logistello.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/rules.h"
#include "history/logistello/book_learning.h"
#include "history/logistello/search.h"
#include "player/budget.h"
#include "player/followed_game.h"
#include "util/elapsed.h"

namespace emilia::logistello {

namespace {

constexpr int kMostDepth = 60;
constexpr int kUsualDepth = 6;

enum class BookUse { none, play, learn };

struct Settings {
    int depth = 0;       // 0: as deep as time allows, or kUsualDepth where nothing limits it
    double seconds = 0;  // for a game, where nobody keeps a clock; 0: none
    int slower = 1;      // takes only this part of what the limits allow
    Generation evaluation = Generation::of_1997;
    Technique technique;
    BookUse book = BookUse::none;
};

// From about so many empty squares on it has seen who wins.
constexpr int kEndKnown = 18;

class LogistelloPlayer : public Player {
  public:
    explicit LogistelloPlayer(const Settings& settings)
        : settings_(settings),
          search_(default_evaluation(settings.evaluation), default_cuts(settings.evaluation),
                  settings.technique) {}
    ~LogistelloPlayer() override { keep_game(); }

    Result<::emilia::Choice> choose(const GameRecord& game, const Limits& limits) override {
        follow(game, limits);
        if (must_pass(game.final_diagram().position)) {
            return ::emilia::Choice{.move = Move::pass()};
        }
        auto known = from_book(game.final_diagram().position);
        if (known && limits.progress) limits.progress(*known);
        ::emilia::Choice choice =
            known ? std::move(*known) : search_for(game.final_diagram(), limits);
        if (settings_.book == BookUse::learn) {
            seen_.start = game.start;
            seen_.moves = game.moves;
            seen_.moves.push_back({choice.move});
        }
        return choice;
    }

    std::optional<Explanation> explain(const Diagram& diagram) const override {
        auto explanation = default_evaluation(settings_.evaluation)->explain(diagram.position);
        if (const auto known = book()) {
            for (const BookMove& one : known->moves(diagram.position)) {
                const bool result = classic::score_of_finished(one.value).has_value();
                explanation.notes.push_back({fmt::format("book: {}, {}", to_string(one.move),
                                                         !one.played ? "not played yet"
                                                         : result    ? "a game's result"
                                                                     : "played"),
                                             discs_of(one)});
            }
        }
        return explanation;
    }

  private:
    std::uint64_t slowness() const { return static_cast<std::uint64_t>(settings_.slower); }

    // Null where it has none.
    std::shared_ptr<const OpeningBook> book() const {
        switch (settings_.book) {
            case BookUse::play:
                return carried_book();
            case BookUse::learn:
                return LearningBook::of_process().now();
            default:
                return nullptr;
        }
    }

    std::optional<::emilia::Choice> from_book(Position position) const {
        const auto book = this->book();
        const auto known = book ? book->choose(position) : std::nullopt;
        if (!known) return std::nullopt;
        return ::emilia::Choice{.move = known->move,
                                .value = Value{discs_of(*known), Value::Unit::discs},
                                .line = book->line(position),
                                .from_book = true};
    }

    ::emilia::Choice search_for(const Diagram& diagram, const Limits& limits) {
        const auto begin = std::chrono::steady_clock::now();
        const int empties = diagram.position.empties();

        Limits kept = limits;
        if (!kept.clock && settings_.seconds > 0) {
            kept.clock = Clock{std::max(0.0, settings_.seconds - used_), 0};
        }
        if (kept.clock) {
            const double share = share_of(*kept.clock, empties, kEndKnown);
            kept.seconds = kept.seconds ? std::min(*kept.seconds, share) : share;
            kept.clock.reset();
        }
        if (kept.seconds) *kept.seconds /= settings_.slower;
        if (kept.nodes) *kept.nodes = std::max<std::uint64_t>(1, *kept.nodes / slowness());
        const Budget budget(kept, empties);

        const bool limited = kept.seconds || kept.nodes;
        Effort effort;
        effort.seconds = kept.seconds;
        effort.nodes = kept.nodes;
        effort.depth = budget.depth(settings_.depth != 0 ? settings_.depth
                                    : limited            ? kMostDepth
                                                         : kUsualDepth);
        effort.stopped = [&](std::uint64_t nodes) { return budget.spent(nodes); };
        if (limits.progress) {
            effort.progress = [&](const Found& found) { limits.progress(choice_of(found)); };
        }
        const Found found = search_.choose(diagram, effort);
        used_ += seconds_since(begin);
        return choice_of(found);
    }

    // What was learned is kept as long as the game is the one of the last move.
    void follow(const GameRecord& game, const Limits& limits) {
        if (game_.goes_on_to(game)) return;
        search_.forget();
        used_ = 0;
        if (settings_.book == BookUse::learn) {
            keep_game();
            LearningBook::of_process().learn(limits.stopped);
        }
    }

    // A game is over when another one begins, or the player goes; who learns from it is whoever
    // plays next.
    void keep_game() {
        if (!seen_.moves.empty()) LearningBook::of_process().keep(std::move(seen_));
        seen_ = {};
    }

    ::emilia::Choice choice_of(const Found& found) const {
        ::emilia::Choice choice{.move = found.move,
                                .depth = found.depth,
                                .nodes = found.counts.nodes,
                                .line = found.line};
        if (found.kind == Found::Kind::exact) {
            choice.value = Value{static_cast<double>(found.value), Value::Unit::final_score};
        } else if (found.kind == Found::Kind::estimate) {
            choice.value = estimate(found.value);
        }
        return choice;
    }

    Value estimate(int value) const {
        if (const auto score = classic::score_of_finished(value)) {
            return {static_cast<double>(*score), Value::Unit::final_score};
        }
        const double amount = static_cast<double>(value) / units_of(settings_.evaluation);
        return {amount, settings_.evaluation == Generation::of_1997 ? Value::Unit::discs
                                                                    : Value::Unit::points};
    }

    Settings settings_;
    Search search_;
    FollowedGame game_;
    GameRecord seen_;  // with its own last move, if it learns
    double used_ = 0;  // seconds, in this game
};

std::vector<PlayerOption> options_of(Generation generation) {
    constexpr long long kMostTime = 10LL * 3600 * 1000;
    const bool newer = generation == Generation::of_1997;
    std::vector<PlayerOption> options = {
        {"depth", "most plies to look ahead; 0: what the limits allow, or 6 without any", 0,
         kMostDepth, 0},
        {"time", "its own clock for a game, where nobody keeps one; 0: none", 0, kMostTime, 0,
         PlayerOption::Type::time},
        {"evaluation", "94: patterns valued one by one, 97: fitted together", 94, 97,
         newer ? 97 : 94},
        {"probcut", "0: full width, 1: ProbCut, 2: Multi-ProbCut", 0, 2, newer ? 2 : 1},
        {"guess", "1: guess the outcome of the end before it is searched for", 0, 1, newer ? 1 : 0},
        {"slower", "takes only this part of its time or nodes: 10 for a tenth", 1, 1000, 1}};
    if (newer) {
        options.push_back({"book",
                           "0: no opening book, 1: plays by its own, 2: and learns from its games",
                           0, 2, 1});
    }
    return options;
}

Settings settings_of(const PlayerSpec& spec) {
    const auto number = [&](std::string_view name) {
        return static_cast<int>(spec.given.find(name)->second);
    };
    Settings settings;
    settings.depth = number("depth");
    settings.seconds = number("time") / 1000.0;
    settings.slower = number("slower");
    // Between the two is nothing: the nearer one is meant.
    settings.evaluation = number("evaluation") < 96 ? Generation::of_1994 : Generation::of_1997;
    settings.technique.selection = static_cast<Technique::Selection>(number("probcut"));
    settings.technique.selective_end = number("guess") != 0;
    if (spec.given.contains("book")) settings.book = static_cast<BookUse>(number("book"));
    return settings;
}

void add(PlayerRegistry& registry, Generation generation, std::string name, std::string summary) {
    registry.add(
        {std::move(name), std::move(summary), options_of(generation), [](const PlayerSpec& spec) {
             return std::make_unique<LogistelloPlayer>(settings_of(spec));
         }});
}

}  // namespace

void add_players(PlayerRegistry& registry) {
    add(registry, Generation::of_1994, "logistello-94",
        "Buro's program of 1994: learned patterns, ProbCut");
    add(registry, Generation::of_1997, "logistello-97",
        "Buro's program of 1997: patterns fitted together, Multi-ProbCut, a book that learns");
}

}  // namespace emilia::logistello
