#!/usr/bin/env python3
"""Checks that the examples in docs/examples stand in the pages as they are compiled: examples.py"""

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def main():
    pages = {page.name: page.read_text() for page in DOCS.glob("*.md")}
    examples = sorted((DOCS / "examples").glob("*.cpp"))
    missing = [file.name for file in examples if not any(f"```cpp\n{file.read_text()}```" in text for text in pages.values())]
    for name in missing:
        print(f"no page of docs has examples/{name} to the letter")
    print(f"{len(examples)} examples, {len(missing)} missing")
    return bool(missing) or not examples


if __name__ == "__main__":
    sys.exit(main())
