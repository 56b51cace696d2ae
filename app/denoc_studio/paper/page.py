"""A page of paper that is filled from the top down; widths are those of the letters themselves."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from app.arm.pens import font

POINT = 1 / 72  # inch
PAGE = (210 / 25.4, 297 / 25.4)  # inches: A4
LEFT, RIGHT, TOP, BOTTOM = 0.07, 0.93, 0.965, 0.075  # of the page
LINE = 0.0135  # of the page's height, for letters of the usual size
USUAL, SMALL, TINY = 8.0, 7.0, 6.2  # points
ROOM = (RIGHT - LEFT) * PAGE[0] / POINT  # points across the page
DOTS = "..."


def width(text: str, size: float, bold: bool = False) -> float:
    """Points across."""
    return font(10 * size, bold).getlength(text) / 10  # ten times as large, so that rounding does not add up


def shortened_to(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, cut to so many points."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + DOTS, size, bold) > room:
        text = text[:-1]
    return text.rstrip() + DOTS


def wrapped(text: str, size: float, room: float = ROOM, most: int = 10_000, bold: bool = False) -> list[str]:
    """In lines of so many points, at most so many lines; a word longer than a line is cut into pieces."""
    lines, line = [], ""
    words = text.split()
    while words:
        word = words.pop(0)
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold) <= room:
            line = longer
            continue
        if not line:
            fits = next(k for k in range(len(word), 0, -1) if k == 1 or width(word[:k], size, bold) <= room)
            line, word = word[:fits], word[fits:]
        lines.append(line)
        line = ""
        if word:
            words.insert(0, word)
    lines += [line] if line else []
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened_to(f"{lines[most - 1]} {DOTS}", size, room, bold)]
    return lines


class Page:
    """`y` is the next line's upper edge, from 1 at the top of the page to 0."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=PAGE)
        self.y = TOP

    def text(self, text: str, size: float = USUAL, most: int = 2, **style: Any) -> None:
        """Wrapped to the page's width."""
        for line in wrapped(text, size, most=most, bold=style.get("weight") == "bold"):
            self.put(line, LEFT, size, **style)
            self.y -= LINE * size / USUAL

    def put(self, text: str, x: float, size: float, **style: Any) -> None:
        """At the present line."""
        self.figure.text(x, self.y, text, va="top", fontsize=size, parse_math=False, **style)

    def gap(self, lines: float) -> None:
        self.y -= lines * LINE

    def rule(self) -> None:
        line = Line2D([LEFT, RIGHT], [self.y, self.y], color="0.6", linewidth=0.6, transform=self.figure.transFigure)
        self.figure.add_artist(line)
        self.gap(0.25)

    def footer(self, text: str) -> None:
        """Above the lower edge, whatever the page holds."""
        lines = wrapped(text, SMALL, most=2)
        self.y = 0.02 + len(lines) * LINE
        for line in lines:
            self.put(line, LEFT, SMALL, color="0.3")
            self.gap(1)
