#pragma once

#include <array>
#include <cstddef>

#include "board/simd/primitives.h"
#include "eval/features.h"
#include "eval/weights.h"

// The value of a position: a weight for each placed shape and one for the mobility, added up, or
// what a network makes of their rows.

namespace emilia::EMILIA_ISA {

#if EMILIA_HAS_AVX2
// Of all its eight numbers.
EMILIA_INLINE int sum_of(__m256i numbers) {
    const __m128i half =
        _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
    const __m128i quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0xb1)));
}
#endif

// The sum of a weight for each place, found in a table at its offset plus its number. Behind the
// last weight of a table two bytes more can be read.
template <std::size_t kPlaces>
EMILIA_INLINE int sum_of_weights(const std::int16_t* numbers, const std::int32_t* offsets,
                                 const std::int16_t* table) {
#if EMILIA_HAS_AVX512
    static_assert(kPlaces % 16 == 0);
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t i = 0; i < kPlaces; i += 16) {
        const __m512i number =
            _mm512_cvtepi16_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(numbers + i)));
        const __m512i at = _mm512_add_epi32(number, _mm512_load_si512(offsets + i));
        // Four bytes are read: the weight in the lower half, moved up and back for its sign.
        const __m512i both = _mm512_i32gather_epi32(at, table, 2);
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(both, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
#elif EMILIA_HAS_AVX2
    static_assert(kPlaces % 8 == 0);
    __m256i sum = _mm256_setzero_si256();
    for (std::size_t i = 0; i < kPlaces; i += 8) {
        const __m256i number =
            _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(numbers + i)));
        const __m256i at = _mm256_add_epi32(
            number, _mm256_load_si256(reinterpret_cast<const __m256i*>(offsets + i)));
        const __m256i both = _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), at, 2);
        sum = _mm256_add_epi32(sum, _mm256_srai_epi32(_mm256_slli_epi32(both, 16), 16));
    }
    return sum_of(sum);
#else
    int sum = 0;
    for (std::size_t place = 0; place < kPlaces; ++place) {
        sum += table[offsets[place] + numbers[place]];
    }
    return sum;
#endif
}

// What the shapes say. `table` is that of the position's stage; in units of
// kUnitsOfADisc.
EMILIA_INLINE int pattern_value(const Features& features, const std::int16_t* table) {
    return sum_of_weights<kMostPlaces>(features.number.data(), kTableOffsets.offset.data(), table);
}

// What a network says. Rows of places that no shape fills are nothing.
EMILIA_INLINE int network_value(const Features& features, int mobility, const NetworkRow* rows,
                                const NetworkLayer& layer) {
    // Where the rows begin, in bytes from the first. The compiler must not see that they were
    // numbers in registers just now: taking them out one by one costs more than reading them back.
    alignas(64) std::array<std::uint32_t, kMostPlaces> begins;
    for (std::size_t place = 0; place < kMostPlaces; ++place) {
        begins[place] =
            static_cast<std::uint32_t>(kTableOffsets.offset[place] + features.number[place]) *
            sizeof(NetworkRow);
    }
    asm("" : "+m"(begins));
    const auto row = [&](std::size_t place) {
        return reinterpret_cast<const NetworkRow*>(reinterpret_cast<const std::byte*>(rows) +
                                                   begins[place]);
    };
#if EMILIA_HAS_AVX512
    const auto numbers = [](const NetworkRow* from) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(from->data()));
    };
    // Two rows at a time fit into bytes.
    static_assert(kPlaced.count % 2 == 0 && 2 * kMostOfARow <= 127);
    __m512i sum =
        _mm512_add_epi16(_mm512_load_si512(layer.start.data()),
                         _mm512_cvtepi8_epi16(numbers(rows + kTableOffsets.mobility + mobility)));
#pragma GCC unroll 64
    for (std::size_t place = 0; place < kPlaced.count; place += 2) {
        sum = _mm512_add_epi16(sum, _mm512_cvtepi8_epi16(_mm256_add_epi8(numbers(row(place)),
                                                                         numbers(row(place + 1)))));
    }
    const __m512i bent =
        _mm512_min_epi16(_mm512_max_epi16(sum, _mm512_srai_epi16(sum, kBelowZeroShift)),
                         _mm512_set1_epi16(kMostOfASum));
    alignas(64) std::int32_t pairs[kRowSize / 2];
    _mm512_store_si512(pairs, bent);
    asm("" : "+m"(pairs));
    __m512i hidden = _mm512_load_si512(layer.hidden_start.data());
