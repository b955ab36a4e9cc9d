#!/usr/bin/env python3
"""Plays `emilia play` in a real terminal: tmux, 80 columns by 24 rows.

    terminal_play.py EMILIA [NAME...]     all the tests below, or those named

Every test has a tmux server of its own, under a socket of its own in a temporary folder. The screen
is read again and again until it shows what it should, with a limit that a loaded machine can keep.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT = float(os.environ.get("EMILIA_TERMINAL_LIMIT", "120"))  # seconds, for any one thing to happen


class Failed(Exception):
    pass


class Terminal:
    """A shell in tmux, with what it takes to look at it."""

    def __init__(self, folder, columns=80, rows=24, variables=()):
        self.folder = folder
        self.socket = str(folder / "tmux")
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("TMUX", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG")}
        environment["LC_ALL"] = "C.UTF-8"
        environment.update(variables)
        self.environment = environment
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "-c", str(folder), "bash --norc --noprofile")
        self.wait_for(r"[#$]$")
        self.enter("PS1='shell> '; clear")
        self.wait_for(r"^shell>$")

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-S", self.socket, *arguments], env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
        if done.returncode != 0:
            raise Failed(f"tmux {' '.join(arguments)}: {done.stdout.decode(errors='replace')}")
        return done.stdout.decode(errors="replace")

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], env=self.environment,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LIMIT)

    def screen(self):
        """The rows as text, without blanks at their ends."""
        return self.tmux("capture-pane", "-p").rstrip("\n").split("\n")

    def text(self):
        return "\n".join(row.rstrip() for row in self.screen()).rstrip("\n")

    def wait_for(self, pattern, absent=None):
        """Until the screen has `pattern`, and lacks `absent`."""
        end = time.monotonic() + LIMIT
        while True:
            text = self.text()
            if re.search(pattern, text) and not (absent and re.search(absent, text)):
                return text
            if time.monotonic() > end:
                lacks = f", or without {absent!r}" if absent else ""
                raise Failed(f"waited {LIMIT:g} s for {pattern!r}{lacks}; the screen shows\n{text}")
            time.sleep(0.05)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def enter(self, text):
        self.type(text)
        self.tmux("send-keys", "Enter")

    def key(self, name):
        self.tmux("send-keys", name)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def start(self, emilia, arguments):
        self.enter(f"clear; {shlex.quote(emilia)} play {arguments}")

    def wait_for_prompt(self):
        """Until a person can type; only the game's own screen has the row of keys below."""
        return self.wait_for(r"(?m)^(black|white|)>\n.*help   quit$")

    def expect_left(self, code):
        """The shell is back, with the exit code and in its own modes."""
        self.wait_for(r"\nshell>$")
        self.enter("code=$?; clear; echo left with $code; stty -a")
        text = self.wait_for(r"(?s)left with \d+\n.*\nshell>$")
        if f"left with {code}\n" not in text:
            raise Failed(f"the exit code should be {code}:\n{text}")
        for mode in ("echo", "icanon", "isig", "icrnl", "opost"):
            if not re.search(rf"(?<![-\w]){mode}\b", text):
                raise Failed(f"the terminal was left without {mode}:\n{text}")


def legal_moves(text):
    """The names that stand in squares of the large board, which is left of column 36."""
    names = []
    for row in text.split("\n"):
        names += re.findall(r"(?<!\w)[a-h][1-8](?!\w)", row[2:34])
    return names


def board_rows(text):
    return text.split("\n")[:18]


def discs(text):
    found = re.search(r"black +(\d+) .*\n.*white +(\d+) ", text)
    return int(found.group(1)), int(found.group(2))


def list_of_moves(text):
    """The moves in the panel, in order."""
    moves = []
    for row in text.split("\n")[:18]:
        moves += [(int(n), move) for n, move in re.findall(r"(?<!\S)(\d+) ([a-h][1-8])(?!\S)", row[39:])]
    return [move for _, move in sorted(moves)]


def expect_narrow(terminal, columns=80):
    for row in terminal.screen():
        if len(row) > columns:
            raise Failed(f"a row is wider than {columns}: {row!r}")


def play_turn(terminal):
    """A person's turn: a legal move, and the wait for the next. False when the game is over."""
    before = terminal.wait_for_prompt()
    if before.split("\n")[22].startswith(">"):
        return False
    count = len(list_of_moves(before))
    moves = legal_moves(before)
    if not moves:
        raise Failed(f"no legal move is marked:\n{before}")
    terminal.enter(moves[0])
    end = time.monotonic() + LIMIT
    while True:
        text = terminal.wait_for_prompt()
        if len(list_of_moves(text)) > count:
            break
        if time.monotonic() > end:
            raise Failed(f"{moves[0]} was not played:\n{text}")
        time.sleep(0.05)
    if moves[0] not in list_of_moves(text):
        raise Failed(f"{moves[0]} is not in the list:\n{text}")
    expect_narrow(terminal)
    return True


