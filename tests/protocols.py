#!/usr/bin/env python3
"""Checks that lines which cannot wait stop a player that would think for hours: protocols.py BINARY

Each case is a protocol, what is sent, a line that says the player is at work or about to be, what is sent then, and
what has to be the last line that is not empty. The program has to end soon after that.
"""

import subprocess
import sys
import threading
import time

PLAYERS = ["weighted-squares:depth=20", "emilia:level=60,threads=2,ponder=1"]
SOON = 10  # seconds, on a loaded machine
BEGUN = 0.5  # seconds after that line, for a player that is at work without saying so

CASES = [
    ("gtp", "name\ngenmove b", "= Emilia", "7 quit", "=7"),
    ("gtp", "name\ngenmove b", "= Emilia", "stop\nname\nquit", "="),
    ("gtp", "3 analyze b 10", "info move", "quit", "="),
    ("gtp", "analyze", "info move", "", None),  # the end of the input
    ("nboard", "set depth 20\ngo", "search", "ping 5\nquit", "pong 5"),
    ("nboard", "set depth 20\nhint 4", "status Thinking", "ping 6\nquit", "pong 6"),
    ("nboard", "analyze", "status Analyzing", "ping 7\nquit", "pong 7"),
    ("nboard", "go", "search", "quit", "status"),
]


def check(binary, player, protocol, first, sign, then, last):
    process = subprocess.Popen([binary, protocol, "--player", player], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)
    killer = threading.Timer(6 * SOON, process.kill)
    killer.start()
    lines = []
    try:
        process.stdin.write(first + "\n")
        process.stdin.flush()
        while not (lines and lines[-1].startswith(sign)):
            line = process.stdout.readline()
            if not line:
                return f"it never said {sign!r}"
            lines.append(line)
        time.sleep(BEGUN)
        start = time.monotonic()
        process.stdin.write(then + "\n" if then else "")
        process.stdin.close()
        lines += process.stdout.readlines()
        code = process.wait()
        seconds = time.monotonic() - start
    finally:
        killer.cancel()
        process.kill()
        process.wait()
    said = [line.rstrip("\n") for line in lines if line.strip()]
    print(f"{protocol} {player}: {first!r}, {then!r}: {said[-1]!r} after {seconds:.3f} s")
    if code != 0:
        return f"exit code {code}"
    if seconds > SOON:
        return f"it took {seconds:.1f} s"
    if last is not None and said[-1] != last:
        return f"the last line is {said[-1]!r}, expected {last!r}"
    return None


def main():
    failures = 0
    for player in PLAYERS:
        for case in CASES:
            problem = check(sys.argv[1], player, *case)
            if problem:
                failures += 1
                print(f"{player}, {case}: {problem}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
