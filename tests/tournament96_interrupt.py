#!/usr/bin/env python3
"""Checks that the learners of tournament-96 which are stopped, again and again, leave the files that undisturbed
runs make: tournament96_interrupt.py BINARY"""

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = {
    "tournament-96": ["--board", "6", "--plies", "4", "--end", "8", "--games", "150"],
    "tournament-96-squares": ["--board", "8", "--games", "1500"],
    "tournament-96-book": ["--depth", "5", "--discs", "9"],
}
PATIENCE = 300  # seconds, on a loaded machine


def check(binary, folder, name, options):
    whole, parts = folder / f"{name}.whole", folder / f"{name}.parts"
    begin = time.monotonic()
    subprocess.run([binary, "train", name, str(whole), *options], check=True, capture_output=True,
                   timeout=PATIENCE)
    pause = max(0.05, (time.monotonic() - begin) / 5)
    problems, stops = [], 0
    for attempt in range(200):
        process = subprocess.Popen([binary, "train", name, str(parts), *options],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # Longer each time, so that it comes to an end however slow the machine has become.
        time.sleep(pause * (1 + attempt / 10))
        process.send_signal(signal.SIGINT if attempt % 2 == 0 else signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
        if process.returncode == 0:
            break
        stops += 1
        if process.returncode != 130 or not errors.endswith(
                "emilia: stopped; the same command goes on with it\n"):
            problems.append(f"{name}: exit code {process.returncode}, it said {errors!r}")
            break
    print(f"{name}: {stops} runs were stopped")
    if stops == 0:
        problems.append(f"{name}: no run was stopped")
    if not parts.exists() or parts.read_bytes() != whole.read_bytes():
        problems.append(f"{name}: the file of the stopped runs differs from that of the other one")
    return problems


def main():
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for name, options in RUNS.items():
            problems += check(sys.argv[1], Path(folder), name, options)
    print(*problems, f"{len(problems)} problems", sep="\n")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
