#include "match/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace emilia::match {

namespace {

// Blue and orange: told apart also by those who cannot tell red from green.
constexpr const char* kStyle = R"(
:root { --ink: #1d2b28; --soft: #64736f; --line: #dfe6e3; --paper: #ffffff; --back: #f3f6f4;
        --good: #1f6fb4; --bad: #c9661b; --felt: #1d7a52; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
       font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
header { background: var(--felt); color: white; padding: 28px 0 24px; }
header h1 { margin: 0; font-size: 26px; font-weight: 650; overflow-wrap: anywhere; }
header p { margin: 6px 0 0; opacity: .85; }
main, header div { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px;
          padding: 18px 22px 20px; margin: 22px 0; overflow-x: auto; }
h2 { margin: 0 0 12px; font-size: 17px; font-weight: 650; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: right; color: var(--soft); font-weight: 500; font-size: 13px; }
td, th { padding: 6px 8px; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { text-align: right; }
th.name, td.name { text-align: left; }
td.name { font-weight: 550; }
tr:last-child td { border-bottom: none; }
td.cell { text-align: center; border: 3px solid var(--paper); border-radius: 8px; min-width: 64px; }
td.cell small { display: block; opacity: .75; }
td.none { background: #eef2f0; }
pre { margin: 0; font: 13px/1.6 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
p.note { color: var(--soft); font-size: 13px; margin: 12px 0 0; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); }
svg text.soft { fill: var(--soft); font-size: 12px; }
)";

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '&':
                result += "&amp;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

// Long names would push the drawing off the page.
std::string shortened(const std::string& name, std::size_t most) {
    if (name.size() <= most) return name;
    // Cut between characters, not within one.
    std::size_t end = most - 1;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
    return name.substr(0, end) + "…";
}

std::string page(const std::string& title, const std::string& subtitle, const std::string& body) {
    return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>{1}</style>
</head>
<body>
<header><div><h1>{0}</h1><p>{2}</p></div></header>
<main>
{3}</main>
</body>
</html>
)",
                       escaped(title), kStyle, escaped(subtitle), body);
}

std::string section(const std::string& heading, const std::string& content) {
    return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", escaped(heading), content);
}

// "3½", "0", "½".
std::string points_text(double points) {
    const double whole = std::floor(points);
    if (points == whole) return fmt::format("{:.0f}", whole);
    return whole == 0 ? "½" : fmt::format("{:.0f}½", whole);
}

std::string standings_table(const TournamentSummary& summary) {
    std::string text =
        "<table>\n<tr><th>#</th><th "
        "class=\"name\">player</th><th>points</th><th>games</th><th>won</th>"
        "<th>drawn</th><th>lost</th><th>opp.</th><th>discs</th><th>rating</th>"
        "<th>ms a move</th><th>forfeits</th></tr>\n";
    std::size_t place = 0;
    for (const Standing& standing : summary.standings) {
        const Rating& rating = summary.ratings.players[standing.player];
        text += fmt::format(
            "<tr><td>{}</td><td class=\"name\">{}</td><td><b>{}</b></td><td>{}</td><td>{}</td>"
            "<td>{}</td><td>{}</td><td>{}</td><td>{:+d}</td><td>{:+.0f} ± {:.0f}</td>"
            "<td>{:.2f}</td><td>{}</td></tr>\n",
            ++place, escaped(summary.players[standing.player]), points_text(standing.points),
            standing.games, standing.wins, standing.draws, standing.losses,
            points_text(standing.opponents), standing.discs, rating.elo, 1.96 * rating.error,
            1000 * standing.effort.seconds / std::max(1, standing.effort.moves), standing.forfeits);
    }
    return text + "</table>\n";
}

// Each player's rating as a point with its interval of 95 %.
std::string rating_chart(const TournamentSummary& summary) {
    std::vector<std::size_t> order(summary.players.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto& ratings = summary.ratings.players;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return ratings[a].elo > ratings[b].elo; });
    double low = 0;
    double high = 0;
    for (const Rating& rating : ratings) {
        low = std::min(low, rating.elo - 1.96 * rating.error);
        high = std::max(high, rating.elo + 1.96 * rating.error);
    }
    const double raw = std::max(50.0, high - low) / 6;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    const double step = (raw / power < 2 ? 2 : raw / power < 5 ? 5 : 10) * power;
    low = std::floor(low / step) * step;
    high = std::max(low + step, std::ceil(high / step) * step);
    constexpr double kLeft = 270;
    constexpr double kRight = 960;
    constexpr double kRow = 34;
    const auto x = [&](double elo) {
        return kLeft + (elo - low) / (high - low) * (kRight - kLeft);
    };
    const double bottom = 14 + kRow * static_cast<double>(order.size());
    std::string text = fmt::format(
        "<svg viewBox=\"0 0 1000 {:.0f}\" role=\"img\" aria-label=\"ratings\">\n", bottom + 30);
    for (double elo = low; elo <= high + step / 2; elo += step) {
        text += fmt::format(
            "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"8\" y2=\"{1:.0f}\" stroke=\"{2}\"/>"
            "<text class=\"soft\" x=\"{0:.1f}\" y=\"{3:.0f}\" "
            "text-anchor=\"middle\">{4}</text>\n",
            x(elo), bottom, std::abs(elo) < step / 2 ? "#9aaaa5" : "#dfe6e3", bottom + 20,
            std::abs(elo) < step / 2 ? "0" : fmt::format("{:+.0f}", elo));
    }
    double y = 14 + kRow / 2;
    for (const std::size_t player : order) {
        const Rating& rating = ratings[player];
        const char* const color = rating.elo >= 0 ? "#1f6fb4" : "#c9661b";
        text += fmt::format(
            "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>"
            "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
            "stroke-width=\"6\" stroke-opacity=\".28\" stroke-linecap=\"round\"/>"
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"{}\"/>\n",
            kLeft - 16, y + 4.5, escaped(shortened(summary.players[player], 34)),
            x(rating.elo - 1.96 * rating.error), x(rating.elo + 1.96 * rating.error), y, y, color,
            x(rating.elo), y, color);
        y += kRow;
    }
    return text + "</svg>\n";
}

