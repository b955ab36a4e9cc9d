#!/usr/bin/env python3
"""Positions of played games with their exact scores, as problems: what `emilia train report --exact` measures the evaluation by.

    tools/solved_positions.py --emilia build/release/emilia --empties 20 --count 2000 --out x20.obf WTH_2000.wtb WTH_2001.wtb ...

Games are drawn at random, the same ones for a seed and files; each gives the position where so many squares are left. No
position comes twice. What is solved is in the file at once, so that a run that was stopped goes on where it was.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

AT_A_TIME = 50


def draw(arguments):
    run = subprocess.run([arguments.emilia, "convert", "--to", "transcript", "--keep-going", *arguments.games],
                         capture_output=True, text=True, check=False)
    if not run.stdout:
        sys.exit(f"solved_positions.py: no games\n{run.stderr.rstrip()}")
    wanted = 2 * (60 - arguments.empties)
    # Games that end there are left out, and those that begin alike come once.
    starts = sorted({line[:wanted] for line in run.stdout.split() if len(line) > wanted})
    if len(starts) < arguments.count:
        sys.exit(f"solved_positions.py: the games have {len(starts)} different positions with {arguments.empties} empty squares, "
                 f"not {arguments.count}")
    random.Random(arguments.seed).shuffle(starts)
    return starts[:arguments.count]


def problems(emilia, starts, threads):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(line + "\n" for line in starts))
        file.flush()
        run = subprocess.run([emilia, "solve", file.name, "--threads", str(threads), "--json"], stdout=subprocess.PIPE, text=True, check=True)
    for line in map(json.loads, run.stdout.splitlines()[:-1]):
        yield f"{line['position']}; {line['move']}:{line['score']:+};\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emilia", required=True)
    parser.add_argument("--empties", type=int, required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("games", nargs="+", help="files of games in any format")
    arguments = parser.parse_args()
    starts = draw(arguments)
    # What was being written when a run was killed is not whole, and is solved again.
    whole = [line for line in arguments.out.read_text().splitlines(True) if line.endswith("\n")] if arguments.out.exists() else []
    done = len(whole)
    with arguments.out.open("w") as out:
        out.writelines(whole)
        for begin in range(done, len(starts), AT_A_TIME):
            out.write("".join(problems(arguments.emilia, starts[begin:begin + AT_A_TIME], arguments.threads)))
            out.flush()
            print(f"{min(begin + AT_A_TIME, len(starts))} of {len(starts)}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
