#!/usr/bin/env python3
"""Checks that long searches show on a terminal what they are doing, and take it away again: live.py BINARY"""

import os
import pty
import re
import subprocess
import sys

COMMANDS = [["hint", "f5", "--time", "2.5"], ["solve", "f5", "--time", "2.5"]]
ERASE = "\r\x1b[K"


def on_a_terminal(command):
    """All that it writes to a terminal of 80 columns."""
    own, its = pty.openpty()
    process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env={**os.environ, "TERM": "xterm", "COLUMNS": "80"})
    os.close(its)
    written = b""
    while True:
        try:
            piece = os.read(own, 65536)
        except OSError:  # how a terminal says that nobody writes any more
            break
        if not piece:
            break
        written += piece
    os.close(own)
    return process.wait(), written.decode()


def main():
    for arguments in COMMANDS:
        code, text = on_a_terminal([sys.argv[1], *arguments])
        shown = text.split(ERASE)
        assert code == 0, (arguments, code, text)
        # The heading, at least two states of the line, and what was found.
        assert len(shown) >= 4, (arguments, text)
        assert all("nodes/s" in state and "\n" not in state for state in shown[1:-1]), (arguments, text)
        assert shown[-1].count("\n") >= 1 and re.search(r" [a-h][1-8] ", shown[-1]), (arguments, text)
        print(f"{' '.join(arguments)}: {len(shown) - 2} times, such as {shown[1]!r}")
        piped = subprocess.run([sys.argv[1], *arguments, "--nodes", "1000"], capture_output=True, text=True, check=True).stdout
        assert "\x1b" not in piped and "\r" not in piped, (arguments, piped)


if __name__ == "__main__":
    main()
