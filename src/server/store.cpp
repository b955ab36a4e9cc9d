#include "server/store.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace emilia::server {

namespace {

constexpr int kVersion = 1;

constexpr const char* kSchema = R"(
CREATE TABLE games (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,
  black TEXT NOT NULL, white TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL,
  undone TEXT NOT NULL, details TEXT NOT NULL, clock_left REAL, clock_increment REAL,
  black_left INTEGER NOT NULL, white_left INTEGER NOT NULL, ending TEXT NOT NULL,
  winner TEXT NOT NULL, result INTEGER, paused INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_change ON games (changed DESC);
)";

constexpr const char* kColumns =
    "id, name, created, changed, black, white, start, moves, undone, details, clock_left, "
    "clock_increment, black_left, white_left, ending, winner, result, paused";

// One prepared statement, used once.
class Statement {
  public:
    Statement(sqlite3* database, const std::string& sql) : database_(database) {
        sqlite3_prepare_v2(database, sql.c_str(), -1, &statement_, nullptr);
    }
    ~Statement() { sqlite3_finalize(statement_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    void bind(const std::string& text) {
        sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                          SQLITE_TRANSIENT);
    }
    void bind(std::int64_t number) { sqlite3_bind_int64(statement_, ++bound_, number); }
    void bind(std::optional<double> number) {
        ++bound_;
        if (number) sqlite3_bind_double(statement_, bound_, *number);
    }
    void skip() { ++bound_; }

    // True while there are rows.
    bool step() {
        status_ = statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_);
        return status_ == SQLITE_ROW;
    }
    bool done() const { return status_ == SQLITE_DONE; }
    Error error() const {
        return Error{fmt::format("the file of games: {}", sqlite3_errmsg(database_))};
    }

    std::string text(int column) const {
        const auto* const bytes = sqlite3_column_text(statement_, column);
        return bytes == nullptr ? std::string() : reinterpret_cast<const char*>(bytes);
    }
    std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
    double real(int column) const { return sqlite3_column_double(statement_, column); }
    bool null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

  private:
    sqlite3* database_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
    int status_ = SQLITE_OK;
};

StoredGame game_of(const Statement& row) {
    StoredGame game;
    game.id = row.text(0);
    game.name = row.text(1);
    game.created = row.number(2);
    game.changed = row.number(3);
    game.seats = {row.text(4), row.text(5)};
    game.start = row.text(6);
    game.moves = row.text(7);
    game.undone = row.text(8);
    game.details = row.text(9);
    if (!row.null(10)) game.clock = Clock{row.real(10), row.real(11)};
    game.left = {row.number(12), row.number(13)};
    game.ending = row.text(14);
    game.winner = row.text(15);
    if (!row.null(16)) game.result = static_cast<int>(row.number(16));
    game.paused = row.number(17) != 0;
    return game;
}

}  // namespace

bool StoredGame::operator==(const StoredGame& other) const {
    const auto same_clock = [&] {
        if (clock.has_value() != other.clock.has_value()) return false;
        return !clock ||
               (clock->left == other.clock->left && clock->increment == other.clock->increment);
    };
    return id == other.id && name == other.name && created == other.created &&
           changed == other.changed && seats == other.seats && start == other.start &&
           moves == other.moves && undone == other.undone && details == other.details &&
           same_clock() && left == other.left && ending == other.ending && winner == other.winner &&
           result == other.result && paused == other.paused;
}

struct Store::Database {
    sqlite3* handle = nullptr;
    ~Database() { sqlite3_close(handle); }

