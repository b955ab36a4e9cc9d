#pragma once

#include <functional>
#include <string>
#include <vector>

#include "player/registry.h"
#include "server/analyses.h"
#include "server/games.h"
#include "server/http.h"
#include "server/store.h"
#include "server/views.h"

namespace emilia::server {

// What the server can be asked, docs/api.md tells it; and the files of the page.
class Api {
  public:
    struct Parts {
        const PlayerRegistry& registry;
        const Views& views;
        Store& store;
        Games& games;
        Analyses& analyses;
    };
    struct About {
        std::string version;
        std::size_t body_bytes = 0;
        int connections = 0;
        bool programs = false;
    };
    Api(Parts parts, About about);

    HttpReply handle(const HttpRequest& request) const;

  private:
    using Arguments = std::vector<std::string>;  // what stands in a path for {id}
    struct Route {
        std::string method;
        std::string path;  // "/api/games/{id}"
        std::function<HttpReply(const HttpRequest&, const Arguments&)> run;
    };
    void add(std::string method, std::string path,
             std::function<HttpReply(const HttpRequest&, const Arguments&)> run);
    void add_routes();
    void add_game_routes();

    HttpReply about() const;
    HttpReply players() const;
    HttpReply analysis(const HttpRequest& request) const;
    HttpReply view(const HttpRequest& request) const;
    HttpReply list_games(const HttpRequest& request) const;
    HttpReply create_game(const HttpRequest& request) const;
    HttpReply export_game(const HttpRequest& request, const std::string& id) const;

    Parts parts_;
    About about_;
    std::vector<Route> routes_;
};

// Reads games of any format from a text, as the page's import does.
HttpReply read_text(const HttpRequest& request);

}  // namespace emilia::server
