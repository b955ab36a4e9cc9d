#include "server/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "board/rules.h"
#include "game/files.h"
#include "server/body.h"
#include "server/line_json.h"
#include "server/page.h"
#include "util/text.h"

namespace emilia::server {

namespace {

constexpr int kListed = 50;
constexpr int kMostListed = 500;
constexpr double kLongestClock = 24 * 3600;
constexpr double kLongestIncrement = 3600;

HttpReply ok(const Json& json, int status = 200) {
    return {{.status = status, .body = to_text(json)}};
}

HttpReply refused(int status, std::string_view sentence) {
    return {error_response(status, sentence)};
}

HttpReply reply_of(Answer<Json> answer, int status = 200) {
    if (answer) return ok(*answer, status);
    return refused(answer.refusal().status, answer.refusal().sentence);
}

HttpReply events_of(std::shared_ptr<EventStream> stream) {
    return {{.type = "text/event-stream"}, std::move(stream)};
}

std::string parameter(const HttpRequest& request, std::string_view name) {
    const auto found = request.query.find(name);
    return found == request.query.end() ? std::string() : found->second;
}

// A whole number of the query; an error names it.
Result<int> number_parameter(const HttpRequest& request, std::string_view name, int preset,
                             int minimum, int maximum) {
    const std::string text = parameter(request, name);
    if (text.empty()) return preset;
    const auto number = parse_integer(text);
    if (number && *number >= minimum && *number <= maximum) return static_cast<int>(*number);
    return Error{fmt::format("{} has to be a whole number from {} to {}, not {}", name, minimum,
                             maximum, in_quotes(text))};
}

std::vector<std::string> segments(std::string_view path) {
    std::vector<std::string> parts;
    for (std::size_t at = 1; at <= path.size();) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        parts.emplace_back(path.substr(at, slash - at));
        at = slash + 1;
    }
    return parts;
}

// The arguments if the path is as the pattern says.
std::optional<std::vector<std::string>> matched(std::string_view pattern, std::string_view path) {
    const auto expected = segments(pattern);
    const auto given = segments(path);
    if (expected.size() != given.size()) return std::nullopt;
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (expected[i].starts_with('{')) {
            arguments.push_back(given[i]);
        } else if (expected[i] != given[i]) {
            return std::nullopt;
        }
    }
    return arguments;
}

HttpReply page_reply(const PageFile& file, const HttpRequest& request) {
    if (request.known_tag == '"' + file.tag + '"') {
        return {{.status = 304, .type = std::string(file.type), .tag = file.tag}};
    }
    return {{.type = std::string(file.type), .body = std::string(file.content), .tag = file.tag}};
}

Json read_json(const GameRecord& game) {
    const auto text = [](const std::string& value) { return value; };
    return {{"black", text(game.player(Color::black).name)},
            {"white", text(game.player(Color::white).name)},
            {"event", text(game.event)},
            {"date", text(game.date)},
            {"result", game.result ? Json(game.result->value()) : Json(nullptr)},
            {"line", line_json(game)}};
}

HttpReply line(const HttpRequest& request) {
    auto body = Body::parse(request.body);
    if (!body) return refused(400, body.error().message);
    const std::string start = body->text("start");
    const std::string moves = body->text("moves");
    if (body->error()) return refused(400, body->error()->message);
    const auto game = record_of(start, moves);
    if (!game) return refused(400, game.error().message);
    return ok(line_json(*game));
}

// How often a player won, and against whom.
struct Record {
    int won = 0;
    int drawn = 0;
    int lost = 0;
    std::map<std::string, Record> against = {};

    int games() const { return won + drawn + lost; }
    void add(const SeatResult& result, std::string_view side) {
        int& count = result.winner == side ? won : result.winner == "draw" ? drawn : lost;
        count += result.games;
    }
};

Json to_json(const Record& record) {
    return {{"won", record.won}, {"drawn", record.drawn}, {"lost", record.lost}};
}

// Whom it met most often first.
Json with_opponents(const Record& record) {
    std::vector<std::pair<std::string, Record>> opponents(record.against.begin(),
                                                          record.against.end());
    std::stable_sort(opponents.begin(), opponents.end(), [](const auto& a, const auto& b) {
        return a.second.games() > b.second.games();
    });
    Json list = Json::array();
    for (const auto& [name, results] : opponents) {
        Json entry = {{"player", name}};
        entry.update(to_json(results));
        list.push_back(std::move(entry));
    }
    Json object = to_json(record);
    object["against"] = std::move(list);
    return object;
}

