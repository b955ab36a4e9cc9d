#include "server/server.h"

#include "server/api.h"

namespace emilia::server {

// In the order in which they need each other: connections end first, then searches, then the store.
struct Server::Parts {
    Parts(const ServerSettings& settings, const PlayerRegistry& registry, const Views& views,
          std::unique_ptr<Store> games_store)
        : turns(settings.processors),
          store(std::move(games_store)),
          games(registry, *store, turns, settings.games),
          analyses(turns, settings.analysis, make_analyst),
          api({registry, views, *store, games, analyses},
              {settings.version, settings.http.body_bytes, settings.http.connections,
               settings.games.programs}) {}

    Turns turns;
    std::unique_ptr<Store> store;
    Games games;
    Analyses analyses;
    Api api;
    std::unique_ptr<HttpServer> http;
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(const ServerSettings& settings,
                                             const PlayerRegistry& registry, const Views& views) {
    auto store = Store::open(settings.data);
    if (!store) return store.error();
    auto parts = std::make_unique<Parts>(settings, registry, views, std::move(*store));
    auto http = HttpServer::listen(settings.http, [&api = parts->api](const HttpRequest& request) {
        return api.handle(request);
    });
    if (!http) return http.error();
    parts->http = std::move(*http);
    return std::unique_ptr<Server>(new Server(std::move(parts)));
}

std::uint16_t Server::port() const {
    return parts_->http->port();
}

void Server::run(const std::function<bool()>& stopped) {
    parts_->http->run(stopped);
}

}  // namespace emilia::server
