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

namespace {

// The subcommand that was given, down to the member of a family.
const CLI::App& deepest_used(const CLI::App& app) {
    const auto used = app.get_subcommands();
    return used.empty() ? app : deepest_used(*used.front());
}

// Of a family, what each of its members does in full.
std::string full_help(const CLI::App& app) {
    std::string text = app.help();
    if (app.get_parent() == nullptr) return text;
    for (const CLI::App* member : app.get_subcommands({})) text += '\n' + member->help();
    return text;
}

std::string no_such_subcommand(const CLI::App& app, const std::string& name) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    const auto near = closest(name, names);
    const std::string of =
        app.get_parent() == nullptr ? "" : fmt::format(" of 'emilia {}'", app.get_name());
    return fmt::format("there is no subcommand '{}'{}{}", name, of,
                       near ? fmt::format("; did you mean '{}'?", *near) : "");
}

// 64 squares, and perhaps the player to move.
bool is_board(std::string_view word) {
    constexpr std::size_t kSquaresOfABoard = 64;
    return word.size() >= kSquaresOfABoard && word.front() == '-' &&
           word.substr(0, kSquaresOfABoard).find_first_not_of("-.XOxo*bwBW") == word.npos;
}

}  // namespace

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
    add_variant(*this);
    add_players(*this);
    add_gtp(*this);
    add_nboard(*this);
    add_match(*this);
    add_tournament(*this);
    add_games(*this);
    add_show(*this);
    add_convert(*this);
    add_eval(*this);
    add_hint(*this);
    add_solve(*this);
    add_train(*this);
    add_perft(*this);
    add_bench(*this);
    add_experiment(*this);
    add_help(*this);
    add_version(*this);
    add_completion(*this);
}

CLI::App& Program::add(CLI::App& family, CommandText text, std::function<int()> run) {
    CLI::App* const command = family.add_subcommand(text.name, text.summary);
    command->group(text.group);
    command->footer(text.details);
    command->set_help_flag("-h,--help", "show this help");
    if (run) command->callback([this, run = std::move(run)] { exit_code_ = run(); });
    return *command;
}

CLI::App& Program::add(CommandText text, std::function<int()> run) {
    return add(app_, std::move(text), std::move(run));
}

CLI::App& Program::add_family(CommandText text) {
    CLI::App& family = add(app_, std::move(text), {});
    family.require_subcommand(0, 1);
    family.callback([&family] {
        if (family.get_subcommands().empty()) fmt::print("{}", full_help(family));
    });
    return family;
}

std::string Program::overview() const {
    return app_.get_formatter()->make_help(&app_, "emilia", CLI::AppFormatMode::Normal);
}

Result<std::string> Program::explain(const std::vector<std::string>& name) const {
    const CLI::App* found = &app_;
    for (const std::string& word : name) {
        const auto commands = found->get_subcommands({});
        const auto named = std::find_if(commands.begin(), commands.end(), [&](const auto* command) {
            return command->get_name() == word;
        });
        if (named == commands.end()) return Error{no_such_subcommand(*found, word)};
        found = *named;
    }
    return full_help(*found);
}

int Program::report(const CLI::ParseError& error) const {
    const CLI::App& used_app = deepest_used(app_);
    const bool is_family = !used_app.get_subcommands({}).empty();
    const std::string name = full_name(&used_app).substr(std::string_view("emilia").size());
    std::string message = error.what();
    // CLI11 reports words that it could not place as extras; the first of them is what was
    // mistyped.
    if (const auto extras = app_.remaining(true); !extras.empty()) {
        const std::string& word = extras.front();
        message = is_family && !word.starts_with('-')
                      ? no_such_subcommand(used_app, word)
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
    // From the last to the first, as CLI11 wants them; not the program's own name.
    std::vector<std::string> words;
    for (int i = argc - 1; i > 0; --i) {
        words.emplace_back(argv[i]);
        // A board whose first square is empty begins like an option.
        if (is_board(words.back())) words.back().insert(0, " ");
    }
    try {
        app_.parse(std::move(words));
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", full_help(deepest_used(app_)));
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
