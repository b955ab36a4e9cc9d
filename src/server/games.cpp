#include "server/games.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "board/position_text.h"
#include "board/rules.h"
#include "game/reading.h"
#include "server/line_json.h"
#include "util/elapsed.h"

namespace emilia::server {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kKeptInMemory = 256;
constexpr std::size_t kNameBytes = 200;

std::int64_t now_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

// Not to be guessed, as it is all that a link to a game needs.
std::string new_id() {
    static constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";
    std::random_device device;
    std::string id;
    for (int i = 0; i < 12; ++i) id += kLetters[device() % kLetters.size()];
    return id;
}

std::size_t index(Color color) {
    return static_cast<std::size_t>(color);
}

std::string_view unit_name(Value::Unit unit) {
    return unit == Value::Unit::points ? "points" : "discs";
}

Refusal disk_refusal(const Error& error) {
    return {500, error.message};
}

std::string first_bytes(const std::string& text, std::size_t bytes) {
    std::size_t end = std::min(text.size(), bytes);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
        --end;
    }
    return text.substr(0, end);
}

}  // namespace

struct Games::Live {
    std::mutex mutex;
    StoredGame stored;
    GameBuilder builder;
    Json details = Json::array();  // by ply
    std::vector<std::shared_ptr<EventStream>> watchers;
    bool removed = false;

    // Whose clock runs since when.
    std::optional<Steady::time_point> turn_began;
    // When the player to move could begin, for the time that a move took.
    Steady::time_point turn_shown = Steady::now();

    // The search that is under way, if any; its result counts only for its generation.
    int generation = 0;
    std::shared_ptr<std::atomic<bool>> stop_search;
    std::string trouble;  // why a player does not move
    // Kept from move to move: another program stays started. Used by one search at a time.
    std::mutex player_mutex;
    std::array<std::unique_ptr<Player>, 2> players;

    const Diagram& diagram() const { return builder.diagram(); }
    bool ended() const { return !stored.ending.empty(); }
    const std::string& seat(Color color) const { return stored.seats[index(color)]; }
    bool human_to_move() const { return seat(diagram().to_move) == kHuman; }
    bool has_human() const { return stored.seats[0] == kHuman || stored.seats[1] == kHuman; }
};

Games::Games(const PlayerRegistry& registry, Store& store, Turns& turns, Settings settings)
    : registry_(registry), store_(store), turns_(turns), settings_(settings) {
    clock_thread_ = std::thread([this] { watch_clocks(); });
}

Games::~Games() {
    {
        const std::lock_guard lock(clock_mutex_);
        closed_ = true;
    }
    closing_.notify_all();
    clock_thread_.join();
    std::vector<LivePtr> all;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, live] : live_) all.push_back(live);
    }
    for (const LivePtr& live : all) {
        const std::lock_guard lock(live->mutex);
        stop_thinking(*live);
        if (!live->removed) keep_clock(*live);
        live->removed = true;
    }
    workers_.join();
}

// Finding games.

Result<Games::LivePtr> Games::revive(StoredGame stored) {
    const auto record = record_of(stored.start, stored.moves);
    if (!record) {
        return Error{fmt::format("the game {} is damaged: {}", stored.id, record.error().message)};
    }
    const auto live = std::make_shared<Live>();
    live->builder = GameBuilder(record->start);
    for (const PlayedMove& played : record->moves) {
        const auto added = live->builder.add(played);
        if (!added) return added.error();
    }
    live->details = Json::parse(stored.details, nullptr, false);
    if (!live->details.is_array()) live->details = Json::array();
    live->stored = std::move(stored);
    return live;
}

Answer<Games::LivePtr> Games::find(const std::string& id) {
    const std::lock_guard lock(mutex_);
    if (const auto found = live_.find(id); found != live_.end()) return found->second;
    auto stored = store_.get(id);
    if (!stored) return disk_refusal(stored.error());
    if (!*stored) return Refusal{404, "there is no game of that name; it may have been deleted"};
    auto live = revive(std::move(**stored));
    if (!live) return disk_refusal(live.error());
    if (live_.size() >= kKeptInMemory) {
        // What nobody else holds is as good on the disk, unless its clock runs.
        std::erase_if(live_, [](const auto& entry) {
            return entry.second.use_count() == 1 && !entry.second->turn_began;
        });
    }
    live_[id] = *live;
    return *live;
}

