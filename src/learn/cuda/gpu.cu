#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "learn/cuda/gpu.h"
#include "learn/cuda/gpu_memory.h"
#include "learn/cuda/label.h"

namespace emilia::learn {

namespace {

constexpr int kWarpsOfABlock = 16;
constexpr int kThreads = kWarpsOfABlock * warp::kLanes;
constexpr int kBlocksOfAProcessor = 2;
constexpr std::uint64_t kGamesAtATime = 65536;

// In the memory of the graphics processor.
struct Counters {
    unsigned long long next_game;
    unsigned long long games;
    unsigned long long positions;
    unsigned long long leaves;
    unsigned long long nodes;
};

struct Memory {
    const BlockTables* tables;
    Learned learned;
    const std::int32_t* offsets;  // kTableOffsets
    HashEntry* hash;              // hash_entries for each warp
    std::uint32_t hash_entries;   // a power of two
    Counters* counters;
    const volatile int* stop;
    int bytes_of_a_warp;
};

constexpr int kSquareBytes = 64;
constexpr int kListBytes = kSquareBytes + 16;
static_assert(kMostDepth < 16);

int bytes_of_a_warp(int depth, int exact) {
    const auto frames = static_cast<std::size_t>(std::max(depth - 1, 1)) * sizeof(Frame);
    const auto exact_frames =
        static_cast<std::size_t>(std::max(exact - kFewEmpties, 1)) * sizeof(ExactFrame);
    return static_cast<int>(kListBytes + (std::max(frames, exact_frames) + 15) / 16 * 16);
}

// Positions that a warp remembers. Deeper searches come to more of them.
std::uint32_t entries_of_a_warp(int depth, int exact) {
    return depth <= 6 && exact <= 14 ? 16384 : 65536;
}

constexpr int kTableBytes = (sizeof(BlockTables) + 15) / 16 * 16;

__device__ WarpState enter(const Memory& memory) {
    extern __shared__ __align__(16) unsigned char shared[];
    auto* tables = reinterpret_cast<BlockTables*>(shared);
    const auto* from = reinterpret_cast<const std::uint32_t*>(memory.tables);
    auto* to = reinterpret_cast<std::uint32_t*>(shared);
    for (unsigned i = threadIdx.x; i < sizeof(BlockTables) / 4; i += blockDim.x) to[i] = from[i];
    __syncthreads();
    const unsigned warp_number = threadIdx.x / warp::kLanes;
    unsigned char* own = shared + kTableBytes + warp_number * memory.bytes_of_a_warp;
    WarpState state;
    state.tables = tables;
    state.list = own;
    state.killers = own + kSquareBytes;
    state.frames = reinterpret_cast<Frame*>(own + kListBytes);
    state.exact_frames = reinterpret_cast<ExactFrame*>(own + kListBytes);
    const std::size_t warps_before =
        static_cast<std::size_t>(blockIdx.x) * kWarpsOfABlock + warp_number;
    state.hash = memory.hash + warps_before * memory.hash_entries;
    state.hash_mask = memory.hash_entries - 1;
    find_weights(state, memory.learned, memory.offsets);
    return state;
}

// The number of the next piece of work, the same for all lanes.
__device__ std::uint64_t take_next(const Memory& memory) {
    unsigned long long number = 0;
    if (warp::lane() == 0) number = atomicAdd(&memory.counters->next_game, 1ull);
    return warp::from(static_cast<std::uint64_t>(number), 0);
}

__global__ void __launch_bounds__(kThreads, kBlocksOfAProcessor)
    play_kernel(Memory memory, SelfPlay play, bool label, std::uint64_t games,
                PlayedGame* records) {
    WarpState state = enter(memory);
    for (;;) {
        // Whoever takes a number plays the game, so that no game is left out before another.
        if (warp::from(*memory.stop, 0) != 0) break;
        const std::uint64_t number = take_next(memory);
        if (number >= games) break;
        state.tag = static_cast<std::uint32_t>(play.first_game + number + 1);
        state.leaves = 0;
        state.nodes = 0;
        if (label) {
            label_game(state, play, records + number);
        } else {
            play_game(state, play, play.first_game + number, records + number);
        }
        if (warp::lane() == 0) {
            atomicAdd(&memory.counters->games, 1ull);
            atomicAdd(
                &memory.counters->positions,
                static_cast<unsigned long long>(records[number].count - records[number].random));
            atomicAdd(&memory.counters->leaves, static_cast<unsigned long long>(state.leaves));
            atomicAdd(&memory.counters->nodes, static_cast<unsigned long long>(state.nodes));
        }
    }
}

__global__ void __launch_bounds__(kThreads, kBlocksOfAProcessor)
    answer_kernel(Memory memory, std::uint64_t count, Probe* probes) {
    WarpState state = enter(memory);
    for (;;) {
        const std::uint64_t number = take_next(memory);
        if (number >= count) break;
        state.tag = static_cast<std::uint32_t>(number + 1);
        answer(state, probes + number);
    }
}

// What all kernels read.
struct Common {
    Buffer<BlockTables> tables;
    Buffer<std::int16_t> weights;
    Buffer<NetworkRow> rows;  // none in place of weights that are added up, and the other way round
    Buffer<std::int32_t> first_row;
    Buffer<NetworkLayer> layers;
    Buffer<std::int32_t> offsets;
    int blocks = 0;

