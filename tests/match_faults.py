#!/usr/bin/env python3
"""Checks that a program that misbehaves costs its own game only: match_faults.py BINARY

In each way that tests/misbehaving_engine.py knows it spoils the first of two games of a match: that one is lost, with a sentence that
says why, the second is played to its end, and no process is left.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from external_programs import engine, marked, wait_until

ENGINE = Path(__file__).resolve().parent / "misbehaving_engine.py"
HARMLESS = {"flood-errors", "slow"}
OF_GTP = {"resign", "refuse"}
EXPECTED = {"illegal": ("illegal",), "pass": ("illegal",), "resign": ("resign",)}
# Enough for a whole game with an engine that has to be started, on a loaded machine.
CLOCK = 6


def ways():
    spec = importlib.util.spec_from_file_location("misbehaving_engine", ENGINE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.HOW)


def check(binary, protocol, how):
    with tempfile.TemporaryDirectory() as folder:
        mark = f"marked-{os.getpid()}-{protocol}-{how}"
        player = engine(protocol, "--how", how, "--at", "3", "--once", f"'{folder}/once'", "--seconds", "0.3", "--mark", mark)
        start = time.monotonic()
        run = subprocess.run([binary, "match", "-1", player, "-2", "random", "--pairs", "1", "--clock", str(CLOCK), "--json"],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        took = time.monotonic() - start
        assert run.returncode == 0, (protocol, how, run.returncode, run.stderr)
        games = [json.loads(line) for line in run.stdout.splitlines()][:-1]
        reasons = [game["reason"] for game in games]
        assert len(games) == 2 and reasons[1] == "finished", (protocol, how, run.stdout)
        if how in HARMLESS:
            assert reasons[0] == "finished", (protocol, how, games[0])
        else:
            expected = EXPECTED.get(how, ("failure", "timeout"))
            assert reasons[0] in expected, (protocol, how, games[0])
            # The misbehaving one has black in the first game.
            assert games[0]["score"] == -64 and games[0]["explanation"], (protocol, how, games[0])
        assert wait_until(lambda: not marked(mark)), f"{protocol} {how}: left behind: {marked(mark)}"
        print(f"{protocol:<6} {how:<13} {took:5.1f} s  {reasons[0]}: {games[0].get('explanation') or ''}")


def main():
    binary = sys.argv[1]
    for how in ways():
        for protocol in ("gtp", "nboard"):
            if protocol == "gtp" or how not in OF_GTP:
                check(binary, protocol, how)
    return 0


if __name__ == "__main__":
    sys.exit(main())