// Telling of them.

Json listed_json(const StoredGame& game) {
    return {{"id", game.id},
            {"name", game.name},
            {"created", game.created},
            {"changed", game.changed},
            {"black", game.seats[0]},
            {"white", game.seats[1]},
            {"plies", game.moves.size() / 2},
            {"ending", game.ending.empty() ? Json(nullptr) : Json(game.ending)},
            {"winner", game.winner.empty() ? Json(nullptr) : Json(game.winner)},
            {"result", game.result ? Json(*game.result) : Json(nullptr)}};
}

Json Games::json_of(const Live& live) const {
    const StoredGame& stored = live.stored;
    Json json = listed_json(stored);
    json["paused"] = stored.paused;
    json["undone"] = stored.undone.size() / 2;
    json["trouble"] = live.trouble.empty() ? Json(nullptr) : Json(live.trouble);
    if (stored.clock) {
        std::array<std::int64_t, 2> left = stored.left;
        if (live.turn_began) {
            left[index(live.diagram().to_move)] -=
                static_cast<std::int64_t>(seconds_since(*live.turn_began) * 1000);
        }
        json["clock"] = {
            {"seconds", stored.clock->left},
            {"increment", stored.clock->increment},
            {"black_ms", std::max<std::int64_t>(left[0], 0)},
            {"white_ms", std::max<std::int64_t>(left[1], 0)},
            {"running", live.turn_began ? Json(name_of(live.diagram().to_move)) : Json(nullptr)}};
    } else {
        json["clock"] = nullptr;
    }
    json["details"] = live.details;
    json["line"] = line_json(live.builder.record());
    return json;
}

void Games::publish(Live& live) {
    if (live.watchers.empty()) return;
    const std::string text = to_text(json_of(live));
    for (const auto& watcher : live.watchers) watcher->send("game", text);
}

Answer<Json> Games::saved(Live& live) {
    live.stored.moves = moves_text(live.builder.record().moves);
    live.stored.details = to_text(live.details);
    live.stored.changed = now_milliseconds();
    const auto put = store_.put(live.stored);
    if (!put) {
        // What is not on the disk must not be shown: back to what is.
        auto kept = store_.get(live.stored.id);
        if (kept && *kept) {
            if (auto old = revive(std::move(**kept))) {
                live.stored = (*old)->stored;
                live.builder = (*old)->builder;
                live.details = (*old)->details;
            }
        }
        return disk_refusal(put.error());
    }
    return json_of(live);
}

// Playing.

void Games::conclude(Live& live, Ending ending, std::optional<Color> winner) {
    live.stored.ending = name_of(ending);
    live.stored.winner = winner ? name_of(*winner) : "draw";
    live.stored.result.reset();
    live.stored.undone.clear();
    settle_clock(live);
    stop_thinking(live);
}

Result<Done> Games::play(Live& live, PlayedMove played, const std::optional<Value>& value) {
    const Color mover = live.diagram().to_move;
    const bool timed = live.stored.clock && live.turn_began;
    const auto added = live.builder.add(played, mover);
    if (!added) return added.error();
    Json detail = {{"seconds", played.seconds ? Json(*played.seconds) : Json(nullptr)},
                   {"value", value ? Json(value->amount) : Json(nullptr)},
                   {"unit", value ? Json(unit_name(value->unit)) : Json(nullptr)}};
    live.details.push_back(std::move(detail));
    if (timed) {
        live.stored.left[index(mover)] -=
            static_cast<std::int64_t>(seconds_since(*live.turn_began) * 1000);
        live.stored.left[index(mover)] +=
            static_cast<std::int64_t>(live.stored.clock->increment * 1000);
        live.turn_began.reset();
    }
    // A pass is no decision, so nobody is asked for it.
    if (must_pass(live.diagram().position)) {
        const auto passed = live.builder.add({Move::pass()});
        if (!passed) return passed.error();
        live.details.push_back({{"seconds", nullptr}, {"value", nullptr}, {"unit", nullptr}});
    }
    if (is_over(live.diagram().position)) {
        const int result = black_result(live.diagram())->value();
        conclude(live, Ending::finished,
                 result == 0  ? std::nullopt
                 : result > 0 ? std::optional(Color::black)
                              : std::optional(Color::white));
        live.stored.result = result;
    }
    live.turn_shown = Steady::now();
    return Done{};
}

