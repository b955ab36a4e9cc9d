#include "eval/eval_kernel.h"

#include "eval/pattern_value.h"

namespace emilia::EMILIA_ISA {

namespace {

void call_features_of(Position position, Features& features) {
    features_of(position.own, position.opponent, features);
}
void call_features_after(const Features& before, Square square, Bitboard flipped, Features& after) {
    features_after(before, index_of(square), flipped, after);
}
void call_features_after_pass(const Features& before, Features& after) {
    features_after_pass(before, after);
}
int call_value(Position position, const Features& features, const StageWeights& weights) {
    return position_value(position.own, position.opponent, features, weights);
}

}  // namespace

extern const EvalKernel kEvalKernel;
const EvalKernel kEvalKernel = {call_features_of, call_features_after, call_features_after_pass,
                                call_value};

}  // namespace emilia::EMILIA_ISA