    template <typename T>
    static Result<Done> fill(Buffer<T>& buffer, const std::vector<T>& from) {
        return from.empty() ? Result<Done>(Done{}) : buffer.fill(from.data(), from.size());
    }

    Learned learned() const { return {weights.get(), rows.get(), first_row.get(), layers.get()}; }

    Result<Done> prepare(const Weights& from) {
        cudaDeviceProp properties{};
        const cudaError_t error = cudaGetDeviceProperties(&properties, 0);
        if (error != cudaSuccess) return failed("looking for one", error);
        blocks = properties.multiProcessorCount * kBlocksOfAProcessor;
        const BlockTables made = make_block_tables();
        if (Result<Done> done = tables.fill(&made, 1); !done) return done;
        const LearnedArrays learned = learned_arrays(from);
        if (Result<Done> done = fill(weights, learned.weights); !done) return done;
        if (Result<Done> done = fill(rows, learned.rows); !done) return done;
        if (Result<Done> done = fill(first_row, learned.first_row); !done) return done;
        if (Result<Done> done = fill(layers, learned.layers); !done) return done;
        return offsets.fill(kTableOffsets.offset.data(), kTableOffsets.offset.size());
    }
};

// What one launch of a kernel has to itself.
struct Launch {
    Buffer<HashEntry> hash;
    Buffer<Counters> counters;
    Memory memory{};

    Result<Done> prepare(const Common& common, const int* stop, int depth, int exact) {
        const std::uint32_t entries = entries_of_a_warp(depth, exact);
        const std::size_t warps = static_cast<std::size_t>(common.blocks) * kWarpsOfABlock;
        if (Result<Done> done = hash.take(warps * entries); !done) return done;
        if (Result<Done> done = counters.take(1); !done) return done;
        memory = {common.tables.get(),
                  common.learned(),
                  common.offsets.get(),
                  hash.get(),
                  entries,
                  counters.get(),
                  stop,
                  bytes_of_a_warp(depth, exact)};
        return Done{};
    }
    std::size_t shared_bytes() const {
        return static_cast<std::size_t>(kTableBytes + kWarpsOfABlock * memory.bytes_of_a_warp);
    }
};

template <typename Kernel>
Result<Done> allow_shared(Kernel* kernel, std::size_t bytes) {
    const cudaError_t error = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    if (error != cudaSuccess) {
        return failed("taking " + std::to_string(bytes) +
                          " bytes of fast memory for a block (a smaller depth or fewer exact "
                          "squares need less)",
                      error);
    }
    return Done{};
}

// A part of the games, on its way.
struct Part {
    Launch launch;
    Buffer<PlayedGame> records;
    cudaStream_t stream = nullptr;
    std::uint64_t games = 0;  // 0: nothing is under way

