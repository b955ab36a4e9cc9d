#pragma once

#include "board/position.h"
#include "board/simd/isa.h"
#include "eval/features.h"
#include "eval/weights.h"

namespace emilia {

// The evaluation, compiled for one instruction set; searches inline its parts.
struct EvalKernel {
    void (*features_of)(Position position, Features& features);
    void (*features_after)(const Features& before, Square square, Bitboard flipped,
                           Features& after);
    void (*features_after_pass)(const Features& before, Features& after);
    int (*value)(Position position, const Features& features, const StageWeights& weights);
};

const EvalKernel& eval_kernel(Isa isa);

}  // namespace emilia
