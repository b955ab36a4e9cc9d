#include "cli/game_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "util/text.h"

namespace emilia::cli {

namespace {

using Score = GameStatistics::Score;

constexpr int kPairs = GameStatistics::kMoves / 2;
constexpr std::size_t kOpeningsShown = 15;
constexpr int kBarColumns = 40;

double share(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// What black scored of every 100 points, a draw for half a point each.
double black_score(const Score& score) {
    return score.known() == 0 ? 0
                              : 100 *
                                    (static_cast<double>(score.black_wins) +
                                     0.5 * static_cast<double>(score.draws)) /
                                    static_cast<double>(score.known());
}

std::vector<std::pair<std::string, Score>> by_frequency(const GameStatistics& statistics) {
    std::vector<std::pair<std::string, Score>> openings(statistics.openings().begin(),
                                                        statistics.openings().end());
    std::stable_sort(openings.begin(), openings.end(), [](const auto& a, const auto& b) {
        return a.second.games() > b.second.games();
    });
    return openings;
}

std::string spread(const Summary& summary) {
    if (summary.count() == 0) return "-";
    if (summary.count() == 1) return fmt::format("{:.1f}", summary.mean());
    return fmt::format("{:.1f} ± {:.1f}", summary.mean(), summary.standard_deviation());
}

class Text {
  public:
    template <typename... Values>
    void line(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        while (!text_.empty() && text_.back() == ' ') text_.pop_back();
        text_ += '\n';
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

void write_results(Text& text, const GameStatistics& statistics) {
    const Score& score = statistics.score();
    text.line("{:<12} {:>9} {:>8} {:>15} {:>20}", "result", "games", "share", "margin ± sd",
              "discs on the board");
    const auto row = [&](std::string_view name, std::size_t games, const Summary* margin,
                         const Summary* discs) {
        if (games == 0) return;
        text.line("{:<12} {:>9} {:>6.1f} % {:>15} {:>20}", name, with_commas(games),
                  share(games, statistics.games()), margin ? spread(*margin) : "",
                  discs ? spread(*discs) : "");
    };
    row("black wins", score.black_wins, &statistics.margins_of(Color::black),
        &statistics.disc_margins_of(Color::black));
    row("white wins", score.white_wins, &statistics.margins_of(Color::white),
        &statistics.disc_margins_of(Color::white));
    row("either", score.black_wins + score.white_wins, &statistics.margins(),
        &statistics.disc_margins());
    row("draws", score.draws, nullptr, nullptr);
    row("unknown", score.unknown, nullptr, nullptr);
}

void write_margins(Text& text, const GameStatistics& statistics) {
    if (statistics.margins().count() == 0) return;
    constexpr std::size_t kBin = 8;
    std::vector<std::size_t> bins;
    for (std::size_t first = 1; first <= 64; first += kBin) {
        const auto begin = statistics.margin_counts().begin() + static_cast<std::ptrdiff_t>(first);
        std::size_t games = 0;
        std::for_each(begin, begin + kBin, [&](std::size_t count) { games += count; });
        bins.push_back(games);
    }
    const std::size_t most = *std::max_element(bins.begin(), bins.end());
    text.line("");
    text.line("{:<12} {:>9} {:>8}", "margin", "games", "share");
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const auto bar = static_cast<std::size_t>(
            kBarColumns * static_cast<double>(bins[i]) / static_cast<double>(most) + 0.5);
        text.line("{:>2}-{:<9} {:>9} {:>6.1f} %  {}", i * kBin + 1, (i + 1) * kBin,
                  with_commas(bins[i]), share(bins[i], statistics.margins().count()),
                  std::string(bar, '#'));
    }
}

void write_ends(Text& text, const GameStatistics& statistics) {
    const auto& lengths = statistics.lengths();
    const std::size_t finished = statistics.finished();
    const std::size_t full = lengths[GameStatistics::kMoves];
    const auto row = [&](std::string_view name, std::size_t games, std::size_t of,
                         const std::string& note = "") {
        text.line("{:<22} {:>9} {:>6.1f} %  {}", name, with_commas(games), share(games, of), note);
    };
    text.line("");
    row("played to the end", finished, statistics.games());
    if (finished > 0) {
        row("  board full", full, finished);
        row("  ended before", finished - full, finished);
        row("    a side wiped out", statistics.wipe_outs(), finished);
        row("    others", statistics.squares_left().count(), finished,
            statistics.squares_left().count() == 0
                ? ""
                : fmt::format("{:.1f} squares left on average", statistics.squares_left().mean()));
        const auto shortest = std::find_if(lengths.begin(), lengths.end(),
                                           [](std::size_t count) { return count > 0; });
        text.line("{:<22} {:>9} moves", "shortest of them", shortest - lengths.begin());
    }
    row("with a pass", statistics.games_with_passes(), statistics.games(),
        fmt::format("{} passes in all", with_commas(statistics.passes())));
}

void write_choices(Text& text, const GameStatistics& statistics) {
    text.line("");
    text.line("legal moves by move number, the mean of all games; pair: of both moves");
    text.line("{:<7} {:>7} {:>7} {:>7} {:>7} {:>7}", "moves", "first", "second", "pair", "least",
              "most");
    for (int pair = 1; pair <= kPairs; ++pair) {
        const Summary& first = statistics.choices(2 * pair - 1);
        const Summary& second = statistics.choices(2 * pair);
        if (!statistics.has_pair(pair)) continue;
        text.line("{:>2}-{:<4} {:>7.2f} {:>7.2f} {:>7.2f} {:>7} {:>7}", 2 * pair - 1, 2 * pair,
                  first.mean(), second.mean(), statistics.choices_of_pair(pair),
                  std::min(first.least(), second.least()),
                  std::max(first.greatest(), second.greatest()));
    }
}

void write_openings(Text& text, const GameStatistics& statistics) {
    const auto openings = by_frequency(statistics);
    text.line("");
    text.line("{:<34} {:>9} {:>8} {:>14}", "opening", "games", "share", "black scores");
    for (std::size_t i = 0; i < std::min(openings.size(), kOpeningsShown); ++i) {
        const auto& [name, score] = openings[i];
        text.line("{:<34} {:>9} {:>6.1f} % {:>12.1f} %", name.empty() ? "(no name)" : name,
                  with_commas(score.games()), share(score.games(), statistics.games()),
                  black_score(score));
    }
    if (openings.size() > kOpeningsShown) {
        text.line("and {} more (--json has them all)", openings.size() - kOpeningsShown);
    }
}

// Figures of no numbers, and the spread of one, are null.
Json summary_json(const Summary& summary) {
    const auto if_any = [&](double value) { return summary.count() > 0 ? Json(value) : Json(); };
    return {
        {"count", summary.count()},
        {"mean", if_any(summary.mean())},
        {"standard_deviation", summary.count() > 1 ? Json(summary.standard_deviation()) : Json()},
        {"least", if_any(summary.least())},
        {"most", if_any(summary.greatest())}};
}

}  // namespace

std::string report_text(const GameStatistics& statistics) {
    Text text;
    std::string years;
    if (const auto first = statistics.first_year()) {
        years = *first == *statistics.last_year()
                    ? fmt::format(" of {}", *first)
                    : fmt::format(" of {}-{}", *first, *statistics.last_year());
    }
    text.line("{} {}{}", with_commas(statistics.games()),
              statistics.games() == 1 ? "game" : "games", years);
    text.line("");
    write_results(text, statistics);
    write_margins(text, statistics);
    write_ends(text, statistics);
    write_choices(text, statistics);
    write_openings(text, statistics);
    return text.take();
}

Json report_json(const GameStatistics& statistics) {
    const auto margins_json = [](const Summary& all, const Summary& black, const Summary& white) {
        return Json{{"all", summary_json(all)},
                    {"black_wins", summary_json(black)},
                    {"white_wins", summary_json(white)}};
    };
    Json choices = Json::array();
    for (int move = 1; move <= GameStatistics::kMoves; ++move) {
        const Summary& summary = statistics.choices(move);
        if (summary.count() == 0) continue;
        Json json{{"move", move}};
        json.update(summary_json(summary));
        choices.push_back(std::move(json));
    }
    Json pairs = Json::array();
    for (int pair = 1; pair <= kPairs; ++pair) {
        if (!statistics.has_pair(pair)) continue;
        pairs.push_back(
            {{"moves", {2 * pair - 1, 2 * pair}}, {"mean", statistics.choices_of_pair(pair)}});
    }
    Json openings = Json::array();
    for (const auto& [name, score] : by_frequency(statistics)) {
        openings.push_back({{"opening", name},
                            {"games", score.games()},
                            {"black_wins", score.black_wins},
                            {"draws", score.draws},
                            {"white_wins", score.white_wins}});
    }
    const Score& score = statistics.score();
    Json json{{"games", statistics.games()},
              {"finished", statistics.finished()},
              {"black_wins", score.black_wins},
              {"draws", score.draws},
              {"white_wins", score.white_wins},
              {"unknown", score.unknown},
              {"margins", margins_json(statistics.margins(), statistics.margins_of(Color::black),
                                       statistics.margins_of(Color::white))},
              {"disc_margins",
               margins_json(statistics.disc_margins(), statistics.disc_margins_of(Color::black),
                            statistics.disc_margins_of(Color::white))},
              {"games_by_margin", statistics.margin_counts()},
              {"games_by_length", statistics.lengths()},
              {"wipe_outs", statistics.wipe_outs()},
              {"squares_left", summary_json(statistics.squares_left())},
              {"passes", statistics.passes()},
              {"games_with_passes", statistics.games_with_passes()},
              {"legal_moves", choices},
              {"legal_moves_by_pair", pairs},
              {"openings", openings}};
    if (const auto first = statistics.first_year()) {
        json["first_year"] = *first;
        json["last_year"] = *statistics.last_year();
    }
    return json;
}

}  // namespace emilia::cli
