#include "cli/help_text.h"

#include <fmt/format.h>

#include <vector>

#include "util/text.h"

namespace emilia::cli {

namespace {

constexpr std::size_t kWidth = 80;

// CLI11 writes the type of an option and the checks on it as "N:INT in [1 - 60]" or
// "NAME:{portable,avx2}". For people: the name alone, and what may stand there in words.
struct Kind {
    std::string name;
    std::string allowed;
};

// "a,b" as "a, b".
std::string spaced(const std::string& list) {
    std::string text;
    for (const char c : list) text += c == ',' ? ", " : std::string(1, c);
    return text;
}

Kind kind_of(const CLI::Option& option) {
    const std::string text = option.get_type_name();
    const std::size_t colon = text.find(':');
    Kind kind{text.substr(0, colon), ""};
    if (colon == std::string::npos) return kind;
    const std::string check = text.substr(colon + 1);
    const std::size_t brace = check.find('{');
    const std::size_t bracket = check.find('[');
    if (brace != std::string::npos) {
        kind.allowed = spaced(check.substr(brace + 1, check.find('}') - brace - 1));
    } else if (bracket != std::string::npos) {
        kind.allowed = check.substr(bracket + 1, check.find(']') - bracket - 1);
        if (const auto dash = kind.allowed.find(" - "); dash != std::string::npos) {
            kind.allowed.replace(dash, 3, " to ");
        }
    }
    return kind;
}

std::string repeated(const CLI::Option& option) {
    return option.get_expected_max() > 1 ? "..." : "";
}

}  // namespace

std::string full_name(const CLI::App* app) {
    if (app->get_parent() == nullptr) return "emilia";
    return full_name(app->get_parent()) + ' ' + app->get_name();
}

std::string HelpText::row(const std::string& left, const std::string& right) const {
    std::string text = "  " + left;
    std::size_t column = text.size();
    const std::size_t indent = get_column_width();
    if (column + 2 > indent) {
        text += '\n';
        column = 0;
    }
    text.append(indent - column, ' ');
    column = indent;
    bool first = true;
    for (const std::string_view word : split_words(right)) {
        if (!first && column + 1 + word.size() > kWidth) {
            text += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (!first) {
            text += ' ';
            ++column;
        }
        text += word;
        column += word.size();
        first = false;
    }
    return text + '\n';
}

std::string HelpText::make_option(const CLI::Option* option, bool is_positional) const {
    const Kind kind = kind_of(*option);
    std::string left =
        is_positional ? kind.name + repeated(*option) : spaced(option->get_name(false, true));
    if (!is_positional && option->get_type_size() != 0) left += ' ' + kind.name + repeated(*option);
    std::string right = option->get_description();
    if (!kind.allowed.empty()) right += fmt::format(" ({})", kind.allowed);
    return row(left, right);
}

std::string HelpText::make_subcommand(const CLI::App* command) const {
    return row(command->get_name(), command->get_description());
}

std::string HelpText::make_usage(const CLI::App* app, std::string name) const {
    std::string text = "Usage: " + name;
    if (!app->get_subcommands({}).empty()) return text + " SUBCOMMAND [arguments]\n";
    text += " [options]";
    for (const CLI::Option* option : app->get_options()) {
        if (!option->get_positional()) continue;
        const std::string argument = kind_of(*option).name + repeated(*option);
        text += option->get_required() ? ' ' + argument : " [" + argument + ']';
    }
    return text + '\n';
}

std::string HelpText::make_description(const CLI::App* app) const {
    if (!app->get_parent()) return app->get_description() + "\n\n";
    return fmt::format("{}: {}\n\n", full_name(app), app->get_description());
}

std::string HelpText::make_help(const CLI::App* app, std::string name,
                                CLI::AppFormatMode mode) const {
    return CLI::Formatter::make_help(app, app->get_parent() ? full_name(app) : name, mode);
}

}  // namespace emilia::cli
