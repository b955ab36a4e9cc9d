#!/usr/bin/env python3
"""Golden tests of the command line: what a command prints, to the letter.

    golden.py BINARY [FILE...]             compare
    golden.py --rewrite BINARY [FILE...]   write down what it prints now; read the difference in git

FILE is one of tests/golden/*.txt, all of them if none is named. In such a file

    # a comment, to stay
    ~ [0-9.]+ seconds => N seconds     what varies: a regular expression and what to put there,
                                       for all output in this file
    $ emilia perft 2 | head -1         a command for sh; `emilia` is BINARY
    < f5                               a line of its standard input
    | depth                            a line of standard output
    ! emilia: no                       a line of standard error
    = 2                                its exit code, left out for 0

The commands of a file run in one temporary folder, in which tests/golden/files is found as `files`. Every
subcommand has its help in some file; --rewrite without a FILE adds those that are missing to help.txt.
"""

import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"
NO_NEWLINE = "(no end of line)"


class Case:
    def __init__(self, command):
        self.comments = []  # lines before the command
        self.command = command
        self.stdin = []
        self.output = []  # lines as in the file: "| ...", "! ...", "= 2"


def parse(text):
    """The rules and cases of a golden file, and the comments at its end."""
    rules, cases, comments = [], [], []
    for number, line in enumerate(text.splitlines(), 1):
        mark, rest = line[:1], line[2:]
        if mark in ("", "#"):
            comments.append(line)
        elif mark == "~":
            pattern, _, replacement = rest.partition(" => ")
            rules.append((re.compile(pattern), replacement))
            comments.append(line)
        elif mark == "$":
            cases.append(Case(rest))
            cases[-1].comments, comments = comments, []
        elif mark == "<" and cases:
            cases[-1].stdin.append(rest)
        elif mark in "|!=" and cases:
            cases[-1].output.append(line)
        else:
            sys.exit(f"line {number} begins with none of # ~ $ < | ! = : {line}")
    return rules, cases, comments


def lines_of(mark, text, rules):
    if not text:
        return []
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    lines = text.split("\n")
    if lines[-1]:
        lines.append(NO_NEWLINE)
    else:
        lines.pop()
    return [f"{mark} {line}".rstrip() for line in lines]


def run(case, rules, folder, environment):
    done = subprocess.run(["sh", "-c", case.command], cwd=folder, env=environment, timeout=300,
                          input="".join(line + "\n" for line in case.stdin).encode(),
                          capture_output=True, check=False)
    output = lines_of("|", done.stdout.decode(errors="backslashreplace"), rules)
    output += lines_of("!", done.stderr.decode(errors="backslashreplace"), rules)
    return output + ([f"= {done.returncode}"] if done.returncode else [])


def outputs(text, binary):
    """The golden file `text` as it would be with the output of today."""
    rules, cases, trailing = parse(text)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        bin_folder = Path(folder, "bin")
        work = Path(folder, "work")
        for made in (home, bin_folder, work):
            made.mkdir()
        (bin_folder / "emilia").symlink_to(binary)
        if (GOLDEN / "files").exists():
            shutil.copytree(GOLDEN / "files", work / "files")
        kept = {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
        environment = {**kept, "PATH": f"{bin_folder}:/usr/bin:/bin", "HOME": str(home),
                       "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        lines = []
        for case in cases:
            lines += case.comments + ["$ " + case.command]
            lines += [("< " + line).rstrip() for line in case.stdin]
            lines += run(case, rules, work, environment)
        return "".join(line + "\n" for line in lines + trailing)


def subcommands(binary):
    """Those that `emilia help` lists: indented words, below a heading that is not of options."""
    overview = subprocess.run([binary, "help"], capture_output=True, text=True, check=True).stdout
    return [name for heading, block in re.findall(r"^(\S.*):\n((?:  .*\n)+)", overview, re.MULTILINE)
            if heading != "Options"
            for name in re.findall(r"^  ([a-z][\w-]*)\s", block, re.MULTILINE)]


def without_help(binary, texts):
    return [name for name in subcommands(binary)
            if not any(f"\n$ emilia help {name}\n" in text for text in texts)]


def main():
    arguments = sys.argv[1:]
    rewrite = arguments[:1] == ["--rewrite"]
    arguments = arguments[rewrite:]
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    binary = Path(arguments[0]).resolve()
    files = [Path(name) for name in arguments[1:]] or sorted(GOLDEN.glob("*.txt"))
    missing = without_help(binary, [file.read_text() for file in GOLDEN.glob("*.txt")])
    failures = 0
    for file in files:
        expected = file.read_text()
        if rewrite and file.name == "help.txt" and missing:
            expected += "".join(f"\n$ emilia help {name}\n" for name in missing)
        actual = outputs(expected, binary)
        if actual == file.read_text():
            continue
        failures += 1
        if rewrite:
            file.write_text(actual)
            print(f"rewritten: {file.name}")
        else:
            sys.stdout.writelines(difflib.unified_diff(
                expected.splitlines(keepends=True), actual.splitlines(keepends=True),
                f"{file.name}, expected", f"{file.name}, printed", n=5))
    if rewrite:
        print(f"{failures} of {len(files)} files rewritten")
        return 0
    if len(arguments) == 1 or any(file.name == "help.txt" for file in files):
        for name in missing:
            failures += 1
            print(f"no golden file has '$ emilia help {name}': run golden.py --rewrite BINARY")
    if failures:
        print("If that is what it should print: tests/golden.py --rewrite BINARY, and read the "
              "difference in git.")
    print(f"{len(files)} files, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
