#include "cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "board/simd/isa.h"
#include "cli/help_text.h"
#include "util/text.h"

namespace emilia::cli {

Program::Program() : app_("Emilia, an Othello engine, workbench and museum.", "emilia") {
    app_.formatter(std::make_shared<HelpText>());
    app_.set_help_flag("-h,--help", "show this help");
    app_.require_subcommand(0, 1);
    app_.fallthrough();
    app_.add_option_function<std::string>(
            "--isa",
            [](const std::string& name) {
                if (!select_isa(*parse_isa(name))) {
                    throw CLI::ValidationError(
                        "--isa", fmt::format("this processor or build cannot run {}", name));
                }
            },
            "instruction set to use (default: the fastest this machine has)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"portable", "avx2", "avx512"}));
    add_serve(*this);
    add_play(*this);
    add_players(*this);
    add_gtp(*this);
    add_nboard(*this);
    add_match(*this);
    add_tournament(*this);
    add_games(*this);
    add_show(*this);
    add_convert(*this);
    add_solve(*this);
    add_perft(*this);
    add_bench(*this);
    add_help(*this);
    add_version(*this);
    add_completion(*this);
}

CLI::App& Program::add(CommandText text, std::function<int()> run) {
    CLI::App* const command = app_.add_subcommand(text.name, text.summary);
    command->group(text.group);
    command->footer(text.details);
    command->set_help_flag("-h,--help", "show this help");
    command->callback([this, run = std::move(run)] { exit_code_ = run(); });
    return *command;
}

std::string Program::overview() const {
    return app_.get_formatter()->make_help(&app_, "emilia", CLI::AppFormatMode::Normal);
}

Result<std::string> Program::explain(const std::string& name) const {
    for (const CLI::App* command : app_.get_subcommands({})) {
        if (command->get_name() == name) return command->help();
    }
    return Error{no_such_subcommand(name)};
}

std::string Program::no_such_subcommand(const std::string& name) const {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands({})) names.push_back(command->get_name());
    const auto near = closest(name, names);
    return fmt::format("there is no subcommand '{}'{}", name,
                       near ? fmt::format("; did you mean '{}'?", *near) : "");
}

int Program::report(const CLI::ParseError& error) const {
    const auto used = app_.get_subcommands();
    const std::string name = used.empty() ? "" : " " + used.front()->get_name();
    std::string message = error.what();
    // CLI11 reports words that it could not place as extras; the first of them is what was
    // mistyped.
    if (const auto extras = app_.remaining(true); !extras.empty()) {
        const std::string& word = extras.front();
        message = used.empty() && !word.starts_with('-')
                      ? no_such_subcommand(word)
                      : fmt::format("'{}' is not understood here", word);
    }
    fmt::print(stderr, "emilia{0}: {1}\n'emilia help{0}' says what it takes.\n", name, message);
    return kBadInput;
}

int Program::run(int argc, const char* const* argv) {
    std::string trouble;
    try {
        const int code = parse_and_run(argc, argv);
        if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
        trouble = std::strerror(errno);
    } catch (const std::system_error& error) {  // from fmt::print
        trouble = error.code().message();
    }
    return fail(fmt::format("standard output cannot be written: {}", trouble));
}

int Program::parse_and_run(int argc, const char* const* argv) {
    try {
        app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto used = app_.get_subcommands();
        fmt::print("{}", used.empty() ? overview() : used.front()->help());
        return kSuccess;
    } catch (const CLI::ParseError& error) {
        return report(error);
    }
    if (app_.get_subcommands().empty()) {
        fmt::print("{}", overview());
        return kSuccess;
    }
    return exit_code_;
}

int fail(const Error& error) {
    return fail(error.message);
}

int fail(const std::string& message) {
    std::fflush(stdout);
    fmt::print(stderr, "emilia: {}\n", message);
    return kBadInput;
}

std::string json_line(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

void print_json(const Json& object) {
    fmt::print("{}", json_line(object));
}

std::uint64_t per_second(std::uint64_t count, double seconds) {
    return static_cast<std::uint64_t>(static_cast<double>(count) / std::max(seconds, 1e-9));
}

CLI::Validator at_least_one() {
    return {[](std::string& text) {
                const auto number = parse_integer(text);
                return number && *number >= 1 ? std::string()
                                              : fmt::format("'{}' is not a number from 1 on", text);
            },
            ""};
}

}  // namespace emilia::cli
