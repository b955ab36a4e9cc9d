#pragma once

// The hot functions of the rules, for the instruction set this file is compiled for; see target.h.

#include "board/simd/flip.h"       // IWYU pragma: export
#include "board/simd/mobility.h"   // IWYU pragma: export
#include "board/simd/stability.h"  // IWYU pragma: export
