#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/reading.h"

namespace emilia {

// GGF, the format of the Generic Game Server and of NBoard:
//   (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[2197.01]RW[2199.72]
//   TI[05:00//02:00]TY[8]RE[+2.000]BO[8 -------- ... -------- *]B[d3//0.01]W[c5/1.5/0.02];)
// A move is square/evaluation/seconds. Games played at once stand in one line behind their number,
// "2 (;...;)(;...;)": that is kept as the extra "ggf:match", "1/2" and "2/2".
GamesRead read_ggf(std::string_view text);
std::string write_ggf(const std::vector<GameRecord>& games);

// One game, without line break.
std::string to_ggf(const GameRecord& game);

}  // namespace emilia
