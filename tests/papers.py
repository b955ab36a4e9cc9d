#!/usr/bin/env python3
"""Checks the papers of the house, every *.md file of the tree.

- They name no path of somebody's machine.
- Every relative link leads to a file that is there, and to a heading of it where it names one.
- ARCHITECTURE.md stays short enough to be read.

    papers.py [ROOT]        check a tree (default: the one this script is in)
    papers.py --self-test   see bad papers caught
"""

import re
import sys
import tempfile
from pathlib import Path

ARCHITECTURE_LINES = 120
NOT_OURS = {"build", "node_modules", ".git"}
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:home|root|work|Users)/[\w.-]+")
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\s*\[[^\]]+\]:\s*(\S+)", re.MULTILINE)


def anchors_of(text):
    """The anchors that GitHub makes of a file's headings."""
    anchors, seen = set(), {}
    for heading in re.findall(r"^#{1,6}\s+(.+?)\s*#*$", without_code_blocks(text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        count = seen[anchor] = seen.get(anchor, -1) + 1
        anchors.add(anchor if count == 0 else f"{anchor}-{count}")
    return anchors


def without_code_blocks(text):
    return re.sub(r"^(```|~~~).*?^\1[^\n]*$", lambda m: "\n" * m.group(0).count("\n"), text,
                  flags=re.MULTILINE | re.DOTALL)


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", without_code_blocks(text))


def check(root):
    problems = []
    papers = [paper for paper in sorted(root.rglob("*.md"))
              if not NOT_OURS.intersection(paper.relative_to(root).parts)]
    for paper in papers:
        name = paper.relative_to(root)
        text = paper.read_text()
        for number, line in enumerate(text.split("\n"), 1):
            for path in MACHINE_PATH.findall(line):
                problems.append(f"{name}:{number}: '{path}' is a path of one machine")
        prose = without_code(text)
        for link in LINK.findall(prose) + REFERENCE.findall(prose):
            if re.match(r"[a-z][a-z0-9+.-]*:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (paper.parent / path).resolve() if path else paper
            if not target.exists():
                problems.append(f"{name}: the link to '{link}' leads nowhere")
            elif not target.is_relative_to(root):
                problems.append(f"{name}: the link to '{link}' leads out of the tree")
            elif anchor and target.suffix == ".md" and anchor not in anchors_of(target.read_text()):
                problems.append(f"{name}: '{link}' names a heading that is not there")
        if name == Path("ARCHITECTURE.md") and text.count("\n") >= ARCHITECTURE_LINES:
            problems.append(f"{name}: {text.count(chr(10))} lines; keep it under "
                            f"{ARCHITECTURE_LINES}")
    return papers, problems


GOOD = {
    "README.md": "# A house\n[plan](ARCHITECTURE.md#the-plan-2) ![picture](docs/p.svg) `/tmp`\n"
                 "[web](https://example.org/home/x) `[no](link.md)`\n```\n[no](link.md)\n```\n",
    "ARCHITECTURE.md": "# The plan (2)\n" + "\n" * 100,
    "docs/p.svg": "",
    "docs/a.md": "# A\nup to [the house](../README.md#a-house), [here](#a)\n",
}
BAD = [
    ({"docs/a.md": "[x](b.md)\n"}, "docs/a.md: the link to 'b.md' leads nowhere"),
    ({"docs/a.md": "[x]: b.md\n"}, "docs/a.md: the link to 'b.md' leads nowhere"),
    ({"docs/a.md": "[x](../README.md#cellar)\n"}, "names a heading that is not there"),
    ({"docs/a.md": "[x](../../..)\n"}, "leads out of the tree"),
    ({"docs/a.md": "\nin `/home/anna/emilia`\n"}, "docs/a.md:2: '/home/anna' is a path of one"),
    ({"ARCHITECTURE.md": "# The plan (2)\n" + "\n" * 130}, "ARCHITECTURE.md: 131 lines"),
]


def self_test():
    failures = 0
    for change, expected in [({}, None), *BAD]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for name, text in {**GOOD, **change}.items():
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text(text)
            _, problems = check(root)
        caught = any(expected in problem for problem in problems) if expected else not problems
        if not caught:
            failures += 1
            print(f"expected {expected}, got {problems}")
    print(f"{len(BAD)} bad papers, {failures} failures")
    return failures != 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    papers, problems = check(root)
    print(*problems, f"{len(papers)} papers, {len(problems)} problems", sep="\n")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
