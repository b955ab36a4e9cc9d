#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <set>

#include "util/file.h"
#include "util/huge_pages.h"
#include "util/interrupt.h"
#include "util/random.h"
#include "util/result.h"
#include "util/text.h"

namespace emilia {
namespace {

class TemporaryFolder : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "emilia-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }
    std::string folder_;
};

TEST_F(TemporaryFolder, WhatIsWrittenIsRead) {
    std::string content(100'000, '\0');
    Random random(1);
    for (char& c : content) c = static_cast<char>(random.next());
    ASSERT_TRUE(write_file(path("a"), content).ok());
    EXPECT_EQ(*read_file(path("a")), content);
    ASSERT_TRUE(write_file(path("a"), "").ok());
    EXPECT_EQ(*read_file(path("a")), "");
    EXPECT_EQ(files(), std::set<std::string>{"a"});
}

TEST_F(TemporaryFolder, AFailedWriteLosesNothing) {
    ASSERT_TRUE(write_file(path("a"), "old").ok());
    const Result<Done> written = write_file(path("missing/a"), "new");
    ASSERT_FALSE(written.ok());
    EXPECT_NE(written.error().message.find("missing/a"), std::string::npos);
    EXPECT_EQ(*read_file(path("a")), "old");
    ASSERT_FALSE(write_file(folder_, "new").ok());
    EXPECT_EQ(files(), std::set<std::string>{"a"});
}

TEST_F(TemporaryFolder, WritingKeepsModeAndFollowsLinks) {
    ASSERT_TRUE(write_file(path("a"), "old").ok());
    ASSERT_EQ(::chmod(path("a").c_str(), 0640), 0);
    std::filesystem::create_symlink("a", path("link"));
    ASSERT_TRUE(write_file(path("link"), "new").ok());
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    EXPECT_EQ(*read_file(path("a")), "new");
    struct stat status {};
    ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST_F(TemporaryFolder, AMissingFileIsNamed) {
    const Result<std::string> content = read_file(path("none"));
    ASSERT_FALSE(content.ok());
    EXPECT_NE(content.error().message.find("none: No such file"), std::string::npos)
        << content.error().message;
}

TEST(RandomTest, ASeedNamesOneStream) {
    Random a(7);
    Random b(7);
    Random c(8);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const auto value = a.next();
        EXPECT_EQ(value, b.next());
        differs = differs || value != c.next();
    }
    EXPECT_TRUE(differs);
}

TEST(RandomTest, BelowIsEven) {
    Random random(9);
    std::array<int, 7> counts{};
    constexpr int kDraws = 700'000;
    for (int i = 0; i < kDraws; ++i) ++counts[random.below(7)];
    for (const int count : counts) EXPECT_NEAR(count, kDraws / 7, 6 * std::sqrt(kDraws / 7.0));
    double sum = 0;
    for (int i = 0; i < kDraws; ++i) {
        const double unit = random.unit();
        ASSERT_GE(unit, 0);
        ASSERT_LT(unit, 1);
        sum += unit;
    }
    EXPECT_NEAR(sum / kDraws, 0.5, 0.003);
}

TEST(Text, Pieces) {
    EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
    EXPECT_EQ(trimmed("  "), "");
    EXPECT_EQ(split_words("  a bc\td\n"), (std::vector<std::string_view>{"a", "bc", "d"}));
    EXPECT_TRUE(split_words(" ").empty());
    EXPECT_EQ(lower_case("AbC-Z\xc3\x89"), "abc-z\xc3\x89");
    EXPECT_EQ(with_commas(0), "0");
    EXPECT_EQ(with_commas(999), "999");
    EXPECT_EQ(with_commas(1000), "1,000");
    EXPECT_EQ(with_commas(212258800), "212,258,800");
    EXPECT_EQ(parse_integer("-12"), -12);
    for (const char* bad : {"", "x", "1x", " 1", "99999999999999999999"})
        EXPECT_EQ(parse_integer(bad), std::nullopt);
}

TEST(Text, ClosestFindsTypingMistakes) {
    const std::vector<std::string> names = {"perft", "play", "players", "show"};
    EXPECT_EQ(closest("prft", names), "perft");
    EXPECT_EQ(closest("paly", names), "play");
    EXPECT_EQ(closest("SHOW", names), "show");
    EXPECT_EQ(closest("analyse", names), std::nullopt);
    EXPECT_EQ(closest(std::string(1000, 'a'), names), std::nullopt);
}

TEST(Interrupt, TheFirstSignalOnlySetsTheFlag) {
    const InterruptGuard guard;
    EXPECT_FALSE(interrupted());
    std::raise(SIGINT);
    EXPECT_TRUE(interrupted());
    reset_interrupt();
    EXPECT_FALSE(interrupted());
    std::raise(SIGTERM);
    EXPECT_TRUE(interrupted());
}

TEST(HugePages, BeginWhereAPageDoesAndHoldNothing) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{100000}, std::size_t{5} << 20}) {
        HugePages pages = huge_pages(bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages.get()) % (std::size_t{2} << 20), 0u);
        for (std::size_t i = 0; i < bytes; i += 997) EXPECT_EQ(pages.get()[i], std::byte{0});
        for (std::size_t i = 0; i < bytes; i += 997) pages.get()[i] = std::byte{1};
        pages.get()[bytes - 1] = std::byte{1};
        clear(pages, bytes);
        for (std::size_t i = 0; i < bytes; i += 997) EXPECT_EQ(pages.get()[i], std::byte{0});
        EXPECT_EQ(pages.get()[bytes - 1], std::byte{0});
    }
}

}  // namespace
}  // namespace emilia
