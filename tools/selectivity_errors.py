#!/usr/bin/env python3
"""How often endgames are solved wrongly when moves are left out, and what that saves, as a table.

    tools/selectivity_errors.py --emilia build/release/emilia [--pairs 200] [--empties 14 16 18 20]

The positions are from games that `emilia match` plays between the engine and itself at --level, after so many random moves
as openings: the same ones for a seed, a level and weights. Each is solved exactly and with every confidence by
`emilia solve --selectivity P --json`, with one thread.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

CONFIDENCES = [73, 87, 95, 98, 99]


def games(arguments):
    player = f"emilia:level={arguments.level}"
    run = subprocess.run([arguments.emilia, "match", player, player, "--pairs", str(arguments.pairs), "--plies", str(arguments.plies),
                          "--seed", str(arguments.seed), "--json"], capture_output=True, text=True, check=True)
    return [json.loads(line)["moves"] for line in run.stdout.splitlines()[:-1]]


def cut(moves, empties):
    """The first moves of a game, as a transcript, so that so many squares are left; nothing of a game that ended before."""
    wanted = 2 * (60 - empties)
    return moves[:wanted] if len(moves) > wanted else None


def solve(emilia, file, confidence):
    run = subprocess.run([emilia, "solve", str(file), "--selectivity", str(confidence), "--json"],
                         capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert all(line["finished"] for line in lines[:-1])
    # Where something is left out the bounds may contradict each other; what was found last is the lower one.
    return [line["bounds"][0] for line in lines[:-1]], lines[-1]["nodes"]


def sign(number):
    return (number > 0) - (number < 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emilia", required=True)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--empties", type=int, nargs="+", default=[14, 16, 18, 20])
    arguments = parser.parse_args()
    played = games(arguments)
    print("| empty squares | positions | confidence | wrong score | wrong winner | mean error, discs | nodes, of those of a proof |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for empties in arguments.empties:
            # Of a player against itself both games of a pair are the same.
            lines = list(dict.fromkeys(line for line in (cut(moves, empties) for moves in played) if line))
            file = Path(folder, f"{empties}.txt")
            file.write_text("".join(line + "\n" for line in lines))
            exact, all_nodes = solve(arguments.emilia, file, 100)
            for confidence in CONFIDENCES:
                scores, nodes = solve(arguments.emilia, file, confidence)
                count = len(exact)
                pairs = list(zip(scores, exact, strict=True))
                wrong = sum(a != b for a, b in pairs)
                winner = sum(sign(a) != sign(b) for a, b in pairs)
                error = sum(abs(a - b) for a, b in pairs)
                print(f"| {empties} | {count} | {confidence} % | {100 * wrong / count:.1f} % | {100 * winner / count:.1f} % "
                      f"| {error / count:.2f} | {100 * nodes / all_nodes:.0f} % |", flush=True)


if __name__ == "__main__":
    main()
