#include "learn/cuda/warp_emulation.h"

#include <setjmp.h>
#include <ucontext.h>

#include <cassert>
#include <vector>

namespace emilia::learn {

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::size_t kStackBytes = std::size_t{256} << 10;

}  // namespace

struct WarpEmulation::State {
    const std::function<void()>* body = nullptr;
    // How a lane is begun, and how it is gone on with: the latter leaves the signals alone, which
    // would take most of the time.
    std::array<ucontext_t, kLanes> lanes{};
    std::array<jmp_buf, kLanes> places{};
    std::array<bool, kLanes> begun{};
    std::array<std::vector<char>, kLanes> stacks;
    std::array<bool, kLanes> finished{};
    std::array<std::size_t, kLanes> told{};
    // Two in turn: a lane that is ahead by one does not overwrite what others still read.
    std::array<Values, 2> values{};
    ucontext_t caller{};
    std::size_t lane = 0;

    void next_lane() {
        const std::size_t from = lane;
        lane = (lane + 1) % kLanes;
        if (_setjmp(places[from]) != 0) return;
        if (begun[lane]) _longjmp(places[lane], 1);
        begun[lane] = true;
        setcontext(&lanes[lane]);
    }
};

namespace {

thread_local WarpEmulation* running = nullptr;

}  // namespace

void WarpEmulation::enter() {
    State& state = *running->state_;
    (*state.body)();
    state.finished[state.lane] = true;
    // All lanes end in the same round, the last one last.
    if (state.lane + 1 < kLanes) {
        state.next_lane();
    } else {
        setcontext(&state.caller);
    }
}

void WarpEmulation::run(const std::function<void()>& lane) {
    const auto state = std::make_unique<State>();
    state->body = &lane;
    WarpEmulation emulation(*state);
    WarpEmulation* const outer = running;
    running = &emulation;
    for (std::size_t i = 0; i < kLanes; ++i) {
        state->stacks[i].resize(kStackBytes);
        getcontext(&state->lanes[i]);
        state->lanes[i].uc_stack.ss_sp = state->stacks[i].data();
        state->lanes[i].uc_stack.ss_size = kStackBytes;
        state->lanes[i].uc_link = &state->caller;
        makecontext(&state->lanes[i], &WarpEmulation::enter, 0);
    }
    state->begun[0] = true;
    swapcontext(&state->caller, &state->lanes[0]);
    running = outer;
}

WarpEmulation& WarpEmulation::current() {
    assert(running != nullptr);
    return *running;
}

int WarpEmulation::lane() const {
    return static_cast<int>(state_->lane);
}

const WarpEmulation::Values& WarpEmulation::exchange(std::int64_t value) {
    State& state = *state_;
    const std::size_t at = state.lane;
    const std::size_t round = state.told[at]++;
    state.values[round % 2][at] = value;
    state.next_lane();
    assert(!state.finished[(at + 1) % kLanes] || at + 1 == kLanes);
    return state.values[round % 2];
}

}  // namespace emilia::learn
