#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/reading.h"

namespace emilia {

// The neutral front of every format.
enum class Format { transcript, position, obf, ggf, sgf, pgn, wthor };

struct FormatInfo {
    Format format;
    std::string_view name;       // as on the command line
    std::string_view extension;  // with its dot; empty where there is no usual one
    std::string_view title;
};
const std::vector<FormatInfo>& all_formats();
std::string_view name_of(Format format);
std::optional<Format> parse_format(std::string_view name);

// By the end of a file's name.
std::optional<Format> format_of_file_name(std::string_view file_name);

// The format that a text is in, from what stands there; the name of its file (may be empty) decides
// where that says nothing.
Format detect_format(std::string_view text, std::string_view file_name = {});

struct GameFile : GamesRead {
    Format format = Format::transcript;
};

// Reads games of the given format, or of the one the text seems to be in. An error is only what
// concerns the whole: nothing in it, or too much. Text that is not UTF-8 is taken for Latin-1.
Result<GameFile> read_games(std::string_view text, std::optional<Format> format = std::nullopt,
                            std::string_view file_name = {});
// The same from a file ("-" is standard input), which the error names. Beside a WTHOR file its
// lists of names are read too.
Result<GameFile> read_game_file(const std::string& path,
                                std::optional<Format> format = std::nullopt);

// The games as a text, and what of them it does not hold ("ratings, comments of moves (in 3 of 4
// games)"), found by reading it again. Refused is what would not be the same game: a start position
// that the format has no place for.
struct WrittenGames {
    std::string text;
    std::vector<std::string> losses;
};
Result<WrittenGames> write_games(Format format, const std::vector<GameRecord>& games);
// The same into a file ("-" is standard output; not for WTHOR, which is three files); returns the
// losses.
Result<std::vector<std::string>> save_games(const std::string& path, Format format,
                                            const std::vector<GameRecord>& games);

// What `copy` lacks of `original`, by name, as write_games() lists it.
std::vector<std::string> differences(const GameRecord& original, const GameRecord& copy);

// "line 3: ply 5: ..." for each, with a last line for those beyond what was kept.
std::vector<std::string> sentences(const IssueList& issues);

}  // namespace emilia
