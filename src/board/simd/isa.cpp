#include "board/simd/isa.h"

#include <algorithm>
#include <atomic>

namespace emilia {

namespace {

std::vector<Isa> detect() {
    std::vector<Isa> usable = {Isa::portable};
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                      __builtin_cpu_supports("fma");
    // Every processor with AVX2 has LZCNT; the compilers' names for it differ, so it is not asked
    // for.
    if (avx2) usable.push_back(Isa::avx2);
    if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("gfni")) {
        usable.push_back(Isa::avx512);
    }
#endif
    return usable;
}

std::atomic<Isa>& active() {
    static std::atomic<Isa> isa{usable_isas().back()};
    return isa;
}

}  // namespace

std::string_view name_of(Isa isa) {
    switch (isa) {
        case Isa::portable:
            return "portable";
        case Isa::avx2:
            return "avx2";
        case Isa::avx512:
            return "avx512";
    }
    return "unknown";
}

std::optional<Isa> parse_isa(std::string_view name) {
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512}) {
        if (name_of(isa) == name) return isa;
    }
    return std::nullopt;
}

const std::vector<Isa>& usable_isas() {
    static const std::vector<Isa> isas = detect();
    return isas;
}

Isa active_isa() {
    return active().load(std::memory_order_relaxed);
}

bool select_isa(Isa isa) {
    if (std::find(usable_isas().begin(), usable_isas().end(), isa) == usable_isas().end())
        return false;
    active().store(isa, std::memory_order_relaxed);
    return true;
}

}  // namespace emilia
