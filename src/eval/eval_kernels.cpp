#include "eval/eval_kernel.h"

namespace emilia {

namespace portable {
extern const EvalKernel kEvalKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const EvalKernel kEvalKernel;
}
namespace avx512 {
extern const EvalKernel kEvalKernel;
}
#endif

const EvalKernel& eval_kernel(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2:
            return avx2::kEvalKernel;
        case Isa::avx512:
            return avx512::kEvalKernel;
#endif
        default:
            return portable::kEvalKernel;
    }
}

}  // namespace emilia
