#include "experiment/page.h"

#include <gtest/gtest.h>

#include "experiment/chart.h"
#include "experiment/inputs.h"
#include "game/files.h"
#include "game/random_game.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia::experiment {
namespace {

Entry entry_for(const std::string& name, Verdict verdict) {
    Entry entry;
    entry.name = name;
    entry.command = "emilia experiment " + name;
    entry.date = "1982-01-01";
    entry.report.tables.push_back({"", {"what", "paper", "ours"}, {{"discs", "27.9", "3"}}});
    entry.report.verdict = verdict;
    entry.report.reason = "Because.";
    return entry;
}

TEST(Page, TablesAreAligned) {
    EXPECT_EQ(text_of(Table{"A title", {"a", "bcd"}, {{"long", "1"}, {"x", "1234"}}}),
              "A title\n"
              "a      bcd\n"
              "long     1\n"
              "x     1234\n");
    EXPECT_EQ(markdown_of(Table{"", {"a", "b"}, {{"c", "d"}}}),
              "| a | b |\n|---|---:|\n| c | d |\n");
}

TEST(Page, KeepsWhatIsNotMeasuredAgain) {
    const std::string& name = all_experiments().front().name;
    const std::string first = updated_page("", {entry_for(name, Verdict::disagrees)});
    EXPECT_NE(first.find("| disagrees |"), std::string::npos);
    EXPECT_NE(first.find("| discs | 27.9 | 3 |"), std::string::npos);
    EXPECT_EQ(updated_page(first, {}), first);
    const std::string second = updated_page(first, {entry_for(name, Verdict::in_part)});
    EXPECT_NE(second.find("| agrees in part |"), std::string::npos);
    EXPECT_EQ(second.find("| disagrees |"), std::string::npos);
    // A blank line before each heading, whichever was written when.
    const std::string& other = all_experiments().back().name;
    const std::string both = updated_page(second, {entry_for(other, Verdict::agrees)});
    EXPECT_NE(both.find("Because.\n\n## " + other + "\n"), std::string::npos);
    EXPECT_EQ(updated_page(updated_page("", {entry_for(other, Verdict::agrees)}),
                           {entry_for(name, Verdict::in_part)}),
              both);
}

TEST(Experiments, HaveNamesSourcesAndHypotheses) {
    for (const Experiment& one : all_experiments()) {
        EXPECT_FALSE(one.name.empty());
        EXPECT_FALSE(one.source.empty());
        EXPECT_TRUE(one.hypothesis.ends_with('.')) << one.name;
        const PlayerRegistry players;
        const Setting nothing{players};
        const auto possible = check(one, nothing);
        EXPECT_EQ(possible.ok(), one.games.empty() && one.choices.empty());
        if (!possible) {
            EXPECT_NE(possible.error().message.find(one.name + " needs --"), std::string::npos);
        }
    }
}

TEST(Chart, DrawsEverySeriesAndEscapesNames) {
    const std::string svg =
        Chart{"a < b", "x", "y", {{"one", {{0, 1}, {1, 2}}}, {"two & more", {{0, -3}}}}}.svg();
    EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
    EXPECT_NE(svg.find("two &amp; more"), std::string::npos);
    std::size_t lines = 0;
    for (std::size_t at = svg.find("<polyline"); at != svg.npos; at = svg.find("<polyline", at + 1))
        ++lines;
    EXPECT_EQ(lines, 2U);
    // Nothing to draw is no reason to divide by nothing.
    EXPECT_EQ((Chart{"", "", "", {}}.svg().find("nan")), std::string::npos);
}

TEST(Chart, NamesTakeThePlaceOfNumbers) {
    Chart chart{"", "x", "y", {{"one", {{1, 5}, {2, -3}}}}};
    chart.bars = true;
    const auto count = [&](const char* what) {
        const std::string svg = chart.svg();
        std::size_t found = 0;
        for (std::size_t at = svg.find(what); at != svg.npos; at = svg.find(what, at + 1)) ++found;
        return found;
    };
    EXPECT_GT(count(">1.5</text>"), 0U);
    chart.x_names = {"first", "second & last"};
    EXPECT_EQ(count(">first</text>"), 1U);
    EXPECT_EQ(count(">second &amp; last</text>"), 1U);
    EXPECT_EQ(count(">1.5</text>"), 0U);
}

}  // namespace
}  // namespace emilia::experiment
