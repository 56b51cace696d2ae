"""An equation, or several lines of them: parts with keys light up under the mouse and the keyboard."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QSizePolicy, QWidget

from denoc_studio.look.colours import MANY
from denoc_studio.look.fonts import scaled_pixels
from denoc_studio.look.roles import colour_of
from denoc_studio.look.theme import Themes
from denoc_studio.typesetting.boxes import Picture
from denoc_studio.typesetting.latex import latex
from denoc_studio.typesetting.nodes import Node, keys
from denoc_studio.typesetting.spoken import spoken
from denoc_studio.typesetting.wrapping import wrapped
from denoc_studio.widgets.texts.painting import Inked, paint_lit

DISPLAY, CHIP, INLINE = 30.0, 18.0, 17.0  # pixels beside a text of 13
MARGIN = 0.16  # em around the equation, and around a part that is lit
APART = 0.5  # em between lines
NARROWEST = 4.0  # em: what does not fit is scrolled to
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Equation(QAbstractScrollArea):
    """`hovered` tells the key of the part that the mouse or the keyboard is at, or None; `clicked` that of a press.

    A line that is too long is broken at its signs; where that is not enough, it is scrolled.
    """

    hovered = Signal(object)
    clicked = Signal(object)

    def __init__(self, themes: Themes, pixels: float = DISPLAY, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._pixels = pixels
        self._joints = MANY
        self._lines: tuple[Node, ...] = ()
        self._drawn: list[tuple[float, Inked]] = []  # baseline and line
        self._width = -1  # that they are laid out for
        self._wrapped: dict[
            tuple[float, float], list[Picture]
        ] = {}  # by size and width: a layout asks for the same again and again
        self._key: Hashable = None
        self._lit: frozenset[Hashable] = frozenset()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # no stop of the Tab key while there is nothing in it
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        themes.changed.connect(self._repaint)

    def show_lines(self, *lines: Node, joints: int = MANY) -> None:
        """Other equations, one a line; `joints` of the arm whose colours their indices have."""
        if (lines, joints) == (self._lines, self._joints):
            return
        self._lines, self._joints = lines, joints
        self.setAccessibleName(". ".join(spoken(line) for line in lines))
        known = self._keys()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if known else Qt.FocusPolicy.ClickFocus)
        if self._key not in known:
            self._go_to(None)
        self._lay_out_anew()

    @property
    def lines(self) -> tuple[Node, ...]:
        return self._lines

    @property
    def current(self) -> Hashable:
        """The key that the mouse or the keyboard is at."""
        return self._key

    def light(self, lit: Iterable[Hashable]) -> None:
        """The parts with these keys, beside the one that the mouse or the keyboard is at."""
        if frozenset(lit) != self._lit:
            self._lit = frozenset(lit)
            self._repaint()

    def latex(self) -> str:
        """Of all lines."""
        return " \\\\\n".join(latex(line) for line in self._lines)

    def place(self, key: Hashable) -> QPointF | None:
        """The middle of the first part with that key in the viewport, or None."""
        for baseline, inked in self._layout():
            for region in inked.picture.places(key):
                return QPointF(self._left + region.x + region.width / 2, baseline + region.y + region.height / 2)
        return None

    # What Qt asks

    def sizeHint(self) -> QSize:
        found = self._pictures(float("inf"))
        width = max((picture.width for picture in found), default=0.0) + 2 * self._margin
        return QSize(round(width) + 1, self._height(found))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(NARROWEST * self._size), self._height(self._pictures(10_000)[:1]))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        found = self._pictures(width)
        bar = self.horizontalScrollBar().sizeHint().height() if self._overflow(found, width) else 0
        return self._height(found) + bar

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_range()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._lay_out_anew()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        theme = self._themes.current
        ink = self._ink
        for baseline, inked in self._layout():
            for key in self._lit | {self._key}:
                paint_lit(
                    painter, inked.picture.places(key), self._left, baseline, self._margin * 0.6,
                    QColor(theme.select), QColor(theme.ink),
                )  # fmt: skip
            inked.paint(painter, self._left, baseline, ink)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go_to(self._at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        key = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and key is not None:
            self.clicked.emit(key)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._go_to(None)
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        known = self._keys()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason) and known:
            self._go_to(known[0 if event.reason() == Qt.FocusReason.TabFocusReason else -1])

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._go_to(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        known = self._keys()
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy(self.latex())
        elif key in STEPS and known and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._step(known, STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and known:
            self._go_to(known[0 if key == Qt.Key.Key_Home else -1])
            self._reveal()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._key is not None:
            self.clicked.emit(self._key)
        elif key == Qt.Key.Key_Escape and self._key is not None:
            self._go_to(None)
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy as LaTeX", QKeySequence(QKeySequence.StandardKey.Copy), lambda: self._copy(self.latex()))
        menu.addAction("Copy in words", lambda: self._copy(self.accessibleName()))
        menu.popup(event.globalPos())

    # Inside

    @property
    def _size(self) -> float:
        return scaled_pixels(self._pixels)

    @property
    def _margin(self) -> float:
        return max(2.0, MARGIN * self._size)

    @property
    def _left(self) -> float:
        return self._margin - self.horizontalScrollBar().value()

    def _ink(self, role: str | None) -> QColor:
        return QColor(colour_of(role, self._themes.current, self._joints))

    def _keys(self) -> list[Hashable]:
        return list(dict.fromkeys(key for line in self._lines for key in keys(line)))

    def _pictures(self, width: float) -> list[Picture]:
        key = self._size, width
        if key not in self._wrapped:
            self._wrapped[key] = [wrapped(line, self._size, width - 2 * self._margin) for line in self._lines]
        return self._wrapped[key]

    def _overflow(self, pictures: list[Picture], width: int) -> float:
        return max(max((each.width for each in pictures), default=0.0) + 2 * self._margin - width, 0.0)

    def _height(self, pictures: list[Picture]) -> int:
        inside = sum(picture.height for picture in pictures) + APART * self._size * max(len(pictures) - 1, 0)
        return int(inside + 2 * self._margin + 1)

    def _layout(self) -> list[tuple[float, Inked]]:
        """Each line and its baseline in the viewport; laid out once for its width."""
        if self._width != self.viewport().width():
            self._width = self.viewport().width()
            self._drawn, y = [], self._margin
            for picture in self._pictures(self._width):
                self._drawn.append((round(y + picture.up), Inked(picture)))
                y += picture.height + APART * self._size
        scrolled = self.verticalScrollBar().value()
        return [(baseline - scrolled, inked) for baseline, inked in self._drawn]

    def _lay_out_anew(self) -> None:
        width = self.viewport().width()
        before = self.heightForWidth(width) if (self._size, width) in self._wrapped else -1
        self._width = -1
        self._wrapped = {}
        self._set_range()
        if self.heightForWidth(width) != before:  # numbers that change need no other room
            self.updateGeometry()
        self._repaint()

    def _set_range(self) -> None:
        room, pictures = self.viewport().size(), [inked.picture for _, inked in self._layout()]
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setRange(0, round(self._overflow(pictures, room.width())))
        down.setRange(0, max(self._height(pictures) - room.height(), 0))
        for bar, page in ((across, room.width()), (down, room.height())):
            bar.setPageStep(page)
            bar.setSingleStep(round(self._size))

    def _repaint(self, _theme: object = None) -> None:
        self.viewport().update()

    def _at(self, point: QPointF) -> Hashable:
        for baseline, inked in self._layout():
            key = inked.picture.at(point.x() - self._left, point.y() - baseline, self._margin)
            if key is not None:
                return key
        return None

    def _step(self, known: list[Hashable], step: int) -> None:
        if self._key is None:
            self._go_to(known[0 if step > 0 else -1])
        else:
            self._go_to(known[min(max(known.index(self._key) + step, 0), len(known) - 1)])
        self._reveal()

    def _go_to(self, key: Hashable) -> None:
        if key == self._key:
            return
        self._key = key
        self.setAccessibleDescription("" if key is None else self._words(key))
        self._repaint()
        self.hovered.emit(key)

    def _reveal(self) -> None:
        """Scrolls to the part that the keyboard is at."""
        place, room = self.place(self._key), self.viewport().rect()
        if place is not None:
            for bar, at, length in (
                (self.horizontalScrollBar(), place.x(), room.width()),
                (self.verticalScrollBar(), place.y(), room.height()),
            ):
                if not 0 <= at <= length:
                    bar.setValue(round(bar.value() + at - length / 2))

    def _words(self, key: Hashable) -> str:
        return next((spoken(part) for line in self._lines for part in _with_key(line, key)), "")

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)


def _with_key(node: Node, key: Hashable) -> list[Node]:
    return [node] if node.key == key else [found for part in node.parts for found in _with_key(part, key)]
