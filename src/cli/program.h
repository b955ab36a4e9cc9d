#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "util/result.h"

namespace emilia::cli {

// What the program exits with.
inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;  // it ran, and the answer is no: a check failed, nothing matched
inline constexpr int kBadInput =
    2;  // the command line, a file or a position is wrong; stderr says where

// Keeps the order in which fields were written.
using Json = nlohmann::ordered_json;

// The text of a subcommand in `emilia help`.
struct CommandText {
    std::string name;
    std::string group;    // the heading it is listed under
    std::string summary;  // one line, no full stop
    std::string details;  // shown below the options: examples first, then what is worth knowing
};

class Program {
  public:
    Program();

    // A new subcommand; add its options to what is returned. `run` is called after parsing and
    // returns the exit code.
    CLI::App& add(CommandText text, std::function<int()> run);
    // A subcommand that has subcommands of its own, and one of those.
    CLI::App& add_family(CommandText text);
    CLI::App& add(CLI::App& family, CommandText text, std::function<int()> run);

    // The list of subcommands; or one of them in full (two words name a member of a family), or
    // what is wrong with its name.
    std::string overview() const;
    Result<std::string> explain(const std::vector<std::string>& name) const;

    CLI::App& app() { return app_; }
    int run(int argc, const char* const* argv);

  private:
    int parse_and_run(int argc, const char* const* argv);
    int report(const CLI::ParseError& error) const;

    CLI::App app_;
    int exit_code_ = kSuccess;
};

// "emilia: " and the sentence, on standard error; the exit code for bad input.
int fail(const Error& error);
int fail(const std::string& message);

// One object in one line, with its end.
std::string json_line(const Json& object);
// The same on standard output.
void print_json(const Json& object);

// How many of something were done in a second.
std::uint64_t per_second(std::uint64_t count, double seconds);

// A check for options that take a number from 1 on, however great.
CLI::Validator at_least_one();

// One function a file of this folder; program.cpp calls them in the order of `emilia help`.
void add_bench(Program& program);
void add_completion(Program& program);
void add_convert(Program& program);
void add_eval(Program& program);
void add_experiment(Program& program);
void add_games(Program& program);
void add_gtp(Program& program);
void add_help(Program& program);
void add_hint(Program& program);
void add_match(Program& program);
void add_nboard(Program& program);
void add_perft(Program& program);
void add_play(Program& program);
void add_players(Program& program);
void add_serve(Program& program);
void add_show(Program& program);
void add_solve(Program& program);
void add_tournament(Program& program);
void add_train(Program& program);
void add_variant(Program& program);
void add_version(Program& program);

}  // namespace emilia::cli
