#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace emilia {

// Something to say about a place in a file.
struct Issue {
    std::size_t line = 0;  // from 1; 0 where there are no lines
    std::string message;
};

// Issues in the order of the file. Of a file that is nothing but errors only the first thousand are
// kept, and the others counted.
class IssueList {
  public:
    void add(std::size_t line, std::string message);
    bool empty() const { return count_ == 0; }
    std::size_t count() const { return count_; }
    const std::vector<Issue>& kept() const { return kept_; }

  private:
    std::vector<Issue> kept_;
    std::size_t count_ = 0;
};

// What a file of games held. A game that cannot be read is named in `bad`, and the others are read
// all the same.
struct GamesRead {
    std::vector<GameRecord> games;
    IssueList bad;
    IssueList notes;  // what was read, but not as it stands there
};

// A move as files write it: a square in either case, or one of the words for a pass (pass, pa, ps,
// p, --, @@).
std::optional<Move> parse_move(std::string_view text);

// Adds a move of a file. Passes after the end of the game are left out: programs write them.
Result<Done> add_from_file(GameBuilder& builder, PlayedMove move,
                           std::optional<Color> color = std::nullopt);

// Moves the finished record into `read`, with a note if the result it states is not the one on its
// board.
void conclude(GamesRead& read, GameBuilder& builder, std::size_t line);

// What to say of a tree of which only the main line was read.
std::string variations_note(std::size_t variations);

// Appends a line to a comment.
void append_comment(std::string& comment, std::string_view line);

// Line breaks of any system as \n.
std::string unix_lines(std::string_view text);
// The same without blank lines and without blanks around the lines, for formats that keep neither.
std::string tidy_lines(std::string_view text);

// Walks through a text by lines and counts them.
class LineReader {
  public:
    explicit LineReader(std::string_view text) : rest_(text) {}
    // The next line, without its break; false after the last.
    bool next(std::string_view& line);
    // Of the line next() gave last, from 1.
    std::size_t number() const { return number_; }

  private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

}  // namespace emilia