long long greatest_allowed(const PlayerOption& option) {
    constexpr long long kMegabytes = 128;
    // Turns are dealt to searches of one thread each.
    if (option.name == "threads") return option.minimum;
    if (option.name == "hash") return std::min(option.maximum, kMegabytes);
    return option.maximum;
}

Answer<Json> Games::create(const NewGame& game) {
    StoredGame stored;
    stored.id = new_id();
    stored.name = first_bytes(game.name, kNameBytes);
    stored.created = now_milliseconds();
    for (std::size_t i = 0; i < 2; ++i) {
        stored.seats[i] = kHuman;
        if (game.seats[i].empty() || game.seats[i] == kHuman) continue;
        const auto spec = registry_.parse(game.seats[i]);
        if (!spec) return spec.error();
        if (registry_.find(spec->name)->takes_command && !settings_.programs) {
            return Refusal{403, fmt::format("{} runs another program; the server has to be started "
                                            "with --programs to allow that",
                                            spec->name)};
        }
        for (const auto& [name, value] : spec->given) {
            const PlayerOption& option = *registry_.find(spec->name)->option(name);
            const long long most = greatest_allowed(option);
            if (value <= most) continue;
            return Refusal{
                400, fmt::format("{}: {} may be at most {} on a server, not {}", spec->name, name,
                                 to_string(option, most), to_string(option, value))};
        }
        stored.seats[i] = registry_.to_string(*spec);
    }
    const auto record = record_of(game.start, game.moves);
    if (!record) return record.error();
    stored.start = to_string(record->start);
    if (const Position start = record->start.position; (start.own & start.opponent) != 0) {
        return Refusal{400, "the position has two discs on one square"};
    }
    stored.clock = game.clock;
    if (game.clock) {
        stored.left.fill(static_cast<std::int64_t>(game.clock->left * 1000));
    }
    stored.moves = moves_text(record->moves);
    stored.details = "[]";
    auto live = revive(std::move(stored));
    if (!live) return live.error();
    for (std::size_t i = 0; i < record->moves.size(); ++i) {
        (*live)->details.push_back({{"seconds", nullptr}, {"value", nullptr}, {"unit", nullptr}});
    }
    if (is_over((*live)->diagram().position)) {
        return Refusal{400, "neither player has a move in that position: the game is over"};
    }
    if (must_pass((*live)->diagram().position)) {
        const auto passed = (*live)->builder.add({Move::pass()});
        if (!passed) return passed.error();
        (*live)->details.push_back({{"seconds", nullptr}, {"value", nullptr}, {"unit", nullptr}});
    }
    const std::lock_guard lock(mutex_);
    const std::lock_guard game_lock((*live)->mutex);
    auto answer = saved(**live);
    if (answer) live_[(*live)->stored.id] = *live;
    return answer;
}

Answer<Json> Games::get(const std::string& id) {
    auto live = find(id);
    if (!live) return live.refusal();
    const std::lock_guard lock((*live)->mutex);
    return json_of(**live);
}

Answer<Json> Games::move(const std::string& id, std::size_t ply, std::string_view move) {
    auto found = find(id);
    if (!found) return found.refusal();
    Live& live = **found;
    const std::lock_guard lock(live.mutex);
    if (live.removed) return Refusal{404, "the game was deleted"};
    if (live.ended()) return Refusal{409, "the game is over"};
    if (ply != live.builder.plies()) {
        return Refusal{409, fmt::format("the move is for ply {}, but the game is at ply {}",
                                        ply + 1, live.builder.plies() + 1)};
    }
    if (!live.human_to_move()) {
        return Refusal{409,
                       fmt::format("{} is to move, and that is {}", name_of(live.diagram().to_move),
                                   live.seat(live.diagram().to_move))};
    }
    const auto square = parse_square(move);
    if (!square) {
        return Refusal{400, fmt::format("'{}' is not a square from a1 to h8", move.substr(0, 20))};
    }
    PlayedMove played{*square};
    played.seconds = std::round(seconds_since(live.turn_shown) * 1000) / 1000;
    live.stored.undone.clear();
    live.stored.paused = false;
    const auto done = play(live, played, std::nullopt);
    if (!done) return done.error();
    auto answer = saved(live);
    if (answer) {
        start_clock(live);
        publish(live);
        think(*found);
        *answer = json_of(live);
    }
    return answer;
}

