#include "learn/label.h"

#include <gtest/gtest.h>

#include "learn/selfplay.h"
#include "learn/thinker.h"
#include "search/solver.h"

namespace emilia::learn {
namespace {

TEST(Label, ValuesAreThoseOfTheSearchAndExactOnes) {
    SelfplayOptions selfplay;
    selfplay.depth = 1;
    selfplay.exact = 4;
    selfplay.noise = 8;
    selfplay.weights = default_weights();
    LabelOptions options;
    options.depth = 3;
    options.exact = 9;
    options.weights = selfplay.weights;
    Selfplay player(selfplay, {});
    Labeller labeller(options, {});
    Solver solver({1, std::size_t{1} << 20});
    int changed = 0;
    for (std::uint64_t number = 0; number < 10; ++number) {
        const TrainingGame game = *player.play(number);
        const TrainingGame labelled = *labeller.label(game);
        ASSERT_TRUE(check(labelled));
        EXPECT_EQ(labelled.moves, game.moves);
        EXPECT_EQ(labelled.random_plies, game.random_plies);
        EXPECT_EQ(labelled.exact_from, 9);
        Replay replay;
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            const Position position = replay.position();
            replay.play(game.moves[i]);
            changed += labelled.values[i] != game.values[i];
            if (game.values[i] == kNoValue) {
                ASSERT_EQ(labelled.values[i], kNoValue);
            } else if (position.empties() <= 9) {
                ASSERT_EQ(labelled.values[i], solver.solve(position).lower.value());
            } else {
                // With nothing known from elsewhere in the game it is nearly the same.
                Thinker fresh(options.weights, {});
                ASSERT_NEAR(labelled.values[i], fresh.think(position, 3)->value, 30);
            }
        }
        EXPECT_EQ(*labeller.label(game), labelled);
    }
    EXPECT_GT(changed, 20);
}

TEST(Label, SettingsSayWhatWasDone) {
    LabelOptions options;
    options.weights = default_weights();
    const Settings settings = settings_of(options, {{"seed", "5"}});
    ASSERT_EQ(settings.size(), 4u);
    EXPECT_EQ(settings[0], (std::pair<std::string, std::string>("seed", "5")));
    EXPECT_EQ(settings[2], (std::pair<std::string, std::string>("label-exact", "16")));
}

}  // namespace
}  // namespace emilia::learn