def test_whole_game(emilia, folder):
    """A game from the first move to the last, then another."""
    terminal = Terminal(folder)
    try:
        terminal.start(emilia, "--fast --seed 5 --against weighted-squares:depth=2")
        while play_turn(terminal):
            pass
        text = terminal.wait_for_prompt()
        black, white = discs(text)
        if not re.search(r"wins \d+ to \d+|a draw", text):
            raise Failed(f"the end is not announced:\n{text}")
        if black + white < 10 or len(list_of_moves(text)) + 4 != black + white:
            raise Failed(f"discs and moves do not agree:\n{text}")
        terminal.enter("new")
        terminal.wait_for(r"A new game")
        terminal.enter("quit")
        terminal.expect_left(0)
    finally:
        terminal.close()


def test_commands(emilia, folder):
    """Undo, redo, hint, save, load, resign, completion, mistakes."""
    terminal = Terminal(folder)
    try:
        terminal.start(emilia, "--fast --seed 5 --against max-disc")
        start = terminal.wait_for_prompt()
        terminal.enter("e4")
        terminal.wait_for(r"e4 is taken by a black disc; legal moves: d3, c4, f5, e6\.")
        terminal.enter("a1")
        terminal.wait_for(r"a1 turns over no white disc")
        terminal.enter("hnit")
        terminal.wait_for(r"Did you mean 'hint'\?")
        terminal.enter("hint")
        terminal.wait_for(r"Hint: [a-h][1-8]\.")
        terminal.enter("help")
        terminal.wait_for(r"save FILE .*\n(.*\n)*.*quit +leave")

        # Tab: the one word there is, and the list where there are several.
        terminal.type("f")
        terminal.key("Tab")
        terminal.wait_for(r"black> f5")
        terminal.key("Enter")
        after = terminal.wait_for(r"1 f5 +2 \S+\D*\n(.*\n)*black>\n")
        terminal.type("re")
        terminal.key("Tab")
        terminal.wait_for(r"redo  resign")
        terminal.type("xyz")
        terminal.key("C-l")
        terminal.wait_for(r"(?m)^black> rexyz\n.*help   quit")
        terminal.key("C-c")  # clears the line, and no more
        terminal.wait_for(r"black>\n")

        terminal.enter("undo")
        back = terminal.wait_for(r"Took back f5 ")
        if board_rows(back)[1:17] and [row[:36] for row in board_rows(back)] != \
                [row[:36] for row in board_rows(start)]:
            raise Failed(f"undo does not lead back:\n{back}")
        terminal.enter("redo")
        again = terminal.wait_for(r"Played f5 \S+ again")
        if [row[:36] for row in board_rows(again)] != [row[:36] for row in board_rows(after)]:
            raise Failed(f"redo does not lead to where undo began:\n{again}")

        for extension in ("sgf", "ggf", "pgn", "txt"):
            terminal.enter(f"save game.{extension}")
            terminal.wait_for(rf"Saved as game\.{extension}")
        terminal.enter("save game.xyz")
        terminal.wait_for(r"must end in \.sgf, \.ggf, \.pgn or \.txt")
        terminal.enter("new")
        terminal.wait_for(r"A new game")
        for extension in ("sgf", "ggf", "pgn", "txt"):
            terminal.enter(f"load game.{extension}")
            loaded = terminal.wait_for(rf"Loaded the game of game\.{extension}: 2 moves played")
            if list_of_moves(loaded) != list_of_moves(after):
                raise Failed(f"another game came back from .{extension}:\n{loaded}")
        # The up arrow brings the last line back.
        terminal.key("Up")
        terminal.wait_for(r"black> load game\.txt")
        terminal.key("C-c")
        terminal.enter("load nowhere.sgf")
        terminal.wait_for(r"[Cc]annot open nowhere\.sgf")
        terminal.enter("resign")
        terminal.wait_for(r"Black resigned: white wins\.")
        terminal.key("C-d")
        terminal.expect_left(0)
        # Files that were there before are not replaced at the first word.
        terminal.start(emilia, "--fast --two --moves f5")
        terminal.wait_for_prompt()
        terminal.enter("save game.sgf")
        terminal.wait_for(r"There is a file game\.sgf already")
        terminal.enter("save game.sgf")
        terminal.wait_for(r"Saved as game\.sgf")
        terminal.key("C-d")
        terminal.wait_for(r"emilia play --two --moves f5")
        terminal.expect_left(0)
    finally:
        terminal.close()


