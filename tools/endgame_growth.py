#!/usr/bin/env python3
"""How time and nodes of endgame solving grow with the empty squares, as a table and a picture.

    tools/endgame_growth.py --emilia build/release/emilia [--edax FOLDER/edax] [--out docs/images/endgame-growth.svg]

Positions are made here, the same ones for a seed: eight random plies, then both sides leave the other
as few moves as they can, but for one move in six that is random. Edax is run in its own folder, where it
looks for data/eval.dat. Programs take turns, problem file by problem file. Times are arithmetic means, since
Edax tells milliseconds: rounded up and down, they are right on the average.
"""

import argparse
import json
import math
import random
import re
import subprocess
import tempfile
from pathlib import Path

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def flips(own, opponent, square):
    row, column = divmod(square, 8)
    turned = set()
    for dx, dy in DIRECTIONS:
        run = []
        x, y = column + dx, row + dy
        while 0 <= x < 8 and 0 <= y < 8 and 8 * y + x in opponent:
            run.append(8 * y + x)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and 8 * y + x in own:
            turned.update(run)
    return turned


def moves_of(own, opponent):
    found = {}
    for square in range(64):
        if square not in own and square not in opponent:
            turned = flips(own, opponent, square)
            if turned:
                found[square] = turned
    return found


def positions_of_a_game(dice, wanted):
    """The positions of one game with so many empty squares, as OBF lines, or nothing of a game that ends early."""
    own, opponent, black = {28, 35}, {27, 36}, True
    lines = {}
    while len(lines) < len(wanted):
        moves = moves_of(own, opponent)
        if not moves:
            own, opponent, black = opponent, own, not black
            moves = moves_of(own, opponent)
            if not moves:
                return None
        empties = 64 - len(own) - len(opponent)
        if empties in wanted:
            dark, light = (own, opponent) if black else (opponent, own)
            squares = "".join("X" if s in dark else "O" if s in light else "-" for s in range(64))
            lines[empties] = f"{squares} {'X' if black else 'O'};"

        def replies(square):
            return len(moves_of(opponent - moves[square], own | moves[square] | {square}))

        choices = sorted(moves)
        if empties > 52 or dice.random() < 1 / 6:
            square = dice.choice(choices)
        else:
            dice.shuffle(choices)
            square = min(choices, key=replies)
        own, opponent = opponent - moves[square], own | moves[square] | {square}
        black = not black
    return lines


def run_emilia(binary, file):
    """A pair of nodes and seconds for each problem."""
    out = subprocess.run([binary, "solve", file, "--json"], capture_output=True, text=True, check=True).stdout
    rows = [json.loads(line) for line in out.splitlines()][:-1]
    return [(row["nodes"], row["seconds"]) for row in rows], [row["score"] for row in rows]


def run_edax(binary, file):
    binary = Path(binary).resolve()
    out = subprocess.run([binary, "-n", "1", "-h", "22", "-l", "60", "-solve", file], cwd=binary.parent,
                         capture_output=True, text=True, check=True).stdout
    rows, scores = [], []
    for match in re.finditer(r"^\s*\d+\|\s*\d+\s+([+-]\d+)\s+(\d+):(\d+\.\d+)\s+(\d+)?", out, re.MULTILINE):
        score, minutes, seconds, nodes = match.groups()
        rows.append((int(nodes or 1), 60 * int(minutes) + float(seconds)))
        scores.append(int(score))
    return rows, scores


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def growth(points):
    """The factor by which a line through the logarithms rises with each empty square."""
    n = len(points)
    mean_x = sum(x for x, _ in points) / n
    mean_y = sum(math.log(y) for _, y in points) / n
    above = sum((x - mean_x) * (math.log(y) - mean_y) for x, y in points)
    return math.exp(above / sum((x - mean_x) ** 2 for x, _ in points))


