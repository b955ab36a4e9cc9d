#include "learn/cuda/network_gpu.h"

#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "learn/cuda/gpu_memory.h"
#include "learn/network_numbers.h"
#include "util/parallel.h"

namespace emilia::learn {

namespace {

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kWarps = 8;  // of a block
constexpr int kThreads = 32 * kWarps;
constexpr int kOfABlock = 64;  // positions
constexpr int kShown = static_cast<int>(kPlaced.count) + 1;
static_assert(kRowSize == 32 && kHidden <= 32 && kShown <= 64);

constexpr float kBelowZero = 1.0F / (1 << kBelowZeroShift);
constexpr float kMost = static_cast<float>(kMostOfASum) / kRowUnit;
constexpr float kMostOfANumber = static_cast<float>(kMostOfARow) / kRowUnit;

// A layer's numbers in the order of NetworkFitLayer.
constexpr int kStart = 0;
constexpr int kHiddenWeights = kRowSize;
constexpr int kHiddenStart = kHiddenWeights + kRowSize * kHidden;
constexpr int kValue = kHiddenStart + kHidden;
constexpr int kValueStart = kValue + kHidden;
constexpr int kLayerNumbers = kValueStart + 1;
static_assert(sizeof(NetworkFitLayer) == kLayerNumbers * sizeof(float));

struct Item {
    std::uint64_t own;
    std::uint64_t opponent;
    float label;
    std::int32_t mobility;
};

// Where the placed shapes lie, and where their configurations' classes are listed.
struct PlaceTable {
    std::uint8_t size[64];
    std::uint8_t squares[64][kLargestShape];
    std::int32_t middle[64];  // in the list of classes
};

struct Batch {
    const Item* items;  // by stage
    const PlaceTable* places;
    const std::int32_t* class_of;  // of all configurations of all shapes
    std::uint32_t begin[kStages + 1];
    std::uint32_t count[kStages];  // of the batch
    std::uint32_t from[kStages];   // in the order of this pass
    std::int32_t part[kStages];
    std::uint32_t key;
    int mobility;  // class of the first one
    int classes;
    float share;
    const float* rows;  // by part, class and number
    float* row_slopes;
    const float* layers;
    float* layer_slopes;
    double* squares;
};

// One order of 0 .. count-1 for each key.
__device__ std::uint32_t shuffled(std::uint32_t i, std::uint32_t count, std::uint32_t key) {
    const int bits = 32 - __clz(static_cast<int>(count - 1) | 1);
    const std::uint32_t mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1;
    const int half = bits / 2 + 1;
    do {
        for (std::uint32_t round = 0; round < 4; ++round) {
            i = (i * 0x9e3779b1u + (key ^ round * 0x85ebca6bu)) & mask;
            i ^= i >> half;
            i = i * 0xc2b2ae35u & mask;
            i ^= i >> half;
        }
    } while (i >= count);
    return i;
}

__device__ int class_shown(const Batch& batch, const PlaceTable& places, const Item& item,
                           int place) {
    if (place >= kShown) return 0;
    if (place == kShown - 1) return batch.mobility + item.mobility;
    int number = 0;
    int power = 1;
    for (int i = 0; i < places.size[place]; ++i) {
        const int square = places.squares[place][i];
        number += power * (static_cast<int>(item.own >> square & 1) -
                           static_cast<int>(item.opponent >> square & 1));
        power *= 3;
    }
    return batch.class_of[places.middle[place] + number];
}

__device__ float sum_of_lanes(float x) {
    for (int across = 16; across > 0; across /= 2) x += __shfl_xor_sync(kAllLanes, x, across);
    return x;
}

// Each warp takes position after position; each lane has one number of the sum of rows.
__global__ void __launch_bounds__(kThreads) learn_kernel(Batch batch) {
    const int stage = static_cast<int>(blockIdx.y);
    const std::uint32_t first = blockIdx.x * kOfABlock;
    if (first >= batch.count[stage]) return;
    __shared__ float layer[kLayerNumbers];
    __shared__ float slopes[kLayerNumbers];
    __shared__ PlaceTable places;
    __shared__ double squares;
    for (int i = static_cast<int>(threadIdx.x); i < kLayerNumbers; i += kThreads) {
        layer[i] = batch.layers[stage * kLayerNumbers + i];
        slopes[i] = 0;
    }
    for (int i = static_cast<int>(threadIdx.x); i < static_cast<int>(sizeof places);
         i += kThreads) {
        reinterpret_cast<unsigned char*>(&places)[i] =
            reinterpret_cast<const unsigned char*>(batch.places)[i];
    }
    if (threadIdx.x == 0) squares = 0;
    __syncthreads();

    const int lane = static_cast<int>(threadIdx.x % 32);
    const std::uint32_t warp = threadIdx.x / 32;
    const std::uint32_t items = batch.begin[stage + 1] - batch.begin[stage];
    const std::size_t part = static_cast<std::size_t>(batch.part[stage]) * batch.classes * kRowSize;
    const float* const rows = batch.rows + part;
    float* const row_slopes = batch.row_slopes + part;
    float weight[kHidden];
    float weight_slope[kHidden];
    for (int j = 0; j < kHidden; ++j) {
        weight[j] = layer[kHiddenWeights + j * kRowSize + lane];
        weight_slope[j] = 0;
    }
    float start_slope = 0;
    float hidden_start_slope = 0;  // of the hidden sum that has the lane's number
    float value_slope = 0;
    float value_start_slope = 0;
    double square = 0;
    const std::uint32_t end = min(first + kOfABlock, batch.count[stage]);
    for (std::uint32_t i = first + warp; i < end; i += kWarps) {
        const Item item = batch.items[batch.begin[stage] + shuffled(batch.from[stage] + i, items,
                                                                    batch.key + 77u * stage)];
        const int shown[2] = {class_shown(batch, places, item, lane),
                              class_shown(batch, places, item, lane + 32)};
        float x = layer[kStart + lane];
#pragma unroll
        for (int place = 0; place < kShown; ++place) {
            const int of = __shfl_sync(kAllLanes, shown[place / 32], place % 32);
            x += rows[of * kRowSize + lane];
        }
        const float slope = x >= kMost ? 0 : x > 0 ? 1 : kBelowZero;
        const float bent = x >= kMost ? kMost : x > 0 ? x : x * kBelowZero;
        float hidden[kHidden];
        float value = layer[kValueStart];
#pragma unroll
        for (int j = 0; j < kHidden; ++j) {
            hidden[j] = layer[kHiddenStart + j] + sum_of_lanes(bent * weight[j]);
            value += layer[kValue + j] * hidden[j] * (hidden[j] > 0 ? 1 : kBelowZero);
        }
        const float error = value - item.label;
        const float outer = error * batch.share;
        float back = 0;
#pragma unroll
        for (int j = 0; j < kHidden; ++j) {
            const float at = hidden[j] > 0 ? 1 : kBelowZero;
            const float inner = outer * layer[kValue + j] * at;
            weight_slope[j] += inner * bent;
            back += inner * weight[j];
            if (lane == j) {
                hidden_start_slope += inner;
                value_slope += outer * hidden[j] * at;
            }
        }
        value_start_slope += outer;
        square += static_cast<double>(error) * error;
        back *= slope;
        start_slope += back;
#pragma unroll
        for (int place = 0; place < kShown; ++place) {
            const int of = __shfl_sync(kAllLanes, shown[place / 32], place % 32);
            atomicAdd(row_slopes + of * kRowSize + lane, back);
        }
    }
    atomicAdd(slopes + kStart + lane, start_slope);
    for (int j = 0; j < kHidden; ++j) {
        atomicAdd(slopes + kHiddenWeights + j * kRowSize + lane, weight_slope[j]);
    }
    if (lane < kHidden) {
        atomicAdd(slopes + kHiddenStart + lane, hidden_start_slope);
        atomicAdd(slopes + kValue + lane, value_slope);
    }
    if (lane == 0) {
        atomicAdd(slopes + kValueStart, value_start_slope);
        atomicAdd(&squares, square);
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < kLayerNumbers; i += kThreads) {
        atomicAdd(batch.layer_slopes + stage * kLayerNumbers + i, slopes[i]);
    }
    if (threadIdx.x == 0) atomicAdd(batch.squares, squares);
}

constexpr float kFirst = 0.9F;
constexpr float kSecond = 0.999F;
constexpr float kLeast = 1e-8F;

struct Step {
    float rate;
    float first;  // times this, means are what they would be after many steps
    float second;
    float decay;
};

struct Moments {
    float first;
    float second;
};

__device__ float moved(float number, float slope, Moments& moments, const Step& step) {
    moments.first += (1 - kFirst) * (slope - moments.first);
    moments.second += (1 - kSecond) * (slope * slope - moments.second);
    return number - step.rate * (moments.first * step.first /
                                     (sqrtf(moments.second * step.second) + kLeast) +
                                 step.decay * number);
}

__global__ void step_layers(float* numbers, float* slopes, Moments* moments, int count, Step step) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    numbers[i] = moved(numbers[i], slopes[i], moments[i], step);
    slopes[i] = 0;
}

// `shared` and, where there are more parts than one, `own` add up to the rows.
__global__ void step_rows(float* rows, float* shared, float* own, float* slopes,
                          Moments* shared_moments, Moments* own_moments, int count, int parts,
                          Step step, float own_decay) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    float all = 0;
    for (int part = 0; part < parts; ++part) all += slopes[part * count + i];
    const float common = moved(shared[i], all, shared_moments[i], step);
    shared[i] = common;
    step.decay = own_decay;
    for (int part = 0; part < parts; ++part) {
        const int at = part * count + i;
        float row = common;
        if (parts > 1) row += own[at] = moved(own[at], slopes[at], own_moments[at], step);
        slopes[at] = 0;
        rows[at] = fminf(fmaxf(row, -kMostOfANumber), kMostOfANumber);
    }
}