    Part() = default;
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() {
        if (stream == nullptr) return;
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }

    Result<Done> prepare(const Common& common, const int* stop, const SelfPlay& play) {
        const cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        if (error != cudaSuccess) return failed("making a stream", error);
        if (Result<Done> done = launch.prepare(common, stop, play.depth, play.exact); !done)
            return done;
        return records.take(kGamesAtATime);
    }

    // `given`: the games to be labelled, or none.
    Result<Done> begin(const Common& common, SelfPlay play, std::span<const PlayedGame> given,
                       std::uint64_t from, std::uint64_t count) {
        games = count;
        if (!given.empty()) {
            const cudaError_t copied =
                cudaMemcpyAsync(records.get(), given.data() + from, count * sizeof(PlayedGame),
                                cudaMemcpyHostToDevice, stream);
            if (copied != cudaSuccess) return failed("taking the games", copied);
        }
        cudaError_t error = cudaMemsetAsync(launch.counters.get(), 0, sizeof(Counters), stream);
        if (error != cudaSuccess) return failed("clearing the counters", error);
        play.first_game += from;
        play_kernel<<<static_cast<unsigned>(common.blocks), kThreads, launch.shared_bytes(),
                      stream>>>(launch.memory, play, !given.empty(), count, records.get());
        error = cudaGetLastError();
        if (error != cudaSuccess) return failed("starting the games", error);
        return Done{};
    }
};

GpuCounts& operator+=(GpuCounts& sum, const Counters& counters) {
    sum.games += counters.games;
    sum.positions += counters.positions;
    sum.leaves += counters.leaves;
    sum.nodes += counters.nodes;
    return sum;
}

// The games of one call.
class Session {
  public:
    explicit Session(const GpuWork& work) : work_(work) {}
    ~Session() {
        if (control_ == nullptr) return;
        // Nothing that is still under way may outlive the memory it works in.
        static_cast<void>(set_stop());
        for (Part& part : parts_) {
            if (part.stream != nullptr) cudaStreamSynchronize(part.stream);
        }
        cudaStreamDestroy(control_);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Result<GpuCounts> run(const Weights& weights) {
        if (Result<Done> done = prepare(weights); !done) return done.error();
        std::uint64_t begun = 0;
        const auto begin_next = [&](Part& part) -> Result<Done> {
            const std::uint64_t count = std::min(kGamesAtATime, work_.games - begun);
            if (count == 0 || stopping_) {
                part.games = 0;
                return Done{};
            }
            begun += count;
            return part.begin(common_, work_.play, work_.given, begun - count, count);
        };
        // Two parts are under way: as the last games of one end, those of the other begin.
        for (Part& part : parts_) {
            if (Result<Done> done = begin_next(part); !done) return done.error();
        }
        bool whole = true;
        for (std::size_t turn = 0; parts_[turn].games != 0; turn = 1 - turn) {
            Part& part = parts_[turn];
            if (Result<Done> done = wait_for(part); !done) return done.error();
            Result<std::vector<PlayedGame>> played = finish(part);
            if (!played) return played.error();
            const bool taken = whole && !played->empty();
            whole = whole && played->size() == part.games;
            if (Result<Done> done = begin_next(part); !done) return done.error();
            if (taken) {
                if (Result<Done> done = work_.take(*played); !done) return done.error();
            }
        }
        return finished_;
    }

  private:
    Result<Done> prepare(const Weights& weights) {
        cudaError_t error = cudaStreamCreateWithFlags(&control_, cudaStreamNonBlocking);
        if (error != cudaSuccess) return failed("making a stream", error);
        if (Result<Done> done = common_.prepare(weights); !done) return done;
        if (Result<Done> done = stop_.take(1); !done) return done;
        for (Part& part : parts_) {
            if (Result<Done> done = part.prepare(common_, stop_.get(), work_.play); !done) {
                return done;
            }
        }
        error = cudaDeviceSynchronize();
        if (error != cudaSuccess) return failed("getting ready", error);
        return allow_shared(play_kernel, parts_[0].launch.shared_bytes());
    }

    Result<Counters> read_counters(const Part& part) {
        Counters counters{};
        cudaError_t error = cudaMemcpyAsync(&counters, part.launch.counters.get(), sizeof counters,
                                            cudaMemcpyDeviceToHost, control_);
        if (error == cudaSuccess) error = cudaStreamSynchronize(control_);
        if (error != cudaSuccess) return failed("reading its counters", error);
        return counters;
    }

    Result<Done> set_stop() {
        stopping_ = true;
        const int yes = 1;
        cudaError_t error =
            cudaMemcpyAsync(stop_.get(), &yes, sizeof yes, cudaMemcpyHostToDevice, control_);
        if (error == cudaSuccess) error = cudaStreamSynchronize(control_);
        if (error != cudaSuccess) return failed("being told to stop", error);
        return Done{};
    }

    Result<Done> wait_for(const Part& awaited) {
        for (;;) {
            const cudaError_t state = cudaStreamQuery(awaited.stream);
            if (state == cudaSuccess) return Done{};
            if (state != cudaErrorNotReady) return failed("playing", state);
            GpuCounts now = finished_;
            for (const Part& part : parts_) {
                if (part.games == 0) continue;
                const Result<Counters> counters = read_counters(part);
                if (!counters) return counters.error();
                now += *counters;
            }
            if (work_.stopped && work_.stopped(now) && !stopping_) {
                if (Result<Done> done = set_stop(); !done) return done;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }

    // The games of a part that has ended.
    Result<std::vector<PlayedGame>> finish(const Part& part) {
        const Result<Counters> counters = read_counters(part);
        if (!counters) return counters.error();
        finished_ += *counters;
        std::vector<PlayedGame> games(
            static_cast<std::size_t>(std::min<std::uint64_t>(counters->next_game, part.games)));
        const cudaError_t error =
            cudaMemcpy(games.data(), part.records.get(), games.size() * sizeof(PlayedGame),
                       cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) return failed("giving the games back", error);
        return games;
    }

    const GpuWork& work_;
    Common common_;
    Buffer<int> stop_;
    std::array<Part, 2> parts_;
    cudaStream_t control_ = nullptr;
    bool stopping_ = false;
    GpuCounts finished_;
};

}  // namespace

Result<GpuCounts> play_on_gpu(const Weights& weights, const GpuWork& work) {
    return Session(work).run(weights);
}

Result<Done> answer_on_gpu(const Weights& weights, std::vector<Probe>& probes) {
    Common common;
    if (Result<Done> done = common.prepare(weights); !done) return done;
    Buffer<int> stop;
    if (Result<Done> done = stop.take(1); !done) return done;
    int depth = 1;
    int exact = 0;
    for (const Probe& probe : probes) {
        depth = std::max(depth, probe.depth);
        if (probe.exact) exact = std::max(exact, 64 - popcount(probe.own | probe.opponent));
    }
    Launch launch;
    if (Result<Done> done = launch.prepare(common, stop.get(), depth, exact); !done) {
        return done;
    }
    Buffer<Probe> questions;
    if (Result<Done> done = questions.fill(probes.data(), probes.size()); !done) return done;
    if (Result<Done> done = allow_shared(answer_kernel, launch.shared_bytes()); !done) return done;
    answer_kernel<<<static_cast<unsigned>(common.blocks), kThreads, launch.shared_bytes()>>>(
        launch.memory, probes.size(), questions.get());
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error != cudaSuccess) return failed("answering", error);
    error = cudaMemcpy(probes.data(), questions.get(), probes.size() * sizeof(Probe),
                       cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) return failed("giving its answers", error);
    return Done{};
}

Result<std::string> describe_gpu() {
    cudaDeviceProp properties{};
    const cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    if (error != cudaSuccess) return failed("looking for one", error);
    return std::string(properties.name) + ", " + std::to_string(properties.multiProcessorCount) +
           " multiprocessors, " + std::to_string(properties.totalGlobalMem >> 30) + " GiB";
}

}  // namespace emilia::learn
