#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "cli/all_players.h"
#include "cli/program.h"

namespace emilia::cli {

namespace {

// What completes an argument, as a line of bash. It is known from the argument's type: a list of
// allowed values ("COLOR:{black,white}", from CLI::IsMember), or one of these names.
std::string completer(const CLI::App& app, const CLI::Option& option) {
    const std::string type = option.get_type_name();
    if (const auto open = type.find('{'); open != std::string::npos) {
        std::string values = type.substr(open + 1, type.find('}') - open - 1);
        std::replace(values.begin(), values.end(), ',', ' ');
        return fmt::format("_emilia_words '{}'", values);
    }
    if (type.starts_with("FILE")) return "_emilia_files";
    if (type.starts_with("FOLDER")) return "_emilia_folders";
    std::vector<std::string> names;
    if (type.starts_with("PLAYER")) names = all_players().names();
    if (type.starts_with("SUBCOMMAND")) {
        for (const CLI::App* command : app.get_subcommands({}))
            names.push_back(command->get_name());
    }
    return names.empty() ? "" : fmt::format("_emilia_words '{}'", fmt::join(names, " "));
}

std::vector<std::string> names_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

bool takes_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

// What bash needs to know of one subcommand, or of none (the name is then empty): the cases of the
// three questions of the script.
struct Cases {
    std::string options;    // which options are there?
    std::string values;     // what completes the value of this option?
    std::string arguments;  // what completes an argument?
};

Cases cases_of(const CLI::App& app, const CLI::App& command, const std::string& name) {
    Cases cases;
    std::vector<std::string> options;
    std::set<std::string> arguments;
    for (const CLI::Option* option : command.get_options()) {
        const std::string complete = completer(app, *option);
        const std::vector<std::string> names = names_of(*option);
        if (names.empty()) {
            if (!complete.empty()) arguments.insert(complete);
            continue;
        }
        options.insert(options.end(), names.begin(), names.end());
        if (!takes_value(*option)) continue;
        // An option of the program may come after a subcommand too.
        std::vector<std::string> patterns;
        for (const std::string& n : names)
            patterns.push_back(fmt::format("{}:{}", name.empty() ? "*" : name, n));
        cases.values += fmt::format("        {}) {} ;;\n", fmt::join(patterns, " | "),
                                    complete.empty() ? ":" : complete);
    }
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& n : names_of(*option))
            if (std::find(options.begin(), options.end(), n) == options.end()) options.push_back(n);
    }
    cases.options = fmt::format("        {}) echo '{}' ;;\n", name.empty() ? "''" : name,
                                fmt::join(options, " "));
    if (!arguments.empty()) {
        cases.arguments = fmt::format("                    {}) {} ;;\n", name.empty() ? "''" : name,
                                      fmt::join(arguments, "; "));
    }
    return cases;
}

std::string bash_script(const CLI::App& app) {
    Cases all = cases_of(app, app, "");
    std::vector<std::string> names;
    std::vector<std::string> valued;  // options of the program that are followed by a value
    for (const CLI::Option* option : app.get_options()) {
        if (!takes_value(*option)) continue;
        for (const std::string& name : names_of(*option)) valued.push_back(name);
    }
    std::vector<std::string> families;  // subcommands with subcommands of their own
    const auto add = [&](const CLI::App& command, const std::string& name) {
        const Cases cases = cases_of(app, command, name);
        all.options += cases.options;
        all.values += cases.values;
        all.arguments += cases.arguments;
    };
    for (const CLI::App* command : app.get_subcommands({})) {
        const std::string& name = command->get_name();
        names.push_back(name);
        add(*command, name);
        std::vector<std::string> members;
        for (const CLI::App* member : command->get_subcommands({})) {
            members.push_back(member->get_name());
            add(*member, name + '-' + member->get_name());
        }
        if (members.empty()) continue;
        families.push_back(name);
        all.arguments += fmt::format("                    {}) _emilia_words '{}' ;;\n", name,
                                     fmt::join(members, " "));
    }
    // fmt would want every brace of the script doubled, so the parts are put in by name instead.
    std::string script = R"BASH(# Completion of emilia's command line in bash. For this shell only:
#   source <(emilia completion bash)
# and for every one from now on:
#   emilia completion bash >~/.local/share/bash-completion/completions/emilia

_emilia_add() { mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$@" -- "$cur"); }
_emilia_words() { _emilia_add -W "$1"; }
_emilia_files() { compopt -o filenames 2>/dev/null; _emilia_add -f; }
_emilia_folders() { compopt -o filenames 2>/dev/null; _emilia_add -d; }

_emilia_options() {
    case $1 in
@OPTIONS@    esac
}

_emilia() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' i
    COMPREPLY=()
    # bash makes three words of --option=value.
    if [[ $cur == '=' ]]; then
        cur=''
    elif [[ $prev == '=' ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            @VALUED@)
                ((i++))
                if [[ ${COMP_WORDS[i]-} == '=' ]]; then ((i++)); fi
                ;;
            -*) ;;
            *)
                command=${command:+$command-}${COMP_WORDS[i]}
                # Of some, the next word is part of the name.
                case $command in @FAMILIES@) ;; *) break ;; esac
                ;;
        esac
    done
    case $command:$prev in
@VALUES@        *)
            if [[ $cur == -* ]]; then
                _emilia_words "$(_emilia_options "$command")"
            elif [[ -z $command ]]; then
                _emilia_words '@NAMES@'
            else
                case $command in
@ARGUMENTS@                esac
            fi
            ;;
    esac
}

complete -F _emilia emilia
)BASH";
    const auto put = [&script](std::string_view mark, const std::string& text) {
        script.replace(script.find(mark), mark.size(), text);
    };
    put("@OPTIONS@", all.options);
    put("@VALUED@", fmt::format("{}", fmt::join(valued, " | ")));
    put("@VALUES@", all.values);
    put("@FAMILIES@", fmt::format("{}", fmt::join(families, " | ")));
    put("@NAMES@", fmt::format("{}", fmt::join(names, " ")));
    put("@ARGUMENTS@", all.arguments);
    return script;
}

}  // namespace

void add_completion(Program& program) {
    auto shell = std::make_shared<std::string>();
    CLI::App& command =
        program.add({"completion", "About", "a script that completes this command line in bash",
                     R"(Examples:
  source <(emilia completion bash)
  emilia completion bash >~/.local/share/bash-completion/completions/emilia

The first is for the running shell, the second for all to come. Subcommands, options,
files, players and other known values are then completed with the tabulator key.
)"},
                    [&program, shell] {
                        fmt::print("{}", bash_script(program.app()));
                        return kSuccess;
                    });
    command.add_option("shell", *shell, "the shell to complete in")
        ->required()
        ->type_name("SHELL")
        ->check(CLI::IsMember({"bash"}));
}

}  // namespace emilia::cli
