#!/usr/bin/env python3
"""Checks games with other programs, from outside: external_programs.py BINARY

Whole games over both protocols with tests/misbehaving_engine.py, and with gtp-rhino (Debian's package grhino) where it is installed;
nobody may be left behind, however Emilia ends.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENGINE = Path(__file__).resolve().parent / "misbehaving_engine.py"
SOON = 20  # seconds, on a loaded machine


def marked(mark):
    """Living processes with that in their command line."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            if mark.encode() in (folder / "cmdline").read_bytes() and \
                    (folder / "stat").read_text(errors="replace").rsplit(")", 1)[1].split()[0] != "Z":
                found.append(int(folder.name))
        except OSError:
            pass
    return found


def wait_until(condition):
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def play(binary, *arguments):
    run = subprocess.run([binary, "play", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    over = "Game over" in run.stdout or "Neither player can move" in run.stdout
    assert over and run.returncode == 0, (arguments, run.returncode, run.stdout[-600:], run.stderr)
    print(" ".join(arguments), "->", run.stdout.strip().splitlines()[-1])


def engine(protocol, *options):
    return f"{protocol}:exec python3 '{ENGINE}' {protocol} {' '.join(options)}"


def check_end(binary, how, number):
    """Emilia is ended by a signal while her opponent thinks."""
    with tempfile.TemporaryDirectory() as folder:
        mark = f"marked-{os.getpid()}-{how}-{number}"
        log = Path(folder) / "log"
        spec = engine("gtp", "--how", how, "--at", "2", "--log", f"'{log}'", "--mark", mark)
        process = subprocess.Popen([binary, "play", "--black", spec, "--white", "random"], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        assert wait_until(lambda: log.exists() and log.read_text().count("genmove") == 2), "it was not asked for its second move"
        process.send_signal(number)
        if number != signal.SIGKILL:
            process.stdin.close()
        try:
            process.wait(timeout=SOON)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"still there {SOON} s after signal {number}")
        # Emilia's own command line has the mark too, but she is gone.
        assert wait_until(lambda: not marked(mark)), f"left behind after signal {number}: {marked(mark)}"
        print(f"{how}, signal {number}: nobody left")


def main():
    binary = sys.argv[1]
    play(binary, "--black", engine("gtp"), "--white", engine("nboard", "--seed", "2"))
    play(binary, "--black", engine("gtp", "--implicit-passes", "--seed", "3"), "--white", "random", "--seed", "3")
    for how in ("hang", "hang-hard"):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            check_end(binary, how, number)
    rhino = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + ":/usr/games")
    if rhino is None:
        print("skipped: games with gtp-rhino; there is none here (Debian's package grhino)")
        return 0
    for seed in range(1, 6):
        play(binary, "--black", f"gtp:{rhino} --level 1", "--white", "random", "--seed", str(seed))
        play(binary, "--black", "random", "--white", f"gtp:{rhino} --level 1", "--seed", str(seed))
    play(binary, "--black", f"gtp:{rhino} --level 1", "--white", "random", "--position",
         "--OOO-----OOOO-OOOOOXXOOOOXOXOOOOXXOXXOOOXOOXXO-OOOXXO--OOOOO--- X")
    return 0


if __name__ == "__main__":
    sys.exit(main())