Answer<Json> Games::undo(const std::string& id) {
    auto found = find(id);
    if (!found) return found.refusal();
    Live& live = **found;
    const std::lock_guard lock(live.mutex);
    // Back to the last decision of a person; where only programs play, to the last one at all.
    const auto& moves = live.builder.record().moves;
    std::size_t target = moves.size();
    Color mover = opposite(live.diagram().to_move);
    bool decided = false;
    while (target > 0 && !decided) {
        --target;
        decided =
            !moves[target].move.is_pass() && (!live.has_human() || live.seat(mover) == kHuman);
        mover = opposite(mover);
    }
    if (!decided) return Refusal{409, "there is no move to take back"};
    stop_thinking(live);
    settle_clock(live);
    live.stored.ending.clear();
    live.stored.winner.clear();
    live.stored.result.reset();
    live.trouble.clear();
    if (!live.has_human()) live.stored.paused = true;
    while (live.builder.plies() > target) {
        live.stored.undone = moves_text({live.builder.record().moves.back()}) + live.stored.undone;
        live.builder.undo();
    }
    while (live.details.size() > target) live.details.erase(live.details.size() - 1);
    live.turn_shown = Steady::now();
    auto answer = saved(live);
    if (answer) {
        start_clock(live);
        publish(live);
    }
    return answer;
}

Answer<Json> Games::redo(const std::string& id) {
    auto found = find(id);
    if (!found) return found.refusal();
    Live& live = **found;
    const std::lock_guard lock(live.mutex);
    if (live.stored.undone.empty()) return Refusal{409, "there is no move to play again"};
    stop_thinking(live);
    settle_clock(live);
    std::string rest = live.stored.undone;
    // As far as undo() went back: on to the next decision of a person.
    do {
        const auto move = parse_move(std::string_view(rest).substr(0, 2));
        rest.erase(0, 2);
        // play() has put in the passes.
        if (!move || (move->is_pass() && !must_pass(live.diagram().position))) continue;
        const auto done = play(live, {*move}, std::nullopt);
        if (!done) return done.error();
    } while (!rest.empty() && !live.ended() &&
             (rest.starts_with("pa") || (live.has_human() && !live.human_to_move())));
    live.stored.undone = live.ended() ? "" : rest;
    auto answer = saved(live);
    if (answer) {
        start_clock(live);
        publish(live);
        if (live.stored.undone.empty()) think(*found);
    }
    return answer;
}

Answer<Json> Games::resign(const std::string& id, Color who) {
    auto found = find(id);
    if (!found) return found.refusal();
    Live& live = **found;
    const std::lock_guard lock(live.mutex);
    if (live.ended()) return Refusal{409, "the game is over"};
    if (live.seat(who) != kHuman) return Refusal{409, "only a person resigns"};
    conclude(live, Ending::resigned, opposite(who));
    auto answer = saved(live);
    if (answer) publish(live);
    return answer;
}

Answer<Json> Games::set_paused(const std::string& id, bool paused) {
    auto found = find(id);
    if (!found) return found.refusal();
    Live& live = **found;
    const std::lock_guard lock(live.mutex);
    if (live.ended()) return Refusal{409, "the game is over"};
    live.stored.paused = paused;
    live.trouble.clear();
    if (paused) {
        stop_thinking(live);
        settle_clock(live);
    }
    auto answer = saved(live);
    if (answer) {
        start_clock(live);
        publish(live);
        // What was taken back is given up where a program goes on from here.
        think(*found);
    }
    return answer;
}

Answer<Json> Games::rename(const std::string& id, const std::string& name) {
    auto found = find(id);
    if (!found) return found.refusal();
    Live& live = **found;
    const std::lock_guard lock(live.mutex);
    live.stored.name = first_bytes(name, kNameBytes);
    auto answer = saved(live);
    if (answer) publish(live);
    return answer;
}

