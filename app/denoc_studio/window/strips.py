"""Closed panels: each leaves a strip at its side of the window, which opens it again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QMainWindow, QSizePolicy, QToolBar

from denoc_studio.look.fonts import scaled_font
from denoc_studio.window.dock_title import SEMIBOLD

WIDTH, MARGIN = 32, 14  # pixels
LEFT, RIGHT, BOTTOM = (
    Qt.ToolBarArea.LeftToolBarArea,
    Qt.ToolBarArea.RightToolBarArea,
    Qt.ToolBarArea.BottomToolBarArea,
)
TURNS = {LEFT: 90, RIGHT: 90, BOTTOM: 0}  # degrees, of the names
OPENS = {LEFT: ((-2, -4), (2, 0), (-2, 4)), RIGHT: ((2, -4), (-2, 0), (2, 4)), BOTTOM: ((-4, 2), (0, -2), (4, 2))}


class Strip(QAbstractButton):
    """A chevron and a name along the edge; a click, Enter or Space opens."""

    def __init__(self, area: Qt.ToolBarArea, keys: str) -> None:
        super().__init__()
        self._area, self._keys = area, keys
        self.setFont(scaled_font(13, SEMIBOLD))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy.Policy
        along = policy.Expanding
        self.setSizePolicy(*((along, policy.Fixed) if area == BOTTOM else (policy.Fixed, along)))

    def call(self, name: str) -> None:
        self.setText(name)
        self.setToolTip(f"Open {name}{self._keys}")
        self.setAccessibleName(f"Open {name}")
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        length = self.fontMetrics().horizontalAdvance(self.text()) + 4 * MARGIN
        return QSize(length, WIDTH) if self._area == BOTTOM else QSize(WIDTH, length)

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDTH, WIDTH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), self.palette()
        if self.underMouse():
            painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Midlight))
        painter.fillRect(self._edge(), palette.color(QPalette.ColorRole.Mid))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Accent), 2))
            painter.drawRect(self.rect().adjusted(2, 2, -2, -2))
        painter.setPen(QPen(palette.color(QPalette.ColorRole.PlaceholderText), 1.6))
        painter.drawPolyline([QPointF(WIDTH / 2 + x, WIDTH / 2 + y) for x, y in OPENS[self._area]])
        painter.rotate(TURNS[self._area])
        room = QRect(WIDTH, 0, max(self.width(), self.height()) - WIDTH, WIDTH)
        if self._area != BOTTOM:
            room.translate(0, -WIDTH)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text())

    def _edge(self) -> QRect:
        """The line towards the arm."""
        rect = self.rect()
        if self._area == BOTTOM:
            return rect.adjusted(0, 0, 0, 1 - rect.height())
        return rect.adjusted(rect.width() - 1, 0, 0, 0) if self._area == LEFT else rect.adjusted(0, 0, 1 - WIDTH, 0)


class PanelStrip(QObject):
    """Is there while none of `docks` is; opens the one that was seen last, or the first."""

    def __init__(self, window: QMainWindow, docks: list[QDockWidget], area: Qt.ToolBarArea, keys: str) -> None:
        super().__init__(window)
        self._docks, self._last = docks, docks[0]
        self.button = Strip(area, keys)
        self.button.clicked.connect(self._open)
        self.bar = QToolBar(f"{docks[0].windowTitle()}, closed", window)
        self.bar.setObjectName(f"{docks[0].objectName()} strip")
        self.bar.setMovable(False)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.bar.toggleViewAction().setVisible(False)
        self.bar.setStyleSheet("QToolBar { padding: 0; spacing: 0; }")
        layout = self.bar.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, 0)
        self.bar.addWidget(self.button)
        window.addToolBar(area, self.bar)
        for dock in docks:
            dock.toggleViewAction().toggled.connect(self._follower(dock))
        self.follow()

    def follow(self) -> None:
        """Be there, or not."""
        self.button.call(self._last.windowTitle())
        self.bar.setVisible(all(dock.isHidden() for dock in self._docks))

    def _follower(self, dock: QDockWidget) -> Callable[[bool], None]:
        def follow(shown: bool) -> None:
            if shown:
                self._last = dock
            self.follow()

        return follow

    def _open(self) -> None:
        focused = self.button.hasFocus()
        self._last.show()
        self._last.raise_()
        if focused:
            self._last.setFocus(Qt.FocusReason.OtherFocusReason)
