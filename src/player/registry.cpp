#include "player/registry.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <optional>

#include "util/text.h"

namespace emilia {

namespace {

// "did you mean 'x'?" if something is near, else the whole list.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates,
                       std::string_view list_is) {
    if (const auto near = closest(word, candidates)) {
        return fmt::format("did you mean '{}'?", *near);
    }
    if (candidates.empty()) return fmt::format("{} none", list_is);
    return fmt::format("{} {}", list_is, fmt::join(candidates, ", "));
}

}  // namespace

const PlayerOption* PlayerKind::option(std::string_view option_name) const {
    for (const PlayerOption& candidate : options) {
        if (candidate.name == option_name) return &candidate;
    }
    return nullptr;
}

const PlayerOption* PlayerKind::reach() const {
    const PlayerOption* const depth = option("depth");
    return depth != nullptr ? depth : option("level");
}

std::string to_string(const PlayerOption& option, long long value) {
    if (option.type == PlayerOption::Type::number) return fmt::to_string(value);
    return duration(static_cast<double>(value) / 1000);
}

std::string PlayerRegistry::to_string(const PlayerSpec& spec) const {
    const PlayerKind* const kind = find(spec.name);
    assert(kind != nullptr);
    if (kind->takes_command) return fmt::format("{}:{}", spec.name, spec.command);
    std::string text = spec.name;
    char separator = ':';
    for (const auto& [name, value] : spec.given) {
        text +=
            fmt::format("{}{}={}", separator, name, emilia::to_string(*kind->option(name), value));
        separator = ',';
    }
    return text;
}

void PlayerRegistry::add(PlayerKind kind) {
    assert(find(kind.name) == nullptr);
    kinds_.push_back(std::move(kind));
}

std::vector<std::string> PlayerRegistry::names() const {
    std::vector<std::string> names;
    for (const PlayerKind& kind : kinds_) names.push_back(kind.name);
    return names;
}

const PlayerKind* PlayerRegistry::find(std::string_view name) const {
    for (const PlayerKind& kind : kinds_) {
        if (kind.name == name) return &kind;
    }
    return nullptr;
}

Result<PlayerSpec> PlayerRegistry::parse(std::string_view text) const {
    const std::size_t colon = text.find(':');
    const std::string name = lower_case(trimmed(text.substr(0, colon)));
    const PlayerKind* const kind = find(name);
    if (kind == nullptr) {
        return Error{fmt::format("there is no player '{}'; {}", name,
                                 suggestion(name, names(), "the players are"))};
    }
    PlayerSpec spec{kind->name, {}, {}};
    std::string_view rest = colon == text.npos ? std::string_view() : text.substr(colon + 1);
    if (kind->takes_command) {
        spec.command = trimmed(rest);
        if (spec.command.empty()) {
            return Error{fmt::format(
                "player {0}: write the program's command line after the colon: {0}:COMMAND", name)};
        }
        return spec;
    }
    if (colon == text.npos) return spec;
    for (;;) {
        const std::size_t comma = rest.find(',');
        const std::string_view item = trimmed(rest.substr(0, comma));
        const std::size_t equals = item.find('=');
        if (equals == item.npos) {
            return Error{fmt::format("player {}: expected option=value after the colon, not '{}'",
                                     kind->name, item)};
        }
        const std::string option = lower_case(trimmed(item.substr(0, equals)));
        if (spec.given.contains(option)) {
            return Error{fmt::format("player {}: {} is given twice", kind->name, option)};
        }
        const auto done = set(spec, option, trimmed(item.substr(equals + 1)));
        if (!done) return done.error();
        if (comma == rest.npos) return spec;
        rest.remove_prefix(comma + 1);
    }
}

Result<Done> PlayerRegistry::set(PlayerSpec& spec, std::string_view option,
                                 std::string_view value) const {
    const PlayerKind* const kind = find(spec.name);
    assert(kind != nullptr);
    const PlayerOption* const known = kind->option(option);
    if (known == nullptr) {
        std::vector<std::string> names;
        for (const PlayerOption& candidate : kind->options) names.push_back(candidate.name);
        return Error{fmt::format("player {} has no option '{}'; {}", kind->name, option,
                                 suggestion(option, names, "its options are"))};
    }
    std::optional<long long> number;
    const bool is_time = known->type == PlayerOption::Type::time;
    if (is_time) {
        if (const auto seconds = parse_duration(value)) number = std::llround(*seconds * 1000);
    } else {
        number = parse_integer(value);
    }
    if (!number || *number < known->minimum || *number > known->maximum) {
        return Error{fmt::format("player {}: {} must be {} from {} to {}, not '{}'", kind->name,
                                 known->name, is_time ? "a time" : "a whole number",
                                 emilia::to_string(*known, known->minimum),
                                 emilia::to_string(*known, known->maximum), value)};
    }
    spec.given[known->name] = *number;
    return Done{};
}

std::unique_ptr<Player> PlayerRegistry::make(const PlayerSpec& spec) const {
    const PlayerKind* const kind = find(spec.name);
    assert(kind != nullptr);
    PlayerSpec complete = spec;
    // emplace() leaves alone what is there already.
    for (const PlayerOption& option : kind->options) {
        complete.given.emplace(option.name, option.preset);
    }
    return kind->make(complete);
}

}  // namespace emilia
