"""Text, tables and pictures one below the other, over as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from app.plots.page import BOTTOM, LEFT, LINE, PAGE, POINT, RIGHT, ROOM, SMALL, USUAL, Page, width, wrapped
from app.report.tables import Table

HEADING = 11.0  # points
SMALLEST = 4.5
GUTTER = 9.0  # points between columns
WIDEST_GUTTER = 30.0
ROW = 1.05  # lines


class Flow:
    """`pages` are figures of A4; a page of figures may be put between those of text."""

    def __init__(self) -> None:
        self.pages: list[Figure] = []
        self._page: Page | None = None

    def page(self, height: float = 0.0) -> Page:
        """The page at hand; a new one where so much of it, from 0 to 1, is not left."""
        if self._page is None or self._page.y - height < BOTTOM:
            self._page = Page()
            self.pages.append(self._page.figure)
        return self._page

    def insert(self, figure: Figure) -> None:
        """A whole page; text goes on after it on another."""
        self.pages.append(figure)
        self._page = None

    def heading(self, text: str, keep: float = 9.0) -> None:
        """Not alone at the foot of a page: so many lines after it must fit."""
        page = self.page((2.2 + keep) * LINE)
        page.gap(0.8)
        page.text(text, HEADING, most=1, weight="bold")
        page.gap(0.35)

    def text(self, text: str, size: float = USUAL, most: int = 10_000, **style: Any) -> None:
        for line in wrapped(text, size, most=most, bold=style.get("weight") == "bold"):
            page = self.page(LINE * size / USUAL)
            page.put(line, LEFT, size, **style)
            page.gap(size / USUAL)

    def pairs(self, lines: Sequence[tuple[str, str]], most: int = 8) -> None:
        """Names, and words beside them."""
        indent = max(width(name, USUAL, bold=True) for name, _ in lines) + GUTTER
        for name, words in lines:
            found = wrapped(words, USUAL, ROOM - indent, most) or [""]
            page = self.page(LINE * len(found))
            page.put(name, LEFT, USUAL, weight="bold")
            for line in found:
                page.put(line, LEFT + indent * POINT / PAGE[0], USUAL)
                page.gap(1)

    def picture(self, image: np.ndarray, height: float) -> None:
        """Across the page, so high (from 0 to 1)."""
        page = self.page(height)
        axes = page.figure.add_axes((LEFT, page.y - height, RIGHT - LEFT, height))
        axes.imshow(image, interpolation="none", aspect="auto")
        axes.set_axis_off()
        page.y -= height
        page.gap(0.6)

    def table(self, table: Table) -> None:
        """With its headings again on every page that it reaches."""
        size, widths = _fitted(table)
        scale = size / USUAL
        high = max(len(_lines(text)) for text in table.headings)
        page = self.page(LINE * scale * (1.15 * high + 3 * ROW) + LINE)
        edges = _edges(widths)
        self._headings(page, table, edges, size, high)
        for row in table.rows:
            if page.y - LINE * scale * ROW < BOTTOM:
                page.rule()
                page = self.page(1.0)
                self._headings(page, table, edges, size, high)
            _row(page, row, table.left, edges, size)
            page.gap(ROW * scale)
        page.rule()
        page.gap(0.4)

    def _headings(self, page: Page, table: Table, edges: list[tuple[float, float]], size: float, high: int) -> None:
        texts = ["\n".join(_lines(text)) for text in table.headings]
        _row(page, texts, table.left, edges, size, color="0.3", linespacing=1.1)
        page.gap((0.95 * high + 0.2) * size / USUAL)
        page.rule()


def _row(
    page: Page, texts: Sequence[str], left: frozenset[int], edges: list[tuple[float, float]], size: float, **style: Any
) -> None:
    for k, (text, (start, end)) in enumerate(zip(texts, edges, strict=True)):
        if k in left:
            page.put(text, start, size, ha="left", **style)
        else:
            page.put(text, end, size, ha="right", **style)


def _fitted(table: Table) -> tuple[float, list[float]]:
    """The size of the letters at which the table fits across the page, and the widths of its columns in points."""
    size = SMALL
    while True:
        widths = []
        for k, head in enumerate(table.headings):
            texts = [*_lines(head), *(row[k] for row in table.rows)]
            widths.append(max(width(text, size) for text in texts))
        gutters = GUTTER * size / SMALL * (len(widths) - 1)
        if sum(widths) + gutters <= ROOM or size <= SMALLEST:
            return size, widths
        size -= 0.1


def _edges(widths: list[float]) -> list[tuple[float, float]]:
    """Left and right edge of each column, of the page."""
    gaps = max(len(widths) - 1, 1)
    gutter = min(max((ROOM - sum(widths)) / gaps, 0.0), WIDEST_GUTTER)
    out, x = [], LEFT
    for points in widths:
        right = x + points * POINT / PAGE[0]
        out.append((x, right))
        x = right + gutter * POINT / PAGE[0]
    return out


def _lines(heading: str) -> list[str]:
    """The unit below the name."""
    return heading.replace(" [", "\n[").split("\n")
