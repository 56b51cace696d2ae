"""A section that folds: what is set once is closed, with its values said in one line."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QToolButton, QWidget

from denoc_studio.look.preferences import Preferences

HEIGHT = 28  # of the head, pixels
CHEVRON = 10
INDENT = CHEVRON + 10  # where names and summaries begin
GAP = 12  # least room between a name and the summary beside it
OPEN = (QPointF(0, 2.5), QPointF(5, 7.5), QPointF(10, 2.5))
CLOSED = (QPointF(2.5, 0), QPointF(7.5, 5), QPointF(2.5, 10))


class Fold(QWidget):
    """A heading that opens and closes `body`, below a thin line.

    While it is closed, `summary` stands at the right of the heading, or below it where it is longer than half of it.
    """

    toggled = Signal(bool)  # open or not, by the user or by `open`

    def __init__(
        self,
        name: str,
        body: QWidget,
        *,
        opened: bool = False,
        kept: tuple[Preferences, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`kept`: the preference that says whether it is open, in place of `opened`; what the user does is kept there,
        what `open` does is not."""
        super().__init__(parent)
        self.body = body
        self.head = FoldHead(name)
        self.summary = QLabel()
        self.summary.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # never widens a panel
        self.summary.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # a click on it is one on the head
        self._below: bool | None = None
        self._faults: set[QWidget] = set()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 5, 0, 0)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self.head, 0, 0)
        self._grid.addWidget(body, 2, 0)
        self._place(below=False)
        self._kept = kept
        if kept is not None:
            preferences, key = kept
            opened = preferences[key]
            self.head.clicked.connect(lambda: preferences.__setitem__(key, self.head.isChecked()))
            preferences.changed.connect(self._follow)  # a method: Qt forgets it with this widget
        self.head.toggled.connect(self._show)
        self.head.setChecked(opened)
        self._show(opened)

    def open(self) -> None:
        """For a fault inside, which must be seen."""
        self.head.setChecked(True)

    def hold(self, part: QWidget, fault: bool) -> None:
        """It opens for a part of its body that shows a fault, and stays open as long as it does."""
        if fault:
            self._faults.add(part)
            self.open()
        else:
            self._faults.discard(part)

    def rename(self, name: str) -> None:
        if name != self.head.text():
            self.head.setText(name)
            self.head.setAccessibleName(name)
            self.head.updateGeometry()
            self._arrange()

    def say(self, summary: str) -> None:
        if summary != self.summary.text():
            self.summary.setText(summary)
            self.head.setAccessibleDescription(summary)
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, self.palette().color(QPalette.ColorRole.Mid))

    def _follow(self, name: str) -> None:
        if self._kept is not None and name == self._kept[1]:
            self.head.setChecked(self._kept[0][name])

    def _show(self, opened: bool) -> None:
        if not opened and any(part.isVisibleTo(self.body) for part in self._faults):
            self.open()
            return
        self.body.setVisible(opened)
        self.summary.setVisible(not opened and bool(self.summary.text()))
        self.toggled.emit(opened)

    def _arrange(self) -> None:
        words = self.summary.fontMetrics().horizontalAdvance(self.summary.text())
        room = min(self.width() // 2, self.width() - self.head.minimumSizeHint().width() - GAP)
        self.summary.setVisible(not self.head.isChecked() and bool(words))
        self._place(below=words > room)

    def _place(self, *, below: bool) -> None:
        if below == self._below:
            return
        self._below = below
        self._grid.removeWidget(self.summary)
        self.summary.setWordWrap(below)
        self.summary.setContentsMargins(INDENT if below else 0, 0, 0, 4 if below else 0)
        if below:
            self._grid.addWidget(self.summary, 1, 0)
        else:
            self._grid.addWidget(self.summary, 0, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.summary.raise_()


class FoldHead(QToolButton):
    """A chevron and a name; Space toggles it like a click."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setText(name)
        self.setAccessibleName(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Enough for the name."""
        metrics = self.fontMetrics()
        name = metrics.horizontalAdvance(self.text())
        return QSize(INDENT + name + name // 8, max(HEIGHT, metrics.height() + 10))  # bold letters are wider

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette, painter = self.palette(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() and self.isEnabled():
            painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.AlternateBase))
        if self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
        painter.setPen(QPen(palette.color(QPalette.ColorRole.PlaceholderText), 1.5))
        painter.translate(4, (self.height() - CHEVRON) / 2)
        painter.drawPolyline(list(OPEN if self.isChecked() else CLOSED))
        painter.resetTransform()
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        room = self.rect().adjusted(INDENT, 0, 0, 0)
        name = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
