#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace emilia {

// xoshiro256** (Blackman and Vigna), seeded through splitmix64. Small, fast, the same on every
// platform: a seed names one stream of numbers for ever, which <random>'s distributions do not
// promise.
class Random {
  public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            seed += 0x9e3779b97f4a7c15;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
            z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
            word = z ^ (z >> 31);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Evenly from 0 .. bound-1, without bias (Lemire's multiply, rejecting the short remainder).
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        const std::uint64_t threshold = (0 - bound) % bound;
        for (;;) {
            const Wide product = Wide{next()} * bound;
            if (static_cast<std::uint64_t>(product) >= threshold) {
                return static_cast<std::uint64_t>(product >> 64);
            }
        }
    }

    // Evenly from [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    template <typename T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[below(i)]);
        }
    }

  private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace emilia
