#!/usr/bin/env python3
"""Checks that no floor of src/ reaches up, and a few habits that hold for whole floors.

    layering.py [ROOT]      check a tree (default: the one this script is in)
    layering.py --self-test build bad trees in a temporary folder and see each one caught

What a floor may include is written once, in CMakeLists.txt: emilia_floor(NAME USES ...) gives the
floors it may use, and theirs. The order of those lines is the order of the floors. The highest,
src/cli, names what it uses in its own CMakeLists.txt.
"""

import re
import sys
import tempfile
from pathlib import Path

MAX_LINES = 800

# Floors that a WebAssembly build will hold, and what they do without for its sake. Printing belongs
# to whoever called.
PURE_FLOORS = {"util", "board", "game"}
IMPURE = {
    r"\bstd::jthread\b": "std::jthread (missing in the WebAssembly library)",
    r"\bstd::ranges::": "std::ranges (missing in the WebAssembly library)",
    r"\bsource_location\b": "std::source_location (missing in the WebAssembly library)",
    r"\bfmt::print\b|\bstd::(cout|cerr|clog)\b|(?<![\w.>])(std::)?(printf|puts|putchar)\s*\(":
        "printing (the caller prints)",
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.MULTILINE)


def without_cmake_comments(text):
    return re.sub(r"#[^\n]*", "", text)


def target_of(floor):
    return "emilia_" + floor.replace("/", "_")


