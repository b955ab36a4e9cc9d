#pragma once

#include "cli/play/session.h"

namespace emilia::cli {

// Both play until the session ends and return the program's exit code.

// In a terminal: a screen that is drawn anew every turn. `delay` is how many seconds a program's
// move takes at least, so that one can follow it.
int play_in_terminal(PlaySession& session, double delay);

// From standard input, a line at a time, without any control sequence: for scripts, pipes and
// simple terminals. `prompts` where a person types. A line that was refused makes the exit code
// that of bad input, except where there are prompts.
int play_by_lines(PlaySession& session, bool prompts);

}  // namespace emilia::cli
