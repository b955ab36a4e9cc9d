#!/usr/bin/env python3
"""Kills a match and a tournament again and again, and sees that nothing is lost: match_kill.py BINARY

Every game that was on the disk when the program was killed is still there afterwards, as it was. When the
command is at last left in peace, the games are those of a run that was never disturbed.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMANDS = [
    ["match", "weighted-squares:depth=4", "max-disc:depth=4", "--pairs", "20", "--concurrency", "2"],
    ["tournament", "weighted-squares:depth=4", "max-disc:depth=4", "min-disc:depth=4", "random",
     "random:seed=3", "--swiss", "4", "--games", "4", "--concurrency", "2"],
]
KILLS = 6


def games_of(path):
    """What was played, by number; a last line without its end is no game."""
    lines = path.read_text().split("\n")[1:-1] if path.exists() else []
    games = {}
    for line in lines:
        game = json.loads(line)
        assert game["game"] not in games, f"game {game['game']} is there twice"
        games[game["game"]] = {name: game[name] for name in
                               ("round", "pair", "seats", "opening", "moves", "score", "reason")}
    return games


def run_to_end(command):
    subprocess.run(command, check=True, timeout=300, stdout=subprocess.DEVNULL)


def check(binary, arguments, folder):
    whole, torn = folder / "whole.jsonl", folder / "torn.jsonl"
    start = time.monotonic()
    run_to_end([binary, *arguments, "--out", str(whole)])
    seconds = time.monotonic() - start
    killed = 0
    for _ in range(KILLS):
        before = games_of(torn)
        process = subprocess.Popen([binary, *arguments, "--out", str(torn)],
                                   stdout=subprocess.DEVNULL)
        time.sleep(seconds / (KILLS + 2))
        process.kill()
        killed += process.wait() == -9
        after = games_of(torn)
        for game, moves in before.items():
            if after.get(game) != moves:
                return f"game {game} was there before a kill and is not as it was after it"
    if killed == 0:
        return "it was never killed in time"
    # As if the disk had taken only a part of the last line.
    found = games_of(torn)
    text = torn.read_bytes()
    torn.write_bytes(text[:-1] if text.endswith(b"\n") and found else text)
    run_to_end([binary, *arguments, "--out", str(torn)])
    print(f"{arguments[0]}: killed {killed} times, {len(found)} of {len(games_of(whole))} games then")
    if games_of(torn) != games_of(whole):
        return "the games are not those of a run that was never killed"
    return None


def main():
    failures = 0
    for arguments in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            problem = check(sys.argv[1], arguments, Path(folder))
        if problem:
            failures += 1
            print(f"{' '.join(arguments)}: {problem}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