Answer<Done> Games::remove(const std::string& id) {
    auto found = find(id);
    if (!found) return found.refusal();
    {
        const std::lock_guard lock((*found)->mutex);
        stop_thinking(**found);
        (*found)->removed = true;
        for (const auto& watcher : (*found)->watchers) {
            watcher->send("deleted", "{}");
            watcher->finish();
        }
        const auto removed = store_.remove(id);
        if (!removed) return disk_refusal(removed.error());
    }
    const std::lock_guard lock(mutex_);
    live_.erase(id);
    return Done{};
}

Answer<GameRecord> Games::record(const std::string& id) {
    auto found = find(id);
    if (!found) return found.refusal();
    Live& live = **found;
    const std::lock_guard lock(live.mutex);
    GameRecord record = live.builder.record();
    for (const Color color : {Color::black, Color::white}) {
        record.player(color).name = live.seat(color) == kHuman ? "Human" : live.seat(color);
    }
    for (std::size_t i = 0; i < record.moves.size() && i < live.details.size(); ++i) {
        const Json& detail = live.details[i];
        if (detail["seconds"].is_number()) record.moves[i].seconds = detail["seconds"];
        if (detail["value"].is_number() && detail["unit"] == "discs") {
            record.moves[i].evaluation = detail["value"];
        }
    }
    record.event = live.stored.name;
    if (live.ended()) {
        record.ending = parse_ending(live.stored.ending).value_or(Ending::unknown);
        if (live.stored.result) {
            record.result = DiscDifference(*live.stored.result);
        } else if (live.stored.winner != "draw") {
            record.winner = live.stored.winner == "black" ? Color::black : Color::white;
        }
    }
    return record;
}

// Watching, thinking, clocks.

Answer<std::shared_ptr<EventStream>> Games::watch(const std::string& id) {
    auto found = find(id);
    if (!found) return found.refusal();
    const LivePtr live = *found;
    const auto stream = std::make_shared<EventStream>();
    {
        const std::lock_guard lock(live->mutex);
        if (live->removed) return Refusal{404, "the game was deleted"};
        live->watchers.push_back(stream);
        if (live->watchers.size() == 1 && !live->turn_began) live->turn_shown = Steady::now();
        start_clock(*live);
        stream->send("game", to_text(json_of(*live)));
        think(live);
    }
    stream->when_closed([this, live, watcher = std::weak_ptr(stream)] {
        if (const auto closed = watcher.lock()) unwatch(live, closed);
    });
    return stream;
}

void Games::unwatch(const LivePtr& live, const std::shared_ptr<EventStream>& stream) {
    const std::lock_guard lock(live->mutex);
    std::erase(live->watchers, stream);
    if (!live->watchers.empty() || live->removed) return;
    stop_thinking(*live);
    // A person's clock runs on: to close the page is no way to gain time. A program has to wait,
    // and so does its clock.
    if (!live->human_to_move()) keep_clock(*live);
}

void Games::keep_clock(Live& live) {
    if (!live.turn_began) return;
    settle_clock(live);
    // Should the disk fail now, the clock stands as it was after the last move.
    (void)store_.put(live.stored);
}

void Games::start_clock(Live& live) {
    if (!live.stored.clock || live.turn_began || live.ended() || live.stored.paused ||
        live.watchers.empty()) {
        return;
    }
    live.turn_began = Steady::now();
}

void Games::settle_clock(Live& live) {
    if (!live.turn_began) return;
    live.stored.left[index(live.diagram().to_move)] -=
        static_cast<std::int64_t>(seconds_since(*live.turn_began) * 1000);
    live.turn_began.reset();
}

void Games::watch_clocks() {
    std::unique_lock lock(clock_mutex_);
    while (!closing_.wait_for(lock, std::chrono::milliseconds(50), [this] { return closed_; })) {
        std::vector<LivePtr> all;
        {
            const std::lock_guard games_lock(mutex_);
            for (const auto& [id, live] : live_) all.push_back(live);
        }
        for (const LivePtr& live : all) {
            const std::lock_guard game_lock(live->mutex);
            if (!live->turn_began || live->removed) continue;
            const Color who = live->diagram().to_move;
            if (seconds_since(*live->turn_began) * 1000 <
                static_cast<double>(live->stored.left[index(who)])) {
                continue;
            }
            conclude(*live, Ending::timeout, opposite(who));
            live->stored.left[index(who)] = 0;
            if (saved(*live)) publish(*live);
        }
    }
}

