#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace emilia {

// The instruction sets that the kernels are compiled for, slowest first.
//   portable  any processor
//   avx2      AVX2, BMI1/2, LZCNT, POPCNT (Intel since 2013, AMD since 2015)
//   avx512    AVX-512 with CD, VL, VPOPCNTDQ (Intel since Ice Lake, AMD since Zen 4)
enum class Isa { portable, avx2, avx512 };

std::string_view name_of(Isa isa);
std::optional<Isa> parse_isa(std::string_view name);

// Those that this build holds and this processor can run.
const std::vector<Isa>& usable_isas();

// The one in use: the fastest usable one unless select_isa() chose another. Ask once, above the
// loop.
Isa active_isa();

// False, and nothing changed, if this processor cannot run it.
bool select_isa(Isa isa);

}  // namespace emilia