std::string kind_of(const std::string& seat) {
    return seat.substr(0, seat.find(':'));
}

// By kind of player. A game against its own kind says nothing of either.
std::map<std::string, Record> records_of(const std::vector<SeatResult>& results) {
    std::map<std::string, Record> records;
    for (const SeatResult& result : results) {
        const std::string black = kind_of(result.black);
        const std::string white = kind_of(result.white);
        if (black == white) continue;
        records[black].add(result, "black");
        records[black].against[white].add(result, "black");
        records[white].add(result, "white");
        records[white].against[black].add(result, "white");
    }
    return records;
}

}  // namespace

HttpReply read_text(const HttpRequest& request) {
    constexpr std::size_t kGames = 100;
    auto body = Body::parse(request.body);
    if (!body) return refused(400, body.error().message);
    const std::string text = body->text("text");
    if (body->error()) return refused(400, body->error()->message);
    if (trimmed(text).empty()) return refused(400, "there is nothing to read");
    auto read = read_games(text);
    if (!read) return refused(400, read.error().message);
    const std::vector<std::string> problems = sentences(read->bad);
    if (read->games.empty()) {
        return refused(400, problems.empty() ? "there is no game in it" : problems.front());
    }
    const std::size_t found = read->games.size();
    if (found > kGames) read->games.resize(kGames);
    Json games = Json::array();
    for (const GameRecord& game : read->games) games.push_back(read_json(game));
    return ok({{"format", name_of(read->format)},
               {"found", found},
               {"games", std::move(games)},
               {"problems", problems},
               {"notes", sentences(read->notes)}});
}

Api::Api(Parts parts, About about) : parts_(parts), about_(std::move(about)) {
    add_routes();
    add_game_routes();
}

void Api::add(std::string method, std::string path,
              std::function<HttpReply(const HttpRequest&, const Arguments&)> run) {
    routes_.push_back({std::move(method), std::move(path), std::move(run)});
}

void Api::add_routes() {
    add("GET", "/api", [this](const HttpRequest&, const Arguments&) {
        Json list = Json::array();
        for (const Route& route : routes_) list.push_back(route.method + ' ' + route.path);
        return ok({{"routes", std::move(list)}});
    });
    add("GET", "/api/about", [this](const HttpRequest&, const Arguments&) { return about(); });
    add("GET", "/api/players", [this](const HttpRequest&, const Arguments&) { return players(); });
    add("POST", "/api/line",
        [](const HttpRequest& request, const Arguments&) { return line(request); });
    add("POST", "/api/read",
        [](const HttpRequest& request, const Arguments&) { return read_text(request); });
    add("POST", "/api/view",
        [this](const HttpRequest& request, const Arguments&) { return view(request); });
    add("GET", "/api/analysis",
        [this](const HttpRequest& request, const Arguments&) { return analysis(request); });
}

