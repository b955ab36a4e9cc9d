#include "learn/network_fit_kernel.h"

namespace emilia {

namespace portable {
extern const learn::NetworkFitKernel kNetworkFitKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const learn::NetworkFitKernel kNetworkFitKernel;
}
namespace avx512 {
extern const learn::NetworkFitKernel kNetworkFitKernel;
}
#endif

const learn::NetworkFitKernel& learn::network_fit_kernel(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2:
            return avx2::kNetworkFitKernel;
        case Isa::avx512:
            return avx512::kNetworkFitKernel;
#endif
        default:
            return portable::kNetworkFitKernel;
    }
}

}  // namespace emilia
