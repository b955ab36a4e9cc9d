#!/usr/bin/env python3
"""An Othello program for tests: plays legal moves over GTP or NBoard, and misbehaves when told to.

  misbehaving_engine.py gtp                              random legal moves
  misbehaving_engine.py nboard --how hang --at 3         hangs when asked for its third move
  misbehaving_engine.py gtp --how die --once FILE        dies once, then never again while FILE is there

What --how can be is in HOW below. --log FILE keeps every line that was received. Anything given as --mark is ignored: it is there to
find this process, and what it started, among the others.
"""
import argparse
import os
import random
import re
import signal
import sys
import time

HOW = {
    "die": "says why on standard error and exits with 3",
    "exit": "exits with 0",
    "crash": "is ended by a signal",
    "hang": "does nothing any more",
    "hang-hard": "the same, and cannot be asked to terminate",
    "flood": "writes without end, and no end of line",
    "flood-lines": "writes lines without end",
    "flood-errors": "writes megabytes to standard error, then answers as it should",
    "nonsense": "answers what is no move",
    "garbage": "writes bytes that are no answer at all, and goes on listening",
    "illegal": "answers a square that is taken",
    "pass": "passes, though it can move",
    "resign": "resigns (GTP)",
    "refuse": "answers that it cannot (GTP)",
    "close-output": "closes its output and waits",
    "close-input": "answers as it should, then closes its input and waits",
    "slow": "waits for --seconds, then answers as it should",
    "orphan": "leaves behind a child that holds the pipes and cannot be asked to terminate, and exits with 0",
    "die-later": "answers as it should, and dies then",
}

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27


class Board:
    """Squares by rows from a1; X is black, O white."""

    def __init__(self, squares=START, to_move="X"):
        self.squares = list(squares)
        self.to_move = to_move

    def flips(self, index, color):
        if self.squares[index] != "-":
            return []
        turned = []
        for dx, dy in DIRECTIONS:
            x, y, run = index % 8 + dx, index // 8 + dy, []
            while 0 <= x < 8 and 0 <= y < 8 and self.squares[y * 8 + x] not in ("-", color):
                run.append(y * 8 + x)
                x, y = x + dx, y + dy
            if run and 0 <= x < 8 and 0 <= y < 8 and self.squares[y * 8 + x] == color:
                turned += run
        return turned

    def legal(self, color):
        return [index for index in range(64) if self.flips(index, color)]

    def play(self, move, color):
        """False if that is illegal; move is an index, or None for a pass."""
        if move is None:
            if self.legal(color):
                return False
        else:
            turned = self.flips(move, color)
            if not turned:
                return False
            for index in turned + [move]:
                self.squares[index] = color
        self.to_move = other(color)
        return True


def other(color):
    return "O" if color == "X" else "X"


def name_of(index):
    return "abcdefgh"[index % 8] + str(index // 8 + 1)


def parse_move(text):
    """An index, None for a pass, or False for what is neither."""
    text = text.lower()
    if text in ("pass", "pa"):
        return None
    if re.fullmatch("[a-h][1-8]", text):
        return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)
    return False


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def sleep_for_ever():
    while True:
        time.sleep(1000)