def draw(panels, path):
    """Panels side by side: (title, {name: [(x, y)]}), y on a logarithmic scale."""
    width, height, margin = 420, 320, 56
    colors = ["#0b6e4f", "#b5541c"]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(panels) * width}" height="{height}" '
             f'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for panel, (title, series) in enumerate(panels):
        left, right = panel * width + margin, (panel + 1) * width - 14
        top, bottom = 34, height - 40
        xs = [x for points in series.values() for x, _ in points]
        ys = [y for points in series.values() for _, y in points]
        low, high = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))

        def at(x, y):
            return (left + (x - min(xs)) / max(1, max(xs) - min(xs)) * (right - left),
                    bottom - (math.log10(y) - low) / (high - low) * (bottom - top))

        parts.append(f'<text x="{left}" y="20" font-weight="bold">{title}</text>')
        for power in range(low, high + 1):
            y = at(min(xs), 10.0 ** power)[1]
            parts.append(f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
        for x in sorted(set(xs)):
            parts.append(f'<text x="{at(x, 10.0 ** low)[0]:.1f}" y="{bottom + 16}" text-anchor="middle">{x}</text>')
        parts.append(f'<text x="{(left + right) / 2}" y="{height - 6}" text-anchor="middle">empty squares</text>')
        for (name, points), color in zip(series.items(), colors):
            line = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
            for x, y in points:
                cx, cy = at(x, y)
                parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="3" fill="{color}"/>')
        for row, (name, color) in enumerate(zip(series, colors)):
            parts.append(f'<text x="{left + 10}" y="{top + 14 + 16 * row}" fill="{color}">'
                         f'{name}: times {growth(series[name]):.2f} for each</text>')
    parts.append("</svg>\n")
    path = Path(path)
    temporary = path.with_suffix(".tmp")
    temporary.write_text("\n".join(parts))
    temporary.replace(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emilia", required=True)
    parser.add_argument("--edax")
    parser.add_argument("--from", dest="first", type=int, default=14)
    parser.add_argument("--to", dest="last", type=int, default=26)
    parser.add_argument("--games", type=int, default=12, help="positions of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out")
    options = parser.parse_args()

    dice = random.Random(options.seed)
    wanted = set(range(options.first, options.last + 1))
    games = []
    while len(games) < options.games:
        lines = positions_of_a_game(dice, wanted)
        if lines:
            games.append(lines)

    programs = {"Emilia": (run_emilia, options.emilia)}
    if options.edax:
        programs["Edax"] = (run_edax, options.edax)
    nodes = {name: [] for name in programs}
    seconds = {name: [] for name in programs}
    typical = {name: [] for name in programs}
    print("| empty squares | " + " | ".join(f"{name}, nodes | seconds" for name in programs) + " |")
    print("|---" * (1 + 2 * len(programs)) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for empties in sorted(wanted):
            file = Path(folder) / f"{empties}.obf"
            file.write_text("".join(game[empties] + "\n" for game in games))
            cells, found = [], []
            for name, (run, binary) in programs.items():
                rows, scores = run(binary, str(file))
                found.append(scores)
                typical[name].append((empties, geometric_mean([row[0] for row in rows])))
                nodes[name].append((empties, sum(row[0] for row in rows) / len(rows)))
                seconds[name].append((empties, sum(row[1] for row in rows) / len(rows)))
                cells.append(f"{nodes[name][-1][1]:,.0f} | {seconds[name][-1][1]:.4f}")
            print(f"| {empties} | " + " | ".join(cells) + " |", flush=True)
            if any(scores != found[0] for scores in found):
                raise SystemExit(f"the programs differ on positions with {empties} empty squares: {found}")
    print("| growth for each | " + " | ".join(f"{growth(nodes[name]):.3f} | {growth(seconds[name]):.3f}"
                                              for name in programs) + " |")
    print(f"Means over {options.games} positions of each kind, seed {options.seed}. Nodes by geometric means grow by "
          + ", ".join(f"{growth(typical[name]):.3f} ({name})" for name in programs) + ".")
    if options.out:
        draw([("nodes", nodes), ("seconds, one thread", seconds)], options.out)


if __name__ == "__main__":
    main()
