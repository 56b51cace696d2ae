"""The title of a dock: its name, or tabs; the panel's tools; buttons that take it out of the window or away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QSizePolicy, QTabBar, QToolButton, QWidget

from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.icons import Icons
from denoc_studio.window.panel_focus import panel_key

HEIGHT, MARGIN = 33, 12  # pixels, with a line below
AROUND, LINE = 12, 2  # on each side of a tab's name; below the chosen one
BUTTON = 28
HEADING = 14  # size of the letters, beside a text of 13
FITS = ((HEADING, AROUND), (HEADING, 6), (12, 6), (12, 3))  # letters of the tabs' names and room around, the best first
SEMIBOLD = QFont.Weight.DemiBold


class DockTitle(QWidget):
    """What is neither a tab nor a button is left to the dock, which is dragged by it."""

    def __init__(self, dock: QDockWidget, icons: Icons, tabs: Sequence[str] = (), tools: QWidget | None = None) -> None:
        """`tabs` are the names of the docks that share a place with this one, its own among them."""
        super().__init__(dock)
        self._dock = dock
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN - AROUND if tabs else MARGIN, 0, 4, 1)
        row.setSpacing(0)
        row.addStrut(HEIGHT - 1)  # Qt asks for sizes hundreds of times: a layout answers without Python
        self.name = QLabel(dock.windowTitle())
        self.name.setFont(scaled_font(HEADING, SEMIBOLD))
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.tabs = Tabs(tabs, dock.windowTitle()) if tabs else None
        row.addWidget(self.name, 1)
        if self.tabs is not None:
            self.name.setContentsMargins(AROUND, 0, 0, 0)
            row.addWidget(self.tabs)
            row.addStretch(1)
            dock.topLevelChanged.connect(self._show_tabs)
            self._show_tabs(dock.isFloating())
        self._tools = tools
        if tools is not None:
            row.addWidget(tools)
        for button, icon, tip in (
            (self._button(self._float), "dock-window", "Out of the window, or back into it (double click)"),
            (self._button(dock.close), "close", "Close; a strip at the side, or the View menu, brings it back"),
        ):
            button.setToolTip(tip)
            button.setAccessibleName(f"{dock.windowTitle()}: {tip}")
            icons.put(button, icon)
            row.addWidget(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The tabs' names come before the room around them, and both before the panel's tools."""
        super().resizeEvent(event)
        if self.tabs is None or self._dock.isFloating():
            return
        room = self.width() - 2 * BUTTON - MARGIN
        least = 0 if self._tools is None else self._tools.minimumSizeHint().width()
        self.tabs.fit(room - least)
        if self._tools is not None:
            left = max(room - self.tabs.sizeHint().width(), least)
            self._tools.setMaximumWidth(min(left, self._tools.sizeHint().width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        line = self.rect().adjusted(0, self.height() - 1, 0, 0)
        QPainter(self).fillRect(line, self.palette().color(QPalette.ColorRole.Mid))

    def _show_tabs(self, floating: bool) -> None:
        """A window of its own has its name alone."""
        assert self.tabs is not None
        self.tabs.setVisible(not floating)
        self.name.setVisible(floating)

    def _button(self, slot: object) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setFixedSize(BUTTON, 26)
        button.clicked.connect(slot)
        return button

    def _float(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())


class Tabs(QTabBar):
    """Names of which one is chosen for good: a click or an arrow key on another one says `chosen`, and changes nothing
    here."""

    chosen = Signal(str)

    def __init__(self, names: Sequence[str], own: str) -> None:
        super().__init__()
        self._own = names.index(own)
        self._size, self._around = FITS[0]
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName("Results")
        for number, name in enumerate(names, 4):
            self.setTabToolTip(self.addTab(name), f"{name} ({panel_key(number)})")
        self.setCurrentIndex(self._own)
        self.setFixedHeight(HEIGHT - 1)
        self.currentChanged.connect(self._choose)

    def tabSizeHint(self, index: int) -> QSize:
        """Enough for the heavier letters of the chosen one, so that none moves."""
        return QSize(self._width(index, self._size, self._around), HEIGHT - 1)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index) if index == self._own else QSize(3 * AROUND, HEIGHT - 1)

    def fit(self, room: int) -> None:
        """So many pixels are there: first the room around the names gives way, then their size, then their ends."""
        names = range(self.count())
        fitting = (fit for fit in FITS if sum(self._width(k, *fit) for k in names) <= room)
        chosen = next(fitting, FITS[-1])
        if chosen != (self._size, self._around):
            self._size, self._around = chosen
            self.setTabText(0, self.tabText(0))  # or the tabs keep the room that they had

    def _width(self, index: int, size: int, around: int) -> int:
        metrics = QFontMetrics(scaled_font(size, SEMIBOLD))
        return metrics.horizontalAdvance(self.tabText(index)) + 2 * around

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), self.palette()
        pointed = self.tabAt(self.mapFromGlobal(self.cursor().pos())) if self.underMouse() else -1
        for index in range(self.count()):
            own, rect = index == self._own, self.tabRect(index)
            role = QPalette.ColorRole.WindowText if own or index == pointed else QPalette.ColorRole.PlaceholderText
            painter.setFont(scaled_font(self._size, SEMIBOLD if own else QFont.Weight.Normal))
            painter.setPen(palette.color(role))
            room = rect.adjusted(1, 0, -1, 0)
            name = painter.fontMetrics().elidedText(self.tabText(index), Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, name)
            if own:
                ink = palette.color(QPalette.ColorRole.Accent)
                below = rect.adjusted(self._around // 2, rect.height() - LINE, -self._around // 2, 0)
                painter.fillRect(below, ink)
                if self.hasFocus():
                    painter.setPen(QPen(ink, 2))
                    painter.drawRect(rect.adjusted(3, 4, -3, -4))

    def _choose(self, index: int) -> None:
        with QSignalBlocker(self):
            self.setCurrentIndex(self._own)
        self.chosen.emit(self.tabText(index))