void Api::add_game_routes() {
    Games& games = parts_.games;
    add("GET", "/api/games",
        [this](const HttpRequest& request, const Arguments&) { return list_games(request); });
    add("POST", "/api/games",
        [this](const HttpRequest& request, const Arguments&) { return create_game(request); });
    add("GET", "/api/games/{id}", [&games](const HttpRequest&, const Arguments& arguments) {
        return reply_of(games.get(arguments[0]));
    });
    add("PATCH", "/api/games/{id}",
        [&games](const HttpRequest& request, const Arguments& arguments) {
            auto body = Body::parse(request.body);
            if (!body) return refused(400, body.error().message);
            const std::string name = body->text("name");
            if (body->error()) return refused(400, body->error()->message);
            return reply_of(games.rename(arguments[0], name));
        });
    add("DELETE", "/api/games/{id}", [&games](const HttpRequest&, const Arguments& arguments) {
        auto removed = games.remove(arguments[0]);
        if (removed) return ok(Json::object());
        return refused(removed.refusal().status, removed.refusal().sentence);
    });
    add("POST", "/api/games/{id}/moves",
        [&games](const HttpRequest& request, const Arguments& arguments) {
            auto body = Body::parse(request.body);
            if (!body) return refused(400, body.error().message);
            const std::string move = body->text("move");
            const auto ply = body->number("ply", 0, 1000);
            if (body->error()) return refused(400, body->error()->message);
            if (!ply) return refused(400, "ply is missing: how many moves were played before");
            return reply_of(games.move(arguments[0], static_cast<std::size_t>(*ply), move));
        });
    add("POST", "/api/games/{id}/undo", [&games](const HttpRequest&, const Arguments& arguments) {
        return reply_of(games.undo(arguments[0]));
    });
    add("POST", "/api/games/{id}/redo", [&games](const HttpRequest&, const Arguments& arguments) {
        return reply_of(games.redo(arguments[0]));
    });
    add("POST", "/api/games/{id}/resign",
        [&games](const HttpRequest& request, const Arguments& arguments) {
            auto body = Body::parse(request.body);
            if (!body) return refused(400, body.error().message);
            const std::string color = body->text("color");
            if (color != "black" && color != "white") {
                return refused(400, "color has to be black or white: who resigns");
            }
            return reply_of(
                games.resign(arguments[0], color == "black" ? Color::black : Color::white));
        });
    add("POST", "/api/games/{id}/pause",
        [&games](const HttpRequest& request, const Arguments& arguments) {
            auto body = Body::parse(request.body);
            if (!body) return refused(400, body.error().message);
            const auto paused = body->flag("paused");
            if (!paused) return refused(400, "paused has to be true or false");
            return reply_of(games.set_paused(arguments[0], *paused));
        });
    add("GET", "/api/games/{id}/export",
        [this](const HttpRequest& request, const Arguments& arguments) {
            return export_game(request, arguments[0]);
        });
    add("GET", "/api/games/{id}/events", [&games](const HttpRequest&, const Arguments& arguments) {
        auto stream = games.watch(arguments[0]);
        if (!stream) return refused(stream.refusal().status, stream.refusal().sentence);
        return events_of(*stream);
    });
}

HttpReply Api::handle(const HttpRequest& request) const {
    if (!request.path.starts_with("/api")) {
        const PageFile* const file = find_page_file(request.path);
        if (file == nullptr) return refused(404, "there is no such page");
        if (request.method != "GET") return refused(405, "a page can only be fetched");
        return page_reply(*file, request);
    }
    bool known = false;
    for (const Route& route : routes_) {
        const auto arguments = matched(route.path, request.path);
        if (!arguments) continue;
        known = true;
        if (route.method == request.method) return route.run(request, *arguments);
    }
    if (known) {
        return refused(
            405, fmt::format("{} cannot be done with {}", request.method, printable(request.path)));
    }
    return refused(
        404, fmt::format("there is no {}; GET /api lists what there is", printable(request.path)));
}

HttpReply Api::about() const {
    const AnalysisLimits& limits = parts_.analyses.limits();
    return ok({{"version", about_.version},
               {"analysing", parts_.analyses.running()},
               {"thinking", parts_.games.thinking()},
               {"limits",
                {{"body_bytes", about_.body_bytes},
                 {"connections", about_.connections},
                 {"analyses", limits.at_once},
                 {"analysis_seconds", limits.seconds},
                 {"greatest_analysis_seconds", limits.greatest_seconds},
                 {"programs", about_.programs}}}});
}

HttpReply Api::players() const {
    const auto results = parts_.store.results();
    if (!results) return refused(500, results.error().message);
    std::map<std::string, Record> records = records_of(*results);
    Json list = Json::array();
    for (const PlayerKind& kind : parts_.registry.kinds()) {
        Json options = Json::array();
        for (const PlayerOption& option : kind.options) {
            const bool is_time = option.type == PlayerOption::Type::time;
            options.push_back({{"name", option.name},
                               {"type", is_time ? "milliseconds" : "integer"},
                               {"minimum", option.minimum},
                               {"maximum", greatest_allowed(option)},
                               {"default", option.preset},
                               {"summary", option.summary}});
        }
        list.push_back({{"name", kind.name},
                        {"summary", kind.summary},
                        {"command", kind.takes_command},
                        {"allowed", !kind.takes_command || about_.programs},
                        {"view", parts_.views.find(kind.name) != nullptr},
                        {"options", std::move(options)},
                        {"record", with_opponents(records[kind.name])}});
    }
    return ok({{"players", std::move(list)}});
}

