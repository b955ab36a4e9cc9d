#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/reading.h"

namespace emilia {

// A problem: a position, and what is known of its moves.
//   --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12; % comment
struct ObfProblem {
    struct Answer {
        Move move;
        std::optional<DiscDifference> score;  // for the player to move; some files only name moves
        bool operator==(const Answer&) const = default;
    };
    Diagram diagram;
    std::vector<Answer> answers;  // best first, where all have scores
    std::string comment;          // may have several lines

    bool operator==(const ObfProblem&) const = default;
};

// One line; its moves must be legal.
Result<ObfProblem> parse_obf_line(std::string_view line);

// A file: a problem a line. Lines that are only a comment belong to the problem below them.
struct ObfRead {
    std::vector<ObfProblem> problems;
    IssueList bad;
    IssueList notes;
};
ObfRead read_obf(std::string_view text);
std::string write_obf(const std::vector<ObfProblem>& problems);

// A problem as a game without moves, the answers in `extra` ("obf:g8", "+18"), and back: of a game
// with moves, the position at its end.
GameRecord to_record(const ObfProblem& problem);
ObfProblem to_obf(const GameRecord& game);

}  // namespace emilia
