#include "match/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>

#include "match/outcome_json.h"
#include "util/file.h"
#include "util/text.h"

namespace emilia::match {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMark = "emilia-games";

Error failure(std::string_view what, const std::string& path, int code) {
    return Error{
        fmt::format("cannot {} {}: {}", what, path, std::generic_category().message(code))};
}

std::string heading(const Terms& terms) {
    Json object = Json::object();
    for (const auto& [name, value] : terms) object[name] = value;
    const Json line = {{kMark, 1}, {"terms", std::move(object)}};
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What the first line says of the terms that is not so.
std::optional<std::string> disagreement(std::string_view line, const Terms& terms) {
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object() || !object.contains(kMark) || !object.contains("terms") ||
        !object["terms"].is_object()) {
        return "it is no journal of games, and is left alone";
    }
    if (object[kMark] != 1) return "it was written by another version of this program";
    const Json& old = object["terms"];
    for (const auto& [name, value] : terms) {
        const auto found = old.find(name);
        const std::string before =
            found != old.end() && found->is_string() ? found->get<std::string>() : "not said";
        if (before != value) {
            return fmt::format(
                "its games were played with another setting: {} was {}, and now it is {}", name,
                before, value);
        }
    }
    if (old.size() != terms.size()) return "its games were played with more settings than these";
    return std::nullopt;
}

}  // namespace

Result<Journal> Journal::open(const std::string& path, const Terms& terms, std::size_t players) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return failure("open", path, errno);
    Journal journal(path, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) {
            return Error{fmt::format("{} is being written by another match", path)};
        }
        return failure("lock", path, errno);
    }
    if (const auto done = journal.read(terms, players); !done) return done.error();
    return journal;
}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      found_(std::move(other.found_)) {}

Journal::~Journal() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Done> Journal::read(const Terms& terms, std::size_t players) {
    const auto content = read_file(path_);
    if (!content) return content.error();
    std::string_view rest = *content;
    std::size_t kept = 0;
    std::size_t number = 0;
    std::set<std::size_t> games;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        // The line under way when the program was killed. One that began as something else than
        // ours is somebody's file.
        if (end == rest.npos) {
            if (number == 0 && !heading(terms).starts_with(rest)) {
                return Error{
                    fmt::format("{}: it is no journal of games, and is left alone", path_)};
            }
            break;
        }
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        ++number;
        if (number == 1) {
            if (const auto problem = disagreement(line, terms)) {
                return Error{fmt::format("{}: {}", path_, *problem)};
            }
        } else {
            auto outcome = parse_outcome(line);
            if (!outcome) {
                return Error{
                    fmt::format("{}: line {}: {}", path_, number, outcome.error().message)};
            }
            const auto [black, white] = outcome->task.seats;
            if (black >= players || white >= players || black == white) {
                return Error{fmt::format("{}: line {}: 'seats' names no two of the {} players",
                                         path_, number, players)};
            }
            if (!games.insert(outcome->task.game).second) {
                return Error{fmt::format("{}: line {}: game {} is there twice", path_, number,
                                         outcome->task.game + 1)};
            }
            found_.push_back(std::move(*outcome));
        }
        kept = static_cast<std::size_t>(line.data() - content->data()) + line.size() + 1;
    }
    if (::ftruncate(descriptor_, static_cast<off_t>(kept)) != 0) {
        return failure("write", path_, errno);
    }
    if (::lseek(descriptor_, 0, SEEK_END) < 0) return failure("write", path_, errno);
    if (kept == 0) return write_line(heading(terms));
    return Done{};
}

Result<Done> Journal::append(const Outcome& outcome) {
    return write_line(to_json(outcome));
}

Result<Done> Journal::write_line(std::string line) {
    line += '\n';
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failure("write", path_, errno);
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fdatasync(descriptor_) != 0 && errno != EINVAL) return failure("write", path_, errno);
    return Done{};
}

}  // namespace emilia::match
