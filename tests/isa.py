#!/usr/bin/env python3
"""Checks that the program is the same one whatever processor it runs on.

    isa.py signature BINARY   bench has one signature with every instruction set of this machine
    isa.py baseline BINARY    it runs on a processor with nothing but x86-64 (emulated by qemu-x86_64)
"""

import json
import platform
import shutil
import subprocess
import sys

SKIPPED = 77
BASELINE_CPU = "qemu64"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def signature(binary):
    signatures = {}
    for isa in json.loads(run(binary, "version", "--json"))["usable_instruction_sets"]:
        last = json.loads(run(binary, "--isa", isa, "bench", "--json").splitlines()[-1])
        signatures[isa] = last["signature"]
        print(f"{isa:9} signature {last['signature']}, {last['nodes_per_second']:,} nodes/s")
        if last["instruction_set"] != isa:
            print(f"  but it used {last['instruction_set']}")
            return False
    return len(set(signatures.values())) == 1


def baseline(binary):
    emulator = ["qemu-x86_64", "-cpu", BASELINE_CPU]
    version = json.loads(run(*emulator, binary, "version", "--json"))
    print(f"on {BASELINE_CPU} it can use {version['usable_instruction_sets']}")
    leaves = [json.loads(line)["leaves"]
              for line in run(*emulator, binary, "perft", "7", "--json").splitlines()]
    print(f"perft {leaves}")
    return (version["usable_instruction_sets"] == ["portable"]
            and leaves == [4, 12, 56, 244, 1396, 8200, 55092])


def main():
    what, binary = sys.argv[1:]
    if what == "baseline":
        if platform.machine() != "x86_64":
            print("skipped: this is not an x86-64 machine")
            return SKIPPED
        if shutil.which("qemu-x86_64") is None:
            print("skipped: there is no qemu-x86_64 here (Debian package qemu-user)")
            return SKIPPED
    try:
        return not {"signature": signature, "baseline": baseline}[what](binary)
    except subprocess.CalledProcessError as error:
        print(f"{error}\n{error.stderr}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
