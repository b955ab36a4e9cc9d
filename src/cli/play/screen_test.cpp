#include "cli/play/screen.h"

#include <gtest/gtest.h>

#include "cli/all_players.h"
#include "cli/play/commands.h"

namespace emilia::cli {
namespace {

PlaySession session_with(const PlayerRegistry& registry, bool programs) {
    PlaySession::Settings settings;
    settings.hint = *registry.parse("max-disc");
    if (programs) settings.programs.fill(registry.parse("random").value());
    return {registry, settings};
}

void play_to_end(PlaySession& session) {
    while (session.need() == PlaySession::Need::move) {
        session.play_choice(session.thinker().choose(session.game(), {}), 0, false);
    }
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

// Whatever is shown, on a screen of any size, fits it.
TEST(PlayScreen, AlwaysFits) {
    const PlayerRegistry registry = all_players();
    PlaySession fresh = session_with(registry, false);
    PlaySession finished = session_with(registry, true);
    play_to_end(finished);
    PlaySession helping = session_with(registry, false);
    run_line(helping, "help");
    PlaySession complaining = session_with(registry, false);
    run_line(complaining, std::string(300, 'x'));
    for (const PlaySession* session : {&fresh, &finished, &helping, &complaining}) {
        for (int rows = 2; rows <= 50; ++rows) {
            for (const int columns : {1, 10, 27, 28, 40, 50, 61, 64, 65, 66, 79, 80, 120, 300}) {
                for (const bool color : {false, true}) {
                    const Screen screen = compose(*session, {.is_terminal = true,
                                                             .color = color,
                                                             .unicode = color,
                                                             .columns = columns,
                                                             .rows = rows});
                    EXPECT_LE(screen.above.size() + 1 + screen.below.size(),
                              static_cast<std::size_t>(rows));
                    for (const auto* part : {&screen.above, &screen.below}) {
                        for (const std::string& line : *part) {
                            EXPECT_LE(visible_width(line), columns) << line;
                            EXPECT_EQ(line.find('\n'), line.npos);
                            EXPECT_TRUE(color || line.find('\x1b') == line.npos);
                        }
                    }
                }
            }
        }
    }
}

TEST(PlayScreen, ShowsTheGameIn80x24) {
    const PlayerRegistry registry = all_players();
    PlaySession session = session_with(registry, false);
    run_line(session, "f5");
    run_line(session, "d6");
    run_line(session, "f5");
    const std::string text = joined(compose(session, {}).above);
    // The last disc, what it turned over, a legal move, the counts, the list, the opening, the
    // complaint.
    for (const char* const part :
         {"[O]", "(O)", "|c3 |", "> X black  3", "  O white  3", "  1 f5    2 d6",
          "Opening: Perpendicular", "f5 is taken by a black disc"}) {
        EXPECT_NE(text.find(part), text.npos) << part << " is not in\n" << text;
    }
}

TEST(PlayScreen, ALongListOfMovesShowsItsEnd) {
    const PlayerRegistry registry = all_players();
    PlaySession session = session_with(registry, true);
    play_to_end(session);
    ASSERT_TRUE(session.over());
    const std::string last = to_string(session.game().moves.back().move);
    for (const int rows : {14, 24}) {
        const std::string text = joined(compose(session, {.columns = 70, .rows = rows}).above);
        EXPECT_NE(text.rfind(" " + last + " "), text.npos) << text;
    }
}

TEST(PlayScreen, HelpTakesThePlaceOfThePanel) {
    const PlayerRegistry registry = all_players();
    PlaySession session = session_with(registry, false);
    run_line(session, "help");
    const std::string text = joined(compose(session, {}).above);
    for (const CommandHelp& line : command_help()) {
        EXPECT_NE(text.find(line.usage), text.npos) << line.usage;
        EXPECT_NE(text.find(line.summary), text.npos) << line.summary << " does not fit";
    }
}

}  // namespace
}  // namespace emilia::cli
