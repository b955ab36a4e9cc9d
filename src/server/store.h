#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "player/player.h"
#include "util/result.h"

namespace emilia::server {

// A game as it is kept. Texts are as the server writes them elsewhere: start and moves as in
// line_json.h, seats as "human" or a player's spec.
struct StoredGame {
    std::string id;
    std::string name;
    std::int64_t created = 0;  // milliseconds since 1970
    std::int64_t changed = 0;
    std::array<std::string, 2> seats;  // by Color
    std::string start;
    std::string moves;
    std::string undone;                  // moves taken back, the next to be played again first
    std::string details;                 // JSON, by ply: what is known of how a move was found
    std::optional<Clock> clock;          // that both began with
    std::array<std::int64_t, 2> left{};  // milliseconds on the clocks, by Color
    std::string ending;                  // as emilia::name_of(Ending); empty: it goes on
    std::string winner;                  // black, white or draw; empty: it goes on
    std::optional<int> result;           // black's discs less white's
    bool paused = false;

    bool operator==(const StoredGame& other) const;
};

// How finished games ended between two seats.
struct SeatResult {
    std::string black;
    std::string white;
    std::string winner;
    int games = 0;
};

// Games in an SQLite file. What put() has returned from is on the disk: neither a kill nor a power
// cut takes it back. Used from any thread.
class Store {
  public:
    // ":memory:" keeps them for as long as the object lives.
    static Result<std::unique_ptr<Store>> open(const std::string& path);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    Result<Done> put(const StoredGame& game);
    Result<std::optional<StoredGame>> get(const std::string& id);
    // Last changed first.
    Result<std::vector<StoredGame>> list(int limit, int offset);
    Result<std::int64_t> count();
    // False if there was none.
    Result<bool> remove(const std::string& id);
    Result<std::vector<SeatResult>> results();

  private:
    struct Database;
    explicit Store(std::unique_ptr<Database> database);
    std::mutex mutex_;
    std::unique_ptr<Database> database_;
};

}  // namespace emilia::server
