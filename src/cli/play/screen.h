#pragma once

#include <string>
#include <vector>

#include "cli/play/session.h"
#include "util/terminal.h"

namespace emilia::cli {

// What the screen shows above the line of the prompt and below it. All of it fits.
struct Screen {
    std::vector<std::string> above;
    std::vector<std::string> below;
};

// The game as the terminal can show it: with the players and the moves beside the board where there
// is room, and with a smaller board or none where there is not.
Screen compose(const PlaySession& session, const Terminal& terminal);

}  // namespace emilia::cli