// Orange for little, white for half, blue for much.
std::string heat(double share) {
    const double depth = std::min(1.0, std::abs(share - 0.5) * 2);
    const auto mix = [&](int to) { return 255 + static_cast<int>(depth * 0.75 * (to - 255)); };
    return share >= 0.5 ? fmt::format("#{:02x}{:02x}{:02x}", mix(0x1f), mix(0x6f), mix(0xb4))
                        : fmt::format("#{:02x}{:02x}{:02x}", mix(0xc9), mix(0x66), mix(0x1b));
}

std::string cross_table(const TournamentSummary& summary) {
    std::string text = "<table>\n<tr><th>#</th><th class=\"name\">player</th>";
    for (std::size_t i = 0; i < summary.standings.size(); ++i) {
        text += fmt::format("<th style=\"text-align:center\">{}</th>", i + 1);
    }
    text += "<th>points</th></tr>\n";
    std::size_t place = 0;
    for (const Standing& standing : summary.standings) {
        text += fmt::format("<tr><td>{}</td><td class=\"name\">{}</td>", ++place,
                            escaped(summary.players[standing.player]));
        for (const Standing& other : summary.standings) {
            const double games = summary.games[standing.player][other.player];
            const double points = summary.points[standing.player][other.player];
            if (games == 0) {
                text += "<td class=\"cell none\"></td>";
                continue;
            }
            text += fmt::format(
                "<td class=\"cell\" style=\"background:{}\">{}<small>of {:.0f}</small></td>",
                heat(points / games), points_text(points), games);
        }
        text += fmt::format("<td><b>{}</b></td></tr>\n", points_text(standing.points));
    }
    return text +
           "</table>\n<p class=\"note\">Points of the player of the row against the player "
           "of the column.</p>\n";
}

