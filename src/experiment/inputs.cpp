#include "experiment/inputs.h"

#include "game/files.h"

namespace emilia::experiment {

Result<Done> for_each_game(const Setting& setting,
                           const std::function<void(const GameRecord&)>& take) {
    std::size_t done = 0;
    for (const std::string& path : setting.games) {
        if (setting.is_stopped()) return stopped_error();
        setting.tell("reading " + path.substr(path.rfind('/') + 1), done++, setting.games.size());
        const auto read = read_game_file(path);
        if (!read) return read.error();
        for (const GameRecord& game : read->games) take(game);
    }
    return Done{};
}

}  // namespace emilia::experiment
