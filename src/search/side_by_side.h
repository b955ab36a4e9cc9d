#pragma once

#include "search/few_squares.h"
#include "search/last_lanes.h"

// value_of_all_6() with what is three plies ahead side by side in the lanes of a register, where
// registers have eight of them.

namespace emilia::EMILIA_ISA {

#if EMILIA_HAS_AVX512

class SideBySide {
  public:
    EMILIA_INLINE SideBySide(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha,
                             unsigned odd)
        : thread_(thread), alpha_(alpha), odd_(odd) {
        list_squares<kEmpties>(~(own | opponent), squares_);
        const Lanes flipped = flips(squares_.rays, same(own), same(opponent));
        moves_ = lanes_with_any(flipped);
        own_ = differ(same(opponent), flipped);
        opponent_ = differ(same(own), flipped, squares_.disc);
    }

    EMILIA_INLINE int value() {
        int tried = 0;
        for (unsigned moves = moves_; moves != 0; moves &= moves - 1) {
            add(lowest_bit(moves));
            if (++tried % kMovesAtOnce != 0) continue;
            settle();
            if (best_ > alpha_) return best_;
        }
        settle();
        return best_;
    }

  private:
    // Where a first reply was played: the move, the other replies, and the lanes of what may come
    // after it.
    struct Answered {
        int move;
        unsigned others;
        unsigned odd;
        unsigned lanes;
    };

    EMILIA_INLINE void found(int value) {
        if (value > best_) best_ = value;
    }

    // Plays a move, the first reply, and puts the positions after all moves that follow into lanes.
    EMILIA_INLINE void add(int move) {
        const Lanes own = from_lane(own_, in_all(move));
        const Lanes opponent = from_lane(opponent_, in_all(move));
        const Lanes flipped = flips(squares_.rays, own, opponent);
        const unsigned replies = lanes_with_any(flipped) & ~(1u << move);
        const Bitboard disc = squares_.of_lanes(1u << move);
        const unsigned odd = odd_ ^ quarter_of(lowest_bit(disc));
        if (replies == 0) {
            found(-value_of_few<5>(thread_, first_of(own), first_of(opponent), -alpha_ - 1, odd));
            return;
        }
        ++thread_.nodes;
        const unsigned in_odd = replies & squares_.lanes_of(kSquaresOfQuarters[odd]);
        const int reply = lowest_bit(in_odd != 0 ? in_odd : replies);
        const Lanes reply_flipped = from_lane(flipped, in_all(reply));
        const Lanes reply_disc = from_lane(squares_.disc, in_all(reply));
        const Lanes next_own = differ(opponent, reply_flipped);
        const Lanes next_opponent = differ(own, reply_flipped, reply_disc);
        const Lanes next_flipped = flips(squares_.rays, next_own, next_opponent);
        const unsigned moves = lanes_with_any(next_flipped) & ~(1u << move) & ~(1u << reply);
        if (moves == 0) {
            found(-value_of_first_5(thread_, first_of(own), first_of(opponent),
                                    squares_.of_lanes(replies), -alpha_ - 1, odd, kNone));
            return;
        }
        const auto count = static_cast<unsigned>(popcount(moves));
        if (lanes_ + count > kLanes) settle();
        const auto put = [&](Lanes& list, Lanes more) {
            list = _mm512_mask_expand_epi64(
                list, static_cast<__mmask8>(0xffu << lanes_),
                _mm512_maskz_compress_epi64(static_cast<__mmask8>(moves), more));
        };
        put(next_own_, differ(next_opponent, next_flipped));
        put(next_opponent_, differ(next_own, next_flipped, squares_.disc));
        const Lanes left = differ(same(squares_.empty ^ disc), reply_disc, squares_.disc);
        put(left_, left);
        const Lanes odd_squares =
            differ(same(kSquaresOfQuarters[odd]), from_lane(squares_.quarter, in_all(reply)),
                   squares_.quarter);
        put(first_, both(left, odd_squares));
        ++thread_.nodes;
        answered_[answers_++] = {move, replies & ~(1u << reply), odd,
                                 ((1u << count) - 1) << lanes_};
        lanes_ += count;
    }

    // Searches what is in the lanes.
    EMILIA_INLINE void settle() {
        if (lanes_ == 0) return;
        const unsigned active = (1u << lanes_) - 1;
        const int enough = -alpha_ - 1;  // less than what the replies need
        thread_.nodes += lanes_;
        const Lanes values = value_3(squares_, thread_.nodes, active, next_own_, next_opponent_,
                                     enough, left_, first_);
        const auto least = [&](unsigned lanes) {
            return static_cast<int>(
                _mm512_mask_reduce_min_epi64(static_cast<__mmask8>(lanes), values));
        };
        if ((_mm512_cmple_epi64_mask(values, in_all(enough)) & active) == 0) {
            found(-least(active));
        } else {
            alignas(64) Bitboard own[kLanes];
            alignas(64) Bitboard opponent[kLanes];
            store(own, own_);
            store(opponent, opponent_);
            for (int i = 0; i < answers_; ++i) {
                const Answered& answered = answered_[i];
                int value = least(answered.lanes);
                if (value <= enough) {
                    value = value_of_first_5(thread_, own[answered.move], opponent[answered.move],
                                             squares_.of_lanes(answered.others), enough,
                                             answered.odd, value);
                }
                found(-value);
            }
        }
        lanes_ = 0;
        answers_ = 0;
    }

    static constexpr int kEmpties = 6;

    SearchThread& thread_;
    const int alpha_;
    const unsigned odd_;
    int best_ = kNone;
    LaneSquares squares_;
    // After each move.
    unsigned moves_;
    Lanes own_;
    Lanes opponent_;
    // Three plies ahead.
    unsigned lanes_ = 0;
    Lanes next_own_ = _mm512_setzero_si512();
    Lanes next_opponent_ = _mm512_setzero_si512();
    Lanes left_ = _mm512_setzero_si512();   // empty squares
    Lanes first_ = _mm512_setzero_si512();  // ... of odd quarters
    Answered answered_[kEmpties];
    int answers_ = 0;
};

EMILIA_INLINE int value_side_by_side(SearchThread& thread, Bitboard own, Bitboard opponent,
                                     Bitboard, int alpha, unsigned odd) {
    return SideBySide(thread, own, opponent, alpha, odd).value();
}

#else

EMILIA_INLINE int value_side_by_side(SearchThread& thread, Bitboard own, Bitboard opponent,
                                     Bitboard moves, int alpha, unsigned odd) {
    return value_of_all_6(thread, own, opponent, moves, alpha, odd);
}

#endif

}  // namespace emilia::EMILIA_ISA
