#include "game/property_text.h"

#include <fmt/format.h>

#include "game/reading.h"
#include "util/text.h"

namespace emilia {

namespace {

bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// A property name as a writer may use it.
bool is_property_name(std::string_view name) {
    if (name.empty()) return false;
    for (const char c : name) {
        if (c < 'A' || c > 'Z') return false;
    }
    return true;
}

}  // namespace

void PropertyReader::advance() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
}

bool PropertyReader::skip_blanks() {
    while (!at_end() && trimmed(text_.substr(at_, 1)).empty()) advance();
    return !at_end();
}

Result<Property> PropertyReader::read_property() {
    Property property;
    property.line = line_;
    const std::size_t begin = at_;
    // Old files write "GaMe[...]": only the capitals count.
    for (; !at_end() && is_letter(text_[at_]); advance()) {
        if (text_[at_] <= 'Z') property.name += text_[at_];
    }
    const std::string_view written = text_.substr(begin, at_ - begin);
    if (property.name.empty()) {
        const std::string_view found = written.empty() ? text_.substr(at_, 1) : written;
        return Error{fmt::format(
            "{} is no property, expected capitals and a value such as PB[name]", in_quotes(found))};
    }
    while (skip_blanks() && text_[at_] == '[') {
        const std::size_t open_line = line_;
        advance();
        const std::size_t value_begin = at_;
        while (!at_end() && text_[at_] != ']') {
            if (text_[at_] == '\\') advance();
            if (!at_end()) advance();
        }
        if (at_end()) {
            return Error{fmt::format("the value of {} that begins in line {} does not end with ]",
                                     in_quotes(property.name), open_line)};
        }
        property.values.push_back(text_.substr(value_begin, at_ - value_begin));
        advance();
    }
    if (property.values.empty()) {
        return Error{fmt::format("the property {} has no value, expected one in brackets",
                                 in_quotes(property.name))};
    }
    return property;
}

void PropertyReader::skip_game(std::size_t depth, std::size_t* opened) {
    while (depth > 0 && !at_end()) {
        const char c = text_[at_];
        if (c == '(') {
            ++depth;
            if (opened != nullptr) ++*opened;
        } else if (c == ')') {
            --depth;
        } else if (c == '[') {
            for (advance(); !at_end() && text_[at_] != ']'; advance()) {
                if (text_[at_] == '\\') advance();
                if (at_end()) return;
            }
            if (at_end()) return;
        }
        advance();
    }
}

Result<std::optional<PropertyGame>> PropertyReader::next() {
    const std::size_t before = at_;
    while (!at_end() && text_[at_] != '(') advance();
    if (at_end()) return std::optional<PropertyGame>();
    PropertyGame game;
    game.before = trimmed(text_.substr(before, at_ - before));
    game.line = line_;
    advance();
    std::size_t depth = 1;
    while (skip_blanks()) {
        const char c = text_[at_];
        if (c == '(') {
            ++depth;
            advance();
        } else if (c == ';') {
            game.nodes.emplace_back();
            advance();
        } else if (c == ')') {
            skip_game(depth, &game.variations);
            return std::optional(std::move(game));
        } else {
            auto property = read_property();
            if (!property) {
                skip_game(depth, nullptr);
                return property.error();
            }
            if (game.nodes.empty()) game.nodes.emplace_back();
            game.nodes.back().push_back(std::move(*property));
        }
    }
    return Error{fmt::format("the game that begins in line {} does not end with )", game.line)};
}

std::string unescaped(std::string_view value) {
    std::string text;
    const std::string lines = unix_lines(value);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i] != '\\') {
            text += lines[i];
        } else if (++i < lines.size() && lines[i] != '\n') {
            text += lines[i];
        }
    }
    return text;
}

std::string escaped(std::string_view text) {
    std::string value;
    for (const char c : text) {
        if (c == ']' || c == '\\') value += '\\';
        value += c;
    }
    return value;
}

std::string as_value(std::string_view raw) {
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == ']') return escaped(raw);
        if (raw[i] == '\\' && ++i == raw.size()) return escaped(raw);
    }
    return std::string(raw);
}

void write_property(std::string& out, std::string_view name, std::string_view text) {
    if (!text.empty()) out += fmt::format("{}[{}]", name, escaped(text));
}

void write_extra(std::string& out, const Extra& extra, std::string_view prefix) {
    std::string_view last;
    for (const auto& [name, value] : extra) {
        if (!name.starts_with(prefix)) continue;
        const std::string_view property = std::string_view(name).substr(prefix.size());
        if (!is_property_name(property)) continue;
        if (property != last) out += property;
        last = property;
        out += fmt::format("[{}]", as_value(value));
    }
}

bool result_is_extra(const GameRecord& game, std::string_view name) {
    if (find_extra(game.extra, name) == nullptr || game.winner) return false;
    return !game.result || game.result == black_result(game.final_diagram());
}

const std::string* find_extra(const Extra& extra, std::string_view name) {
    for (const auto& [key, value] : extra) {
        if (key == name) return &value;
    }
    return nullptr;
}

}  // namespace emilia
