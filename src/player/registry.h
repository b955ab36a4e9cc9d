#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "player/player.h"
#include "util/result.h"

namespace emilia {

// An option of a kind of player: a whole number, or a time in milliseconds, which is written with
// its unit: 30m, 1.5s, 200ms.
struct PlayerOption {
    enum class Type { number, time };

    std::string name;
    std::string summary;  // one line, no full stop
    long long minimum = 0;
    long long maximum = 0;
    long long preset = 0;
    Type type = Type::number;
};
// A value as it is written in a spec.
std::string to_string(const PlayerOption& option, long long value);

using OptionValues = std::map<std::string, long long, std::less<>>;

// Which player: "weighted-squares:depth=4,seed=7", or "gtp:program --level 3".
struct PlayerSpec {
    std::string name;
    OptionValues given;   // the others have their presets
    std::string command;  // of a player that is another program

    bool operator==(const PlayerSpec&) const = default;
};

// A kind of player that can be chosen by name.
struct PlayerKind {
    std::string name;
    std::string summary;  // one line, no full stop
    std::vector<PlayerOption> options;
    // Gets a value within its range for every option. What may fail does so when it is to choose.
    std::function<std::unique_ptr<Player>(const PlayerSpec&)> make;
    // Another program: what follows the colon is its command line, and there are no options.
    bool takes_command = false;

    // Null if it has none of that name.
    const PlayerOption* option(std::string_view option_name) const;
    // The one that says how far it looks: depth, or else level. Null if it has neither.
    const PlayerOption* reach() const;
};

// The players there are. Floors above add theirs; whoever needs players is handed a registry.
class PlayerRegistry {
  public:
    void add(PlayerKind kind);
    const std::vector<PlayerKind>& kinds() const { return kinds_; }
    std::vector<std::string> names() const;
    // Null if there is none of that name.
    const PlayerKind* find(std::string_view name) const;

    // Reads "name", "name:option=value,..." or "name:command line". What is wrong is said with the
    // nearest right word.
    Result<PlayerSpec> parse(std::string_view text) const;
    // Sets one option of a spec, if it may have that value.
    Result<Done> set(PlayerSpec& spec, std::string_view option, std::string_view value) const;
    // `spec` is one that parse() and set() made.
    std::unique_ptr<Player> make(const PlayerSpec& spec) const;
    // As parse() reads it.
    std::string to_string(const PlayerSpec& spec) const;

  private:
    std::vector<PlayerKind> kinds_;
};

}  // namespace emilia
