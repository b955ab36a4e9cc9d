#!/usr/bin/env python3
"""Checks that Ctrl-C stops long work soon, with a sentence and exit code 130: interrupt.py BINARY"""

import signal
import subprocess
import sys
import time

COMMANDS = [
    ["perft", "20"],
    ["perft", "20", "--bulk", "--threads", "3"],
    ["perft", "20", "--json"],
    ["bench"],
    ["solve", "f5"],
    ["solve", "f5", "--threads", "2"],
    ["solve", "f5", "--all-moves"],
    ["hint", "f5", "--level", "60"],
    ["hint", "f5", "--level", "60", "--threads", "2", "-n", "64"],
    ["match", "random", "weighted-squares:depth=12", "--concurrency", "2"],
    ["match", "emilia:level=60,ponder=1", "emilia:level=1,ponder=1"],
    ["match", "random", "weighted-squares:depth=12", "--synchro"],
    ["tournament", "random", "max-disc", "weighted-squares:depth=12", "--swiss", "3"],
]
SOON = 10  # seconds, on a loaded machine


def check(binary, arguments, number):
    process = subprocess.Popen([binary, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    process.stdout.readline()  # it is at work
    time.sleep(0.1)
    process.send_signal(number)
    start = time.monotonic()
    try:
        _, errors = process.communicate(timeout=SOON)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return f"still at work {SOON} s later"
    print(f"{' '.join(arguments)}, {number.name}: {process.returncode} after "
          f"{time.monotonic() - start:.3f} s, {errors.strip()}")
    if process.returncode != 130:
        return f"exit code {process.returncode}, expected 130"
    if not errors.startswith("emilia: stopped") or errors.count("\n") != 1:
        return f"it said {errors!r}"
    return None


def main():
    failures = 0
    for arguments in COMMANDS:
        for number in (signal.SIGINT, signal.SIGTERM):
            problem = check(sys.argv[1], arguments, number)
            if problem:
                failures += 1
                print(f"{' '.join(arguments)}, {number.name}: {problem}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
