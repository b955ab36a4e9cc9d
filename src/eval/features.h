#pragma once

#include "board/simd/target.h"
#include "eval/patterns.h"

#if EMILIA_HAS_AVX2
#include <immintrin.h>
#endif

// The numbers of all placed shapes, kept up to date move by move: a disc changes the shapes that
// its square belongs to by one digit, so a move is a sum of columns of one small table.

namespace emilia {

// What a disc on a square adds to the number of each placed shape.
struct alignas(64) SquareDigits {
    std::array<std::int16_t, kMostPlaces> digit{};
};
inline constexpr auto kSquareDigits = [] {
    std::array<SquareDigits, kSquares> table{};
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const Placed& placed = kPlaced.list[place];
        for (int i = 0; i < kShapes[placed.shape].size; ++i) {
            const Square square = placed.squares[static_cast<std::size_t>(i)];
            table[static_cast<std::size_t>(index_of(square))].digit[place] =
                static_cast<std::int16_t>(power_of_3(i));
        }
    }
    return table;
}();

// For the player to move.
struct alignas(64) Features {
    std::array<std::int16_t, kMostPlaces> number{};

    bool operator==(const Features&) const = default;
};

namespace EMILIA_ISA {

// In as many registers as it takes.
#if EMILIA_HAS_AVX512
struct FeatureSum {
    __m512i a, b;

    EMILIA_INLINE static FeatureSum of(const std::int16_t* from) {
        return {_mm512_load_si512(from), _mm512_load_si512(from + 32)};
    }
    EMILIA_INLINE void add(FeatureSum x) {
        a = _mm512_add_epi16(a, x.a);
        b = _mm512_add_epi16(b, x.b);
    }
    EMILIA_INLINE void subtract(FeatureSum x) {
        a = _mm512_sub_epi16(a, x.a);
        b = _mm512_sub_epi16(b, x.b);
    }
    EMILIA_INLINE void store(std::int16_t* to) const {
        _mm512_store_si512(to, a);
        _mm512_store_si512(to + 32, b);
    }
};
#elif EMILIA_HAS_AVX2
struct FeatureSum {
    __m256i part[4];

    EMILIA_INLINE static FeatureSum of(const std::int16_t* from) {
        FeatureSum sum;
        for (int i = 0; i < 4; ++i) {
            sum.part[i] = _mm256_load_si256(reinterpret_cast<const __m256i*>(from) + i);
        }
        return sum;
    }
    EMILIA_INLINE void add(const FeatureSum& x) {
        for (int i = 0; i < 4; ++i) part[i] = _mm256_add_epi16(part[i], x.part[i]);
    }
    EMILIA_INLINE void subtract(const FeatureSum& x) {
        for (int i = 0; i < 4; ++i) part[i] = _mm256_sub_epi16(part[i], x.part[i]);
    }
    EMILIA_INLINE void store(std::int16_t* to) const {
        for (int i = 0; i < 4; ++i) {
            _mm256_store_si256(reinterpret_cast<__m256i*>(to) + i, part[i]);
        }
    }
};
#else
struct FeatureSum {
    std::int16_t number[kMostPlaces];

    EMILIA_INLINE static FeatureSum of(const std::int16_t* from) {
        FeatureSum sum;
        for (std::size_t i = 0; i < kMostPlaces; ++i) sum.number[i] = from[i];
        return sum;
    }
    EMILIA_INLINE void add(const FeatureSum& x) {
        for (std::size_t i = 0; i < kMostPlaces; ++i) {
            number[i] = static_cast<std::int16_t>(number[i] + x.number[i]);
        }
    }
    EMILIA_INLINE void subtract(const FeatureSum& x) {
        for (std::size_t i = 0; i < kMostPlaces; ++i) {
            number[i] = static_cast<std::int16_t>(number[i] - x.number[i]);
        }
    }
    EMILIA_INLINE void store(std::int16_t* to) const {
        for (std::size_t i = 0; i < kMostPlaces; ++i) to[i] = number[i];
    }
};
#endif

EMILIA_INLINE FeatureSum digits_of(int square) {
    return FeatureSum::of(kSquareDigits[static_cast<unsigned>(square)].digit.data());
}

EMILIA_INLINE void features_of(Bitboard own, Bitboard opponent, Features& features) {
    FeatureSum sum = FeatureSum::of(Features{}.number.data());
    for (; own != 0; own = without_lowest_bit(own)) sum.add(digits_of(lowest_bit(own)));
    for (; opponent != 0; opponent = without_lowest_bit(opponent)) {
        sum.subtract(digits_of(lowest_bit(opponent)));
    }
    sum.store(features.number.data());
}

// After a disc on `square` has turned over `flipped`, for the opponent, whose turn it is.
EMILIA_INLINE void features_after(const Features& before, int square, Bitboard flipped,
                                  Features& after) {
    FeatureSum sum = FeatureSum::of(Features{}.number.data());
    sum.subtract(FeatureSum::of(before.number.data()));
    sum.subtract(digits_of(square));
    // A disc that changes sides changes its digit by two.
    for (; flipped != 0; flipped = without_lowest_bit(flipped)) {
        const FeatureSum digits = digits_of(lowest_bit(flipped));
        sum.subtract(digits);
        sum.subtract(digits);
    }
    sum.store(after.number.data());
}

EMILIA_INLINE void features_after_pass(const Features& before, Features& after) {
    FeatureSum sum = FeatureSum::of(Features{}.number.data());
    sum.subtract(FeatureSum::of(before.number.data()));
    sum.store(after.number.data());
}

}  // namespace EMILIA_ISA

}  // namespace emilia
