#include "server/analyses.h"

#include <chrono>

#include "util/elapsed.h"

namespace emilia::server {

namespace {

// More often than a person can see is of no use.
constexpr double kReportSeconds = 0.1;

std::string_view name_of(Value::Unit unit) {
    return unit == Value::Unit::points ? "points" : "discs";
}

Json moves_json(const std::vector<Move>& moves) {
    Json list = Json::array();
    for (const Move move : moves) list.push_back(to_string(move));
    return list;
}

}  // namespace

Json analysis_json(const Analysis& analysis, double seconds) {
    Json moves = Json::array();
    for (const AnalysedMove& move : analysis.moves) {
        moves.push_back({{"move", to_string(move.move)},
                         {"value", move.value.amount},
                         {"unit", name_of(move.value.unit)},
                         {"exact", move.exact()},
                         {"depth", move.depth},
                         {"selectivity", move.selectivity},
                         {"line", moves_json(move.line)}});
    }
    return {{"moves", std::move(moves)},
            {"depth", analysis.depth},
            {"selectivity", analysis.selectivity},
            {"nodes", analysis.nodes},
            {"seconds", seconds},
            {"complete", analysis.complete}};
}

struct Analyses::Job {
    GameRecord game;
    double seconds = 0;
    std::shared_ptr<EventStream> stream = std::make_shared<EventStream>();
    std::atomic<bool> stop = false;
};

Analyses::Analyses(Turns& turns, AnalysisLimits limits, MakeAnalyst make)
    : turns_(turns), limits_(limits), make_(std::move(make)) {}

Analyses::~Analyses() {
    {
        const std::lock_guard lock(mutex_);
        for (const auto& job : jobs_) job->stop = true;
    }
    turns_.wake();
    workers_.join();
}

std::shared_ptr<EventStream> Analyses::start(GameRecord game, double seconds) {
    const auto job = std::make_shared<Job>();
    job->game = std::move(game);
    job->seconds = seconds;
    {
        const std::lock_guard lock(mutex_);
        if (running_ >= limits_.at_once) return nullptr;
        ++running_;
        jobs_.insert(job);
    }
    job->stream->when_closed([this, weak = std::weak_ptr(job)] {
        if (const auto found = weak.lock()) {
            found->stop = true;
            turns_.wake();
        }
    });
    workers_.start([this, job] { run(job); });
    return job->stream;
}

void Analyses::run(const std::shared_ptr<Job>& job) {
    const auto start = std::chrono::steady_clock::now();
    {
        Turns::Turn turn(turns_, job->stop);
        bool timed_out = false;
        const auto stopped = [&] {
            timed_out = timed_out || seconds_since(start) > job->seconds;
            return timed_out || turn.stopped();
        };
        Analysis latest;
        double told = -1;
        bool untold = false;
        const auto tell = [&] {
            told = seconds_since(start);
            untold = false;
            job->stream->send("analysis", to_text(analysis_json(latest, told)));
        };
        const auto done = make_()->analyse(job->game, stopped, [&](const Analysis& analysis) {
            latest = analysis;
            untold = true;
            if (told < 0 || seconds_since(start) - told >= kReportSeconds) tell();
        });
        if (untold) tell();
        if (done) {
            const char* const why = latest.complete ? "complete" : timed_out ? "time" : "stopped";
            job->stream->send("end", to_text({{"reason", why}}));
        } else {
            job->stream->send("end",
                              to_text({{"reason", "error"}, {"error", done.error().message}}));
        }
    }
    job->stream->finish();
    const std::lock_guard lock(mutex_);
    jobs_.erase(job);
    --running_;
}

}  // namespace emilia::server
