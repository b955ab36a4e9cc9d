#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "learn/training_game.h"
#include "util/result.h"

// Games for training in a file, by the million: docs/training.md describes it to the byte.

namespace emilia::learn {

// What the games of a file were played with, as names and values for a person.
using Settings = std::vector<std::pair<std::string, std::string>>;

inline constexpr std::size_t kMostGamesInABlock = 65536;

// Games as they lie in a file, with their checksum found right, not yet unpacked: that is the work,
// and can be done by many threads.
struct GameBlock {
    std::size_t number = 0;  // in the file, from 1
    std::size_t games = 0;
    std::size_t unpacked_bytes = 0;
    std::string packed;
};

// The games as a block with its frame, to be appended to a file. At most kMostGamesInABlock of
// them; a game that check() does not accept is refused.
Result<std::string> pack(std::span<const TrainingGame> games);
Result<std::vector<TrainingGame>> unpack(const GameBlock& block);

// Reads a file block by block.
class GameFileReader {
  public:
    static Result<GameFileReader> open(const std::string& path);
    // The same from any stream; errors name `name`.
    static Result<GameFileReader> open(std::unique_ptr<std::istream> stream, std::string name);

    GameFileReader(GameFileReader&&) noexcept;
    GameFileReader& operator=(GameFileReader&&) noexcept;
    ~GameFileReader();

    const Settings& settings() const { return settings_; }

    // The next block; none behind the last. After an error there is nothing more to read.
    Result<std::optional<GameBlock>> next();

    // Bytes up to the end of the last good block: what a run that was interrupted goes on from.
    std::uint64_t good_bytes() const { return good_bytes_; }
    // The error was that the file ends within a block, as one does whose writer was killed.
    bool is_cut() const { return is_cut_; }

  private:
    GameFileReader(std::unique_ptr<std::istream> stream, std::string name);

    Result<Done> read_header();
    Error cut();

    std::unique_ptr<std::istream> stream_;
    std::string name_;
    Settings settings_;
    std::size_t blocks_ = 0;
    std::uint64_t good_bytes_ = 0;
    bool is_cut_ = false;
};

// Writes a file, or goes on with one: what a killed run left unfinished at its end is cut off.
class GameFileWriter {
  public:
    // Refused is a file that is something else, is damaged, has other settings or is in use.
    static Result<GameFileWriter> open(const std::string& path, const Settings& settings);

    GameFileWriter(GameFileWriter&& other) noexcept;
    GameFileWriter& operator=(GameFileWriter&&) = delete;
    ~GameFileWriter();

    // In the file so far.
    std::uint64_t games() const { return games_; }

    // As one block, which is on the disk when this returns.
    Result<Done> append(std::span<const TrainingGame> games);

  private:
    GameFileWriter(std::string path, int descriptor)
        : path_(std::move(path)), descriptor_(descriptor) {}

    Result<Done> begin(const Settings& settings);
    Result<Done> write(std::string_view bytes);

    std::string path_;
    int descriptor_;
    std::uint64_t games_ = 0;
};

}  // namespace emilia::learn
