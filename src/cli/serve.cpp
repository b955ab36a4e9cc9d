#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "cli/all_players.h"
#include "cli/all_views.h"
#include "cli/program.h"
#include "emilia_build_info.h"
#include "server/page.h"
#include "server/server.h"
#include "util/interrupt.h"
#include "util/terminal.h"

namespace emilia::cli {

namespace {

constexpr std::uint16_t kPort = 7764;

struct Options {
    std::string address = "127.0.0.1";
    std::optional<int> port;
    std::vector<std::string> hosts;
    std::string data;
    int analyses = 32;
    int seconds = 60;
    int processors = 0;
    int connections = 512;
    bool programs = false;
    bool no_browser = false;
};

// Where programs keep what belongs to the user.
Result<std::string> default_data_file() {
    namespace fs = std::filesystem;
    fs::path folder;
    if (const char* const data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0') {
        folder = data;
    } else if (const char* const home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        folder = fs::path(home) / ".local" / "share";
    } else {
        return Error{"there is no home folder to keep games in; name a file with --data"};
    }
    folder /= "emilia";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return Error{
            fmt::format("the folder {} cannot be made: {}", folder.string(), error.message())};
    }
    return (folder / "games.db").string();
}

std::string url_of(const std::string& address, std::uint16_t port) {
    std::string host = address;
    if (address == "0.0.0.0") host = "127.0.0.1";
    if (address == "::") host = "::1";
    if (host.find(':') != host.npos) host = '[' + host + ']';
    return fmt::format("http://{}:{}/", host, port);
}

// Where there is a desktop, its browser; nothing of it is waited for.
void open_browser(const std::string& url) {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
    const pid_t child = fork();
    if (child > 0) waitpid(child, nullptr, 0);
    if (child != 0) return;
    // Twice, so that only this one, which ends at once, is waited for.
    if (fork() != 0) _exit(0);
    setsid();
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
    execlp("xdg-open", "xdg-open", url.c_str(), nullptr);
    _exit(1);
}

int serve(const Options& options) {
    const PlayerRegistry registry = all_players();
    const server::Views views = all_views(registry);
    server::ServerSettings settings;
    settings.http.address = options.address;
    settings.http.port = static_cast<std::uint16_t>(options.port.value_or(kPort));
    // Nobody asked for the usual one, so another is as good.
    settings.http.any_port_if_taken = !options.port.has_value();
    settings.http.hosts = options.hosts;
    settings.http.connections = options.connections;
    settings.analysis.at_once = options.analyses;
    settings.analysis.seconds = options.seconds;
    settings.analysis.greatest_seconds = std::max(options.seconds, 600);
    settings.games.programs = options.programs;
    settings.version = EMILIA_VERSION;
    settings.processors = options.processors > 0
                              ? options.processors
                              : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    settings.data = options.data;
    if (settings.data.empty()) {
        const auto file = default_data_file();
        if (!file) return fail(file.error());
        settings.data = *file;
    }
    const InterruptGuard guard;
    // A client that goes away while it is written to is no reason to end.
    std::signal(SIGPIPE, SIG_IGN);
    const auto opened = server::Server::open(settings, registry, views);
    if (!opened) return fail(opened.error());
    const std::string url = url_of(options.address, (*opened)->port());
    fmt::print("Emilia is at {}  (Ctrl-C ends it)\n", url);
    std::fflush(stdout);
    if (!server::page_was_built()) {
        fmt::print(stderr,
                   "emilia: note: the page was not built into this program; its address "
                   "says why\n");
    }
    if (!options.no_browser && standard_output().is_terminal) open_browser(url);
    (*opened)->run(interrupted);
    return kSuccess;
}

}  // namespace

void add_serve(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add({"serve", "Play", "the page: play and analyse in the browser", R"(Examples:
  emilia serve                               prints its address, and opens the browser
  emilia serve --port 9000 --no-browser
  emilia serve --data tournament.db          games in a file of their own
  emilia serve --address 0.0.0.0 --host my-machine   for other machines too
  curl http://127.0.0.1:7764/api/players     what the page asks, any program may

The page is inside the program and nothing leaves the machine. Without --address nobody
but this machine can reach it; without --port another free port is taken where 7764 is
in use. Requests from pages of other sites, and by names of this machine that --host does
not allow, are refused.

Games are kept in ~/.local/share/emilia/games.db (or below $XDG_DATA_HOME): every move is
on the disk before it is shown. Ctrl-C ends the server; the games go on the next time.

--programs allows players that are other programs (gtp:COMMAND, nboard:COMMAND): whoever
can reach the page can then run commands as you. docs/web.md describes the page,
docs/api.md what can be asked.
)"},
                    [options] { return serve(*options); });
    command.add_option("--address", options->address, "where to listen, 127.0.0.1 by default")
        ->type_name("ADDRESS");
    command.add_option("-p,--port", options->port, "the port, 7764 by default; 0: any free one")
        ->type_name("PORT")
        ->check(CLI::Range(0, 65535));
    command.add_option("--host", options->hosts, "a name by which clients may call this machine")
        ->type_name("NAME");
    command.add_option("--data", options->data, "the file of games")->type_name("FILE");
    command.add_option("--analyses", options->analyses, "analyses at once, 32 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command.add_option("--time", options->seconds, "seconds for an analysis, 60 by default")
        ->type_name("S")
        ->check(CLI::Range(1, 86400));
    command.add_option("--connections", options->connections, "open connections, 512 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 60000));
    command
        .add_option("--processors", options->processors,
                    "searches that run at the same time (default: all processors)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command.add_flag("--programs", options->programs, "allow players that are other programs");
    command.add_flag("--no-browser", options->no_browser, "open no browser");
}

}  // namespace emilia::cli