HttpReply Api::analysis(const HttpRequest& request) const {
    const AnalysisLimits& limits = parts_.analyses.limits();
    const auto seconds = number_parameter(request, "seconds", static_cast<int>(limits.seconds), 1,
                                          static_cast<int>(limits.greatest_seconds));
    if (!seconds) return refused(400, seconds.error().message);
    auto game = record_of(parameter(request, "start"), parameter(request, "moves"));
    if (!game) return refused(400, game.error().message);
    const Position position = game->final_diagram().position;
    if (is_over(position)) return refused(409, "the game is over: there is nothing to analyse");
    if (must_pass(position)) {
        return refused(409, fmt::format("{} has to pass: analyse the position after that",
                                        name_of(game->final_diagram().to_move)));
    }
    auto stream = parts_.analyses.start(std::move(*game), *seconds);
    if (!stream) {
        return refused(503, fmt::format("{} analyses run already, and that is all there may be",
                                        limits.at_once));
    }
    return events_of(std::move(stream));
}

HttpReply Api::view(const HttpRequest& request) const {
    auto body = Body::parse(request.body);
    if (!body) return refused(400, body.error().message);
    const std::string player = body->text("player");
    const std::string start = body->text("start");
    const std::string moves = body->text("moves");
    if (body->error()) return refused(400, body->error()->message);
    const auto game = record_of(start, moves);
    if (!game) return refused(400, game.error().message);
    const Diagram diagram = game->final_diagram();
    if (player.empty()) return ok(view_json(general_view(diagram)));
    const Views::Make* const make = parts_.views.find(player);
    if (make == nullptr) {
        return refused(404, fmt::format("{} has no view of its own", in_quotes(player)));
    }
    return ok(view_json((*make)(diagram)));
}

HttpReply Api::list_games(const HttpRequest& request) const {
    const auto limit = number_parameter(request, "limit", kListed, 1, kMostListed);
    if (!limit) return refused(400, limit.error().message);
    const auto offset = number_parameter(request, "offset", 0, 0, 1'000'000'000);
    if (!offset) return refused(400, offset.error().message);
    const auto games = parts_.store.list(*limit, *offset);
    if (!games) return refused(500, games.error().message);
    const auto count = parts_.store.count();
    if (!count) return refused(500, count.error().message);
    Json list = Json::array();
    for (const StoredGame& game : *games) list.push_back(listed_json(game));
    return ok({{"count", *count}, {"games", std::move(list)}});
}

HttpReply Api::create_game(const HttpRequest& request) const {
    auto body = Body::parse(request.body);
    if (!body) return refused(400, body.error().message);
    NewGame game;
    game.name = body->text("name");
    game.seats = {body->text("black"), body->text("white")};
    game.start = body->text("start");
    game.moves = body->text("moves");
    if (auto clock = body->object("clock")) {
        const auto seconds = clock->number("seconds", 1, kLongestClock);
        const auto increment = clock->number("increment", 0, kLongestIncrement);
        if (clock->error()) return refused(400, "clock: " + clock->error()->message);
        if (!seconds) return refused(400, "clock: seconds are missing");
        game.clock = Clock{*seconds, increment.value_or(0)};
    }
    if (body->error()) return refused(400, body->error()->message);
    return reply_of(parts_.games.create(game), 201);
}

HttpReply Api::export_game(const HttpRequest& request, const std::string& id) const {
    const std::string name = parameter(request, "format");
    const auto format = parse_format(name.empty() ? "sgf" : name);
    if (!format || *format == Format::wthor || *format == Format::obf) {
        return refused(400, fmt::format("{} is not a format to save a game in: those are "
                                        "transcript, position, ggf, sgf, pgn",
                                        in_quotes(name)));
    }
    auto record = parts_.games.record(id);
    if (!record) return refused(record.refusal().status, record.refusal().sentence);
    const auto written = write_games(*format, {*record});
    if (!written) return refused(409, written.error().message);
    std::string extension = ".txt";
    for (const FormatInfo& info : all_formats()) {
        if (info.format == *format && !info.extension.empty()) extension = info.extension;
    }
    return {{.type = "text/plain; charset=utf-8",
             .body = written->text,
             .file_name = "emilia-" + id + extension}};
}

}  // namespace emilia::server
