#pragma once

#include <cstdint>

#include "util/bits.h"

#if !defined(__CUDACC__)
#include <bit>
#include <cstring>

#include "learn/cuda/warp_emulation.h"
#endif

// Code for the graphics processor is written for a warp: 32 lanes that do the same thing at the
// same time and tell each other what they found. The same code compiles for the processor, where
// WarpEmulation runs the lanes in turn, so that tests need no graphics processor.

#if defined(__CUDACC__)
#define EMILIA_DEVICE __device__ __forceinline__
#define EMILIA_DEVICE_CALL __device__ __noinline__
#define EMILIA_NO_UNROLL _Pragma("unroll 1")
#define EMILIA_UNROLL _Pragma("unroll")
#else
#define EMILIA_DEVICE inline
#define EMILIA_DEVICE_CALL inline
#define EMILIA_NO_UNROLL
#define EMILIA_UNROLL
#endif

namespace emilia::learn::warp {

inline constexpr int kLanes = 32;

#if defined(__CUDACC__)

inline constexpr unsigned kAll = 0xffffffff;

EMILIA_DEVICE int lane() {
    return static_cast<int>(threadIdx.x) & (kLanes - 1);
}
EMILIA_DEVICE void sync() {
    __syncwarp();
}
EMILIA_DEVICE unsigned ballot(bool yes) {
    return __ballot_sync(kAll, yes);
}
EMILIA_DEVICE int from(int value, int source) {
    return __shfl_sync(kAll, value, source);
}
EMILIA_DEVICE std::uint64_t from(std::uint64_t value, int source) {
    return __shfl_sync(kAll, static_cast<unsigned long long>(value), source);
}
EMILIA_DEVICE int from_neighbour(int value, int mask) {
    return __shfl_xor_sync(kAll, value, mask);
}
EMILIA_DEVICE int sum(int value) {
    return __reduce_add_sync(kAll, value);
}
EMILIA_DEVICE int least(int value) {
    return __reduce_min_sync(kAll, value);
}
EMILIA_DEVICE int greatest(int value) {
    return __reduce_max_sync(kAll, value);
}

EMILIA_DEVICE int count_bits(std::uint64_t bits) {
    return __popcll(bits);
}
EMILIA_DEVICE int first_bit(std::uint64_t bits) {
    return __ffsll(static_cast<long long>(bits)) - 1;
}
EMILIA_DEVICE int first_bit(std::uint32_t bits) {
    return __ffs(static_cast<int>(bits)) - 1;
}
EMILIA_DEVICE std::uint64_t mirrored(std::uint64_t bits) {
    return __brevll(bits);
}
template <typename T>
EMILIA_DEVICE T read_only(const T* address) {
    return __ldg(address);
}
// Four bytes at an address that four divides.
EMILIA_DEVICE std::uint32_t read_word(const void* address) {
    return __ldg(static_cast<const std::uint32_t*>(address));
}

#else

inline int lane() {
    return WarpEmulation::current().lane();
}
inline void sync() {
    WarpEmulation::current().exchange(0);
}
inline unsigned ballot(bool yes) {
    const auto& all = WarpEmulation::current().exchange(yes ? 1 : 0);
    unsigned bits = 0;
    for (std::size_t i = 0; i < all.size(); ++i) bits |= static_cast<unsigned>(all[i]) << i;
    return bits;
}
inline int from(int value, int source) {
    return static_cast<int>(
        WarpEmulation::current().exchange(value)[static_cast<std::size_t>(source)]);
}
inline std::uint64_t from(std::uint64_t value, int source) {
    return static_cast<std::uint64_t>(WarpEmulation::current().exchange(
        static_cast<std::int64_t>(value))[static_cast<std::size_t>(source)]);
}
inline int from_neighbour(int value, int mask) {
    WarpEmulation& emulation = WarpEmulation::current();
    const int source = emulation.lane() ^ mask;
    return static_cast<int>(emulation.exchange(value)[static_cast<std::size_t>(source)]);
}
inline int sum(int value) {
    std::int64_t total = 0;
    for (const std::int64_t x : WarpEmulation::current().exchange(value)) total += x;
    return static_cast<int>(total);
}
inline int least(int value) {
    std::int64_t best = value;
    for (const std::int64_t x : WarpEmulation::current().exchange(value)) {
        if (x < best) best = x;
    }
    return static_cast<int>(best);
}
inline int greatest(int value) {
    return -least(-value);
}

inline int count_bits(std::uint64_t bits) {
    return popcount(bits);
}
inline int first_bit(std::uint64_t bits) {
    return std::countr_zero(bits);
}
inline int first_bit(std::uint32_t bits) {
    return std::countr_zero(bits);
}
inline std::uint64_t mirrored(std::uint64_t bits) {
    std::uint64_t out = 0;
    for (int i = 0; i < 64; ++i) out |= (bits >> i & 1) << (63 - i);
    return out;
}
template <typename T>
T read_only(const T* address) {
    return *address;
}
inline std::uint32_t read_word(const void* address) {
    std::uint32_t word = 0;
    std::memcpy(&word, address, sizeof word);
    return word;
}

#endif

}  // namespace emilia::learn::warp
