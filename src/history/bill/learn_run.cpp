#include "history/bill/learn_run.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "util/elapsed.h"
#include "util/file.h"
#include "util/text.h"

namespace emilia::bill {

namespace {

constexpr double kSecondsBetweenSaving = 10;

Result<LearnState> begun(const LearnRun& run) {
    std::error_code ignored;
    if (!std::filesystem::exists(run.state_file, ignored)) {
        LearnState fresh;
        fresh.settings = run.settings;
        return fresh;
    }
    const auto bytes = read_file(run.state_file);
    if (!bytes) return bytes.error();
    auto state = parse_state(*bytes);
    if (!state) {
        return Error{fmt::format("{}: {}", printable(run.state_file), state.error().message)};
    }
    if (state->settings != run.settings) {
        return Error{fmt::format(
            "{} is of a training with other settings; give the same, or remove the file to begin "
            "again",
            printable(run.state_file))};
    }
    if (state->games > run.games) {
        return Error{fmt::format("{} has {} games already, more than the {} that are asked for",
                                 printable(run.state_file), state->games, run.games)};
    }
    return state;
}

}  // namespace

Result<std::uint64_t> games_before(const LearnRun& run) {
    const auto state = begun(run);
    if (!state) return state.error();
    return state->games;
}

Result<LearnState> learn(const LearnRun& run) {
    auto begin = begun(run);
    if (!begin) return begin.error();
    LearnState state = std::move(*begin);
    Learner learner(run.settings, run.by);
    auto saved = std::chrono::steady_clock::now();
    while (state.games < run.games) {
        const auto samples = learner.play(state.games, run.stopped);
        if (!samples) break;
        for (const Sample& sample : *samples) state.samples.add(sample);
        ++state.games;
        if (run.progress) run.progress(state.games);
        if (seconds_since(saved) >= kSecondsBetweenSaving) {
            const auto written = write_file(run.state_file, to_text(state));
            if (!written) return written.error();
            saved = std::chrono::steady_clock::now();
        }
    }
    if (state.games < run.games) {
        const auto written = write_file(run.state_file, to_text(state));
        if (!written) return written.error();
    }
    return state;
}

}  // namespace emilia::bill