def test_interrupts(emilia, folder):
    """Ctrl-C while a player thinks, at the prompt, and between two programs; Ctrl-Z; kill."""
    terminal = Terminal(folder)
    try:
        # To that depth it would think for hours.
        terminal.start(emilia, "--fast --against weighted-squares:depth=20")
        terminal.wait_for_prompt()
        terminal.enter("f5")
        terminal.wait_for(r"white is thinking; Ctrl-C: move now")
        terminal.key("C-c")
        terminal.wait_for(r"Stopped after \d+ pl")
        terminal.wait_for_prompt()
        terminal.key("C-c")
        terminal.wait_for(r"Ctrl-C once more leaves the game")
        terminal.enter("moves")
        terminal.wait_for(r"Legal moves, with")
        terminal.key("C-c")
        terminal.wait_for(r"Ctrl-C once more leaves the game")
        terminal.key("C-c")
        terminal.wait_for(r"emilia play --white weighted-squares:depth=20 --moves f5[a-h][1-8]")
        terminal.expect_left(130)

        terminal.start(emilia, "--delay 60 --black max-disc --white random")
        terminal.wait_for(r"black +2 max-disc")
        terminal.key("C-c")
        terminal.wait_for(r"Stopped\. 'go' goes on")
        terminal.wait_for_prompt()
        terminal.key("C-d")
        terminal.expect_left(0)

        terminal.start(emilia, "--fast --two")
        terminal.wait_for_prompt()
        terminal.type("f5")
        terminal.wait_for(r"black> f5")  # the signal drops what has been typed and not yet read
        terminal.key("C-z")
        terminal.wait_for(r"Stopped .*\n(?s:.*)shell>$")
        terminal.enter("fg")
        terminal.wait_for(r"black> f5")
        terminal.key("Enter")
        terminal.wait_for(r"1 f5")
        terminal.wait_for_prompt()
        # From outside: the process that the shell waits for.
        shell = terminal.tmux("display-message", "-p", "#{pane_pid}").strip()
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], stdout=subprocess.PIPE,
                                  check=True).stdout.split()
        if len(children) != 1:
            raise Failed(f"expected one child of the shell, not {children}")
        os.kill(int(children[0]), 15)
        terminal.expect_left(130)
    finally:
        terminal.close()


def test_sizes(emilia, folder):
    """The screen follows the terminal's size, in mid-line too; small ones show what they can."""
    terminal = Terminal(folder)
    try:
        terminal.start(emilia, "--fast --two")
        terminal.wait_for_prompt()
        terminal.type("f")
        for columns, rows, pattern in (
                (60, 16, r"(?m)^ +a  b .* h +> +\S+ +black +2"),  # the small board with its panel
                (30, 14, r"black 2 white 2, black to move"),
                (20, 6, r"black 2 white 2"),
                (120, 40, r"black +2 a person"),
                (80, 24, r"black +2 a person")):
            terminal.resize(columns, rows)
            terminal.wait_for(pattern)
            terminal.wait_for(r"(?m)^black> f$")
            expect_narrow(terminal, columns)
        terminal.enter("5")
        terminal.wait_for(r"1 f5")
        terminal.enter("quit")
        terminal.expect_left(0)
    finally:
        terminal.close()


def test_plain(emilia, folder):
    """NO_COLOR, a locale without UTF-8, a dumb terminal."""
    for variables, arguments in (({"NO_COLOR": "1"}, "--two"), ({"LC_ALL": "C"}, "--two")):
        inner = Path(tempfile.mkdtemp(dir=folder))
        terminal = Terminal(inner, variables=variables)
        try:
            terminal.start(emilia, arguments)
            terminal.wait_for_prompt()
            styled = terminal.tmux("capture-pane", "-p", "-e")
            if "NO_COLOR" in variables and re.search(r"\x1b\[[0-9;]*[34]8;5", styled):
                raise Failed("colours in spite of NO_COLOR")
            if not styled.isascii():
                raise Failed(f"more than ASCII with {variables}:\n{styled}")
            terminal.enter("quit")
            terminal.expect_left(0)
        finally:
            terminal.close()
    inner = Path(tempfile.mkdtemp(dir=folder))
    terminal = Terminal(inner)
    try:
        terminal.enter(f"clear; TERM=dumb {shlex.quote(emilia)} play --two")
        terminal.wait_for(r"black 2, white 2, black to move\nblack>$")
        terminal.enter("f5")
        terminal.wait_for(r"black 4, white 1, white to move\nwhite>$")
        terminal.key("C-d")
        terminal.expect_left(0)
    finally:
        terminal.close()


TESTS = {name[len("test_"):]: test for name, test in list(globals().items())
         if name.startswith("test_")}


def main():
    if len(sys.argv) < 2 or any(name not in TESTS for name in sys.argv[2:]):
        print(__doc__, file=sys.stderr)
        print(f"tests: {', '.join(TESTS)}", file=sys.stderr)
        return 2
    if shutil.which("tmux") is None:
        print("skipped: there is no tmux here")
        return 77
    emilia = os.path.abspath(sys.argv[1])
    failures = 0
    for name in sys.argv[2:] or TESTS:
        folder = Path(tempfile.mkdtemp(prefix="emilia-terminal-"))
        begin = time.monotonic()
        try:
            TESTS[name](emilia, folder)
            print(f"{name}: ok ({time.monotonic() - begin:.1f} s)", flush=True)
        except (Failed, subprocess.TimeoutExpired) as error:
            failures += 1
            print(f"{name}: FAILED: {error}", flush=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
