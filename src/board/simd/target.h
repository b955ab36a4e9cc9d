#pragma once

// Which instruction set this file is being compiled for.
//
// A file named *_kernel.cpp is compiled once for each instruction set (cmake/floors.cmake), each
// time with one of these macros set. Everything hot lives in the namespace EMILIA_ISA, so that the
// copies do not meet at link time; a test (tests/kernel_symbols.sh) fails if a kernel leaves a
// shared symbol behind. Every other file gets the portable functions.

#if defined(EMILIA_ISA_AVX512)
#define EMILIA_ISA avx512
#define EMILIA_HAS_AVX2 1
#define EMILIA_HAS_AVX512 1
#elif defined(EMILIA_ISA_AVX2)
#define EMILIA_ISA avx2
#define EMILIA_HAS_AVX2 1
#define EMILIA_HAS_AVX512 0
#else
#define EMILIA_ISA portable
#define EMILIA_HAS_AVX2 0
#define EMILIA_HAS_AVX512 0
#endif
