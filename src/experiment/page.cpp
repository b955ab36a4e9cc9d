#include "experiment/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "util/text.h"

namespace emilia::experiment {

namespace {

constexpr std::size_t kColumns = 100;
constexpr std::string_view kSection = "## ";
constexpr std::string_view kVerdict = "**Verdict: ";

constexpr std::string_view kHead =
    R"(# Published results, measured again

Each section is one experiment of `emilia experiment`: what the paper says, the command, the paper's figures beside ours, and
whether they agree. `emilia experiment all --page docs/reproductions.md` with the files that `emilia experiment list` asks for
writes this page, `emilia experiment NAME --page docs/reproductions.md` one section of it; nothing here is written by hand.

)";

std::vector<std::size_t> widths_of(const Table& table) {
    std::vector<std::size_t> widths;
    for (const std::string& column : table.columns) widths.push_back(columns_of(column));
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], columns_of(row[i]));
        }
    }
    return widths;
}

std::string text_row(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i) {
        const std::string blanks(widths[i] - columns_of(row[i]), ' ');
        line += i == 0 ? row[i] + blanks : "  " + blanks + row[i];
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line + '\n';
}

std::string paragraph(std::string_view text) {
    std::string result;
    for (const std::string& line : wrapped(text, kColumns)) result += line + '\n';
    return result;
}

const Experiment* find(std::string_view name) {
    for (const Experiment& experiment : all_experiments()) {
        if (experiment.name == name) return &experiment;
    }
    return nullptr;
}

std::string section_of(const Entry& entry) {
    const Experiment* const experiment = find(entry.name);
    std::string text = fmt::format("{}{}\n", kSection, entry.name);
    if (experiment != nullptr) {
        text += fmt::format("*{}.* {}\n\n", experiment->source, experiment->hypothesis);
    }
    text += fmt::format("```\n{}\n```\n{}, {}.\n\n", entry.command, entry.date,
                        entry.quick ? "the quick version, which shows only a direction"
                                    : fmt::format("{:.0f} s", std::max(1.0, entry.seconds)));
    for (const Table& table : entry.report.tables) text += markdown_of(table) + '\n';
    for (const std::string& note : entry.report.notes) text += note + "\n\n";
    for (const Figure& figure : entry.report.figures) {
        text += fmt::format("![{}](images/{}.svg)\n\n", figure.title, figure.name);
    }
    return text + fmt::format("{}{}.** {}\n", kVerdict, name_of(entry.report.verdict),
                              entry.report.reason);
}

// The sections of a page by their names.
std::map<std::string, std::string, std::less<>> sections_of(std::string_view page) {
    std::map<std::string, std::string, std::less<>> sections;
    std::string* current = nullptr;
    while (!page.empty()) {
        const std::size_t end = std::min(page.find('\n'), page.size() - 1) + 1;
        const std::string_view line = page.substr(0, end);
        page.remove_prefix(end);
        if (line.starts_with(kSection)) {
            current = &sections[std::string(trimmed(line.substr(kSection.size())))];
        }
        if (current != nullptr) *current += line;
    }
    return sections;
}

std::string verdict_in(std::string_view section) {
    const std::size_t at = section.find(kVerdict);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = section.substr(at + kVerdict.size());
    return std::string(rest.substr(0, rest.find('.')));
}

}  // namespace

std::string text_of(const Table& table) {
    const auto widths = widths_of(table);
    std::string text = table.title.empty() ? "" : table.title + '\n';
    text += text_row(table.columns, widths);
    for (const auto& row : table.rows) text += text_row(row, widths);
    return text;
}

std::string markdown_of(const Table& table) {
    std::string text = table.title.empty() ? "" : fmt::format("{}:\n\n", table.title);
    text += fmt::format("| {} |\n|", fmt::join(table.columns, " | "));
    for (std::size_t i = 0; i < table.columns.size(); ++i) text += i == 0 ? "---|" : "---:|";
    text += '\n';
    for (const auto& row : table.rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
    return text;
}

std::string text_of(const Experiment& experiment, const Report& report) {
    std::string text = fmt::format("{}: {}\n\n", experiment.name, experiment.source);
    text += paragraph(experiment.hypothesis) + '\n';
    for (const Table& table : report.tables) text += text_of(table) + '\n';
    for (const std::string& note : report.notes) text += paragraph(note) + '\n';
    return text + paragraph(fmt::format("Verdict: {}. {}", name_of(report.verdict), report.reason));
}

std::string updated_page(std::string_view old, const std::vector<Entry>& entries) {
    auto sections = sections_of(old);
    for (const Entry& entry : entries) sections[entry.name] = section_of(entry);
    Table overview{"", {"experiment", "source", "verdict"}};
    std::string body;
    for (const Experiment& experiment : all_experiments()) {
        const auto section = sections.find(experiment.name);
        if (section == sections.end()) continue;
        overview.rows.push_back({fmt::format("[{0}](#{0})", experiment.name), experiment.source,
                                 verdict_in(section->second)});
        body += fmt::format("\n{}\n", trimmed(section->second));
    }
    return std::string(kHead) + markdown_of(overview) + body;
}

}  // namespace emilia::experiment
