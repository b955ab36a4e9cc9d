#pragma once

#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "util/result.h"

namespace emilia::cli {

// What the options of a command ask of a game. Texts are looked for anywhere in a name, without
// regard to case and accents; an empty one asks nothing.
struct GameWishes {
    std::string player;  // of either colour
    std::string black;
    std::string white;
    std::string tournament;
    std::string opening;  // any name on the way: "perpendicular" has the tigers too
    std::string years;    // "1980", "1980-1985", "1980-", "-1985"
    std::string result;   // one of kResults
    bool programs = false;

    static constexpr std::array<std::string_view, 4> kResults = {"black", "white", "draw",
                                                                 "unknown"};
};

// Picks games, and can tell afterwards why it picked none.
class GameFilter {
  public:
    static Result<GameFilter> make(const GameWishes& wishes);

    bool accepts(const GameRecord& game);

    // After games were seen and none of them accepted: a sentence, with what was perhaps meant.
    std::string why_none() const;

  private:
    // One thing asked for.
    struct Wish {
        std::string option;  // as it was given: "--player rose"
        std::string text;
        std::function<bool(const GameRecord&)> fits;
        // The names in a game that the text could have meant.
        std::function<std::vector<std::string>(const GameRecord&)> names;
        std::size_t matches = 0;
        std::set<std::string> candidates;  // only gathered until something fits
    };
    void ask_for_text(const std::string& option, const std::string& text,
                      std::function<std::vector<std::string>(const GameRecord&)> names);
    void ask(const std::string& option, const std::string& text,
             std::function<bool(const GameRecord&)> fits);

    std::vector<Wish> wishes_;
    std::size_t seen_ = 0;
};

}  // namespace emilia::cli
