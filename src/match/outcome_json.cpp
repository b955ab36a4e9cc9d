#include "match/outcome_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "board/position_text.h"
#include "game/openings.h"
#include "game/reading.h"

namespace emilia::match {

namespace {

using Json = nlohmann::ordered_json;

// More is noise, and makes lines long.
double milliseconds(double seconds) {
    return std::round(seconds * 1e6) / 1e6;
}

std::string moves_text(std::span<const PlayedMove> moves) {
    std::string text;
    for (const PlayedMove& played : moves) {
        if (!played.move.is_pass()) text += to_string(played.move);
    }
    return text;
}

Json effort_json(const Effort& effort) {
    return {{"moves", effort.moves},
            {"seconds", milliseconds(effort.seconds)},
            {"longest", milliseconds(effort.longest)},
            {"nodes", effort.nodes},
            {"depths", effort.depths}};
}

Error wrong(std::string_view field, std::string_view expected) {
    return Error{fmt::format("the field '{}' is missing or is not {}", field, expected)};
}

// The fields of an object; the first that is not as it should be is remembered.
class Fields {
  public:
    explicit Fields(const Json& object) : object_(object) {}

    long long integer(const char* name, long long least, long long most) {
        const Json& value = at(name);
        if (value.is_number_integer()) {
            const auto number = value.get<long long>();
            if (number >= least && number <= most) return number;
        }
        fail(name, fmt::format("a whole number from {} to {}", least, most));
        return least;
    }
    std::size_t number_from_one(const char* name) {
        return static_cast<std::size_t>(integer(name, 1, 1'000'000'000)) - 1;
    }
    double seconds(const char* name) {
        const Json& value = at(name);
        if (value.is_number() && value.get<double>() >= 0) return value.get<double>();
        fail(name, "a time in seconds");
        return 0;
    }
    std::string text(const char* name) {
        const Json& value = at(name);
        if (value.is_string()) return value.get<std::string>();
        fail(name, "a text");
        return {};
    }
    const Json& at(const char* name) const {
        static const Json nothing;
        if (!object_.is_object()) return nothing;
        const auto found = object_.find(name);
        return found == object_.end() ? nothing : *found;
    }
    void fail(std::string_view name, std::string_view expected) {
        if (!error_) error_ = wrong(name, expected);
    }
    const std::optional<Error>& error() const { return error_; }

  private:
    const Json& object_;
    std::optional<Error> error_;
};

Result<Done> read_moves(GameBuilder& builder, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto square = parse_square(text.substr(i, 2));
        if (!square) return wrong("moves", "a transcript");
        const auto added = builder.add({.move = *square});
        if (!added) return Error{"moves: " + added.error().message};
    }
    return Done{};
}

// The lists that stand beside the moves; passes have no place in them.
Result<Done> read_details(GameRecord& record, const Json& seconds, const Json& evaluations) {
    std::size_t index = 0;
    for (PlayedMove& played : record.moves) {
        if (played.move.is_pass()) continue;
        for (const auto& [list, target] :
             {std::pair(&seconds, &played.seconds), std::pair(&evaluations, &played.evaluation)}) {
            if (!list->is_array() || index >= list->size()) continue;
            const Json& value = (*list)[index];
            if (value.is_number()) *target = value.get<double>();
        }
        ++index;
    }
    return Done{};
}

Result<Effort> read_effort(const Json& object, std::string_view name) {
    Fields fields(object);
    Effort effort;
    effort.moves = static_cast<int>(fields.integer("moves", 0, 64));
    effort.seconds = fields.seconds("seconds");
    effort.longest = fields.seconds("longest");
    effort.nodes = static_cast<std::uint64_t>(
        fields.integer("nodes", 0, std::numeric_limits<long long>::max()));
    effort.depths = fields.integer("depths", 0, 1'000'000'000);
    if (fields.error()) return Error{fmt::format("{}: {}", name, fields.error()->message)};
    return effort;
}

}  // namespace

std::string to_json(const Outcome& outcome) {
    const PlayedGame& played = outcome.played;
    const GameRecord& record = played.record;
    Json seconds = Json::array();
    Json evaluations = Json::array();
    for (const PlayedMove& move : record.moves) {
        if (move.move.is_pass()) continue;
        seconds.push_back(move.seconds ? Json(milliseconds(*move.seconds)) : Json(nullptr));
        evaluations.push_back(move.evaluation ? Json(*move.evaluation) : Json(nullptr));
    }
    const auto opening = opening_of(record);
    // The lower number is the first player of a match.
    const Color first =
        outcome.task.seats[0] <= outcome.task.seats[1] ? Color::black : Color::white;
    const Json object = {
        {"game", outcome.task.game + 1},
        {"round", outcome.task.round + 1},
        {"pair", outcome.task.pair + 1},
        {"seats", {outcome.task.seats[0] + 1, outcome.task.seats[1] + 1}},
        {"black", record.player(Color::black).name},
        {"white", record.player(Color::white).name},
        {"start", to_string(record.start)},
        {"opening", moves_text(std::span(record.moves).first(played.opening_plies))},
        {"opening_name", opening ? Json(opening->name) : Json(nullptr)},
        {"moves", moves_text(record.moves)},
        {"score", played.score.value()},
        {"on_board", played.on_board.value()},
        {"points", outcome.points(first)},
        {"reason", name_of(played.reason)},
        {"explanation", played.explanation},
        {"black_effort", effort_json(played.effort(Color::black))},
        {"white_effort", effort_json(played.effort(Color::white))},
        {"seconds", std::move(seconds)},
        {"evaluations", std::move(evaluations)},
    };
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Outcome> parse_outcome(std::string_view line) {
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) return Error{"this is no JSON object"};
    Fields fields(object);
    Outcome outcome;
    PlayedGame& played = outcome.played;
    outcome.task.game = fields.number_from_one("game");
    outcome.task.round = fields.number_from_one("round");
    outcome.task.pair = fields.number_from_one("pair");
    const Json& seats = fields.at("seats");
    if (seats.is_array() && seats.size() == 2 && seats[0].is_number_unsigned() &&
        seats[1].is_number_unsigned() && seats[0] > 0 && seats[1] > 0) {
        outcome.task.seats = {seats[0].get<std::size_t>() - 1, seats[1].get<std::size_t>() - 1};
    } else {
        fields.fail("seats", "a list of two numbers from 1 on");
    }
    const auto start = parse_position(fields.text("start"));
    if (!start) fields.fail("start", "a position");
    const std::string opening = fields.text("opening");
    const std::string moves = fields.text("moves");
    if (!moves.starts_with(opening)) fields.fail("opening", "the beginning of 'moves'");
    played.score = DiscDifference(static_cast<int>(fields.integer("score", -64, 64)));
    played.on_board = DiscDifference(static_cast<int>(fields.integer("on_board", -64, 64)));
    const auto reason = parse_reason(fields.text("reason"));
    if (!reason)
        fields.fail("reason", "one of finished, adjudicated, timeout, illegal, failure, resign");
    played.explanation = fields.text("explanation");
    const std::string black = fields.text("black");
    const std::string white = fields.text("white");
    if (fields.error()) return *fields.error();

    played.reason = *reason;
    GameBuilder builder(*start);
    if (const auto done = read_moves(builder, opening); !done) return done.error();
    played.opening_plies = builder.plies();
    if (const auto done = read_moves(builder, std::string_view(moves).substr(opening.size()));
        !done) {
        return done.error();
    }
    played.record = std::move(builder.record());
    const auto details =
        read_details(played.record, fields.at("seconds"), fields.at("evaluations"));
    if (!details) return details.error();
    played.record.player(Color::black).name = black;
    played.record.player(Color::white).name = white;
    played.record.round = std::to_string(outcome.task.round + 1);
    played.record.result = played.score;
    played.record.comment = played.explanation;
    played.record.ending = ending_of(played.reason);
    for (const Color color : {Color::black, Color::white}) {
        const std::string name = fmt::format("{}_effort", name_of(color));
        const auto effort = read_effort(fields.at(name.c_str()), name);
        if (!effort) return effort.error();
        played.efforts[static_cast<std::size_t>(color)] = *effort;
    }
    return outcome;
}

}  // namespace emilia::match
