#pragma once

#include "board/simd/target.h"
#include "search/transposition_table.h"

// Looking up and storing, inlined into the kernels.

namespace emilia::EMILIA_ISA {

// A place in a table and what was found there.
struct TableProbe {
    TranspositionTable::Bucket* bucket = nullptr;
    std::uint64_t key = 0;
    TableEntry entry;

    EMILIA_INLINE bool found() const { return entry.generation != 0; }
};

// Positions that are searched in different ways are told apart by `salt`.
EMILIA_INLINE TableProbe locate(const TranspositionTable& table, Bitboard own, Bitboard opponent,
                                std::uint64_t salt) {
    TableProbe at;
    at.key = hash_of({own, opponent}) ^ table.salt() ^ salt;
    at.bucket = table.buckets() + (at.key & table.mask());
    return at;
}

EMILIA_INLINE void prefetch(const TranspositionTable& table, Bitboard own, Bitboard opponent,
                            std::uint64_t salt) {
    __builtin_prefetch(locate(table, own, opponent, salt).bucket);
}

EMILIA_INLINE TableProbe look_up(const TranspositionTable& table, Bitboard own, Bitboard opponent,
                                 std::uint64_t salt) {
    TableProbe at = locate(table, own, opponent, salt);
    for (TranspositionTable::Slot& slot : at.bucket->slots) {
        const std::uint64_t data = __atomic_load_n(&slot.data, __ATOMIC_RELAXED);
        const std::uint64_t check = __atomic_load_n(&slot.check, __ATOMIC_RELAXED);
        if ((check ^ data) == at.key && data != 0) {
            at.entry = __builtin_bit_cast(TableEntry, data);
            break;
        }
    }
    return at;
}

// Adds that the value is greater than alpha (and at least `value`), or not (and at most `value`),
// to what is known, found by `nodes` nodes.
EMILIA_INLINE void learn(const TranspositionTable& table, const TableProbe& at, int alpha,
                         int value, int move, std::uint64_t nodes) {
    TableEntry entry = at.entry;
    entry.generation = table.generation();
    const int cost = highest_bit(nodes | 1);
    if (cost > entry.cost) entry.cost = static_cast<std::uint8_t>(cost);
    if (value > alpha) {
        if (value > entry.lower) entry.lower = static_cast<std::int8_t>(value);
    } else {
        if (value < entry.upper) entry.upper = static_cast<std::int8_t>(value);
    }
    if (move != entry.moves[0]) {
        entry.moves[1] = entry.moves[0];
        entry.moves[0] = static_cast<std::uint8_t>(move);
    }
    // The slot of this position, else one that is old, else the cheapest.
    TranspositionTable::Slot* place = nullptr;
    int least = 1 << 30;
    for (TranspositionTable::Slot& slot : at.bucket->slots) {
        const std::uint64_t data = __atomic_load_n(&slot.data, __ATOMIC_RELAXED);
        const std::uint64_t check = __atomic_load_n(&slot.check, __ATOMIC_RELAXED);
        if ((check ^ data) == at.key) {
            place = &slot;
            break;
        }
        const auto held = __builtin_bit_cast(TableEntry, data);
        const int worth = held.generation == entry.generation ? held.cost : -1;
        if (worth < least) {
            least = worth;
            place = &slot;
        }
    }
    const auto data = __builtin_bit_cast(std::uint64_t, entry);
    __atomic_store_n(&place->check, at.key ^ data, __ATOMIC_RELAXED);
    __atomic_store_n(&place->data, data, __ATOMIC_RELAXED);
}

}  // namespace emilia::EMILIA_ISA
