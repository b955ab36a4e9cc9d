#include "search/endgame_kernel.h"

namespace emilia {

namespace portable {
extern const EndgameKernel kEndgameKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const EndgameKernel kEndgameKernel;
}
namespace avx512 {
extern const EndgameKernel kEndgameKernel;
}
#endif

const EndgameKernel& endgame_kernel(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2:
            return avx2::kEndgameKernel;
        case Isa::avx512:
            return avx512::kEndgameKernel;
#endif
        default:
            return portable::kEndgameKernel;
    }
}

}  // namespace emilia
