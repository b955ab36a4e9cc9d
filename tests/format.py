#!/usr/bin/env python3
"""Checks that every C++ file that git tracks or could add is as clang-format writes it.

    format.py           check; exit 77 (skipped) where there is no clang-format or no git checkout
    format.py --fix     write them so
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77


def main():
    formatter = shutil.which("clang-format")
    if formatter is None:
        print("skipped: there is no clang-format here (Debian package clang-format)")
        return SKIPPED
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard", "*.h", "*.cpp"],
                            capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        print(f"skipped: git does not list the files of this tree: {listed.stderr.strip()}")
        return SKIPPED
    files = [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
    how = ["-i"] if sys.argv[1:] == ["--fix"] else ["--dry-run", "-Werror"]
    print(f"{len(files)} files")
    return subprocess.run([formatter, *how, *files], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
