#include "cli/play/game_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "game/files.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

// Moves alone are plain text; the other formats know their files.
std::optional<Format> format_for_saving(const std::string& path) {
    if (lower_case(path).ends_with(".txt")) return Format::transcript;
    const std::optional<Format> format = format_of_file_name(path);
    const bool holds_a_game =
        format == Format::ggf || format == Format::sgf || format == Format::pgn;
    return holds_a_game ? format : std::nullopt;
}

}  // namespace

std::string file_name_for_saving(const std::string& path) {
    return std::filesystem::path(path).has_extension() ? path : path + ".sgf";
}

Result<std::string> save_game(const std::string& path, const GameRecord& game) {
    const auto format = format_for_saving(path);
    if (!format) {
        return Error{fmt::format("cannot save as {}: the name must end in .sgf, .ggf, .pgn or .txt",
                                 printable(path))};
    }
    const auto losses = save_games(path, *format, {game});
    if (!losses) return losses.error();
    return fmt::format("{}", fmt::join(*losses, ", "));
}

Result<LoadedGame> load_game(const std::string& path) {
    const auto file = read_game_file(path);
    if (!file) return file.error();
    if (file->games.empty()) {
        const std::vector<std::string> reasons = sentences(file->bad);
        return Error{fmt::format("{}: {}", printable(path),
                                 reasons.empty() ? "there is no game in it" : reasons.front())};
    }
    return LoadedGame{file->games.front(), file->games.size()};
}

}  // namespace emilia::cli
