#include <fmt/format.h>

#include "board/position_text.h"
#include "engine/engine.h"

int main() {
    const auto diagram = emilia::parse_position(
        "------------------XXX-----XXXX----XXXO---XXXXO---------O-------- O");
    if (!diagram) {
        fmt::print(stderr, "{}\n", diagram.error().message);
        return 1;
    }
    emilia::Engine engine;
    emilia::EngineLimits limits;
    limits.level = 10;
    limits.moves = 2;
    const emilia::EngineReport report = engine.analyse(diagram->position, limits);
    for (const emilia::ValuedMove& move : report.moves) {
        fmt::print("{} {:+d}{}\n", to_string(move.move), move.value, move.proved() ? "" : " or so");
    }
}
