#include "player/followed_game.h"

#include <gtest/gtest.h>

#include "game/random_game.h"
#include "util/random.h"

namespace emilia {
namespace {

GameRecord beginning_of(GameRecord game, std::size_t plies) {
    game.moves.erase(game.moves.begin() + static_cast<std::ptrdiff_t>(plies), game.moves.end());
    return game;
}

TEST(FollowedGame, GoesOnOnlyWithMoreMovesOfTheSame) {
    Random random(3);
    const GameRecord game = random_game(random, 20);
    GameRecord other = game;
    while (other.moves[0].move == game.moves[0].move) other = random_game(random, 20);
    FollowedGame followed;
    EXPECT_FALSE(followed.goes_on_to(beginning_of(game, 0))) << "nothing is known yet";
    EXPECT_FALSE(followed.goes_on_to(beginning_of(game, 4)));
    EXPECT_TRUE(followed.goes_on_to(beginning_of(game, 6)));
    EXPECT_TRUE(followed.goes_on_to(beginning_of(game, 7)));
    EXPECT_FALSE(followed.goes_on_to(beginning_of(game, 7))) << "the same position again";
    EXPECT_FALSE(followed.goes_on_to(beginning_of(game, 5))) << "taken back";
    EXPECT_TRUE(followed.goes_on_to(beginning_of(game, 9)));
    EXPECT_FALSE(followed.goes_on_to(beginning_of(other, 12))) << "another game";
}

}  // namespace
}  // namespace emilia
