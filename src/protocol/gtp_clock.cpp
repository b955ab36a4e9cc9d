#include "protocol/gtp_clock.h"

#include <algorithm>
#include <cmath>

namespace emilia {

namespace {

// A move may arrive late although it was found in time.
constexpr double kReserve = 0.05;

}  // namespace

void GtpClock::set(double main, double period, int moves) {
    main_ = main;
    period_ = moves > 0 ? period : 0;
    moves_ = moves;
    // A period for no moves is no limit, whatever the main time.
    limited_ = moves > 0 || (main > 0 && period == 0);
    reset();
}

void GtpClock::reset() {
    left_.reset();
    if (!limited_) return;
    const Left start = main_ > 0 ? Left{main_, 0} : Left{period_, moves_};
    left_ = {start, start};
}

void GtpClock::set_left(Color color, double seconds, int moves) {
    // Of the other player nothing is known yet: he is taken to have as much.
    if (!left_) left_ = {Left{seconds, moves}, Left{seconds, moves}};
    // Many clients say whole seconds and never less than one. Where our own count is less by a part
    // of a second, it holds: the last moments are when it matters.
    Left& own = left(color);
    const double more = seconds - own.seconds;
    const bool rounded = seconds == std::floor(seconds) && more > 0 && more < 1;
    if (moves == 0 && own.moves == 0 && rounded) return;
    own = {seconds, moves};
}

void GtpClock::spend(Color color, double seconds) {
    if (!left_) return;
    Left& own = left(color);
    own.seconds -= seconds;
    if (own.moves == 0) {
        if (own.seconds <= 0 && moves_ > 0) own = {period_ + own.seconds, moves_};
    } else if (--own.moves == 0) {
        own = {period_, std::max(1, moves_)};
    }
    own.seconds = std::max(0.0, own.seconds);
}

void GtpClock::limit(Color color, Limits& limits) const {
    if (!left_) return;
    const Left& own = left(color);
    if (own.moves > 0) {
        limits.seconds = std::max(0.0, own.seconds / own.moves - kReserve);
    } else {
        limits.clock = Clock{own.seconds, moves_ > 0 ? period_ / moves_ : 0};
    }
}

}  // namespace emilia
