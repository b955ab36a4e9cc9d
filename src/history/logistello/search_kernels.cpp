#include "history/logistello/search_kernel.h"

namespace emilia {

namespace portable {
extern const logistello::SearchKernel kLogistelloKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const logistello::SearchKernel kLogistelloKernel;
}
namespace avx512 {
extern const logistello::SearchKernel kLogistelloKernel;
}
#endif

namespace logistello {

const SearchKernel& search_kernel(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2:
            return avx2::kLogistelloKernel;
        case Isa::avx512:
            return avx512::kLogistelloKernel;
#endif
        default:
            return portable::kLogistelloKernel;
    }
}

}  // namespace logistello

}  // namespace emilia
