#!/usr/bin/env python3
"""Quarry, a program with windows, has two players of Emilia play a whole game by GTP: quarry_game.py BINARY [SCREENSHOT]

It runs on a display that nobody sees and is given its settings in a file, so that three keys begin the game. What it
says to each of the two is kept; the game is over when a fresh Emilia that is told the same says so. Exits with 77
where a program is missing. SCREENSHOT (a .png, by the `import` of ImageMagick) shows the end.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATH = os.environ.get("PATH", "") + ":/usr/games"
PACKAGES = {"quarry": "quarry", "Xvfb": "xvfb", "xdotool": "xdotool"}
PLAYERS = {"black": "weighted-squares:depth=3", "white": "random:seed=1"}  # in whose game somebody has to pass
SOON = 60  # seconds, on a loaded machine

CONFIGURATION = """\
[GTP Engine "Black engine"]
Screen name format = "%n %v"
Name = "Black"
Version = "engine"
Command line = "{folder}/black.sh"
Supported games = "Reversi"

[GTP Engine "White engine"]
Screen name format = "%n %v"
Name = "White"
Version = "engine"
Command line = "{folder}/white.sh"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White player name = "white"
White is computer = true
Engine playing white = "White engine"
Black player name = "black"
Black is computer = true
Engine playing black = "Black engine"

[New Reversi Game Parameters]
Board size = 8
Time control type = 1
Keep track of total time = 0
Time limit for game = 10:00
"""


def wait_for(what, found, seconds=SOON):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        time.sleep(0.2)
    raise TimeoutError(f"waited {seconds} s for {what}")


class Quarry:
    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.environment = {**os.environ, "HOME": str(folder), "PATH": PATH, "LC_ALL": "C"}

    def start(self, *command, **options):
        process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.processes.append(process)
        return process

    def start_all(self):
        reading, writing = os.pipe()
        self.start("Xvfb", "-displayfd", str(writing), "-nolisten", "tcp", "-screen", "0", "1000x800x24",
                   pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as stream:
            number = stream.readline().strip()
        if not number:
            raise TimeoutError("Xvfb does not start")
        self.environment["DISPLAY"] = f":{number}"
        self.start("quarry")

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *arguments], env=self.environment, text=True, timeout=SOON,
                              capture_output=True, check=False)
        return done.stdout.split()

    def window(self, name):
        return wait_for(f"the window '{name}'",
                        lambda: self.xdotool("search", "--onlyvisible", "--name", name))[0]

    def press(self, window, key):
        self.xdotool("windowfocus", "--sync", window)
        self.xdotool("key", "--window", window, key)

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def sent(folder, color):
    """The lines that the player of a colour was sent."""
    file = folder / f"{color}.sent"
    return file.read_text().splitlines() if file.exists() else []


def answers(binary, color, lines):
    """What a fresh Emilia says to the same lines, and at last to final_score."""
    text = "".join(line + "\n" for line in lines if line.split()[-1:] != ["quit"]) + "final_score\n"
    done = subprocess.run([binary, "gtp", "--player", PLAYERS[color]], input=text, text=True,
                          capture_output=True, timeout=SOON, check=True)
    return done.stdout.rstrip("\n").split("\n\n")


def is_over(binary, folder):
    lines = sent(folder, "black")
    return bool(lines) and answers(binary, "black", lines)[-1].startswith("= ")


def play(binary, folder, screenshot):
    for color, player in PLAYERS.items():
        script = folder / f"{color}.sh"
        script.write_text(f"#!/bin/sh\ntee {folder}/{color}.sent | '{binary}' gtp --player {player}\n")
        script.chmod(0o755)
    (folder / ".quarry").write_text(CONFIGURATION.format(folder=folder))
    quarry = Quarry(folder)
    try:
        quarry.start_all()
        quarry.press(quarry.window("Control Center"), "alt+n")
        dialog = quarry.window("New Game")
        quarry.press(dialog, "alt+f")
        time.sleep(1)
        quarry.press(dialog, "alt+p")
        wait_for("the first move", lambda: any("genmove" in line for line in sent(folder, "black")))
        wait_for("the end of the game", lambda: is_over(binary, folder))
        time.sleep(1)
        if screenshot:
            subprocess.run(["import", "-window", "root", screenshot], env=quarry.environment, check=True)
    finally:
        quarry.stop()


def main():
    binary = str(Path(sys.argv[1]).resolve())
    for program, package in PACKAGES.items():
        if shutil.which(program, path=PATH) is None:
            print(f"skipped: there is no {program} here (Debian package {package})")
            return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            play(binary, folder, sys.argv[2] if len(sys.argv) > 2 else None)
        except TimeoutError as problem:
            print(problem)
            for color in PLAYERS:
                print(f"sent to {color}:", *sent(folder, color)[-10:], sep="\n  ")
            return 1
        both = [answers(binary, color, sent(folder, color)) for color in PLAYERS]
        wrong = [answer for all_answers in both for answer in all_answers if answer.startswith("?")]
        made = sum(bool(re.fullmatch(r"= [a-h][1-8]", answer)) for answers_ in both for answer in answers_)
        print("began with:", *sent(folder, "black")[:12], sep="\n  ")
        print(f"{made} moves, the result is {[answers_[-1] for answers_ in both]}, refused: {wrong}")
        return not (made > 8 and both[0][-1] == both[1][-1] and not wrong)


if __name__ == "__main__":
    sys.exit(main())
