"""A laid out equation through Qt: glyphs from the fonts' own outlines, lines on whole pixels of the device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGlyphRun, QPainter, QPainterPath, QPen, QRawFont

from denoc_studio.typesetting.boxes import Picture, Region, Rule
from denoc_studio.typesetting.stix import font_file

Ink = Callable[[str | None], QColor]  # of a role


class Inked:
    """A picture ready to be painted, again and again: all letters of one font, size and colour are one run."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        found: dict[tuple[str, float, str | None], tuple[list[int], list[QPointF]]] = {}
        for glyphs in picture.glyphs:
            indices, points = found.setdefault((glyphs.font, glyphs.size, glyphs.colour), ([], []))
            indices += glyphs.indices
            points += [QPointF(x, glyphs.y) for x in glyphs.x]
        self._runs: list[tuple[str | None, QGlyphRun]] = []
        self._paths: list[tuple[str | None, QPainterPath]] = []
        for (font, size, colour), (indices, points) in found.items():
            if font.startswith("size"):  # Qt leaves out glyphs of some hundred pixels
                self._paths += [(colour, _path(font, size, *each)) for each in zip(indices, points, strict=True)]
            else:
                self._runs.append((colour, _run(font, size, indices, points)))

    def paint(self, painter: QPainter, x: float, y: float, ink: Ink) -> None:
        """With its first baseline from (x, y) on."""
        painter.save()
        origin = QPointF(x, y)
        for colour, run in self._runs:
            painter.setPen(ink(colour))
            painter.drawGlyphRun(origin, run)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, path in self._paths:
            painter.fillPath(path.translated(origin), ink(colour))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for rule in self.picture.rules:
            painter.fillRect(_on_pixels(painter, rule, x, y), ink(rule.colour))
        painter.restore()


def paint_lit(painter: QPainter, regions: Sequence[Region], x: float, y: float, margin: float, fill: QColor,
              edge: QColor) -> None:  # fmt: skip
    """Behind parts of a picture: a fill with a border one pixel wide, on whole pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    pen = QPen(edge, 1.0)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(fill)
    for region in regions:
        left, top = round(x + region.x - margin), round(y + region.y - margin)
        right, bottom = round(x + region.x + region.width + margin), round(y + region.y + region.height + margin)
        painter.drawRect(QRectF(left + 0.5, top + 0.5, right - left - 1, bottom - top - 1))
    painter.restore()


def _on_pixels(painter: QPainter, rule: Rule, x: float, y: float) -> QRectF:
    """The rectangle with its edges between pixels of the device, at least one of them wide and high."""
    matrix = painter.deviceTransform()
    scale = abs(matrix.m11()) or 1.0
    left, top = x + rule.x + matrix.dx() / scale, y + rule.y + matrix.dy() / scale
    width, height = (max(1, round(length * scale)) / scale for length in (rule.width, rule.height))
    shown_left, shown_top = (round(place * scale) / scale for place in (left, top))
    return QRectF(shown_left - matrix.dx() / scale, shown_top - matrix.dy() / scale, width, height)


def _run(font: str, size: float, indices: list[int], points: list[QPointF]) -> QGlyphRun:
    run = QGlyphRun()
    run.setRawFont(_raw_font(font, size))
    run.setGlyphIndexes(indices)
    run.setPositions(points)
    return run


def _path(font: str, size: float, index: int, point: QPointF) -> QPainterPath:
    path = _raw_font(font, size).pathForGlyph(index)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path.translated(point)


@lru_cache(maxsize=256)
def _raw_font(font: str, size: float) -> QRawFont:
    """Without hinting: letters keep the shapes and widths that the layout counts with."""
    if not size:
        return QRawFont(font_file(font).read_bytes(), 10.0, QFont.HintingPreference.PreferNoHinting)
    sized = QRawFont(_raw_font(font, 0.0))
    sized.setPixelSize(size)
    return sized
