"""A page of paper that is filled from the top down; widths are those of the letters themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.figure import Figure, SubFigure
from matplotlib.lines import Line2D

from denoc_studio.look.colours import MANY
from denoc_studio.paper.equation import FULL, draw_equation
from denoc_studio.picture.image.pens import font
from denoc_studio.typesetting.nodes import Node

POINT = 1 / 72  # inch
PAGE = (210 / 25.4, 297 / 25.4)  # inches: A4
LEFT, RIGHT, TOP, BOTTOM = 0.07, 0.93, 0.965, 0.075  # of the page
LINE = 0.0135  # of the page's height, for letters of the usual size
USUAL, SMALL, TINY = 8.0, 7.0, 6.2  # points
ROOM = (RIGHT - LEFT) * PAGE[0] / POINT  # points across the page
DOTS = "..."
DIGITS = 5  # of where something stands on the page


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in points, in the report's letters of this size."""
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
        self._rooms: list[tuple[float, float, Callable[[SubFigure, tuple[float, float]], object]]] = []

    def text(self, text: str, size: float = USUAL, most: int = 2, **style: Any) -> None:
        """Writes lines wrapped to the page's width, and goes below them."""
        for line in wrapped(text, size, most=most, bold=style.get("weight") == "bold"):
            self.put(line, LEFT, size, **style)
            self.y -= LINE * size / USUAL

    def put(self, text: str, x: float, size: float, **style: Any) -> None:
        """Writes a text at the present line, from `x` on."""
        self.figure.text(x, self.y, text, va="top", fontsize=size, parse_math=False, **style)

    def equation(self, node: Node, size: float = FULL, joints: int = MANY) -> None:
        """On lines of its own, as wide as the page at most."""
        left, across = LEFT * PAGE[0], (RIGHT - LEFT) * PAGE[0]
        drawn = draw_equation(self.figure, node, left, self.y * PAGE[1], size=size, width=across, joints=joints)
        self.y -= drawn.height / PAGE[1]

    def gap(self, lines: float) -> None:
        self.y -= lines * LINE

    def leave_room(self, height: float, paint: Callable[[SubFigure, tuple[float, float]], object]) -> None:
        """From the present line down, for what `fill_rooms` paints: it is given its part of the page and its size."""
        self._rooms.append((self.y, height, paint))

    def fill_rooms(self) -> None:
        """When all of them are known: matplotlib lays out the parts of a page together."""
        if not self._rooms:
            return
        heights, painted, y = [], {}, TOP
        for top, height, paint in self._rooms:
            if y - top > 1e-6:
                heights.append(y - top)
            painted[len(heights)] = paint
            heights.append(height)
            y = top - height
        heights.append(max(y - BOTTOM, 1e-6))
        rect = (LEFT, BOTTOM, RIGHT - LEFT, TOP - BOTTOM)
        self.figure.set_layout_engine("constrained", rect=rect)
        grid = self.figure.add_gridspec(len(heights), 1, height_ratios=heights, hspace=0.0)
        for row, paint in painted.items():
            size = ((RIGHT - LEFT) * PAGE[0], heights[row] * PAGE[1])
            paint(self.figure.add_subfigure(grid[row]), size)
        self._settle()

    def _settle(self) -> None:
        """Lays the parts out once and for all, to hundred-thousandths of the page: the last digits of the solver's
        answer depend on where its objects lie in memory, and a report is to be the same every time."""
        engine = self.figure.get_layout_engine()
        assert engine is not None
        engine.execute(self.figure)
        self.figure.set_layout_engine("none")
        for part in self.figure.subfigs:
            corners = part.bbox_relative
            corners.p0, corners.p1 = np.round(corners.p0, DIGITS), np.round(corners.p1, DIGITS)
            for text in part.texts:
                x, y = text.get_position()
                text.set_position((round(x, DIGITS), round(y, DIGITS)))
        for axes in self.figure.axes:
            axes.set_position(np.round(axes.get_position(original=True).bounds, DIGITS))

    def rule(self, right: float = RIGHT) -> None:
        line = Line2D([LEFT, right], [self.y, self.y], color="0.6", linewidth=0.6, transform=self.figure.transFigure)
        self.figure.add_artist(line)
        self.gap(0.25)

    def footer(self, text: str) -> None:
        """Above the lower edge, whatever the page holds."""
        lines = wrapped(text, SMALL, most=2)
        self.y = 0.02 + len(lines) * LINE
        for line in lines:
            self.put(line, LEFT, SMALL, color="0.3")
            self.gap(1)