std::string forfeits_table(std::span<const Outcome> games) {
    std::string rows;
    std::size_t count = 0;
    constexpr std::size_t kShown = 200;
    for (const Outcome& game : games) {
        const PlayedGame& played = game.played;
        if (is_on_board(played.reason)) continue;
        if (++count > kShown) continue;
        rows += fmt::format(
            "<tr><td>{}</td><td class=\"name\">{}</td><td class=\"name\">{}</td>"
            "<td class=\"name\" style=\"white-space:normal\">{}</td></tr>\n",
            game.task.game + 1,
            escaped(
                played.record.player(played.score.value() < 0 ? Color::black : Color::white).name),
            name_of(played.reason), escaped(played.explanation));
    }
    if (count == 0) return "";
    std::string text =
        "<table>\n<tr><th>game</th><th class=\"name\">lost by</th><th class=\"name\">reason</th>"
        "<th class=\"name\">what happened</th></tr>\n" +
        rows + "</table>\n";
    if (count > kShown) text += fmt::format("<p class=\"note\">And {} more.</p>\n", count - kShown);
    return section("Games that were not lost on the board", text);
}

std::string rounds_table(const TournamentSummary& summary, std::span<const Outcome> games) {
    std::string text =
        "<table>\n<tr><th>round</th><th class=\"name\">black</th><th class=\"name\">white"
        "</th><th>score</th></tr>\n";
    for (std::size_t round = 0; round < summary.rounds.size(); ++round) {
        for (const Outcome& game : games) {
            if (game.task.round != round) continue;
            text += fmt::format(
                "<tr><td>{}</td><td class=\"name\">{}</td><td class=\"name\">{}</td>"
                "<td>{:+d}</td></tr>\n",
                round + 1, escaped(summary.players[game.task.seats[0]]),
                escaped(summary.players[game.task.seats[1]]), game.played.score.value());
        }
        if (const auto bye = summary.rounds[round].bye) {
            text += fmt::format(
                "<tr><td>{}</td><td class=\"name\">{}</td><td "
                "class=\"name\">bye</td><td></td></tr>\n",
                round + 1, escaped(summary.players[*bye]));
        }
    }
    return text + "</table>\n";
}

std::string pair_chart(const Pentanomial& pairs) {
    constexpr std::array<const char*, 5> kNames = {"0", "½", "1", "1½", "2"};
    constexpr std::array<const char*, 5> kColors = {"#c9661b", "#e0a878", "#9aaaa5", "#7fb0d8",
                                                    "#1f6fb4"};
    const double most = static_cast<double>(
        std::max<std::uint64_t>(1, *std::max_element(pairs.begin(), pairs.end())));
    std::string text =
        "<svg viewBox=\"0 0 1000 230\" role=\"img\" aria-label=\"points of pairs\">\n";
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const double height = 160 * static_cast<double>(pairs[i]) / most;
        const double left = 60 + 180 * static_cast<double>(i);
        text += fmt::format(
            "<rect x=\"{:.0f}\" y=\"{:.1f}\" width=\"140\" height=\"{:.1f}\" rx=\"4\" fill=\"{}\"/>"
            "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>"
            "<text class=\"soft\" x=\"{:.0f}\" y=\"212\" text-anchor=\"middle\">{}</text>\n",
            left, 190 - height, height, kColors[i], left + 70, 182 - height, pairs[i], left + 70,
            kNames[i]);
    }
    return text +
           "</svg>\n<p class=\"note\">Pairs of games by the points of the first player.</p>\n";
}