    Result<Done> execute(const char* sql) {
        char* message = nullptr;
        if (sqlite3_exec(handle, sql, nullptr, nullptr, &message) == SQLITE_OK) return Done{};
        const Error error{message == nullptr ? "out of memory" : message};
        sqlite3_free(message);
        return error;
    }
};

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::string& path) {
    auto database = std::make_unique<Database>();
    const auto failed = [&](const std::string& why) {
        return Error{fmt::format("the file of games {}: {}", path, why)};
    };
    if (sqlite3_open(path.c_str(), &database->handle) != SQLITE_OK) {
        return failed(sqlite3_errmsg(database->handle));
    }
    // One server a file: two would each hold games of their own and overwrite the other's moves.
    const auto set = database->execute(
        "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "BEGIN EXCLUSIVE; COMMIT;");
    if (!set && sqlite3_errcode(database->handle) == SQLITE_BUSY) {
        return failed("another server has it open; end that one, or name another file with --data");
    }
    if (!set) return failed(set.error().message);
    int version = 0;
    {
        Statement read(database->handle, "PRAGMA user_version");
        if (!read.step()) return failed(read.error().message);
        version = static_cast<int>(read.number(0));
    }
    if (version > kVersion) {
        return failed(
            fmt::format("it was written by a newer program (version {} of the file, "
                        "this program knows {})",
                        version, kVersion));
    }
    if (version == 0) {
        const auto made = database->execute(
            fmt::format("BEGIN IMMEDIATE; {} PRAGMA user_version={}; COMMIT;", kSchema, kVersion)
                .c_str());
        if (!made) return failed(made.error().message);
    }
    return std::unique_ptr<Store>(new Store(std::move(database)));
}

Result<Done> Store::put(const StoredGame& game) {
    const std::lock_guard lock(mutex_);
    Statement write(database_->handle, fmt::format("INSERT OR REPLACE INTO games ({}) VALUES "
                                                   "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                                                   kColumns));
    write.bind(game.id);
    write.bind(game.name);
    write.bind(game.created);
    write.bind(game.changed);
    write.bind(game.seats[0]);
    write.bind(game.seats[1]);
    write.bind(game.start);
    write.bind(game.moves);
    write.bind(game.undone);
    write.bind(game.details);
    write.bind(game.clock ? std::optional(game.clock->left) : std::nullopt);
    write.bind(game.clock ? std::optional(game.clock->increment) : std::nullopt);
    write.bind(game.left[0]);
    write.bind(game.left[1]);
    write.bind(game.ending);
    write.bind(game.winner);
    if (game.result) {
        write.bind(static_cast<std::int64_t>(*game.result));
    } else {
        write.skip();
    }
    write.bind(static_cast<std::int64_t>(game.paused));
    write.step();
    if (!write.done()) return write.error();
    return Done{};
}

Result<std::optional<StoredGame>> Store::get(const std::string& id) {
    const std::lock_guard lock(mutex_);
    Statement read(database_->handle, fmt::format("SELECT {} FROM games WHERE id=?", kColumns));
    read.bind(id);
    if (read.step()) return std::optional(game_of(read));
    if (!read.done()) return read.error();
    return std::optional<StoredGame>();
}

Result<std::vector<StoredGame>> Store::list(int limit, int offset) {
    const std::lock_guard lock(mutex_);
    Statement read(
        database_->handle,
        fmt::format("SELECT {} FROM games ORDER BY changed DESC, id LIMIT ? OFFSET ?", kColumns));
    read.bind(static_cast<std::int64_t>(limit));
    read.bind(static_cast<std::int64_t>(offset));
    std::vector<StoredGame> games;
    while (read.step()) games.push_back(game_of(read));
    if (!read.done()) return read.error();
    return games;
}

Result<std::int64_t> Store::count() {
    const std::lock_guard lock(mutex_);
    Statement read(database_->handle, "SELECT count(*) FROM games");
    if (!read.step()) return read.error();
    return read.number(0);
}

Result<bool> Store::remove(const std::string& id) {
    const std::lock_guard lock(mutex_);
    Statement erase(database_->handle, "DELETE FROM games WHERE id=?");
    erase.bind(id);
    erase.step();
    if (!erase.done()) return erase.error();
    return sqlite3_changes(database_->handle) > 0;
}

Result<std::vector<SeatResult>> Store::results() {
    const std::lock_guard lock(mutex_);
    Statement read(database_->handle,
                   "SELECT black, white, winner, count(*) FROM games WHERE winner<>'' "
                   "GROUP BY black, white, winner");
    std::vector<SeatResult> results;
    while (read.step()) {
        results.push_back(
            {read.text(0), read.text(1), read.text(2), static_cast<int>(read.number(3))});
    }
    if (!read.done()) return read.error();
    return results;
}

}  // namespace emilia::server
