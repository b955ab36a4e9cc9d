#!/usr/bin/env python3
"""Checks in a real bash what `emilia completion bash` completes: completion.py BINARY"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # leave no cache in the tree
from golden import subcommands

SKIPPED = 77

# Fills in what readline would, calls the function that is registered for emilia, prints its answers.
PROBE = r"""
set -u
source <("$1" completion bash)
shift
[[ $(complete -p emilia) =~ -F\ ([a-z_]+) ]] || exit 3
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
COMP_LINE="${COMP_WORDS[*]}"
COMP_POINT=${#COMP_LINE}
"${BASH_REMATCH[1]}" emilia "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" || true
printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
"""


class Shell:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder

    def complete(self, line):
        """What the last word of `line` can become; = stands alone, as readline has it."""
        words = re.sub("=", " = ", line).split(" ")
        if words[-2:] == ["=", ""] and line.endswith("="):
            words.pop()
        done = subprocess.run(["bash", "--norc", "-c", PROBE, "probe", self.binary, *words],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            raise AssertionError(f"'{line}': bash says {done.returncode} {done.stderr}")
        return sorted(filter(None, done.stdout.split("\n")))


def check(binary, folder):
    shell = Shell(binary, folder)
    problems = []

    def expect(line, answers):
        got = shell.complete(line)
        if got != sorted(answers):
            problems.append(f"'{line}' gives {got}, expected {sorted(answers)}")

    names = subcommands(binary)
    files = ["a game.ggf", "folder"]
    expect("emilia ", names)
    expect("emilia per", ["perft"])
    expect("emilia help ver", ["version"])
    expect("emilia qqq", [])
    expect("emilia --isa ", ["portable", "avx2", "avx512"])
    expect("emilia --isa=", ["portable", "avx2", "avx512"])
    expect("emilia --isa=po", ["portable"])
    expect("emilia --isa portable per", ["perft"])
    expect("emilia --isa=portable per", ["perft"])
    expect("emilia perft --isa avx5", ["avx512"])
    expect("emilia perft --bu", ["--bulk"])
    expect("emilia perft --position ", [])
    expect("emilia perft 3 --", [o for o in options(binary, "perft") if o.startswith("--")])
    expect("emilia completion ", ["bash"])
    known = 0
    for name in names:
        if members(binary, name):
            expect(f"emilia {name} ", members(binary, name))
            expect(f"emilia {name} -", ["-h", "--help", "--isa"])
    for name in [whole for name in names
                 for whole in [f"{name} {member}" for member in members(binary, name)] or [name]]:
        expect(f"emilia {name} -", options(binary, name))
        # What the help says of an argument decides what completes it.
        for argument, summary in entries(binary, name):
            words = re.split(r",? ", argument)
            listed = re.search(r"\(([\w-]+(?:, [\w-]+)+)\)$", summary)
            if listed:
                values = listed.group(1).split(", ")
            else:
                kind = words[-1].rstrip(".")
                values = {"FILE": files, "PLAYER": players(binary)}.get(kind)
            if values is not None:
                known += 1
                option = words[-2] + " " if len(words) > 1 else ""
                expect(f"emilia {name} {option}", values)
                expect(f"emilia {name} {option}{values[0][:1]}",
                       [value for value in values if value.startswith(values[0][:1])])
    print(*problems, f"{len(names)} subcommands, {known} arguments with known values, "
          f"{len(problems)} problems", sep="\n")
    return not problems


def members(binary, name):
    """Of a subcommand that has subcommands of its own."""
    groups = re.findall(r"^(?:Subcommands|Old programs):\n((?:  .*\n)+)", help_of(binary, name), re.MULTILINE)
    return re.findall(r"^  ([a-z][\w-]*)", "".join(groups), re.MULTILINE)


def help_of(binary, name):
    return subprocess.run([binary, "help", *name.split()], capture_output=True, text=True, check=True).stdout


def entries(binary, name):
    """The lines under Arguments and Options of a subcommand's help: (what is typed, what it says)."""
    text = re.sub(r"\n {20,}", " ", help_of(binary, name))  # one line each
    lists = re.findall(r"^(?:Arguments|Options):\n((?:  .*\n)+)", text, re.MULTILINE)
    return [re.split(r" {2,}", line.strip(), maxsplit=1) for line in "".join(lists).splitlines()]


def options(binary, name):
    """As the help lists them, with those of the program."""
    return {word for typed, _ in entries(binary, name)
            for word in re.split(r",? ", typed) if word.startswith("-")} | {"--isa"}


def players(binary):
    lines = subprocess.run([binary, "players", "--json"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return [json.loads(line)["name"] for line in lines]


def main():
    if shutil.which("bash") is None:
        print("skipped: there is no bash here")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a game.ggf").touch()
        Path(folder, "folder").mkdir()
        return not check(str(Path(sys.argv[1]).resolve()), folder)


if __name__ == "__main__":
    sys.exit(main())
