#pragma once

#include "protocol/session.h"
#include "util/result.h"

namespace emilia {

// Reads lines from a file descriptor on a thread of its own, announces them, and has them handled
// one by one on this thread: until the session says that was the end, or no more come. Lines that
// come in one piece are announced before any of them is handled.
Result<Done> serve(int descriptor, Session& session);

}  // namespace emilia
