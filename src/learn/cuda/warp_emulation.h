#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

namespace emilia::learn {

// Runs the 32 lanes of a warp on one thread, in turn: each runs until it has something to tell the
// others, and goes on when all have told. Slow, but it shows what the graphics processor would do,
// also where lanes read what others have not yet written.
class WarpEmulation {
  public:
    using Values = std::array<std::int64_t, 32>;

    // Runs `lane` 32 times, as lanes 0 .. 31. All must tell equally often.
    static void run(const std::function<void()>& lane);

    // The one that this thread is in; only within run().
    static WarpEmulation& current();

    int lane() const;
    // Tells a value, and gives what all told; good until the lane tells the next.
    const Values& exchange(std::int64_t value);

  private:
    struct State;
    explicit WarpEmulation(State& state) : state_(&state) {}
    static void enter();

    State* state_;
};

}  // namespace emilia::learn
