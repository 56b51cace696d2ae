"""Text, tables, plots and pictures one below the other, over as many pages as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure, SubFigure

from denoc_studio.look.colours import MANY
from denoc_studio.paper.equation import FULL, equation_height
from denoc_studio.paper.page import (
    BOTTOM,
    LEFT,
    LINE,
    PAGE,
    POINT,
    RIGHT,
    ROOM,
    SMALL,
    TOP,
    USUAL,
    Page,
    width,
    wrapped,
)
from denoc_studio.paper.report.tables import Table
from denoc_studio.typesetting.nodes import Node

HEADING = 11.0  # points
SMALLEST = 4.5
GUTTER = 9.0  # points between columns
WIDEST_GUTTER = 30.0
ROW = 1.05  # lines
LOWEST, HIGHEST = 0.165, 0.235  # of the page: a plot of one pair of axes
STRETCH = 1.3  # at most, so that a page is filled
SLACK = 1e-9

Paint = Callable[[SubFigure, tuple[float, float]], object]  # on a part of the page, of this size in inches
Render = Callable[[float], np.ndarray]  # the pixels of a picture of this width over height


class Block(NamedTuple):
    """A piece that is not broken: `height` of the page, or of a plot where it is elastic.

    `keep`: so much more has to fit below it. `again`: what is put before it at the head of a page. A block that draws
    nothing is a gap, which pages do not begin with.
    """

    height: float
    draw: Callable[[Page, float], object] | None
    keep: float = 0.0
    again: Block | None = None
    elastic: bool = False


class Flow:
    """Takes what is to be told in its order; `pages` are figures of A4 then."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []

    def gap(self, lines: float) -> None:
        self._blocks.append(Block(lines * LINE, None))

    def heading(self, text: str, keep: float = 9.0) -> None:
        """Not alone at the foot of a page: so many lines after it must fit."""
        self.gap(0.8)
        self._line(text, HEADING, keep=keep * LINE, weight="bold")
        self.gap(0.35)

    def text(self, text: str, size: float = USUAL, most: int = 10_000, keep: float = 0.0, **style: Any) -> None:
        """So many lines after each of its own must fit on the same page."""
        for line in wrapped(text, size, most=most, bold=style.get("weight") == "bold"):
            self._line(line, size, keep=keep * LINE, **style)

    def equation(self, node: Node, size: float = FULL, joints: int = MANY, keep: float = 0.0) -> None:
        """On lines of its own, broken at its signs where it is wider than the page."""
        height = equation_height(node, size, ROOM * POINT) / PAGE[1]
        self._blocks.append(Block(height, lambda page, _: page.equation(node, size, joints), keep * LINE))
        self.gap(0.5)

    def pairs(self, lines: Sequence[tuple[str, str]], most: int = 8) -> None:
        """Names, and words beside them."""
        indent = max(width(name, USUAL, bold=True) for name, _ in lines) + GUTTER
        for name, words in lines:
            found = wrapped(words, USUAL, ROOM - indent, most) or [""]
            draw = partial(_pair, name=name, lines=found, indent=indent)
            self._blocks.append(Block(LINE * len(found), draw))

    def picture(self, render: Render, height: float) -> None:
        """Across the page, as high as so many plots."""
        self._blocks.append(Block(height, partial(_picture, render=render), elastic=True))
        self.gap(0.6)

    def plot(self, paint: Paint, height: float) -> None:
        """Across the page, as high as so many plots of one pair of axes."""
        self._blocks.append(Block(height, partial(Page.leave_room, paint=paint), elastic=True))

    def table(self, table: Table) -> None:
        """With its headings again on every page that it reaches."""
        size, widths = _fitted(table)
        scale = size / USUAL
        high = max(len(_lines(text)) for text in table.headings)
        edges = _edges(widths)
        above = (0.95 * high + 0.2) * scale * LINE + 0.25 * LINE
        row = ROW * scale * LINE
        head = Block(above, partial(_headings, table=table, edges=edges, size=size), keep=min(3, len(table.rows)) * row)
        self._blocks.append(head)
        for texts in table.rows:
            draw = partial(_row, texts=texts, left=table.left, edges=edges, size=size)
            self._blocks.append(Block(row, draw, again=head))
        self._blocks.append(Block(0.0, partial(_rule, right=edges[-1][1])))
        self.gap(0.65)

    def pages(self) -> list[Figure]:
        """As few as there can be; plots are as high as these pages allow."""
        fewest = len(_pages(self._blocks, LOWEST))
        units = np.linspace(HIGHEST, LOWEST, 15).tolist()
        unit = next(unit for unit in units if len(_pages(self._blocks, unit)) == fewest)
        pages = _pages(self._blocks, unit)
        last = pages[-1]
        return [_drawn(blocks, unit, 1.0 if blocks is last else STRETCH) for blocks in pages]

    def _line(self, line: str, size: float, keep: float = 0.0, **style: Any) -> None:
        def draw(page: Page, _: float) -> None:
            page.put(line, LEFT, size, **style)

        self._blocks.append(Block(LINE * size / USUAL, draw, keep))


def _pages(blocks: Sequence[Block], unit: float) -> list[list[Block]]:
    """What comes on each page where a plot is `unit` high."""
    pages: list[list[Block]] = []
    left = 0.0
    for block in blocks:
        high = _height(block, unit)
        if not pages or high + block.keep > left + SLACK:
            if block.draw is None and pages:
                continue
            pages.append([block.again] if block.again is not None else [])
            left = TOP - BOTTOM - sum(_height(each, unit) for each in pages[-1])
        if pages[-1] or block.draw is not None:
            pages[-1].append(block)
            left -= high
    return pages


def _height(block: Block, unit: float) -> float:
    return block.height * unit if block.elastic else block.height


def _drawn(blocks: Sequence[Block], unit: float, stretch: float) -> Figure:
    """The page; plots are stretched to fill it, up to so much."""
    elastic = sum(_height(block, unit) for block in blocks if block.elastic)
    rest = TOP - BOTTOM - sum(_height(block, unit) for block in blocks)
    unit *= 1.0 + min(max(rest, 0.0) / elastic, stretch - 1.0) if elastic else 1.0
    page = Page()
    for block in blocks:
        high = _height(block, unit)
        top = page.y
        if block.draw is not None:
            block.draw(page, high)
        page.y = top - high
    page.fill_rooms()
    return page.figure


def _pair(page: Page, _: float, name: str, lines: Sequence[str], indent: float) -> None:
    page.put(name, LEFT, USUAL, weight="bold")
    for line in lines:
        page.put(line, LEFT + indent * POINT / PAGE[0], USUAL)
        page.gap(1)


def _picture(page: Page, height: float, render: Render) -> None:
    axes = page.figure.add_axes((LEFT, page.y - height, RIGHT - LEFT, height))
    axes.imshow(render((RIGHT - LEFT) * PAGE[0] / (height * PAGE[1])), interpolation="none", aspect="auto")
    axes.set_axis_off()


def _headings(page: Page, height: float, table: Table, edges: list[tuple[float, float]], size: float) -> None:
    top = page.y
    texts = ["\n".join(_lines(text)) for text in table.headings]
    _row(page, height, texts, table.left, edges, size, color="0.3", linespacing=1.1)
    page.y = top - height + 0.25 * LINE
    page.rule(edges[-1][1])


def _rule(page: Page, _: float, right: float) -> None:
    page.rule(right)


def _row(
    page: Page,
    _: float,
    texts: Sequence[str],
    left: frozenset[int],
    edges: list[tuple[float, float]],
    size: float,
    **style: Any,
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
