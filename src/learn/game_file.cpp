#include "learn/game_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "util/text.h"

namespace emilia::learn {

namespace {

constexpr std::string_view kFirstLine = "Emilia training games 1";
constexpr std::string_view kEnd = "end ";
constexpr std::size_t kMostHeaderLines = 100;

// A block's frame: three numbers of four bytes (packed bytes, unpacked bytes, games), the checksum
// of those and of what follows in eight, lowest byte first everywhere; then the packed bytes.
constexpr std::size_t kFrameSize = 20;
// Unpacked, a game takes two bytes and two more for each move.
constexpr std::size_t kLongestGame = 2 + 2 * 60;

void put(std::string& to, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> 8 * i & 0xff);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, int count) {
    std::uint64_t number = 0;
    for (int i = count; i-- > 0;) {
        number = number << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
    }
    return number;
}

std::uint64_t checksum_of(std::string_view bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

Error failure(std::string_view what, const std::string& path, int code) {
    return Error{
        fmt::format("cannot {} {}: {}", what, path, std::generic_category().message(code))};
}

// One line a setting, and one with the checksum of all before it.
std::string header_of(const Settings& settings) {
    std::string text = std::string(kFirstLine) + '\n';
    for (const auto& [name, value] : settings) text += printable(name + ' ' + value) + '\n';
    return text + fmt::format("{}{:016x}\n", kEnd, checksum_of(text));
}

// What a player expects whose predecessor expected `before`, if both are right.
int expected(int before, bool passed) {
    if (before == kNoValue) return 0;
    return passed ? before : -before;
}

}  // namespace

// A game is its two numbers, then of each move the number of smaller legal squares (so that no
// illegal move can be written), then of each value how it differs from the one before: bytes that
// compress well, each kind together with its like.
Result<std::string> pack(std::span<const TrainingGame> games) {
    if (games.size() > kMostGamesInABlock) {
        return Error{fmt::format("{} games are more than a block holds", games.size())};
    }
    std::string numbers;
    std::string ranks;
    std::string differences;
    for (const TrainingGame& game : games) {
        if (const auto fine = check(game); !fine) return fine.error();
        numbers += static_cast<char>(game.random_plies);
        numbers += static_cast<char>(game.exact_from);
        Replay replay;
        int before = kNoValue;
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            ranks += static_cast<char>(popcount(replay.legal() & (bit(game.moves[i]) - 1)));
            const int value = game.values[i];
            differences += static_cast<char>(value - expected(before, replay.passed()));
            before = value;
            replay.play(game.moves[i]);
        }
    }
    const std::string raw = numbers + ranks + differences;
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    constexpr int kLevel = 6;
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), kLevel));
    std::string frame;
    put(frame, packed.size(), 4);
    put(frame, raw.size(), 4);
    put(frame, games.size(), 4);
    put(frame, checksum_of(frame + packed), 8);
    return frame + packed;
}

Result<std::vector<TrainingGame>> unpack(const GameBlock& block) {
    const Error wrong{fmt::format("block {} holds no games that can be read", block.number)};
    if (block.games > kMostGamesInABlock || block.unpacked_bytes > block.games * kLongestGame ||
        block.unpacked_bytes < 2 * block.games || block.unpacked_bytes % 2 != 0) {
        return wrong;
    }
    std::string raw(block.unpacked_bytes, '\0');
    const std::size_t size =
        ZSTD_decompress(raw.data(), raw.size(), block.packed.data(), block.packed.size());
    if (ZSTD_isError(size) != 0 || size != raw.size()) return wrong;
    std::size_t at_rank = 2 * block.games;
    const std::size_t end_of_ranks = at_rank + (raw.size() - at_rank) / 2;
    std::size_t at_difference = end_of_ranks;
    std::vector<TrainingGame> games(block.games);
    for (std::size_t i = 0; i < games.size(); ++i) {
        TrainingGame& game = games[i];
        game.random_plies = static_cast<unsigned char>(raw[2 * i]);
        game.exact_from = static_cast<unsigned char>(raw[2 * i + 1]);
        if (game.random_plies > 60 || game.exact_from > 60) return wrong;
        game.moves.reserve(60);
        game.values.reserve(60);
        Replay replay;
        int before = kNoValue;
        while (!replay.over()) {
            if (at_rank == end_of_ranks) return wrong;
            int rank = static_cast<unsigned char>(raw[at_rank++]);
            if (rank >= popcount(replay.legal())) return wrong;
            Bitboard choices = replay.legal();
            while (rank-- > 0) choices = without_lowest_bit(choices);
            const int value = static_cast<std::int8_t>(static_cast<unsigned char>(
                raw[at_difference++] + expected(before, replay.passed())));
            if (value != kNoValue && (value < -64 || value > 64)) return wrong;
            game.moves.push_back(square_at(lowest_bit(choices)));
            game.values.push_back(static_cast<std::int8_t>(value));
            before = value;
            replay.play(game.moves.back());
        }
    }
    if (at_rank != end_of_ranks) return wrong;
    return games;
}

GameFileReader::GameFileReader(std::unique_ptr<std::istream> stream, std::string name)
    : stream_(std::move(stream)), name_(std::move(name)) {}
GameFileReader::GameFileReader(GameFileReader&&) noexcept = default;
GameFileReader& GameFileReader::operator=(GameFileReader&&) noexcept = default;
GameFileReader::~GameFileReader() = default;

Result<GameFileReader> GameFileReader::open(const std::string& path) {
    auto stream = std::make_unique<std::ifstream>(path, std::ios::binary);
    if (!*stream) return failure("open", path, errno);
    return open(std::move(stream), path);
}

