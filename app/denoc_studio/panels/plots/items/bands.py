"""Percentile bands behind the curves of a panel, in the colours of their joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from denoc_studio.panels.plots.items.box_item import BoxItem
from denoc_studio.panels.plots.items.curves import near
from denoc_studio.plots.many.bands import Band
from denoc_studio.plots.ranges import Range
from denoc_studio.widgets.imports.graphs import pg

ALPHA = 50  # of 255; where bands of a joint lie on one another they add up


class Shade(NamedTuple):
    """A band in its colour."""

    band: Band
    colour: str


class BandsItem(BoxItem):
    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box)
        self.shades: Sequence[Shade] = ()

    def draw(self, shades: Sequence[Shade]) -> None:
        if shades or self.shades:
            self.shades = shades
            self.update()

    def extent(self) -> Range | None:
        """From the lowest to the highest edge."""
        known = [band for band, _ in self.shades if np.isfinite(band.lower).any()]
        if not known:
            return None
        return (
            min(float(np.nanmin(band.lower)) for band in known),
            max(float(np.nanmax(band.upper)) for band in known),
        )

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        (left, right), (low, high) = self.box.viewRange()
        width, height = self.bounds.width(), self.bounds.height()
        columns = max(round(width * painter.device().devicePixelRatioF()), 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for band, name in self.shades:
            colour = QColor(name)
            colour.setAlpha(ALPHA)
            painter.setBrush(colour)
            for t, lower, upper in outlines(band, (left, right), columns):
                x = near((t - left) / (right - left) * width)
                below, above = (near((high - y) / (high - low) * height) for y in (lower, upper))
                outline = np.concatenate([x, x[::-1]]), np.concatenate([above, below[::-1]])
                painter.drawPolygon(pg.functions.arrayToQPolygonF(*outline))


def outlines(band: Band, span: Range, columns: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Times, lower and upper edge of each stretch of the band within the span that has values without a gap; no more
    points than so many columns show, and none of its peaks lost."""
    first = max(0, int(np.searchsorted(band.t, span[0])) - 1)
    last = min(len(band.t), int(np.searchsorted(band.t, span[1], side="right")) + 1)
    known = np.isfinite(band.lower[first:last]) & np.isfinite(band.upper[first:last])
    turns = np.flatnonzero(np.diff(np.concatenate([[False], known, [False]]).astype(np.int8))) + first
    for begin, end in zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True):
        t, lower, upper = (values[begin:end] for values in (band.t, band.lower, band.upper))
        length = (end - begin) // (2 * columns)
        if length > 1:
            edges = np.arange(0, end - begin, length)
            ends = np.append(edges[1:], end - begin) - 1
            middle = (t[edges] + t[ends]) / 2
            middle[0], middle[-1] = t[0], t[-1]
            t = middle
            lower, upper = np.minimum.reduceat(lower, edges), np.maximum.reduceat(upper, edges)
        if len(t) > 1:
            yield t, lower, upper
