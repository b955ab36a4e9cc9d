#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "cli/train/train.h"
#include "cli/weights_option.h"
#include "learn/game_file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    bool json = false;
};

std::uint64_t size_of(const std::string& path) {
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path, ignored);
    return ignored ? 0 : size;
}

bool is_of_games(const std::string& path) {
    std::string line;
    std::getline(std::ifstream(path), line);
    return line.starts_with("Emilia training games");
}

struct GamesFound {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
    std::uint64_t blocks = 0;
    std::string trouble;
};

GamesFound look_through(learn::GameFileReader& reader) {
    GamesFound found;
    while (!interrupted()) {
        const auto block = reader.next();
        if (!block) found.trouble = block.error().message;
        if (!block || !*block) break;
        const auto games = learn::unpack(**block);
        if (!games) {
            found.trouble = games.error().message;
            break;
        }
        ++found.blocks;
        found.games += games->size();
        for (const learn::TrainingGame& game : *games) found.moves += game.moves.size();
    }
    return found;
}

// Says what a file of games holds; the sentence if it is not whole.
int show_games(const std::string& path, learn::GameFileReader& reader, bool json) {
    const GamesFound found = look_through(reader);
    const std::uint64_t bytes = size_of(path);
    if (json) {
        Json settings = Json::object();
        for (const auto& [name, value] : reader.settings()) settings[name] = value;
        print_json({{"file", path},
                    {"kind", "games"},
                    {"bytes", bytes},
                    {"good_bytes", reader.good_bytes()},
                    {"blocks", found.blocks},
                    {"games", found.games},
                    {"moves", found.moves},
                    {"settings", std::move(settings)}});
    } else {
        fmt::print("{}: {} training games in {} {}, {} moves, {} bytes", printable(path),
                   with_commas(found.games), with_commas(found.blocks),
                   found.blocks == 1 ? "block" : "blocks", with_commas(found.moves),
                   with_commas(bytes));
        if (found.games > 0) {
            fmt::print(" ({:.1f} a game)",
                       static_cast<double>(bytes) / static_cast<double>(found.games));
        }
        fmt::print("\n");
        for (const auto& [name, value] : reader.settings())
            fmt::print("  {:<14} {}\n", name, value);
    }
    return found.trouble.empty() ? kSuccess : fail(found.trouble);
}

void show_network(const std::string& path, const Weights& weights, bool json) {
    const std::vector<NetworkPart>& parts = weights.network()->parts();
    const std::size_t rows = parts[0].by_class.size();
    std::vector<int> first_stages;
    for (const NetworkPart& part : parts) first_stages.push_back(part.first_stage);
    if (json) {
        print_json({{"file", path},
                    {"kind", "network"},
                    {"id", weights.id()},
                    {"stages", kStages},
                    {"parts", first_stages},
                    {"rows", rows},
                    {"row_size", kRowSize},
                    {"hidden", kHidden}});
        return;
    }
    fmt::print(
        "{}: network {}, {} stages, {} shapes in {} places, "
        "{} rows of {} from each of the stages {}, {} hidden sums\n",
        path.empty() ? "in the program" : printable(path), weights.id(), kStages, kShapeCount,
        kPlaced.count, with_commas(rows), kRowSize, fmt::join(first_stages, ", "), kHidden);
}

void show_weights(const std::string& path, const Weights& weights, bool json) {
    if (weights.network() != nullptr) return show_network(path, weights, json);
    std::size_t used = 0;
    for (int stage = 0; stage < kStages; ++stage) {
        for (const std::int16_t weight : weights.classes(stage)) used += weight != 0;
    }
    const std::size_t all = static_cast<std::size_t>(kStages * class_layout().count);
    if (json) {
        print_json({{"file", path},
                    {"kind", "weights"},
                    {"id", weights.id()},
                    {"stages", kStages},
                    {"weights", all},
                    {"not_zero", used}});
        return;
    }
    fmt::print("{}: weights {}, {} stages, {} shapes in {} places, {} weights, {} of them not 0\n",
               path.empty() ? "in the program" : printable(path), weights.id(), kStages,
               kShapeCount, kPlaced.count, with_commas(all), with_commas(used));
}

int show(const std::string& path, bool json) {
    if (is_of_games(path)) {
        auto reader = learn::GameFileReader::open(path);
        return reader ? show_games(path, *reader, json) : fail(reader.error());
    }
    const auto weights = chosen_weights(path);
    if (!weights) return fail(weights.error());
    show_weights(path, **weights, json);
    return kSuccess;
}

int run_info(const Options& options) {
    const InterruptGuard guard;
    int code = kSuccess;
    if (options.files.empty()) return show("", options.json);
    for (const std::string& file : options.files) {
        if (interrupted()) return kInterruptedExitCode;
        code = std::max(code, show(file, options.json));
    }
    return code;
}

}  // namespace

void add_train_info(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family, {"info", "Subcommands", "what files of games and of weights hold", R"(Examples:
  emilia train info                     the weights in the program
  emilia train info games.emg           how many games, made with which settings
  emilia train info new.weights

Files are read to their end, so that damage is found.
)"},
        [options] { return run_info(*options); });
    command.add_option("files", options->files, "files of training games or of weights")
        ->type_name("FILE");
    command.add_flag("--json", options->json, "one JSON object a file");
}

}  // namespace emilia::cli
