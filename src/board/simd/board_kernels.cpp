#include "board/simd/board_kernel.h"

namespace emilia {

namespace portable {
extern const BoardKernel kBoardKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const BoardKernel kBoardKernel;
}
namespace avx512 {
extern const BoardKernel kBoardKernel;
}
#endif

const BoardKernel& board_kernel(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2:
            return avx2::kBoardKernel;
        case Isa::avx512:
            return avx512::kBoardKernel;
#endif
        default:
            return portable::kBoardKernel;
    }
}

}  // namespace emilia
