#include "history/bill/search_kernel.h"

namespace emilia {

namespace portable {
extern const bill::SearchKernel kBillKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const bill::SearchKernel kBillKernel;
}
namespace avx512 {
extern const bill::SearchKernel kBillKernel;
}
#endif

namespace bill {

const SearchKernel& search_kernel(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2:
            return avx2::kBillKernel;
        case Isa::avx512:
            return avx512::kBillKernel;
#endif
        default:
            return portable::kBillKernel;
    }
}

}  // namespace bill

}  // namespace emilia
