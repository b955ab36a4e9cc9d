#include <fmt/format.h>

#include <memory>

#include "cli/all_players.h"
#include "cli/program.h"

namespace emilia::cli {

namespace {

void print_kind(const PlayerKind& kind) {
    fmt::print("{:<18} {}\n", kind.takes_command ? kind.name + ":COMMAND" : kind.name,
               kind.summary);
    for (const PlayerOption& option : kind.options) {
        fmt::print("  {:<16} {} ({} to {})\n",
                   fmt::format("{}={}", option.name, to_string(option, option.preset)),
                   option.summary, to_string(option, option.minimum),
                   to_string(option, option.maximum));
    }
}

Json json_of(const PlayerKind& kind) {
    Json options = Json::array();
    for (const PlayerOption& option : kind.options) {
        const bool is_time = option.type == PlayerOption::Type::time;
        options.push_back({{"name", option.name},
                           {"type", is_time ? "milliseconds" : "integer"},
                           {"minimum", option.minimum},
                           {"maximum", option.maximum},
                           {"default", option.preset},
                           {"summary", option.summary}});
    }
    return {{"name", kind.name},
            {"summary", kind.summary},
            {"command", kind.takes_command},
            {"options", options}};
}

}  // namespace

void add_players(Program& program) {
    auto json = std::make_shared<bool>(false);
    CLI::App& command =
        program.add({"players", "Play", "the players there are, with their options", R"(Examples:
  emilia players
  emilia play --against weighted-squares:depth=6
  emilia play --against 'gtp:gtp-rhino --level 3'
  emilia play --against 'nboard:cd ntest && exec ./ntest'

A player is written as NAME or NAME:OPTION=VALUE,OPTION=VALUE. An option is listed with
the value it has when it is not given.

gtp:COMMAND and nboard:COMMAND are other programs: sh runs COMMAND when the program is first
asked for a move, and it is ended when nobody needs it any more. docs/external-programs.md
has the command lines of known programs.
)"},
                    [json] {
                        const PlayerRegistry registry = all_players();
                        for (const PlayerKind& kind : registry.kinds()) {
                            if (*json) {
                                print_json(json_of(kind));
                            } else {
                                print_kind(kind);
                            }
                        }
                        return kSuccess;
                    });
    command.add_flag("--json", *json, "one JSON object a player");
}

}  // namespace emilia::cli
