#!/usr/bin/env python3
"""Turns a screen of a terminal into a picture.

    tmux capture-pane -e -p | tools/terminal_svg.py > picture.svg

Reads text with colour escapes (SGR) and writes an SVG with one rectangle a run of background and one text a run
of foreground. Block elements are drawn as rectangles, so that they meet whatever the font.
"""
import html
import re
import sys

CELL_WIDTH, CELL_HEIGHT, MARGIN = 9, 19, 10
FOREGROUND, BACKGROUND = "#d8d8d8", "#16181d"
ANSI = ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
        "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff"]

# Block elements as rectangles in the unit square: x, y, width, height.
BLOCKS = {
    "▗": [(.5, .5, .5, .5)], "▖": [(0, .5, .5, .5)], "▝": [(.5, 0, .5, .5)], "▘": [(0, 0, .5, .5)],
    "█": [(0, 0, 1, 1)], "▀": [(0, 0, 1, .5)], "▐": [(.5, 0, .5, 1)], "▌": [(0, 0, .5, 1)],
}
for eighths, glyph in enumerate("▁▂▃▄▅▆▇", start=1):
    BLOCKS[glyph] = [(0, 1 - eighths / 8, 1, eighths / 8)]


def palette(n):
    if n < 16:
        return ANSI[n]
    if n < 232:
        levels = [0, 95, 135, 175, 215, 255]
        n -= 16
        return "#%02x%02x%02x" % (levels[n // 36], levels[n // 6 % 6], levels[n % 6])
    grey = 8 + 10 * (n - 232)
    return "#%02x%02x%02x" % (grey, grey, grey)


class Style:
    def __init__(self):
        self.fore, self.back, self.bold, self.dim, self.reverse = None, None, False, False, False

    def apply(self, codes):
        codes = [int(c or 0) for c in codes.split(";")]
        while codes:
            c = codes.pop(0)
            if c == 0:
                self.__init__()
            elif c == 1:
                self.bold = True
            elif c == 2:
                self.dim = True
            elif c == 22:
                self.bold = self.dim = False
            elif c in (7, 27):
                self.reverse = c == 7
            elif c in (38, 48):
                if codes and codes[0] == 5:
                    color, codes = palette(codes[1]), codes[2:]
                else:
                    color, codes = "#%02x%02x%02x" % tuple(codes[1:4]), codes[4:]
                if c == 38:
                    self.fore = color
                else:
                    self.back = color
            elif c in (39, 49):
                if c == 39:
                    self.fore = None
                else:
                    self.back = None
            elif 30 <= c <= 37 or 90 <= c <= 97:
                self.fore = ANSI[c - 30 if c < 90 else c - 82]
            elif 40 <= c <= 47 or 100 <= c <= 107:
                self.back = ANSI[c - 40 if c < 100 else c - 92]

    def key(self):
        fore, back = self.fore or FOREGROUND, self.back or BACKGROUND
        if self.reverse:
            fore, back = back, fore
        return fore, back, self.bold, self.dim


def cells_of(line, style):
    cells = []
    for escape, char in re.findall(r"\x1b\[([0-9;]*)m|(.)", line):
        if char:
            cells.append((char, style.key()))
        else:
            style.apply(escape)
    return cells


def runs(cells, part):
    start = 0
    for i in range(1, len(cells) + 1):
        if i == len(cells) or part(cells[i]) != part(cells[start]):
            yield start, cells[start:i], part(cells[start])
            start = i


def main():
    style = Style()  # tmux carries a style over from line to line
    rows = [cells_of(line, style) for line in sys.stdin.read().rstrip("\n").split("\n")]
    columns = max(80, max((len(row) for row in rows), default=0))
    width, height = columns * CELL_WIDTH + 2 * MARGIN, len(rows) * CELL_HEIGHT + 2 * MARGIN
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
           f' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">',
           f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>']
    for y, row in enumerate(rows):
        top = MARGIN + y * CELL_HEIGHT
        for x, run, back in runs(row, lambda cell: cell[1][1]):
            if back != BACKGROUND:
                out.append(f'<rect x="{MARGIN + x * CELL_WIDTH}" y="{top}" width="{len(run) * CELL_WIDTH}"'
                           f' height="{CELL_HEIGHT}" fill="{back}" shape-rendering="crispEdges"/>')
        for x, (char, style) in enumerate(row):
            for bx, by, bw, bh in BLOCKS.get(char, []):
                out.append(f'<rect x="{MARGIN + (x + bx) * CELL_WIDTH:g}" y="{top + by * CELL_HEIGHT:g}"'
                           f' width="{bw * CELL_WIDTH:g}" height="{bh * CELL_HEIGHT:g}" fill="{style[0]}"/>')
        for x, run, (fore, _, bold, dim) in runs(row, lambda cell: cell[1]):
            text = "".join(" " if char in BLOCKS else char for char, _ in run)
            if not text.strip():
                continue
            lead = len(text) - len(text.lstrip())
            text = text.strip()
            extra = (' font-weight="bold"' if bold else "") + (' opacity=".6"' if dim else "")
            out.append(f'<text x="{MARGIN + (x + lead) * CELL_WIDTH}" y="{top + 14}" fill="{fore}"{extra}'
                       f' textLength="{len(text) * CELL_WIDTH}" xml:space="preserve">{html.escape(text)}</text>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
