#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "player/registry.h"
#include "server/event_stream.h"
#include "server/json.h"
#include "server/store.h"
#include "server/turns.h"
#include "server/workers.h"

namespace emilia::server {

// What kept a request from being done, with the status of HTTP that says so.
struct Refusal {
    int status = 400;
    std::string sentence;
};
template <typename T>
class Answer {
  public:
    Answer(T value) : content_(std::move(value)) {}
    Answer(Refusal refusal) : content_(std::move(refusal)) {}
    // From a floor below: the client's fault unless said otherwise.
    Answer(Error error) : content_(Refusal{400, std::move(error.message)}) {}

    explicit operator bool() const { return content_.index() == 0; }
    T& operator*() { return std::get<0>(content_); }
    T* operator->() { return &std::get<0>(content_); }
    const Refusal& refusal() const { return std::get<1>(content_); }

  private:
    std::variant<T, Refusal> content_;
};

// What a new game is to be.
struct NewGame {
    std::string name;
    std::array<std::string, 2> seats;  // "human" or a player's spec, by Color
    std::string start;
    std::string moves;
    std::optional<Clock> clock;
};

inline constexpr const char* kHuman = "human";

// The games that are being played. A move is on the disk before anybody is told of it. Players that
// are programs think while somebody watches the game, and their clocks run for as long; that of a
// person, once somebody has watched, until he moves or the game is paused.
class Games {
  public:
    struct Settings {
        bool programs = false;  // players that run other programs are allowed
        int thinking_at_once = 16;
    };
    Games(const PlayerRegistry& registry, Store& store, Turns& turns, Settings settings);
    ~Games();
    Games(const Games&) = delete;
    Games& operator=(const Games&) = delete;

    // All answer with the game as it then is (docs/api.md, "A game").
    Answer<Json> create(const NewGame& game);
    Answer<Json> get(const std::string& id);
    // `ply` is how many moves the client knows of: if there are more it speaks of another position.
    Answer<Json> move(const std::string& id, std::size_t ply, std::string_view move);
    Answer<Json> undo(const std::string& id);
    Answer<Json> redo(const std::string& id);
    Answer<Json> resign(const std::string& id, Color who);
    Answer<Json> set_paused(const std::string& id, bool paused);
    Answer<Json> rename(const std::string& id, const std::string& name);
    Answer<Done> remove(const std::string& id);

    // As a record, to be written in some format.
    Answer<GameRecord> record(const std::string& id);
    // Events: "game" at once and after each change, "thinking" while a player thinks.
    Answer<std::shared_ptr<EventStream>> watch(const std::string& id);

    // Programs that think at the moment.
    int thinking() const { return thinking_; }

  private:
    struct Live;
    using LivePtr = std::shared_ptr<Live>;

    Answer<LivePtr> find(const std::string& id);
    Result<LivePtr> revive(StoredGame stored);
    // All of these with the game's lock.
    Answer<Json> saved(Live& live);
    Result<Done> play(Live& live, PlayedMove played, const std::optional<Value>& value);
    void conclude(Live& live, Ending ending, std::optional<Color> winner);
    void think(const LivePtr& live);
    void stop_thinking(Live& live);
    void start_clock(Live& live);
    void settle_clock(Live& live);
    // The same, and on the disk.
    void keep_clock(Live& live);
    void publish(Live& live);

    void run_player(const LivePtr& live, int generation);
    void unwatch(const LivePtr& live, const std::shared_ptr<EventStream>& stream);
    void watch_clocks();
    Json json_of(const Live& live) const;

    const PlayerRegistry& registry_;
    Store& store_;
    Turns& turns_;
    const Settings settings_;
    std::mutex mutex_;
    std::map<std::string, LivePtr> live_;
    std::atomic<int> thinking_ = 0;
    Workers workers_;
    std::mutex clock_mutex_;
    std::condition_variable closing_;
    bool closed_ = false;
    std::thread clock_thread_;
};

// The most that an option may ask for on a server, which others use at the same time.
long long greatest_allowed(const PlayerOption& option);

// A game of the list, without its moves.
Json listed_json(const StoredGame& game);

}  // namespace emilia::server
