#include "search/search_kernel.h"

namespace emilia {

namespace portable {
extern const SearchKernel kSearchKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const SearchKernel kSearchKernel;
}
namespace avx512 {
extern const SearchKernel kSearchKernel;
}
#endif

const SearchKernel& search_kernel(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2:
            return avx2::kSearchKernel;
        case Isa::avx512:
            return avx512::kSearchKernel;
#endif
        default:
            return portable::kSearchKernel;
    }
}

}  // namespace emilia
