#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "util/result.h"

namespace emilia {

// What SGF and GGF share: games in parentheses, made of nodes that begin with a semicolon and hold
// properties, each a name and one or more values in brackets, where \ makes the next character an
// ordinary one.

struct Property {
    std::string name;                      // capitals
    std::vector<std::string_view> values;  // between the brackets, as they stand there
    std::size_t line = 0;
};

using PropertyNode = std::vector<Property>;

// A game: its main line, from the first node to the first closing parenthesis.
struct PropertyGame {
    std::vector<PropertyNode> nodes;
    std::size_t line = 0;        // where it begins
    std::size_t variations = 0;  // branches beside the main line, left out
    std::string_view before;     // what stands between the game before and this one, trimmed
};

class PropertyReader {
  public:
    explicit PropertyReader(std::string_view text) : text_(text) {}

    // The next game, or none at the end of the text. After an error (the text ends inside a game,
    // or something there is no property) the reader stands behind it and can go on.
    Result<std::optional<PropertyGame>> next();
    // Where the reader stands.
    std::size_t line() const { return line_; }

  private:
    bool at_end() const { return at_ >= text_.size(); }
    void advance();
    bool skip_blanks();
    Result<Property> read_property();
    // Goes on behind the closing parenthesis of a game that is open `depth` times.
    void skip_game(std::size_t depth, std::size_t* opened);

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

// A value with its escapes resolved and its line breaks made \n.
std::string unescaped(std::string_view value);
// A text as a value: [ and ] not included.
std::string escaped(std::string_view text);
// A value kept as it stood in a file, if it still is one; otherwise escaped.
std::string as_value(std::string_view raw);

// "NAME[value]", or nothing for an empty text.
void write_property(std::string& out, std::string_view name, std::string_view text);
// The extras of a format ("sgf:"), each as it stood there; repeated names as one property with
// several values.
void write_extra(std::string& out, const Extra& extra, std::string_view prefix);
// The value of the first extra of that name, if there is one.
const std::string* find_extra(const Extra& extra, std::string_view name);
// Whether a result that no field can hold (half discs, "Void") stands in the extra of that name,
// and nothing else is known that the board does not show.
bool result_is_extra(const GameRecord& game, std::string_view name);

}  // namespace emilia
