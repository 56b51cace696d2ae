"""The steps of a recursion as chips, a row for each walk along the arm: done, now, to come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from denoc.playing.play import Step
from denoc_studio.lessons.step_nodes import symbol
from denoc_studio.look.fonts import scaled_font, scaled_pixels
from denoc_studio.look.roles import colour_of
from denoc_studio.look.theme import Themes
from denoc_studio.typesetting.layout import layout
from denoc_studio.widgets.texts.painting import Inked

CHIP = 16.0  # pixels of a symbol
HEIGHT, GAP, PAD = 28.0, 4.0, 7.0
SHARE = 0.3  # of the player's height
WORDS = {"outward": "Outward, base to tip", "inward": "Inward, tip to base"}


class StepStrip(QScrollArea):
    """`chosen` tells the number of a step that was clicked."""

    chosen = Signal(int)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._current = 0
        self._chips = _Chips(themes)
        self._chips.chosen.connect(self.chosen)
        self.setWidget(self._chips)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Steps of the recursion")

    def show_steps(self, steps: Sequence[Step], current: int) -> None:
        self._chips.show_steps(steps, current)
        self._current = current
        self.fit()

    def fit(self) -> None:
        """All rows where the player is high enough, else as many as have room; the current step is in sight."""
        bar = self.horizontalScrollBar().sizeHint().height() if self._chips.width() > self.viewport().width() else 0
        row, player = round(scaled_pixels(HEIGHT) + GAP), self.parentWidget()
        room = max(row, int(SHARE * (player.height() if player is not None else 0)) // row * row)
        self.setFixedHeight(min(self._chips.height(), room) + bar)
        place = self._chips.place(self._current)
        self.ensureVisible(round(place.center().x()), round(place.center().y()), 80, 0)
        self.verticalScrollBar().setValue(round(place.top()) + row - room)

    def place(self, step: int) -> QPointF:
        """The middle of a step's chip, in the widget that `chips` is."""
        return self._chips.place(step).center()

    @property
    def chips(self) -> QWidget:
        return self._chips


class _Chips(QWidget):
    chosen = Signal(int)

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self._known: object = None
        self._places: list[QRectF] = []
        self._inked: list[Inked] = []
        self._labels: list[tuple[float, str]] = []
        self._current = 0
        self._joints = 1
        self.setMouseTracking(True)
        themes.changed.connect(self._repaint)

    def show_steps(self, steps: Sequence[Step], current: int) -> None:
        known = [(step.name, step.link, step.place.column, step.recursion) for step in steps]
        if known != self._known:
            self._known = known
            self._lay_out(steps)
        elif current == self._current:
            return
        self._current = current
        self.update()

    def _repaint(self, _theme: object) -> None:
        self.update()

    def place(self, step: int) -> QRectF:
        return self._places[step] if step < len(self._places) else QRectF()

    def _lay_out(self, steps: Sequence[Step]) -> None:
        self._places, self._inked, self._labels = [], [], []
        self._joints = max((step.link for step in steps), default=1)
        words = QFontMetricsF(scaled_font(12))
        left = max(words.horizontalAdvance(text) for text in WORDS.values()) + 2 * PAD
        height, gap = scaled_pixels(HEIGHT), GAP
        y = widest = 0.0
        for sweep, group in groupby(steps, lambda step: step.sweep):
            self._labels.append((y + height / 2, WORDS[sweep]))
            x = left
            for step in group:
                inked = Inked(layout(symbol(step), scaled_pixels(CHIP), display=False))
                width = max(inked.picture.width + 2 * PAD, height)
                self._places.append(QRectF(x, y + 1, width, height - 2))
                self._inked.append(inked)
                x += width + gap
            widest = max(widest, x)
            y += height + gap
        self.resize(QSize(round(widest) + 1, round(y)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._themes.current
        painter.setFont(scaled_font(12))
        painter.setPen(QColor(theme.muted))
        for middle, text in self._labels:
            painter.drawText(QRectF(0, middle - 12, 400, 24), Qt.AlignmentFlag.AlignVCenter, text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = event.rect()
        for number, (place, inked) in enumerate(zip(self._places, self._inked, strict=True)):
            if not place.toAlignedRect().intersects(seen):
                continue
            now, done = number == self._current, number < self._current
            pen = QPen(QColor(theme.ink if now else theme.edge), 2 if now else 1)
            pen.setStyle(Qt.PenStyle.SolidLine if now or done else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(QColor(theme.select if now else theme.hover if done else theme.window))
            painter.drawRoundedRect(place, 3, 3)
            picture = inked.picture
            centre = place.center()
            x, y = centre.x() - picture.width / 2, centre.y() - picture.height / 2 + picture.up
            inked.paint(painter, x, y, lambda role: QColor(colour_of(role, theme, self._joints)))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = [number for number, place in enumerate(self._places) if place.contains(event.position())]
        if found and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(found[0])
