#include "player/registry.h"

#include <gtest/gtest.h>

namespace emilia {
namespace {

class Remembering : public Player {
  public:
    explicit Remembering(PlayerSpec given) : spec(std::move(given)) {}
    Result<Choice> choose(const GameRecord&, const Limits&) override {
        return Error{"it only remembers"};
    }
    PlayerSpec spec;
};

PlayerRegistry some_players() {
    PlayerRegistry registry;
    const auto make = [](const PlayerSpec& spec) { return std::make_unique<Remembering>(spec); };
    registry.add({"careful",
                  "looks twice",
                  {{"depth", "plies", 1, 20, 3}, {"seed", "chance", 0, 99, 5}},
                  make});
    registry.add({"lazy", "does nothing", {}, make});
    registry.add({"slow",
                  "takes its time",
                  {{"time", "for a game", 100, 3'600'000, 1'800'000, PlayerOption::Type::time}},
                  make});
    registry.add({"other", "another program", {}, make, true});
    return registry;
}

OptionValues made_with(const PlayerRegistry& registry, std::string_view text) {
    const auto spec = registry.parse(text);
    EXPECT_TRUE(spec) << text;
    if (!spec) return {};
    const auto player = registry.make(*spec);
    return dynamic_cast<Remembering&>(*player).spec.given;
}

TEST(PlayerRegistry, KnowsWhatSaysHowFarAPlayerLooks) {
    PlayerRegistry registry = some_players();
    registry.add({"graded", "has levels", {{"level", "how well", 1, 9, 1}}, {}});
    EXPECT_EQ(registry.find("careful")->reach()->name, "depth");
    EXPECT_EQ(registry.find("graded")->reach()->name, "level");
    EXPECT_EQ(registry.find("lazy")->reach(), nullptr);
}

TEST(PlayerRegistry, PresetsFillWhatIsNotGiven) {
    const PlayerRegistry registry = some_players();
    EXPECT_EQ(made_with(registry, "careful"), (OptionValues{{"depth", 3}, {"seed", 5}}));
    EXPECT_EQ(made_with(registry, "careful:depth=20"), (OptionValues{{"depth", 20}, {"seed", 5}}));
    EXPECT_EQ(made_with(registry, " Careful : Seed = 0 , depth=1 "),
              (OptionValues{{"depth", 1}, {"seed", 0}}));
    EXPECT_EQ(made_with(registry, "lazy"), OptionValues{});
}

TEST(PlayerRegistry, SpecsAreWrittenAsTheyAreRead) {
    const PlayerRegistry registry = some_players();
    for (const char* const text :
         {"careful", "careful:depth=7", "careful:depth=7,seed=12", "lazy", "slow:time=30m",
          "slow:time=1.5s", "slow:time=250ms", "other:program --with 'an argument', x=1:2"}) {
        EXPECT_EQ(registry.to_string(*registry.parse(text)), text);
    }
}

TEST(PlayerRegistry, SaysWhatIsWrong) {
    const PlayerRegistry registry = some_players();
    const std::pair<const char*, const char*> cases[] = {
        {"carefull", "there is no player 'carefull'; did you mean 'careful'?"},
        {"xyz", "there is no player 'xyz'; the players are careful, lazy, slow, other"},
        {"", "there is no player ''; the players are careful, lazy, slow, other"},
        {"careful:dpeth=3", "player careful has no option 'dpeth'; did you mean 'depth'?"},
        {"careful:qqqqq=3", "player careful has no option 'qqqqq'; its options are depth, seed"},
        {"lazy:depth=3", "player lazy has no option 'depth'; its options are none"},
        {"careful:", "player careful: expected option=value after the colon, not ''"},
        {"careful:depth", "player careful: expected option=value after the colon, not 'depth'"},
        {"careful:depth=3,", "player careful: expected option=value after the colon, not ''"},
        {"careful:depth=3,depth=4", "player careful: depth is given twice"},
        {"careful:depth=0", "player careful: depth must be a whole number from 1 to 20, not '0'"},
        {"careful:depth=21", "player careful: depth must be a whole number from 1 to 20, not '21'"},
        {"careful:depth=x", "player careful: depth must be a whole number from 1 to 20, not 'x'"},
        {"careful:depth=99999999999999999999",
         "player careful: depth must be a whole number from 1 to 20, not '99999999999999999999'"},
    };
    for (const auto& [text, sentence] : cases) {
        const auto spec = registry.parse(text);
        ASSERT_FALSE(spec) << text;
        EXPECT_EQ(spec.error().message, sentence);
    }
}

}  // namespace
}  // namespace emilia
