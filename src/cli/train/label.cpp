#include "learn/label.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "cli/train/train.h"
#include "cli/weights_option.h"
#include "util/interrupt.h"

namespace emilia::cli {

namespace {

struct Options {
    std::string from;
    std::string file;
    std::string weights;
    learn::LabelOptions label;
    int threads = 1;
    bool json = false;
};

// The games of a file by their numbers, for many threads that ask for each once and about in order.
class Source {
  public:
    // Those before `first` are not asked for.
    Source(learn::GameFileReader reader, std::uint64_t first)
        : reader_(std::move(reader)), first_(first) {}

    // Reads on where need be; nothing if the file cannot be read there.
    std::optional<learn::TrainingGame> at(std::uint64_t number) {
        const std::lock_guard lock(mutex_);
        while (number >= next_) {
            const auto block = reader_.next();
            if (!block) trouble_ = block.error();
            if (!block || !*block) return std::nullopt;
            if (next_ + (*block)->games <= first_) {
                next_ += (*block)->games;
                continue;
            }
            auto games = learn::unpack(**block);
            if (!games) {
                trouble_ = games.error();
                return std::nullopt;
            }
            for (auto& game : *games) kept_.emplace(next_++, std::move(game));
        }
        const auto found = kept_.find(number);
        if (found == kept_.end()) return std::nullopt;
        auto game = std::move(found->second);
        kept_.erase(found);
        return game;
    }

    // What kept it from reading on; to be asked when all is done.
    const std::optional<Error>& trouble() const { return trouble_; }

  private:
    std::mutex mutex_;
    learn::GameFileReader reader_;
    std::uint64_t first_;
    std::uint64_t next_ = 0;
    std::optional<Error> trouble_;
    std::map<std::uint64_t, learn::TrainingGame> kept_;
};

// How many games there are, and that they can all be read.
Result<std::uint64_t> count_games(const std::string& path) {
    auto reader = learn::GameFileReader::open(path);
    if (!reader) return reader.error();
    std::uint64_t games = 0;
    for (;;) {
        const auto block = reader->next();
        if (!block) return block.error();
        if (!*block) return games;
        games += (*block)->games;
    }
}

int run_label(const Options& options) {
    const auto weights = chosen_weights(options.weights);
    if (!weights) return fail(weights.error());
    learn::LabelOptions label = options.label;
    label.weights = *weights;
    const auto games = count_games(options.from);
    if (!games) return fail(games.error());
    auto reader = learn::GameFileReader::open(options.from);
    if (!reader) return fail(reader.error());
    auto writer =
        learn::GameFileWriter::open(options.file, learn::settings_of(label, reader->settings()));
    if (!writer) return fail(writer.error());
    Source source(std::move(*reader), writer->games());
    const int code = run_production(
        options.file, *writer, *games, options.threads, options.json, [&]() -> learn::GameMaker {
            auto one = std::make_shared<learn::Labeller>(label, interrupted);
            return [one, &source](std::uint64_t number) -> std::optional<learn::TrainingGame> {
                const auto game = source.at(number);
                if (!game) return std::nullopt;
                return one->label(*game);
            };
        });
    if (source.trouble())
        return fail(fmt::format("{}: {}", options.from, source.trouble()->message));
    return code;
}

}  // namespace

void add_train_label(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family, {"label", "Subcommands", "give the positions of games better values", R"(Examples:
  emilia train label games.emg labelled.emg --exact 18
  emilia train label games.emg labelled.emg --depth 10 --exact 16 --weights new.weights

Writes the same games into another file, with the value of every position by a deeper
search and, near the end, the exact one; random moves still have none. 'train fit' takes
exact values for what they are, and mixes the others in as --lambda says. Ctrl-C stops,
and the same command goes on where it stopped.
)"},
        [options] { return run_label(*options); });
    command.add_option("games", options->from, "the file of training games to read")
        ->type_name("FILE")
        ->required();
    command.add_option("file", options->file, "the file to write, or go on with")
        ->type_name("FILE")
        ->required();
    command.add_option("--depth", options->label.depth, "plies to search, 8 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 40));
    command
        .add_option("--exact", options->label.exact,
                    "exact values from so many empty squares on, 16 by default")
        ->type_name("N")
        ->check(CLI::Range(0, 40));
    add_weights_option(command, options->weights);
    add_threads_option(command, options->threads);
    command.add_flag("--json", options->json, "one JSON object at the end");
}

}  // namespace emilia::cli
