#pragma once

#include <map>
#include <optional>
#include <vector>

#include "cli/match/options.h"

namespace emilia::cli {

// Where games go as they end: the journal, standard output, and at last the files of games.
class GameLog {
  public:
    // Opens the journal, if there is to be one.
    static Result<GameLog> open(const MatchOptions& options, const match::Terms& terms,
                                std::size_t players);

    // By number; at first those that the journal had.
    const std::map<std::size_t, match::Outcome>& games() const { return games_; }

    // False if it could not be kept; error() says why.
    bool add(match::Outcome outcome);
    const std::optional<Error>& error() const { return error_; }

    // The tasks of which no game is there. One that is there but not as it should be is an error.
    Result<std::vector<match::Task>> missing(const std::vector<match::Task>& tasks) const;

    // Prints the games that the journal had.
    void print_found() const;

    Result<Done> write_files(const std::string& event) const;

  private:
    explicit GameLog(const MatchOptions& options) : options_(&options) {}

    const MatchOptions* options_;
    std::optional<match::Journal> journal_;
    std::map<std::size_t, match::Outcome> games_;
    std::optional<Error> error_;
};

}  // namespace emilia::cli
