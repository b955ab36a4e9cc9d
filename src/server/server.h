#pragma once

#include <memory>
#include <string>

#include "player/registry.h"
#include "server/analyses.h"
#include "server/games.h"
#include "server/http_server.h"
#include "server/views.h"

namespace emilia::server {

struct ServerSettings {
    HttpSettings http;
    AnalysisLimits analysis;
    Games::Settings games;
    std::string data;  // the file of games
    std::string version;
    int processors = 1;  // searches that run at the same time
};

// The whole of `emilia serve` but its printing.
class Server {
  public:
    // `registry` and `views` have to outlive it.
    static Result<std::unique_ptr<Server>> open(const ServerSettings& settings,
                                                const PlayerRegistry& registry, const Views& views);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;
    void run(const std::function<bool()>& stopped);

  private:
    struct Parts;
    explicit Server(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace emilia::server