class Tree:
    def __init__(self, root):
        self.root = Path(root)
        self.src = self.root / "src"
        self.problems = []
        self.floors = []  # names, lowest first
        self.uses = {}  # floor -> floors it links directly
        self.includes = {}  # file -> [(line, included file)]
        self.text = {}

    def complain(self, file, line, sentence):
        where = Path(file).relative_to(self.root)
        self.problems.append(f"{where}:{line}: {sentence}")

    def read_floors(self):
        lists = self.root / "CMakeLists.txt"
        text = without_cmake_comments(lists.read_text())
        calls = [(name, words.split()) for name, words in
                 re.findall(r"\bemilia_floor\(\s*(\S+)\s*([^)]*)\)", text)]
        cli = self.src / "cli" / "CMakeLists.txt"
        if cli.exists():
            links = re.findall(r"target_link_libraries\(\s*emilia_cli\s([^)]*)\)",
                               without_cmake_comments(cli.read_text()))
            calls.append(("cli", " ".join(links).split()))
        by_target = {}
        for name, words in calls:
            self.uses[name] = set()
            for word in words:
                if word in by_target:
                    self.uses[name].add(by_target[word])
                elif word.startswith("emilia_"):
                    self.complain(lists, 1, f"floor {name} uses {word}, which is no floor below it")
            self.floors.append(name)
            by_target[target_of(name)] = name
        if not self.floors:
            self.complain(lists, 1, "no emilia_floor() found")

    def reachable(self, floor):
        seen, waiting = set(), [floor]
        while waiting:
            for below in self.uses[waiting.pop()]:
                if below not in seen:
                    seen.add(below)
                    waiting.append(below)
        return seen

    def floor_of(self, file):
        inside = file.relative_to(self.src).as_posix()
        owners = [floor for floor in self.floors if inside.startswith(floor + "/")]
        return max(owners, key=len, default=None)

    def read_sources(self):
        for file in sorted(self.src.rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            text = self.text[file] = file.read_text()
            self.includes[file] = []
            for match in INCLUDE.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                name = match.group(1)
                if (self.src / name).exists():
                    self.includes[file].append((line, self.src / name))
                elif not re.fullmatch(r"emilia_\w+\.h", name):  # generated
                    self.complain(file, line, f'"{name}" is no file of src/ '
                                  "(write includes from there)")

    def check_floors(self):
        used = {floor: set() for floor in self.floors}
        allowed = {floor: self.reachable(floor) for floor in self.floors}
        for file, includes in self.includes.items():
            floor = self.floor_of(file)
            if floor is None:
                self.complain(file, 1, "belongs to no emilia_floor() of CMakeLists.txt")
                continue
            for line, included in includes:
                other = self.floor_of(included)
                if other is None or other == floor:
                    continue
                used[floor].add(other)
                if other not in allowed[floor]:
                    up = self.floors.index(other) > self.floors.index(floor)
                    self.complain(file, line, f"floor {floor} includes "
                                  f"{included.relative_to(self.src)} of floor {other}, "
                                  + ("which is above it" if up else "which it does not use"))
        for floor in self.floors:
            if floor == "cli":  # links the whole house
                continue
            # What a floor links but only reaches through another is still a use.
            below_used = used[floor].union(*(self.reachable(other) for other in used[floor]))
            for other in sorted(self.uses[floor] - below_used):
                self.complain(self.root / "CMakeLists.txt", 1,
                              f"floor {floor} links floor {other} and includes nothing of it")

    def check_cycles(self):
        done, path = set(), []

        def visit(file):
            if file in path:
                loop = path[path.index(file):] + [file]
                self.complain(file, 1, "headers include each other: "
                              + " -> ".join(str(f.relative_to(self.src)) for f in loop))
                return
            if file in done:
                return
            path.append(file)
            for _, included in self.includes.get(file, []):
                visit(included)
            path.pop()
            done.add(file)

        for file in self.includes:
            visit(file)

    def check_habits(self):
        for file, text in self.text.items():
            if file.suffix == ".h" and not re.search(r"^#pragma once$", text, re.MULTILINE):
                self.complain(file, 1, "a header without #pragma once")
            lines = text.split("\n")
            if len(lines) > MAX_LINES + 1:
                self.complain(file, len(lines) - 1, f"longer than {MAX_LINES} lines: split it")
            if self.floor_of(file) not in PURE_FLOORS or file.stem.endswith(("_test", "_fuzz")):
                continue
            for number, line in enumerate(lines, 1):
                code = line.split("//")[0]
                for pattern, what in IMPURE.items():
                    if re.search(pattern, code):
                        self.complain(file, number, f"floor {self.floor_of(file)} must do "
                                      f"without {what}")

    def check(self):
        self.read_floors()
        self.read_sources()
        self.check_floors()
        self.check_cycles()
        self.check_habits()
        return self.problems


GOOD = {
    "CMakeLists.txt": "emilia_floor(low USES fmt::fmt)\n"
                      "emilia_floor(middle/one\n    USES emilia_low)  # emilia_floor(no)\n"
                      "emilia_floor(util USES emilia_low)\n",
    "src/cli/CMakeLists.txt": "target_link_libraries(emilia_cli PUBLIC emilia_middle_one)\n",
    "src/low/a.h": "#pragma once\n#include <vector>\n",
    "src/low/b.h": '#pragma once\n#include "low/a.h"\n',
    "src/middle/one/m.h": '#pragma once\n#include "low/b.h"\n',
    "src/util/u.cpp": '#include "low/a.h"\n// std::jthread is for others\n',
    "src/cli/main.cpp": '#include "emilia_build_info.h"\n#include "low/a.h"\n'
                        '#include "middle/one/m.h"\n',
}

# What is changed in the good tree, and what must be said of it.
BAD = [
    ({"src/low/a.h": '#pragma once\n#include "middle/one/m.h"\n'},
     "src/low/a.h:2: floor low includes middle/one/m.h of floor middle/one, which is above it"),
    ({"src/middle/one/m.h": '#pragma once\n  # include "cli/p.h"\n#include "low/b.h"\n',
      "src/cli/p.h": "#pragma once\n"},
     "src/middle/one/m.h:2: floor middle/one includes cli/p.h of floor cli, which is above it"),
    ({"src/util/u.cpp": '#include "low/a.h"\n#include "middle/one/m.h"\n'},
     "floor util includes middle/one/m.h of floor middle/one, which it does not use"),
    ({"src/low/a.h": '#pragma once\n#include "low/b.h"\n'},
     "headers include each other: low/a.h -> low/b.h -> low/a.h"),
    ({"src/low/a.h": "// #pragma once\n"}, "src/low/a.h:1: a header without #pragma once"),
    ({"src/low/b.h": '#pragma once\n#include "a.h"\n'}, 'src/low/b.h:2: "a.h" is no file of src/'),
    ({"src/attic/x.cpp": "\n"}, "src/attic/x.cpp:1: belongs to no emilia_floor()"),
    ({"src/util/u.cpp": "\n"}, "floor util links floor low and includes nothing of it"),
    ({"CMakeLists.txt": "emilia_floor(low USES emilia_util)\nemilia_floor(util USES emilia_low)\n"
                        "emilia_floor(middle/one USES emilia_low)\n"},
     "floor low uses emilia_util, which is no floor below it"),
    ({"src/util/u.cpp": '#include "low/a.h"\nstd::jthread t;\n'},
     "src/util/u.cpp:2: floor util must do without std::jthread"),
    ({"src/util/u.cpp": '#include "low/a.h"\nvoid f() { fmt::print("x"); }\n'},
     "src/util/u.cpp:2: floor util must do without printing"),
    ({"src/low/long.cpp": "\n" * (MAX_LINES + 1)}, "src/low/long.cpp:801: longer than 800 lines"),
]


def check_files(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return Tree(folder).check()


def self_test():
    failures = 0
    problems = check_files(GOOD)
    if problems:
        failures += 1
        print("the good tree is refused:", *problems, sep="\n  ")
    for change, expected in BAD:
        problems = check_files({**GOOD, **change})
        if not any(expected in problem for problem in problems):
            failures += 1
            print(f"not caught: {expected}", *problems, sep="\n  ")
    print(f"{len(BAD)} bad trees, {failures} failures")
    return failures != 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    tree = Tree(root)
    for problem in tree.check():
        print(problem)
    print(f"{len(tree.includes)} files on {len(tree.floors)} floors, {len(tree.problems)} problems")
    return bool(tree.problems)


if __name__ == "__main__":
    sys.exit(main())