Result<GameFileReader> GameFileReader::open(std::unique_ptr<std::istream> stream,
                                            std::string name) {
    GameFileReader reader(std::move(stream), std::move(name));
    if (const auto done = reader.read_header(); !done) return done.error();
    return reader;
}

Result<Done> GameFileReader::read_header() {
    std::string text;
    std::string line;
    for (std::size_t i = 0; i < kMostHeaderLines; ++i) {
        // A line of a file that is something else may be the whole of it.
        line.clear();
        char c = 0;
        while (line.size() < 4096 && stream_->get(c) && c != '\n') line += c;
        if (i == 0 && line != kFirstLine) {
            return Error{fmt::format("{} is no file of training games: it does not begin with '{}'",
                                     name_, kFirstLine)};
        }
        if (!*stream_ || c != '\n') break;
        if (line.starts_with(kEnd) && line == fmt::format("{}{:016x}", kEnd, checksum_of(text))) {
            good_bytes_ = text.size() + line.size() + 1;
            return Done{};
        }
        text += line + '\n';
        if (i == 0) continue;
        const std::size_t blank = line.find(' ');
        settings_.emplace_back(line.substr(0, blank),
                               blank == line.npos ? "" : line.substr(blank + 1));
    }
    return Error{fmt::format("{}: the settings at its beginning are cut or damaged", name_)};
}

Error GameFileReader::cut() {
    is_cut_ = true;
    return Error{
        fmt::format("{}: block {} is cut: the file ends within it, the {} bytes before are good",
                    name_, blocks_ + 1, with_commas(good_bytes_))};
}

Result<std::optional<GameBlock>> GameFileReader::next() {
    std::string frame(kFrameSize, '\0');
    stream_->read(frame.data(), static_cast<std::streamsize>(frame.size()));
    if (stream_->gcount() == 0) return std::optional<GameBlock>();
    if (stream_->gcount() < static_cast<std::streamsize>(frame.size())) return cut();
    GameBlock block;
    const auto packed_bytes = static_cast<std::size_t>(number_at(frame, 0, 4));
    block.unpacked_bytes = static_cast<std::size_t>(number_at(frame, 4, 4));
    block.games = static_cast<std::size_t>(number_at(frame, 8, 4));
    const std::uint64_t checksum = number_at(frame, 12, 8);
    const Error damaged{
        fmt::format("{}: block {}, at byte {}, is damaged: its checksum does not fit", name_,
                    blocks_ + 1, with_commas(good_bytes_))};
    if (packed_bytes > ZSTD_compressBound(kMostGamesInABlock * kLongestGame) ||
        block.games > kMostGamesInABlock) {
        return damaged;
    }
    block.packed.resize(packed_bytes);
    stream_->read(block.packed.data(), static_cast<std::streamsize>(packed_bytes));
    if (stream_->gcount() < static_cast<std::streamsize>(packed_bytes)) return cut();
    if (checksum_of(frame.substr(0, 12) + block.packed) != checksum) return damaged;
    block.number = ++blocks_;
    good_bytes_ += kFrameSize + packed_bytes;
    return std::optional<GameBlock>(std::move(block));
}

GameFileWriter::GameFileWriter(GameFileWriter&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      games_(other.games_) {}

GameFileWriter::~GameFileWriter() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<GameFileWriter> GameFileWriter::open(const std::string& path, const Settings& settings) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return failure("open", path, errno);
    GameFileWriter writer(path, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return Error{fmt::format("{} is being written already", path)};
        return failure("lock", path, errno);
    }
    if (const auto done = writer.begin(settings); !done) return done.error();
    return writer;
}

Result<Done> GameFileWriter::begin(const Settings& settings) {
    const std::string header = header_of(settings);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) return failure("read", path_, errno);
    // Killed within the header: nothing is lost by beginning again.
    std::string found(std::min(static_cast<std::size_t>(status.st_size), header.size()), '\0');
    if (::pread(descriptor_, found.data(), found.size(), 0) != static_cast<ssize_t>(found.size())) {
        return failure("read", path_, errno);
    }
    if (found.size() < header.size() && header.starts_with(found)) {
        if (::ftruncate(descriptor_, 0) != 0) return failure("write", path_, errno);
        return write(header);
    }
    auto reader = GameFileReader::open(path_);
    if (!reader) return reader.error();
    if (found != header) {
        const Settings& old = reader->settings();
        for (std::size_t i = 0; i < std::min(old.size(), settings.size()); ++i) {
            if (old[i] == settings[i]) continue;
            return Error{fmt::format(
                "{} holds games made with other settings: it says '{} {}', and now it is '{} {}'",
                path_, old[i].first, old[i].second, settings[i].first, settings[i].second)};
        }
        return Error{fmt::format("{} holds games made with {} settings, and now there are {}",
                                 path_, old.size(), settings.size())};
    }
    for (;;) {
        const auto block = reader->next();
        if (!block && !reader->is_cut()) return block.error();
        if (!block || !*block) break;
        games_ += (*block)->games;
    }
    const auto end = static_cast<off_t>(reader->good_bytes());
    if (::ftruncate(descriptor_, end) != 0 || ::lseek(descriptor_, end, SEEK_SET) < 0) {
        return failure("write", path_, errno);
    }
    return Done{};
}

Result<Done> GameFileWriter::append(std::span<const TrainingGame> games) {
    const auto block = pack(games);
    if (!block) return block.error();
    if (const auto done = write(*block); !done) return done;
    games_ += games.size();
    return Done{};
}

Result<Done> GameFileWriter::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failure("write", path_, errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fdatasync(descriptor_) != 0 && errno != EINVAL) return failure("write", path_, errno);
    return Done{};
}

}  // namespace emilia::learn