class GpuTraining {
  public:
    GpuTraining(const SampleSet& samples, const GpuFitOptions& options, int threads)
        : options_(options), parts_(static_cast<int>(options.first_stages.size())) {
        const ClassLayout& layout = class_layout();
        numbers_ = layout.count * kRowSize;
        std::array<bool, kStages> seen{};
        for (int stage = 0; stage < kStages; ++stage) {
            batch_.begin[stage] = static_cast<std::uint32_t>(items_.size());
            for (int empties = 60; empties >= 0; --empties) {
                if (stage_of(empties) == stage) add(samples.by_empties[empties], threads);
            }
            seen[stage] = items_.size() > batch_.begin[stage];
            for (int part = 0; part < parts_; ++part) {
                if (options.first_stages[part] <= stage) batch_.part[stage] = part;
            }
        }
        batch_.begin[kStages] = static_cast<std::uint32_t>(items_.size());
        layer_of_ = layers_for(seen);
        batches_ = (items_.size() + options.batch - 1) / options.batch;
        batch_.mobility = layout.mobility;
        batch_.classes = layout.count;
        batch_.share = 1.0F / static_cast<float>(options.batch);
    }

    Result<Done> prepare() {
        PlaceTable places{};
        std::vector<std::int32_t> class_of;
        std::vector<std::int32_t> middle;
        for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
            const Folding& folding = folding_of(shape);
            middle.push_back(
                static_cast<std::int32_t>(class_of.size() + folding.class_of.size() / 2));
            for (const std::int32_t of : folding.class_of) {
                class_of.push_back(class_layout().begin[shape] + of);
            }
        }
        for (std::size_t place = 0; place < kPlaced.count; ++place) {
            const Placed& placed = kPlaced.list[place];
            places.size[place] = static_cast<std::uint8_t>(kShapes[placed.shape].size);
            for (int i = 0; i < kShapes[placed.shape].size; ++i) {
                places.squares[place][i] = static_cast<std::uint8_t>(index_of(placed.squares[i]));
            }
            places.middle[place] = middle[placed.shape];
        }
        Random random(options_.seed);
        const std::vector<NetworkFitRow> rows = first_rows(random);
        const std::vector<NetworkFitLayer> layers(kStages, first_layer(random));
        std::vector<float> by_part;
        for (int part = 0; part < parts_; ++part) {
            by_part.insert(by_part.end(), rows.data()->data(), rows.data()->data() + numbers_);
        }
        const std::size_t all = static_cast<std::size_t>(numbers_) * parts_;
        const std::size_t of_layers = static_cast<std::size_t>(kStages) * kLayerNumbers;
        for (const Result<Done>& done :
             {gpu_items_.fill(items_.data(), items_.size()), gpu_places_.fill(&places, 1),
              gpu_classes_.fill(class_of.data(), class_of.size()), rows_.fill(by_part.data(), all),
              shared_.fill(by_part.data(), numbers_), own_.take(all), row_slopes_.take(all),
              shared_moments_.take(numbers_), own_moments_.take(all),
              layers_.fill(layers.data()->start.data(), of_layers), layer_slopes_.take(of_layers),
              layer_moments_.take(of_layers), squares_.take(1)}) {
            if (!done) return done;
        }
        batch_.items = gpu_items_.get();
        batch_.places = gpu_places_.get();
        batch_.class_of = gpu_classes_.get();
        batch_.rows = rows_.get();
        batch_.row_slopes = row_slopes_.get();
        batch_.layers = layers_.get();
        batch_.layer_slopes = layer_slopes_.get();
        batch_.squares = squares_.get();
        return Done{};
    }

    // Returns the root of the mean square error.
    Result<double> pass(int number) {
        batch_.key = static_cast<std::uint32_t>(options_.seed * 1000003u + 7919u * number);
        cudaMemset(squares_.get(), 0, sizeof(double));
        for (std::size_t b = 0; b < batches_; ++b) {
            std::uint32_t most = 0;
            for (int stage = 0; stage < kStages; ++stage) {
                const std::uint64_t items = batch_.begin[stage + 1] - batch_.begin[stage];
                const auto from = static_cast<std::uint32_t>(items * b / batches_);
                batch_.from[stage] = from;
                batch_.count[stage] = static_cast<std::uint32_t>(items * (b + 1) / batches_) - from;
                most = std::max(most, batch_.count[stage]);
            }
            const dim3 blocks((most + kOfABlock - 1) / kOfABlock, kStages);
            learn_kernel<<<blocks, kThreads>>>(batch_);
            const std::size_t steps = batches_ * static_cast<std::size_t>(options_.passes);
            const double steps_done = static_cast<double>(step_ + 1);
            const Step step{static_cast<float>(options_.rate * share_of_rate(step_, steps)),
                            static_cast<float>(1 / (1 - std::pow(double{kFirst}, steps_done))),
                            static_cast<float>(1 / (1 - std::pow(double{kSecond}, steps_done))),
                            static_cast<float>(options_.decay)};
            ++step_;
            const auto grid = [](int count) { return (count + 255) / 256; };
            Step of_layer = step;
            of_layer.decay = 0;
            step_layers<<<grid(kStages * kLayerNumbers), 256>>>(layers_.get(), layer_slopes_.get(),
                                                                layer_moments_.get(),
                                                                kStages * kLayerNumbers, of_layer);
            step_rows<<<grid(numbers_), 256>>>(rows_.get(), shared_.get(), own_.get(),
                                               row_slopes_.get(), shared_moments_.get(),
                                               own_moments_.get(), numbers_, parts_, step,
                                               static_cast<float>(options_.part_decay));
        }
        double squares = 0;
        const cudaError_t error =
            cudaMemcpy(&squares, squares_.get(), sizeof squares, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) return failed("learning", error);
        return kDiscsOfALabel * std::sqrt(squares / static_cast<double>(items_.size()));
    }

    Result<Network> network() const {
        std::vector<NetworkFitPart> parts(static_cast<std::size_t>(parts_));
        for (int part = 0; part < parts_; ++part) {
            parts[part].first_stage = options_.first_stages[part];
            parts[part].rows.resize(static_cast<std::size_t>(numbers_ / kRowSize));
            const cudaError_t error = cudaMemcpy(
                parts[part].rows.data(), rows_.get() + static_cast<std::size_t>(part) * numbers_,
                static_cast<std::size_t>(numbers_) * sizeof(float), cudaMemcpyDeviceToHost);
            if (error != cudaSuccess) return failed("reading the rows", error);
        }
        std::vector<NetworkFitLayer> layers(kStages);
        const cudaError_t error =
            cudaMemcpy(layers.data(), layers_.get(), kStages * sizeof(NetworkFitLayer),
                       cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) return failed("reading the layers", error);
        std::vector<NetworkFitLayer> by_stage;
        for (const int of : layer_of_) by_stage.push_back(layers[of]);
        return rounded(parts, by_stage);
    }

  private:
    void add(const std::vector<Sample>& samples, int threads) {
        const std::size_t begin = items_.size();
        items_.resize(begin + samples.size());
        constexpr std::size_t kPiece = 65536;
        parallel_for((samples.size() + kPiece - 1) / kPiece, threads, [&](std::size_t piece) {
            const std::size_t end = std::min(samples.size(), (piece + 1) * kPiece);
            for (std::size_t i = piece * kPiece; i < end; ++i) {
                const Position position = samples[i].position;
                items_[begin + i] = {position.own, position.opponent,
                                     samples[i].label / kDiscsOfALabel,
                                     mobility_number(popcount(legal_moves(position)),
                                                     popcount(legal_moves(position.passed())))};
            }
        });
    }

    const GpuFitOptions& options_;
    const int parts_;
    int numbers_ = 0;  // of a part's rows
    std::vector<Item> items_;
    std::array<int, kStages> layer_of_{};
    Batch batch_{};
    std::size_t batches_ = 0;
    std::size_t step_ = 0;
    Buffer<Item> gpu_items_;
    Buffer<PlaceTable> gpu_places_;
    Buffer<std::int32_t> gpu_classes_;
    Buffer<float> rows_;
    Buffer<float> shared_;
    Buffer<float> own_;
    Buffer<float> row_slopes_;
    Buffer<Moments> shared_moments_;
    Buffer<Moments> own_moments_;
    Buffer<float> layers_;
    Buffer<float> layer_slopes_;
    Buffer<Moments> layer_moments_;
    Buffer<double> squares_;
};

}  // namespace

Result<Done> fit_network_on_gpu(const SampleSet& training, const GpuFitOptions& options,
                                int threads, const std::function<bool(GpuPass)>& done) {
    GpuTraining fit(training, options, threads);
    if (Result<Done> ready = fit.prepare(); !ready) return ready;
    for (int pass = 1; pass <= options.passes; ++pass) {
        const Result<double> error = fit.pass(pass);
        if (!error) return error.error();
        Result<Network> network = fit.network();
        if (!network) return network.error();
        if (!done({pass, *error, std::move(*network)})) break;
    }
    return Done{};
}

}  // namespace emilia::learn
