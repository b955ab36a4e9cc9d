#pragma once

#include <cstdint>
#include <vector>

#include "board/position.h"

namespace emilia::classic {

// What a search found of positions, so that lines of play that meet are searched once. The whole
// position is kept, so that no two are ever taken for each other. Of two that fall on one place the
// one that was searched deeper stays, and beside it the last one.
class HashTable {
  public:
    static constexpr std::uint8_t kNoMove = 64;
    struct alignas(32) Entry {
        Bitboard own = 0;
        Bitboard opponent = 0;
        // The value is from the one to the other, both included.
        std::int32_t least = 0;
        std::int32_t most = 0;
        std::uint16_t game = 0;  // entries of other games are empty
        std::uint8_t depth = 0;
        std::uint8_t move = kNoMove;  // the best one, if any was better than what was asked

        // Whether this is all that a window asks for, and what it answers then.
        EMILIA_INLINE bool answers(int alpha, int beta) const {
            return least >= beta || most <= alpha || least == most;
        }
        EMILIA_INLINE int answer(int alpha) const { return most <= alpha ? most : least; }
    };
    // The depths of what was searched to the end of the game, and of what was guessed of it; values
    // are discs then.
    static constexpr std::uint8_t kEnd = 255;
    static constexpr std::uint8_t kGuessedEnd = 254;

    // Places are a power of 2.
    explicit HashTable(std::size_t places) : places_(places) {}
    HashTable(const HashTable&) = delete;
    HashTable& operator=(const HashTable&) = delete;

    EMILIA_INLINE void prefetch(Bitboard own, Bitboard opponent) const {
        __builtin_prefetch(place(own, opponent));
    }
    EMILIA_INLINE const Entry* find(Bitboard own, Bitboard opponent) const {
        const Entry* const at = place(own, opponent)->of;
        for (int i = 0; i < 2; ++i) {
            if (at[i].own == own && at[i].opponent == opponent && at[i].game == game_)
                return at + i;
        }
        return nullptr;
    }
    EMILIA_INLINE void store(const Entry& found) {
        Entry entry = found;
        entry.game = game_;
        Entry* const at = place(entry.own, entry.opponent)->of;
        const bool same = at->own == entry.own && at->opponent == entry.opponent;
        if (same || at->game != game_ || at->depth <= entry.depth) {
            *at = entry;
        } else {
            at[1] = entry;
        }
    }

    // A new game: everything is forgotten.
    void clear() {
        if (++game_ != 0) return;
        places_.assign(places_.size(), Place{});
        game_ = 1;
    }

  private:
    // In one line of the cache.
    struct alignas(64) Place {
        Entry of[2];
    };

    EMILIA_INLINE Place* place(Bitboard own, Bitboard opponent) const {
        return data_ + (hash_of({own, opponent}) & mask_);
    }

    std::vector<Place> places_;
    Place* data_ = places_.data();
    std::size_t mask_ = places_.size() - 1;
    std::uint16_t game_ = 1;
};

}  // namespace emilia::classic
