#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>

#include "server/analyst.h"
#include "server/event_stream.h"
#include "server/json.h"
#include "server/turns.h"
#include "server/workers.h"

namespace emilia::server {

struct AnalysisLimits {
    int at_once = 32;
    double seconds = 60;            // for one, if the client does not say
    double greatest_seconds = 600;  // that a client may ask for
};

// The analyses that run, each for the client that follows it: when that goes, its search ends.
class Analyses {
  public:
    using MakeAnalyst = std::function<std::unique_ptr<Analyst>()>;
    Analyses(Turns& turns, AnalysisLimits limits, MakeAnalyst make);
    ~Analyses();

    // Null if as many run as may.
    std::shared_ptr<EventStream> start(GameRecord game, double seconds);
    int running() const { return running_; }
    const AnalysisLimits& limits() const { return limits_; }

  private:
    struct Job;
    void run(const std::shared_ptr<Job>& job);

    Turns& turns_;
    const AnalysisLimits limits_;
    const MakeAnalyst make_;
    std::mutex mutex_;
    std::set<std::shared_ptr<Job>> jobs_;
    std::atomic<int> running_ = 0;
    Workers workers_;
};

// An analysis as an event tells it.
Json analysis_json(const Analysis& analysis, double seconds);

}  // namespace emilia::server
