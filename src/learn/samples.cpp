#include "learn/samples.h"

#include <algorithm>

#include "board/rules.h"
#include "learn/game_file.h"
#include "util/parallel.h"
#include "util/random.h"

namespace emilia::learn {

namespace {

void append(SampleSet& to, const SampleSet& from) {
    for (std::size_t i = 0; i < to.by_empties.size(); ++i) {
        to.by_empties[i].insert(to.by_empties[i].end(), from.by_empties[i].begin(),
                                from.by_empties[i].end());
    }
}

// A block, the number of its first game among all, and what was made of it.
struct Task {
    GameBlock block;
    std::uint64_t first_game = 0;
    Samples samples;
    std::string error;
};

void work_on(Task& task, const SampleOptions& options) {
    const auto games = unpack(task.block);
    if (!games) {
        task.error = games.error().message;
        return;
    }
    for (std::size_t i = 0; i < games->size(); ++i) {
        const bool kept = is_for_validation(task.first_game + i, options.validation_permille);
        add_samples((*games)[i], options.lambda,
                    kept ? task.samples.validation : task.samples.training);
    }
}

}  // namespace

std::size_t SampleSet::size() const {
    std::size_t all = 0;
    for (const auto& samples : by_empties) all += samples.size();
    return all;
}

bool is_for_validation(std::uint64_t game, int permille) {
    return Random(game).below(1000) < static_cast<unsigned>(permille);
}

void add_samples(const TrainingGame& game, double lambda, SampleSet& to) {
    std::array<Position, 60> positions;
    std::array<bool, 60> black_to_move{};
    Replay replay;
    const std::size_t moves = game.moves.size();
    std::size_t first = static_cast<std::size_t>(game.random_plies);
    for (std::size_t i = 0; i < moves; ++i) {
        positions[i] = replay.position();
        black_to_move[i] = replay.black_to_move();
        if (game.values[i] == kNoValue) first = std::max(first, i + 1);
        replay.play(game.moves[i]);
    }
    // From the end, for black.
    const int result = final_score(replay.position()).value();
    double label = replay.black_to_move() ? result : -result;
    for (std::size_t i = moves; i-- > first;) {
        const double sign = black_to_move[i] ? 1 : -1;
        const int empties = positions[i].empties();
        const double here = sign * game.values[i];
        label = empties <= game.exact_from ? here : lambda * label + (1 - lambda) * here;
        to.by_empties[static_cast<std::size_t>(empties)].push_back(
            {positions[i], static_cast<float>(sign * label)});
    }
}

Result<Samples> read_samples(const std::vector<std::string>& paths, const SampleOptions& options) {
    Samples all;
    for (const std::string& path : paths) {
        auto reader = GameFileReader::open(path);
        if (!reader) return reader.error();
        for (bool more = true; more;) {
            if (options.stopped && options.stopped()) return all;
            // A few blocks at once, put together in their order whatever the threads.
            std::vector<Task> tasks;
            while (tasks.size() < 4 * static_cast<std::size_t>(std::max(options.threads, 1))) {
                auto block = reader->next();
                if (!block) return block.error();
                more = block->has_value();
                if (!more) break;
                tasks.push_back({std::move(**block), all.games, {}, {}});
                all.games += tasks.back().block.games;
            }
            parallel_for(tasks.size(), options.threads,
                         [&](std::size_t i) { work_on(tasks[i], options); });
            for (const Task& task : tasks) {
                if (!task.error.empty()) return Error{path + ": " + task.error};
                append(all.training, task.samples.training);
                append(all.validation, task.samples.validation);
            }
        }
    }
    return all;
}

}  // namespace emilia::learn