// The score after each pair, with its interval.
std::string course_chart(std::span<const Outcome> games) {
    struct Point {
        double score, low, high;
    };
    std::vector<Point> points;
    Tally tally;
    std::uint64_t seen = 0;
    for (const Outcome& game : games) {
        tally.add(game);
        const auto score = score_of(tally.pairs);
        if (!score || pairs_in(tally.pairs) == seen) continue;
        seen = pairs_in(tally.pairs);
        points.push_back({score->mean, std::max(0.0, score->mean - 1.96 * score->error),
                          std::min(1.0, score->mean + 1.96 * score->error)});
    }
    if (points.size() < 2) return "";
    // No more than one point a pixel.
    const std::size_t stride = points.size() / 800 + 1;
    const auto x = [&](std::size_t i) {
        return 50 + 930 * static_cast<double>(i) / static_cast<double>(points.size() - 1);
    };
    const auto y = [](double score) { return 10 + 200 * (1 - score); };
    std::string line;
    std::string upper;
    std::string lower;
    for (std::size_t i = 0; i < points.size(); i += stride) {
        line += fmt::format("{:.1f},{:.1f} ", x(i), y(points[i].score));
        upper += fmt::format("{:.1f},{:.1f} ", x(i), y(points[i].high));
        lower = fmt::format("{:.1f},{:.1f} ", x(i), y(points[i].low)) + lower;
    }
    std::string text = "<svg viewBox=\"0 0 1000 240\" role=\"img\" aria-label=\"course\">\n";
    for (const double score : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        text += fmt::format(
            "<line x1=\"50\" x2=\"980\" y1=\"{0:.1f}\" y2=\"{0:.1f}\" stroke=\"{1}\"/>"
            "<text class=\"soft\" x=\"42\" y=\"{2:.1f}\" text-anchor=\"end\">{3:.0f} %</text>\n",
            y(score), score == 0.5 ? "#9aaaa5" : "#dfe6e3", y(score) + 4, 100 * score);
    }
    text += fmt::format(
        "<polygon points=\"{}{}\" fill=\"#1f6fb4\" fill-opacity=\".16\"/>"
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f6fb4\" stroke-width=\"2\"/>\n"
        "<text class=\"soft\" x=\"980\" y=\"232\" text-anchor=\"end\">{} pairs</text>\n</svg>\n",
        upper, lower, line, points.size() + 1);
    return text +
           "<p class=\"note\">Score of the first player after each pair, with the interval of "
           "95 %.</p>\n";
}

}  // namespace

std::string match_report(const std::array<std::string, 2>& players, const Tally& tally,
                         std::span<const Outcome> games, const std::vector<std::string>& lines) {
    std::string body =
        section("Result",
                fmt::format("<pre>{}</pre>\n", escaped(fmt::format("{}", fmt::join(lines, "\n")))));
    body += section("Pairs", pair_chart(tally.pairs));
    if (const std::string course = course_chart(games); !course.empty()) {
        body += section("Course", course);
    }
    body += forfeits_table(games);
    return page(fmt::format("{} against {}", players[0], players[1]),
                fmt::format("{} games", tally.games()), body);
}

std::string tournament_report(const TournamentSummary& summary, std::span<const Outcome> games) {
    std::string ratings = rating_chart(summary);
    ratings +=
        "<p class=\"note\">Elo by maximum likelihood, the mean of the field at 0, with intervals "
        "of 95 %.";
    if (!summary.ratings.exist) {
        ratings +=
            " Some players won or lost everything against the rest, which would put them "
            "infinitely far away: each player was given one draw against a player of rating "
            "0 besides.";
    }
    ratings += "</p>\n";
    std::string body = section("Standings", standings_table(summary));
    body += section("Ratings", ratings);
    body += section("Cross table", cross_table(summary));
    if (!summary.rounds.empty()) body += section("Rounds", rounds_table(summary, games));
    body += forfeits_table(games);
    return page(summary.title, fmt::format("{} games. {}", games.size(), summary.terms), body);
}

}  // namespace emilia::match