#pragma GCC unroll 16
    for (std::size_t pair = 0; pair < kRowSize / 2; ++pair) {
        hidden = _mm512_add_epi32(hidden,
                                  _mm512_madd_epi16(_mm512_set1_epi32(pairs[pair]),
                                                    _mm512_load_si512(layer.hidden[pair].data())));
    }
    const __m512i scaled = _mm512_srai_epi32(
        _mm512_max_epi32(hidden, _mm512_srai_epi32(hidden, kBelowZeroShift)), kHiddenShift);
    const int value =
        _mm512_reduce_add_epi32(_mm512_mullo_epi32(scaled, _mm512_load_si512(layer.value.data())));
    return (value + layer.value_start) >> kValueShift;
#elif EMILIA_HAS_AVX2
    const auto numbers = [](const NetworkRow* from) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(from->data()));
    };
    const auto at = [](const auto& array, int index) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(array.data()) + index);
    };
    __m256i low = at(layer.start, 0);
    __m256i high = at(layer.start, 1);
    const auto add = [&](__m256i bytes) {
        low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(_mm256_castsi256_si128(bytes)));
        high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(_mm256_extracti128_si256(bytes, 1)));
    };
    add(numbers(rows + kTableOffsets.mobility + mobility));
    // Two rows at a time fit into bytes.
    static_assert(kPlaced.count % 2 == 0 && 2 * kMostOfARow <= 127);
#pragma GCC unroll 64
    for (std::size_t place = 0; place < kPlaced.count; place += 2) {
        add(_mm256_add_epi8(numbers(row(place)), numbers(row(place + 1))));
    }
    const auto bend = [](__m256i x) {
        return _mm256_min_epi16(_mm256_max_epi16(x, _mm256_srai_epi16(x, kBelowZeroShift)),
                                _mm256_set1_epi16(kMostOfASum));
    };
    alignas(32) std::int32_t pairs[kRowSize / 2];
    _mm256_store_si256(reinterpret_cast<__m256i*>(pairs), bend(low));
    _mm256_store_si256(reinterpret_cast<__m256i*>(pairs) + 1, bend(high));
    asm("" : "+m"(pairs));
    __m256i hidden[2] = {at(layer.hidden_start, 0), at(layer.hidden_start, 1)};
    for (std::size_t pair = 0; pair < kRowSize / 2; ++pair) {
        const __m256i both = _mm256_set1_epi32(pairs[pair]);
        for (int half = 0; half < 2; ++half) {
            hidden[half] = _mm256_add_epi32(hidden[half],
                                            _mm256_madd_epi16(both, at(layer.hidden[pair], half)));
        }
    }
    __m256i total = _mm256_setzero_si256();
    for (int half = 0; half < 2; ++half) {
        const __m256i scaled = _mm256_srai_epi32(
            _mm256_max_epi32(hidden[half], _mm256_srai_epi32(hidden[half], kBelowZeroShift)),
            kHiddenShift);
        total = _mm256_add_epi32(total, _mm256_mullo_epi32(scaled, at(layer.value, half)));
    }
    return (sum_of(total) + layer.value_start) >> kValueShift;
#else
    std::array<int, kRowSize> sum{};
    const auto add = [&](const NetworkRow& numbers) {
        for (std::size_t i = 0; i < kRowSize; ++i) sum[i] += numbers[i];
    };
    for (std::size_t place = 0; place < kPlaced.count; ++place) add(*row(place));
    add(rows[kTableOffsets.mobility + mobility]);
    return emilia::network_value(layer, sum);
#endif
}

// With the mobility, for the player to move. `weights` are those of the position's stage.
EMILIA_INLINE int position_value(Bitboard own, Bitboard opponent, const Features& features,
                                 const StageWeights& weights) {
    const int mobility =
        mobility_number(popcount(legal_moves(own, opponent)), popcount(legal_moves(opponent, own)));
    if (weights.rows != nullptr) {
        return network_value(features, mobility, weights.rows, *weights.layer);
    }
    return pattern_value(features, weights.table) +
           weights.table[kTableOffsets.mobility + mobility];
}

}  // namespace emilia::EMILIA_ISA