void Games::stop_thinking(Live& live) {
    if (!live.stop_search) return;
    *live.stop_search = true;
    live.stop_search.reset();
    ++live.generation;
    turns_.wake();
}

void Games::think(const LivePtr& live) {
    if (live->stop_search || live->ended() || live->stored.paused || live->watchers.empty() ||
        live->human_to_move() || live->removed || !live->trouble.empty()) {
        return;
    }
    if (thinking_ >= settings_.thinking_at_once) {
        live->trouble = fmt::format(
            "{} players think already, and that is all there may be; "
            "go on when one of them is done",
            settings_.thinking_at_once);
        publish(*live);
        return;
    }
    live->stop_search = std::make_shared<std::atomic<bool>>(false);
    ++live->generation;
    workers_.start([this, live, generation = live->generation] { run_player(live, generation); });
}

void Games::run_player(const LivePtr& live, int generation) {
    ++thinking_;
    const std::lock_guard player_lock(live->player_mutex);
    for (;;) {
        GameRecord game;
        Limits limits;
        std::shared_ptr<std::atomic<bool>> stop;
        PlayerSpec spec;
        Color mover = Color::black;
        {
            const std::lock_guard lock(live->mutex);
            if (live->generation != generation || !live->stop_search) break;
            game = live->builder.record();
            stop = live->stop_search;
            mover = live->diagram().to_move;
            const auto parsed = registry_.parse(live->seat(mover));
            if (!parsed) {
                live->trouble = parsed.error().message;
                stop_thinking(*live);
                publish(*live);
                break;
            }
            spec = *parsed;
            if (live->turn_began) {
                const double left = static_cast<double>(live->stored.left[index(mover)]) / 1000 -
                                    seconds_since(*live->turn_began);
                limits.clock = Clock{std::max(left, 0.0), live->stored.clock->increment};
            }
        }
        auto& player = live->players[index(mover)];
        if (!player) player = registry_.make(spec);
        limits.progress = [&](const Choice& choice) {
            Json line = Json::array();
            for (const Move move : choice.line) line.push_back(to_string(move));
            const Json thought = {
                {"color", name_of(mover)},
                {"move", to_string(choice.move)},
                {"value", choice.value ? Json(choice.value->amount) : Json(nullptr)},
                {"unit", choice.value ? Json(unit_name(choice.value->unit)) : Json(nullptr)},
                {"depth", choice.depth},
                {"nodes", choice.nodes},
                {"from_book", choice.from_book},
                {"line", std::move(line)}};
            const std::lock_guard lock(live->mutex);
            if (live->generation != generation) return;
            for (const auto& watcher : live->watchers) watcher->send("thinking", to_text(thought));
        };
        const auto began = Steady::now();
        std::optional<Turns::Turn> turn;
        // Another program does its work elsewhere and needs no place among ours.
        if (!registry_.find(spec.name)->takes_command) turn.emplace(turns_, *stop);
        limits.stopped = [&] { return turn ? turn->stopped() : stop->load(); };
        const auto choice = player->choose(game, limits);
        turn.reset();

        const std::lock_guard lock(live->mutex);
        if (live->generation != generation) break;
        if (!choice && player->fault() == Fault::resignation) {
            conclude(*live, Ending::resigned, opposite(mover));
            if (const auto kept = saved(*live); !kept) live->trouble = kept.refusal().sentence;
            publish(*live);
            break;
        }
        if (!choice) {
            live->trouble = choice.error().message;
            stop_thinking(*live);
            settle_clock(*live);
            publish(*live);
            break;
        }
        PlayedMove played{choice->move};
        played.seconds = std::round(seconds_since(began) * 1000) / 1000;
        live->stored.undone.clear();
        const auto done = play(*live, played, choice->value);
        if (!done) {
            live->trouble = fmt::format("{} made a move that is not legal: {}", spec.name,
                                        done.error().message);
        } else {
            const auto kept = saved(*live);
            if (!kept) live->trouble = kept.refusal().sentence;
        }
        start_clock(*live);
        publish(*live);
        const bool goes_on = live->generation == generation && live->trouble.empty() &&
                             !live->ended() && !live->human_to_move();
        if (!goes_on) {
            if (live->generation == generation) stop_thinking(*live);
            break;
        }
    }
    --thinking_;
}

}  // namespace emilia::server