class Engine:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.board = Board()
        self.moves_made = 0
        self.log = open(options.log, "a", buffering=1) if options.log else None

    def lines(self):
        for line in sys.stdin:
            if self.log:
                self.log.write(line)
            if line.strip():
                yield line.strip()

    def is_time(self):
        """To misbehave, now that another move is asked for."""
        self.moves_made += 1
        if self.options.how is None or self.moves_made != self.options.at:
            return False
        if self.options.once:
            try:
                os.close(os.open(self.options.once, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return False
        return True

    def choose(self, answer):
        """Calls answer(text) with the move, or does something else. The move, or False."""
        color = self.board.to_move
        legal = self.board.legal(color)
        move = self.random.choice(legal) if legal else None
        text = "pass" if move is None else name_of(move)
        if not self.is_time():
            answer(text)
            return move
        how = self.options.how
        if how == "die":
            sys.stderr.write("cannot think any more\n")
            sys.exit(3)
        elif how == "exit":
            sys.exit(0)
        elif how == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        elif how == "hang":
            sleep_for_ever()
        elif how == "hang-hard":
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            sleep_for_ever()
        elif how == "flood":
            while True:
                say("x" * 4096)
        elif how == "flood-lines":
            while True:
                say("status thinking\n" * 256)
        elif how == "flood-errors":
            for _ in range(2000):
                sys.stderr.write("thinking " * 256 + "\n")
            answer(text)
            return move
        elif how == "nonsense":
            answer("wibble")
        elif how == "garbage":
            sys.stdout.buffer.write(bytes(range(128, 256)) + b"\0\x1b[2J\r\n\n")
            sys.stdout.buffer.flush()
        elif how == "illegal":
            answer("d4")
        elif how == "pass":
            answer("pass")
        elif how == "resign":
            answer("resign")
        elif how == "refuse":
            say("? cannot\n\n")
        elif how == "close-output":
            os.close(1)
            sleep_for_ever()
        elif how == "close-input":
            answer(text)
            os.close(0)
            sleep_for_ever()
        elif how == "slow":
            time.sleep(self.options.seconds)
            answer(text)
            return move
        elif how == "orphan":
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                sleep_for_ever()
            os._exit(0)
        elif how == "die-later":
            answer(text)
            sys.exit(3)
        return False


class Gtp(Engine):
    COMMANDS = ["protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
                "play", "genmove", "time_settings", "time_left", "list_games", "set_game", "test-setup_board"]

    def run(self):
        if self.options.greeting:
            say("Welcome to this program.\n")
        for line in self.lines():
            words = line.split()
            answer = self.answer(words[0], words[1:])
            if answer is not None:
                say(answer + "\n\n")
            if words[0] == "quit":
                return

    def answer(self, command, arguments):
        if command not in self.COMMANDS or command in self.options.without:
            return "? unknown command"
        if command == "protocol_version":
            return "= 2"
        if command == "list_commands":
            return "= " + "\n".join(word for word in self.COMMANDS if word not in self.options.without)
        if command == "list_games":
            return "= Go\nOthello"
        if command == "clear_board":
            self.board = Board()
        elif command == "test-setup_board":
            self.board = Board(arguments[0], arguments[1])
        elif command in ("play", "genmove"):
            color = "X" if arguments[0].lower().startswith("b") else "O"
            if self.options.implicit_passes and not self.board.legal(self.board.to_move):
                self.board.to_move = other(self.board.to_move)
            if color != self.board.to_move:
                return "? wrong colour"
            if command == "genmove":
                return self.genmove(color)
            move = parse_move(arguments[1])
            if move is None and self.options.implicit_passes:
                return "? syntax error"
            if move is False or not self.board.play(move, color):
                return "? illegal move"
        return "="

    def genmove(self, color):
        move = self.choose(lambda text: say("= " + text.upper() + "\n\n"))
        if move is not False:
            self.board.play(move, color)
        return None


class NBoard(Engine):
    depth = None

    def run(self):
        for line in self.lines():
            if line.startswith("set game "):
                self.set_game(line)
            elif line.startswith("set depth "):
                self.depth = int(line.split()[2])
                say("set myname Misbehaving%d\n" % self.depth)
            elif line.startswith("ping "):
                say("pong " + line[5:] + "\n")
            elif line == "go":
                self.go()
            elif line == "quit":
                return

    def set_game(self, line):
        text = re.search(r"BO\[8([^\]]*)\]", line).group(1).replace(" ", "").replace("*", "X").upper()
        self.board = Board(text[:64], text[64])
        for color, move in re.findall(r"([BW])\[([^\]/]*)", line.split("BO[")[1].split("]", 1)[1]):
            assert self.board.play(parse_move(move), "X" if color == "B" else "O"), move

    def go(self):
        if self.options.wants_depth and self.depth is None:
            say('warning Must pick a depth with "set depth <n>" first\n')
            return
        say("status thinking\n")
        self.choose(self.answer_move)
        try:
            say("status\n")
        except OSError:
            pass

    def answer_move(self, text):
        say("search %s +1.50 0 %d\nnodestats 1234 0.01\n" % (text.upper(), self.depth or 1))
        say("=== %s/1.50/0.01\n" % text.upper())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("protocol", choices=["gtp", "nboard"])
    parser.add_argument("--how", choices=sorted(HOW))
    parser.add_argument("--at", type=int, default=1, help="the move of this process at which it misbehaves")
    parser.add_argument("--once", help="a file that is made then; while it is there, nothing happens")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log")
    parser.add_argument("--mark")
    parser.add_argument("--without", default="", type=lambda text: text.split(","), help="GTP: commands it does not know")
    parser.add_argument("--implicit-passes", action="store_true", help="GTP: refuses to be told of a pass")
    parser.add_argument("--greeting", action="store_true", help="GTP: says something before it is asked")
    parser.add_argument("--wants-depth", action="store_true", help="NBoard: does not move before it is told a depth")
    options = parser.parse_args()
    try:
        (Gtp if options.protocol == "gtp" else NBoard)(options).run()
    except BrokenPipeError:
        os._exit(1)


if __name__ == "__main__":
    main()
