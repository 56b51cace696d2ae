"""Mathematics inside a Qt text document: painted objects that stand on the baseline of their line."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from PySide6.QtCore import QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QApplication

from denoc_studio.look.fonts import scaled_pixels
from denoc_studio.typesetting.boxes import Picture
from denoc_studio.typesetting.layout import layout
from denoc_studio.typesetting.nodes import Node
from denoc_studio.typesetting.wrapping import wrapped
from denoc_studio.widgets.texts.painting import Ink, Inked

OBJECT = int(QTextFormat.ObjectTypes.UserObject) + 1
NUMBER = int(QTextFormat.Property.UserProperty) + 1  # which of the formulas
INLINE, DISPLAY = 17.0, 21.0  # pixels beside a text of 13
SIDE = 1.0  # pixels of room at either side
EDGE = 60.0  # pixels of a page that are not for a formula on lines of its own


@dataclass(frozen=True)
class Shown:
    """One formula of a document."""

    node: Node
    display: bool

    @property
    def size(self) -> float:
        return scaled_pixels(DISPLAY if self.display else INLINE)

    def picture(self, width: float) -> Picture:
        """In its size; on lines of its own it is broken where it is wider than that."""
        whole = _unbroken(self.node, self.size, self.display)
        return whole if not self.display or whole.width <= width else wrapped(self.node, self.size, width)

    def form(self, number: int) -> QTextCharFormat:
        """What stands for it in the document. Qt lets an object hang below the line as far as letters of its font do,
        so its font is one whose letters hang low enough."""
        result = QTextCharFormat()
        result.setObjectType(OBJECT)
        result.setProperty(NUMBER, number)
        result.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
        result.setFont(_hanging(self.picture(float("inf")).down))
        return result


@lru_cache(maxsize=512)
def _unbroken(node: Node, size: float, display: bool) -> Picture:
    """Asked for again when the page is laid out, and when it is written in other colours."""
    return layout(node, size, display=display)


def _hanging(depth: float) -> QFont:
    """The program's font, so large that its letters hang so many pixels below the line."""
    font = QFont(QApplication.font())
    font.setPixelSize(math.ceil(depth / _share_below(font.family())) + 1)
    return font


@cache
def _share_below(family: str) -> float:
    """Of the size of a font's letters, what is below the line."""
    font = QFont(family)
    font.setPixelSize(100)
    return max(QFontMetricsF(font).descent() / 100, 0.05)


class FormulaObject(QPyTextObject):
    """Measures and paints the formulas of one document, in the colours of `ink`."""

    def __init__(self, formulas: list[Shown], ink: Ink, room: Callable[[], float]) -> None:
        super().__init__()
        self._formulas = formulas
        self._ink = ink
        self._room = room
        self._kept: dict[tuple[int, float], Inked] = {}

    def forget(self) -> None:
        """After other formulas or another size of font."""
        self._kept.clear()

    def intrinsicSize(self, _document: QTextDocument, _place: int, form: QTextFormat) -> QSizeF:
        picture = self._inked(form).picture
        return QSizeF(picture.width + 2 * SIDE, picture.up + self._descent(form, picture))

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, _document: QTextDocument, _place: int, form: QTextFormat
    ) -> None:
        inked = self._inked(form)
        rect = QRectF(rect)
        baseline = rect.bottom() - self._descent(form, inked.picture)
        inked.paint(painter, rect.left() + SIDE, baseline, self._ink)

    def _descent(self, form: QTextFormat, picture: Picture) -> float:
        """How far Qt lets it hang; what is broken into lines stands on its last one instead."""
        return max(QFontMetricsF(form.toCharFormat().font()).descent(), picture.down)

    def _inked(self, form: QTextFormat) -> Inked:
        number = int(form.property(NUMBER))
        width = self._room() - EDGE if self._formulas[number].display else 0.0
        key = (number, width)
        if key not in self._kept:
            self._kept[key] = Inked(self._formulas[number].picture(max(width, 40.0)))
        return self._kept[key]
