#pragma once

#include <gtest/gtest.h>

#include <string>

#include "game/reading.h"

namespace emilia {

// For tests: the one game of a text in which nothing is wrong.
inline GameRecord only_game(const GamesRead& read) {
    EXPECT_EQ(read.bad.count(), 0U) << (read.bad.empty() ? "" : read.bad.kept()[0].message);
    EXPECT_EQ(read.games.size(), 1U);
    return read.games.empty() ? GameRecord{} : read.games[0];
}

// "f5d6c3".
inline std::string moves_of(const GameRecord& game) {
    std::string moves;
    for (const PlayedMove& played : game.moves) moves += to_string(played.move);
    return moves;
}

}  // namespace emilia
