"""The title of a dock: its name, or tabs; the panel's tools; buttons that take it out of the window or away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QMenu, QSizePolicy, QTabBar, QToolButton, QWidget

from denoc_studio.look.fonts import scaled_font, scaled_width
from denoc_studio.look.icons import Icons
from denoc_studio.panels.plots.bar import PlotTools
from denoc_studio.window.panel_focus import panel_key

HEIGHT, MARGIN = 33, 12  # pixels, with a line below
AROUND, LINE = 12, 2  # on each side of a tab's name; below the chosen one
BUTTON = 28
FIRST = 4  # among the panels' keys
TOOLED = "Plots"
MORE = (
    "QToolButton { border: 0; padding: 0 6px; color: palette(placeholder-text); }"
    "QToolButton:hover, QToolButton:focus, QToolButton:pressed { color: palette(window-text); }"
    "QToolButton:focus { border: 2px solid palette(accent); }"
    "QToolButton::menu-indicator { image: none; }"
)
HEADING = 14  # size of the letters, beside a text of 13
NARROW = 6  # on each side of a name, where not all of them have room with more
SEMIBOLD = QFont.Weight.DemiBold


class DockTitle(QWidget):
    """What is neither a tab nor a button is left to the dock, which is dragged by it."""

    def __init__(
        self, dock: QDockWidget, icons: Icons, tabs: Sequence[str] = (), tools: PlotTools | None = None
    ) -> None:
        """`tabs` are the names of the docks that share a place with this one, its own among them. `tools` belong to one
        of these, and all leave room for them: no tab stands elsewhere when another is chosen."""
        super().__init__(dock)
        self._dock = dock
        self._row = row = QHBoxLayout(self)
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
            row.addWidget(self.tabs.more)
            row.addStretch(1)
            dock.topLevelChanged.connect(self._show_tabs)
            self._show_tabs(dock.isFloating())
        self._tools = tools
        if tools is not None and dock.windowTitle() == TOOLED:
            row.addWidget(tools)
        for button, icon, tip in (
            (self._button(self._float), "dock-window", "Out of the window, or back into it (double click)"),
            (self._button(dock.close), "close", "Close; a strip at the side, or the View menu, brings it back"),
        ):
            button.setToolTip(tip)
            button.setAccessibleName(f"{dock.windowTitle()}: {tip}")
            icons.put(button, icon)
            row.addWidget(button)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._share_room()
        return super().event(event)

    def _share_room(self) -> None:
        """The tools come before the names that a menu may hold, and before the tools the tab that is chosen."""
        if self.tabs is None or self._dock.isFloating():
            return
        room, tools = self.width() - 2 * BUTTON - MARGIN, self._tools
        taken = self.tabs.fit(room - (0 if tools is None else tools.needed))
        if tools is not None and tools.parent() is self:
            least, most = tools.minimumSizeHint().width(), tools.sizeHint().width()
            tools.setMaximumWidth(min(max(room - taken, least), most))
        self._row.activate()  # at once: it has shared out the room as it was before

    def paintEvent(self, event: QPaintEvent) -> None:
        line = self.rect().adjusted(0, self.height() - 1, 0, 0)
        QPainter(self).fillRect(line, self.palette().color(QPalette.ColorRole.Mid))

    def _show_tabs(self, floating: bool) -> None:
        """A window of its own has its name alone."""
        assert self.tabs is not None
        self.tabs.setVisible(not floating)
        self.tabs.more.setVisible(not floating and self.tabs.crowded)
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
    here. Those without room wait in a menu, `more`."""

    chosen = Signal(str)

    def __init__(self, names: Sequence[str], own: str) -> None:
        super().__init__()
        self._own = names.index(own)
        self._around, self._wanted = AROUND, 0  # pixels, and those of all that are shown
        self.more = QToolButton()
        self.more.setText("More ▾")
        self.more.setFont(scaled_font(HEADING))
        self.more.setStyleSheet(MORE)
        self.more.setFixedHeight(HEIGHT - 1)
        self.more.setToolTip("The other results")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self.more)
        menu.setAccessibleName("The other results")
        menu.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.more.setMenu(menu)
        self.more.hide()
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName("Results")
        for number, name in enumerate(names, FIRST):
            self.setTabToolTip(self.addTab(name), f"{name} ({panel_key(number)})")
        self._wanted = sum(self._width(k, AROUND) for k in range(self.count()))
        self.setCurrentIndex(self._own)
        self.setFixedHeight(HEIGHT - 1)
        self.currentChanged.connect(self._choose)

    def tabSizeHint(self, index: int) -> QSize:
        """Enough for the heavier letters of the chosen one, so that none moves."""
        return QSize(self._width(index, self._around), HEIGHT - 1)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index) if index == self._own else QSize(1, HEIGHT - 1)

    def sizeHint(self) -> QSize:
        return QSize(self._wanted, HEIGHT - 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(self._own, NARROW), HEIGHT - 1)

    @property
    def crowded(self) -> bool:
        """Whether there is room for some of them only."""
        return not all(map(self.isTabVisible, range(self.count())))

    def fit(self, room: int) -> int:
        """So many pixels are there, and so many it takes: first the room around the names gives way, then the last of
        the names, but for the own one. The first ones are the same whichever of them is chosen."""
        names = range(self.count())
        roomy, tight = ([self._width(k, around) for k in names] for around in (AROUND, NARROW))
        around, widths = (AROUND, roomy) if sum(roomy) <= room else (NARROW, tight)
        shown = set(names)
        if sum(widths) > room:
            ends = np.cumsum(widths) + self.more.sizeHint().width() + max(widths)
            shown = {self._own, *np.flatnonzero(ends <= room).tolist()}
        for k in names:
            if self.isTabVisible(k) != (k in shown):
                self.setTabVisible(k, k in shown)
        wanted = sum(widths[k] for k in shown)
        if (around, wanted) != (self._around, self._wanted):
            self._around, self._wanted = around, wanted
            self.setTabText(0, self.tabText(0))  # or the tabs keep the room that they had
            self.updateGeometry()
        self._fill_menu([k for k in names if k not in shown])
        return wanted + (self.more.sizeHint().width() if self.crowded else 0)

    def _fill_menu(self, hidden: list[int]) -> None:
        names = [self.tabText(k) for k in hidden]
        menu = self.more.menu()
        if names != [action.data() for action in menu.actions()]:
            menu.clear()
            for k, name in zip(hidden, names, strict=True):
                menu.addAction(f"{name}\t{panel_key(k + FIRST)}").setData(name)
        self.more.setVisible(bool(hidden))

    def _width(self, index: int, around: int) -> int:
        return scaled_width(self.tabText(index), HEADING, SEMIBOLD) + 2 * around

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), self.palette()
        pointed = self.tabAt(self.mapFromGlobal(self.cursor().pos())) if self.underMouse() else -1
        for index in filter(self.isTabVisible, range(self.count())):
            own, rect = index == self._own, self.tabRect(index)
            role = QPalette.ColorRole.WindowText if own or index == pointed else QPalette.ColorRole.PlaceholderText
            painter.setFont(scaled_font(HEADING, SEMIBOLD if own else QFont.Weight.Normal))
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
