"""The card of a step: what to do, where one is, and the ways on, back and out."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import Themes
from denoc_studio.window.tour.steps import Step

WIDTH, PADDING, POINTER, GAP = 320, 14, 8, 6  # pixels
RADIUS = 4.0
MARGIN = 6  # pixels to the window's edge


class TourCard(QFrame):
    """A child of the window beside what it points at. A click on it leaves the keyboard where it is."""

    moved_on = Signal(int)  # by 1 or -1
    closed = Signal()

    def __init__(self, window: QWidget, themes: Themes) -> None:
        super().__init__(window)
        self._themes = themes
        self._tip: QPoint | None = None  # where the pointer ends, in the card's own pixels
        self.setAccessibleName("Tour")
        self.setFixedWidth(WIDTH + 2 * POINTER)
        self.title, self.words, self.place = QLabel(), QLabel(), QLabel()
        self.title.setFont(scaled_font(15, QFont.Weight.DemiBold))
        self.place.setFont(scaled_font(12))
        self.words.setWordWrap(True)
        self.close_button = QToolButton()
        self.close_button.setText("×")
        self.close_button.setAutoRaise(True)
        self.close_button.setAccessibleName("Leave the tour")
        self.close_button.setToolTip("Leave the tour (Esc); Help, Tour goes on from here")
        self.back, self.next = QPushButton("Back"), QPushButton("Next")
        self.next.setProperty("primary", True)
        for button in (self.close_button, self.back, self.next):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(self.closed)
        self.back.clicked.connect(lambda: self.moved_on.emit(-1))
        self.next.clicked.connect(lambda: self.moved_on.emit(1))
        self._lay_out()
        themes.changed.connect(lambda _: self._colour())
        self._colour()
        self.hide()

    def _lay_out(self) -> None:
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        foot.addWidget(self.place, 1)
        foot.addWidget(self.back)
        foot.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [PADDING + POINTER]))
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.words)
        column.addLayout(foot)

    def show_step(self, step: Step, number: int, of: int) -> None:
        self.title.setText(step.title)
        self.words.setText(step.words)
        self.place.setText(f"{number} of {of}")
        self.back.setEnabled(number > 1)
        self.next.setText("Next" if number < of else "Finish")
        self.setAccessibleDescription(f"{number} of {of}. {step.title}. {step.words}")
        self.resize(self.width(), self.heightForWidth(self.width()))

    def point_at(self, area: QRect) -> None:
        """Beside the area where there is room, else over it; inside the window in any case."""
        room = self.window().rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        place, tip = _beside(area, self.size(), room)
        if self.pos() != place or self._tip != tip or not self.isVisible():
            self._tip = tip
            self.move(place)
            self.show()
            self.raise_()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.edge), 1.0))
        painter.setBrush(QColor(theme.raised))
        painter.drawPath(self._outline())

    def _outline(self) -> QPainterPath:
        box = QRectF(self.rect()).adjusted(POINTER + 0.5, POINTER + 0.5, -POINTER - 0.5, -POINTER - 0.5)
        path, pointer = QPainterPath(), QPainterPath()
        path.addRoundedRect(box, RADIUS, RADIUS)
        if self._tip is None:
            return path
        tip, corner = QPointF(self._tip), RADIUS + POINTER
        x = min(max(tip.x(), box.left() + corner), box.right() - corner)
        y = min(max(tip.y(), box.top() + corner), box.bottom() - corner)
        if tip.x() <= box.left() or tip.x() >= box.right():
            edge = box.left() if tip.x() <= box.left() else box.right()
            points = [QPointF(edge, y - POINTER), QPointF(tip.x(), y), QPointF(edge, y + POINTER)]
        else:
            edge = box.top() if tip.y() <= box.top() else box.bottom()
            points = [QPointF(x - POINTER, edge), QPointF(x, tip.y()), QPointF(x + POINTER, edge)]
        pointer.moveTo(points[0])
        pointer.lineTo(points[1])
        pointer.lineTo(points[2])
        pointer.closeSubpath()
        return path.united(pointer)

    def _colour(self) -> None:
        self.place.setStyleSheet(f"color: {self._themes.current.muted}")
        self.update()


def _beside(area: QRect, size: QSize, room: QRect) -> tuple[QPoint, QPoint | None]:
    """The card's place, and where its pointer ends in the card's own pixels: None where it lies over the area."""
    middle, width, height = area.center(), size.width(), size.height()
    x = min(max(middle.x() - width // 2, room.left()), room.right() - width + 1)
    y = min(max(middle.y() - height // 2, room.top()), room.bottom() - height + 1)
    sides = (
        (QPoint(x, area.bottom() + GAP - POINTER), QPoint(middle.x() - x, 0)),
        (QPoint(x, area.top() - GAP + POINTER - height), QPoint(middle.x() - x, height - 1)),
        (QPoint(area.right() + GAP - POINTER, y), QPoint(0, middle.y() - y)),
        (QPoint(area.left() - GAP + POINTER - width, y), QPoint(width - 1, middle.y() - y)),
    )
    for place, tip in sides:
        if room.contains(QRect(place, size).adjusted(POINTER, POINTER, -POINTER, -POINTER)):
            return place, tip
    low = min(area.bottom() - height - GAP, room.bottom() - height + 1)
    return QPoint(x, max(low, room.top())), None
