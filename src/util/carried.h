#pragma once

// Takes a file into the program as two symbols, `symbol`_begin and `symbol`_end. CMake's
// emilia_carry() names the file; as a section of the program it costs no time until it is used.
#define EMILIA_CARRIED(symbol, file)          \
    asm(".section .rodata\n"                  \
        ".balign 16\n"                        \
        ".global " #symbol "_begin\n" #symbol \
        "_begin:\n"                           \
        ".incbin \"" file                     \
        "\"\n"                                \
        ".global " #symbol "_end\n" #symbol   \
        "_end:\n"                             \
        ".byte 0\n"                           \
        ".text\n");                           \
    extern "C" const char symbol##_begin[];   \
    extern "C" const char symbol##_end[]
