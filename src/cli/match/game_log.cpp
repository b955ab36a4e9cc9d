#include "cli/match/game_log.h"

#include <fmt/format.h>

#include "game/files.h"
#include "match/outcome_json.h"

namespace emilia::cli {

Result<GameLog> GameLog::open(const MatchOptions& options, const match::Terms& terms,
                              std::size_t players) {
    GameLog log(options);
    if (options.out.empty()) return log;
    auto journal = match::Journal::open(options.out, terms, players);
    if (!journal) return journal.error();
    for (const match::Outcome& outcome : journal->found()) {
        log.games_.emplace(outcome.task.game, outcome);
    }
    log.journal_.emplace(std::move(*journal));
    return log;
}

bool GameLog::add(match::Outcome outcome) {
    if (journal_) {
        if (const auto done = journal_->append(outcome); !done) {
            error_ = done.error();
            return false;
        }
    }
    if (options_->json) {
        fmt::print("{}\n", match::to_json(outcome));
        std::fflush(stdout);
    }
    games_.emplace(outcome.task.game, std::move(outcome));
    return true;
}

Result<std::vector<match::Task>> GameLog::missing(const std::vector<match::Task>& tasks) const {
    std::vector<match::Task> open;
    for (const match::Task& task : tasks) {
        const auto found = games_.find(task.game);
        if (found == games_.end()) {
            open.push_back(task);
        } else if (!(found->second.task == task)) {
            return Error{fmt::format("{}: game {} is not between the players whose turn it was",
                                     options_->out, task.game + 1)};
        }
    }
    return open;
}

void GameLog::print_found() const {
    if (!options_->json) return;
    for (const auto& [number, outcome] : games_) fmt::print("{}\n", match::to_json(outcome));
}

Result<Done> GameLog::write_files(const std::string& event) const {
    std::vector<GameRecord> records;
    for (const auto& [number, outcome] : games_) {
        records.push_back(outcome.played.record);
        records.back().event = event;
    }
    for (const auto& [path, format] :
         {std::pair(options_->pgn, Format::pgn), std::pair(options_->ggf, Format::ggf)}) {
        if (path.empty()) continue;
        const auto saved = save_games(path, format, records);
        if (!saved) return saved.error();
    }
    return Done{};
}

}  // namespace emilia::cli
