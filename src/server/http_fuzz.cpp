#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "server/api.h"
#include "server/body.h"
#include "server/http.h"
#include "server/line_json.h"

// What comes from a client before anything is known of it: a target, and a body of JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia::server;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    HttpRequest request;
    if (parse_target(input.substr(0, input.find('\n')), request)) {
        if (!request.path.starts_with('/')) std::abort();
        const auto game = emilia::server::record_of(request.query["start"], request.query["moves"]);
        if (game && line_json(*game)["plies"].size() != game->moves.size() + 1) std::abort();
    }
    request.body = std::string(input);
    const HttpReply reply = read_text(request);
    if (reply.response.status != 200 && reply.response.status != 400) std::abort();
    return 0;
}
