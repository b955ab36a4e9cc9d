#!/usr/bin/env python3
"""Checks that the kernels leave no shared function behind.

A *_kernel.cpp is compiled once for each instruction set. If two of its objects hold an out-of-line
copy of one inline function, the linker keeps either, for the whole program: perhaps the one with
AVX-512 instructions, on a machine without them. So every weak function that a kernel's object
defines must belong to the namespace of its instruction set, emilia::portable, avx2 or avx512.
Weak data is the same in all of them.

    kernel_symbols.py OBJECT...              check objects named .../emilia_FLOOR_ISA.dir/...
    kernel_symbols.py --self-test COMPILER   compile good and bad objects and see which are caught
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
# As names are mangled, each part after its length. A template of the standard library over a type of
# the namespace has this in its name too, and is as much the kernel's own.
NAMESPACE = {isa: f"N6emilia{len(isa)}{isa}" for isa in ("portable", "avx2", "avx512")}


def isa_of(path):
    found = re.search(r"emilia_\w+_(portable|avx2|avx512)\.dir/", str(path))
    return found.group(1) if found else None


def shared_functions(path, isa):
    """The weak functions that `path` defines outside the namespace of `isa`, and how many inside."""
    listing = subprocess.run(["nm", "--defined-only", "-P", path], capture_output=True, text=True,
                             check=True).stdout
    weak = [line.split()[0] for line in listing.splitlines() if line.split()[1] in "Ww"]
    outside = [name for name in weak if NAMESPACE[isa] not in re.sub(r"N[rVKRO]+6", "N6", name)]
    return outside, len(weak) - len(outside)


def check(objects):
    problems = 0
    for path in objects:
        isa = isa_of(path)
        if isa is None:
            print(f"{path}: which instruction set is this for?")
            problems += 1
            continue
        outside, inside = shared_functions(path, isa)
        problems += len(outside)
        for name in outside:
            readable = subprocess.run(["c++filt", name], capture_output=True, text=True,
                                      check=True).stdout.strip()
            print(f"{Path(path).name} for {isa} leaves an out-of-line copy of {readable}: "
                  "mark it EMILIA_INLINE, or move it into the kernel's namespace")
        print(f"{isa:9} {Path(path).name}: {inside} weak functions of its own")
    if not objects:
        print("no objects to check")
    return problems == 0 and bool(objects)


def self_test(compiler):
    sample = """
        namespace emilia {
        SHARED
        namespace avx512 {
        template <int k> [[gnu::noinline]] int own_template(int x) { return x + k; }
        struct Own { [[gnu::noinline]] int f(int x) const { OPAQUE return x; } };
        inline constexpr int kTable[4] = {1, 2, 3, 4};
        int use(int x) {
            const int* volatile table = kTable;
            return CALL own_template<3>(x) + Own().f(x) + table[x & 3];
        }
        }}"""
    cases = [
        ("", "", []),
        ("[[gnu::noinline]] inline int shared(int x) { return x * 3; }", "shared(x) +", ["shared"]),
        ("[[gnu::always_inline]] inline int shared(int x) { return x * 3; }", "shared(x) +", []),
        ("struct S { [[gnu::noinline]] int avx512(int x) { OPAQUE return x; } };",
         "S().avx512(x) +",
         ["1S6avx512"]),
        ("namespace avx2 { [[gnu::noinline]] inline int f(int x) { return x; } }",
         "avx2::f(x) +", ["avx2"]),
    ]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for shared, call, expected in cases:
            source, built = Path(folder, "sample.cpp"), Path(folder, "sample.o")
            text = sample.replace("SHARED", shared).replace("CALL", call)
            # Keeps the compiler from making a local clone of a function it sees through.
            source.write_text(text.replace("OPAQUE", 'asm volatile("" : "+r"(x) : "r"(this));'))
            subprocess.run([compiler, "-std=c++20", "-O2", "-c", source, "-o", built], check=True)
            outside, inside = shared_functions(built, "avx512")
            if len(outside) != len(expected) or inside != 2 or not all(
                    word in name for word, name in zip(expected, outside)):
                failures += 1
                print(f"{shared!r}: found {outside}, and {inside} inside")
    print(f"{len(cases)} objects, {failures} failures")
    return failures == 0


def main():
    if shutil.which("nm") is None:
        print("skipped: there is no nm here (Debian package binutils)")
        return SKIPPED
    if sys.argv[1:2] == ["--self-test"]:
        return not self_test(sys.argv[2])
    return not check(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
