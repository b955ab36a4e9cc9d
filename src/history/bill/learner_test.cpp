#include "history/bill/learner.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "board/rules.h"
#include "history/bill/learn_run.h"
#include "util/file.h"
#include "util/random.h"
#include "util/sealed.h"

namespace emilia::bill {
namespace {

std::shared_ptr<const Knowledge> by_hand() {
    return hand_set_knowledge();
}

LearnSettings short_settings() {
    LearnSettings settings;
    settings.depth = 1;
    return settings;
}

// One count a feature, and constants by which the features are these counts.
constexpr std::array<int, kFeatures> kOneEach = {count::kEdge, count::kDirections,
                                                 count::kInnerFrontier, count::kRun};
Constants one_each() {
    Constants constants{};
    for (const int count : kOneEach) constants[static_cast<std::size_t>(count)] = 1;
    return constants;
}
Sample sample(int move, bool won, const Features& features) {
    Sample one{move, won, {}};
    for (std::size_t i = 0; i < kFeatures; ++i) {
        one.counts[static_cast<std::size_t>(kOneEach[i])] = features[i];
    }
    return one;
}

// Positions of two classes that differ in one feature alone.
void add_made_up(Samples& samples, int move, int shift = 0) {
    Random random(3);
    for (int i = 0; i < 400; ++i) {
        const bool won = i % 2 == 0;
        Features features{};
        for (int& feature : features) feature = static_cast<int>(random.below(101)) - 50;
        features[1] += (won ? 30 : -30) + shift;
        samples.add(sample(move, won, features));
    }
}
Samples made_up(int move) {
    Samples samples;
    add_made_up(samples, move);
    return samples;
}

// Results that depend on some counts of three features, at two stages of the game in other ways.
TEST(BillLearning, FindsTheConstantsThatExplainResults) {
    Random random(11);
    Samples samples;
    const auto noise = [&] { return static_cast<int>(random.below(7)) - 3; };
    for (int i = 0; i < 20'000; ++i) {
        const int move = i % 2 == 0 ? 22 : 43;
        Counts counts{};
        for (int& count : counts) count = noise();
        const auto of = [&](int count) { return counts[static_cast<std::size_t>(count)]; };
        const int moves = 4 * of(count::kMove) + of(count::kMove + 3) - 2 * of(count::kDirections);
        const int runs = 3 * of(count::kRun) - of(runs_of_diagonal(8));
        const int sum = (move == 22 ? 2 : 1) * moves + (move == 22 ? 1 : -2) * runs +
                        5 * of(count::kInnerFrontier) + noise();
        samples.add({move, sum > 0, counts});
    }
    const Constants found = constants_of(samples);
    const auto of = [&](int count) { return found[static_cast<std::size_t>(count)]; };
    EXPECT_EQ(of(count::kEdge), 1);
    EXPECT_EQ(of(count::kMove), 100);
    EXPECT_NEAR(of(count::kMove + 3), 25, 5);
    EXPECT_NEAR(of(count::kDirections), -50, 5);
    EXPECT_NEAR(of(count::kMove + 4), 0, 5);
    EXPECT_EQ(of(count::kInnerFrontier), 100);
    EXPECT_NEAR(of(count::kBeside), 0, 5);
    EXPECT_EQ(of(count::kRun), 100);
    EXPECT_NEAR(of(runs_of_diagonal(8)), -33, 5);
}

TEST(BillLearning, FindsTheFeatureThatWins) {
    const auto models = models_of(made_up(30), one_each());
    ASSERT_TRUE(models);
    const auto discriminant = discriminant_of((*models)[29]);
    ASSERT_TRUE(discriminant);
    EXPECT_GT(chance_of(discriminant->value({0, 60, 0, 0})), 0.9);
    EXPECT_LT(chance_of(discriminant->value({0, -60, 0, 0})), 0.1);
    for (const std::size_t other : {0U, 2U, 3U}) {
        EXPECT_LT(std::abs(discriminant->linear[other]), discriminant->linear[1] / 4);
    }
}

TEST(BillLearning, IsSmoothedOverNeighbouringMoves) {
    const auto models = models_of(made_up(30), one_each());
    ASSERT_TRUE(models);
    // From the same positions up to two moves away; beyond, that of the nearest that has any.
    for (int i = 0; i < kMoves; ++i) {
        EXPECT_EQ((*models)[static_cast<std::size_t>(i)], (*models)[29]);
    }
    // Between two moves that differ, a model of both.
    Samples two = made_up(30);
    add_made_up(two, 33, 100);
    const auto both = models_of(two, one_each());
    ASSERT_TRUE(both);
    EXPECT_EQ((*both)[29].won, (*models)[29].won) << "move 33 is too far from move 30";
    EXPECT_NEAR((*both)[30].won.mean[1], (*models)[29].won.mean[1] + 50, 1e-9);
    EXPECT_NEAR((*both)[59].won.mean[1], (*models)[29].won.mean[1] + 100, 1e-9);
}

TEST(BillLearning, MeansAndCovariancesAreThoseOfThePositions) {
    Samples samples;
    for (int i = 0; i < 100; ++i) {
        const int sign = i % 2 == 0 ? 1 : -1;
        samples.add(sample(20, true, {10 * sign, 5, 20 * sign, 0}));
        samples.add(sample(20, false, {0, -5 * sign, 0, sign}));
    }
    const auto models = models_of(samples, one_each());
    ASSERT_TRUE(models);
    const StageModel& model = (*models)[19];
    EXPECT_DOUBLE_EQ(model.won.mean[0], 0);
    EXPECT_DOUBLE_EQ(model.won.mean[1], 5);
    // One is added to each variance.
    EXPECT_DOUBLE_EQ(model.won.covariance[0][0], 101);
    EXPECT_DOUBLE_EQ(model.won.covariance[0][2], 200);
    EXPECT_DOUBLE_EQ(model.won.covariance[1][1], 1);
    EXPECT_DOUBLE_EQ(model.lost.covariance[1][3], -5);
}

TEST(BillLearning, TooFewGamesAreRefused) {
    const auto models = models_of({}, one_each());
    ASSERT_FALSE(models);
    EXPECT_NE(models.error().message.find("too few games"), std::string::npos);
}

TEST(BillLearning, AGameIsTheSameWheneverItIsPlayed) {
    Learner one(short_settings(), by_hand());
    Learner other(short_settings(), by_hand());
    for (const std::uint64_t number : {0U, 1U, 2U}) (void)other.play(number, {});
    const auto fourth = other.play(3, {});
    ASSERT_TRUE(fourth);
    EXPECT_EQ(*one.play(3, {}), *fourth);
    EXPECT_NE(*one.play(4, {}), *fourth);
}

TEST(BillLearning, EveryPositionIsWonByOneAndLostByTheOther) {
    Learner learner(short_settings(), by_hand());
    Samples samples;
    for (std::uint64_t number = 0; number < 30; ++number) {
        const auto game = learner.play(number, {});
        for (const Sample& one : *game) samples.add(one);
    }
    std::int64_t won = 0;
    std::int64_t lost = 0;
    for (const auto& stage : samples.stages) {
        won += stage.won.count;
        lost += stage.lost.count;
    }
    // Both players move about as often.
    EXPECT_GT(won, 300);
    EXPECT_NEAR(static_cast<double>(won) / static_cast<double>(won + lost), 0.5, 0.05);
    // Random moves are not learned from.
    for (std::size_t move = 0; move < 7; ++move) {
        EXPECT_EQ(samples.stages[move].won.count + samples.stages[move].lost.count, 0);
    }
}

class BillTraining : public testing::Test {
  protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() /
            ("emilia_bill_" + std::to_string(std::hash<std::string>{}(
                                  testing::UnitTest::GetInstance()->current_test_info()->name())));
        std::filesystem::create_directories(folder_);
        run_.settings = short_settings();
        run_.by = by_hand();
        run_.games = 40;
        run_.state_file = (folder_ / "learned.bill.training").string();
        std::filesystem::remove(run_.state_file);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
    LearnRun run_;
};

TEST_F(BillTraining, GoesOnToTheSameResult) {
    const auto whole = learn(run_);
    ASSERT_TRUE(whole);
    EXPECT_FALSE(std::filesystem::exists(run_.state_file));

    LearnRun stopped = run_;
    std::uint64_t seen = 0;
    stopped.progress = [&](std::uint64_t games) { seen = games; };
    stopped.stopped = [&] { return seen >= 13; };
    const auto part = learn(stopped);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->games, 13U);
    EXPECT_EQ(*games_before(run_), 13U);

