#pragma once

#include <iterator>

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
    // What was found holds for such a search too.
    EMILIA_INLINE bool serves(Draft draft) const {
        return entry.depth >= draft.depth && entry.selectivity >= draft.selectivity;
    }
};

EMILIA_INLINE TableProbe locate(const TranspositionTable& table, Bitboard own, Bitboard opponent) {
    TableProbe at;
    at.key = hash_of({own, opponent}) ^ table.salt();
    at.bucket = table.buckets() + (at.key & table.mask());
    return at;
}

EMILIA_INLINE void prefetch(const TranspositionTable& table, Bitboard own, Bitboard opponent) {
    __builtin_prefetch(locate(table, own, opponent).bucket);
}

EMILIA_INLINE TableProbe look_up(const TranspositionTable& table, Bitboard own, Bitboard opponent) {
    TableProbe at = locate(table, own, opponent);
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

// Stores that the value lies in lower .. upper, found by `nodes` nodes of a search of that draft;
// what another draft has found is given up.
EMILIA_INLINE void learn(const TranspositionTable& table, const TableProbe& at, Draft draft,
                         int lower, int upper, int move, std::uint64_t nodes) {
    TableEntry entry = at.entry;
    entry.generation = table.generation();
    if (entry.depth != draft.depth || entry.selectivity != draft.selectivity) {
        entry.depth = static_cast<std::uint8_t>(draft.depth);
        entry.selectivity = draft.selectivity;
        entry.lower = -64;
        entry.upper = 64;
        entry.cost = 0;
    }
    const int cost = highest_bit(nodes | 1);
    if (cost > entry.cost) entry.cost = static_cast<std::uint8_t>(cost);
    if (lower > entry.lower) entry.lower = static_cast<std::int8_t>(lower);
    if (upper < entry.upper) entry.upper = static_cast<std::int8_t>(upper);
    if (move != entry.moves[0]) {
        entry.moves[1] = entry.moves[0];
        entry.moves[0] = static_cast<std::uint8_t>(move);
    }
    // The slot of this position, else one that is old, else the cheapest; found without branches,
    // which could not be foretold.
    unsigned least = ~0u;
    constexpr unsigned kSlots = std::size(TranspositionTable::Bucket{}.slots);
    for (unsigned i = 0; i < kSlots; ++i) {
        const TranspositionTable::Slot& slot = at.bucket->slots[i];
        const std::uint64_t data = __atomic_load_n(&slot.data, __ATOMIC_RELAXED);
        const std::uint64_t check = __atomic_load_n(&slot.check, __ATOMIC_RELAXED);
        const auto held = __builtin_bit_cast(TableEntry, data);
        const unsigned worth = held.generation == entry.generation ? 1u + held.cost : 0u;
        const unsigned rank = (check ^ data) == at.key ? 0u : 1u + worth;
        const unsigned ranked = rank * kSlots + i;
        least = ranked < least ? ranked : least;
    }
    TranspositionTable::Slot* const place = &at.bucket->slots[least % kSlots];
    const auto data = __builtin_bit_cast(std::uint64_t, entry);
    __atomic_store_n(&place->check, at.key ^ data, __ATOMIC_RELAXED);
    __atomic_store_n(&place->data, data, __ATOMIC_RELAXED);
}

// The same of one bound: greater than alpha, and at least `value`; or not, and at most `value`.
EMILIA_INLINE void learn_bound(const TranspositionTable& table, const TableProbe& at, Draft draft,
                               int alpha, int value, int move, std::uint64_t nodes) {
    learn(table, at, draft, value > alpha ? value : -64, value > alpha ? 64 : value, move, nodes);
}

}  // namespace emilia::EMILIA_ISA
