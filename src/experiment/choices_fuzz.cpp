#include <cstdlib>

#include "board/rules.h"
#include "experiment/choices.h"

// Whatever is read is legal.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    const auto games =
        experiment::parse_choices(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!games) {
        if (games.error().message.empty()) std::abort();
        return 0;
    }
    for (const auto& game : *games) {
        for (const auto& choice : game.choices) {
            const Position position = choice.diagram.position;
            if (flips(position, choice.played.square()) == 0) std::abort();
            if (choice.chosen && flips(position, choice.chosen->square()) == 0) std::abort();
        }
    }
    return 0;
}