    const auto rest = learn(run_);
    ASSERT_TRUE(rest);
    EXPECT_EQ(*rest, *whole);
    const auto first = learned(*whole);
    const auto second = learned(*rest);
    ASSERT_TRUE(first);
    ASSERT_TRUE(second);
    EXPECT_EQ(to_text(*first), to_text(*second));
}

TEST_F(BillTraining, RefusesTheStateOfAnother) {
    LearnState other;
    other.settings = run_.settings;
    other.settings.seed = 99;
    ASSERT_TRUE(write_file(run_.state_file, to_text(other)));
    const auto refused = learn(run_);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("other settings"), std::string::npos);

    ASSERT_TRUE(write_file(run_.state_file, to_text(other) + "1"));
    const auto damaged = learn(run_);
    ASSERT_FALSE(damaged);
    EXPECT_NE(damaged.error().message.find("damaged"), std::string::npos);
}

TEST(BillParameters, SurviveTheirFile) {
    const Parameters& carried = default_parameters();
    const auto again = parse_parameters(to_text(carried));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, carried);
    EXPECT_EQ(name_of(*again).size(), 16U);
    EXPECT_NE(carried.origin.find("games"), std::string::npos);
}

TEST(BillParameters, SayWhatIsWrong) {
    const std::string good = to_text(default_parameters());
    const auto refusal = [](const std::string& text) {
        const auto parsed = parse_parameters(text);
        return parsed ? std::string("accepted") : parsed.error().message;
    };
    EXPECT_NE(refusal("nonsense").find("not a file of BILL's parameters"), std::string::npos);
    EXPECT_NE(refusal(good.substr(0, good.size() - 5)).find("damaged"), std::string::npos);
    // A whole file with wrong content.
    const std::string content(*unseal("Emilia bill 2", good, "x"));
    const auto sealed = [](const std::string& text) { return seal("Emilia bill 2", text); };
    EXPECT_EQ(refusal(sealed("")), "line 3 should begin with 'origin'");
    EXPECT_NE(refusal(sealed(content + "61 won\n")).find("120 lines"), std::string::npos);
    std::string word = content;
    word.replace(word.find("\n1 won ") + 7, 1, "x");
    EXPECT_NE(refusal(sealed(word)).find("line 69 (1 won)"), std::string::npos);
    std::string constant = content;
    constant.replace(constant.find("\nmove-a1 ") + 9, 1, "x");
    EXPECT_NE(refusal(sealed(constant)).find("line 5 should be 'move-a1'"), std::string::npos);
}

TEST(BillParameters, TheyTellWonFromLost) {
    // In the middle of the game, every mean but the weakest is greater where the game was won.
    for (const std::size_t move : {19U, 29U, 39U, 49U}) {
        const StageModel& model = default_parameters().models[move];
        for (std::size_t i = 0; i < 3; ++i) EXPECT_GT(model.won.mean[i], model.lost.mean[i]);
    }
}

TEST(BillState, SurvivesItsFile) {
    LearnState state;
    state.settings.played_by = "0123456789abcdef";
    state.games = 5;
    Learner learner(short_settings(), by_hand());
    const auto game = learner.play(1, {});
    for (const Sample& one : *game) state.samples.add(one);
    const auto again = parse_state(to_text(state));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, state);
}

}  // namespace
}  // namespace emilia::bill
