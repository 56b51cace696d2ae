"""The panel that the keyboard works in, marked and changed by key; also out of tables, where Tab goes through cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.widgets.visibility import following, in_sight
from denoc_studio.window.focus_ring import FocusRing
from denoc_studio.window.later_dock import LaterDock

KEYS = "1234567890-=[]"  # as they stand side by side on a keyboard


def panel_key(number: int) -> str:
    """The shortcut that goes to a panel, counted from 1."""
    return f"Alt+{KEYS[number - 1]}"


class Panel(NamedTuple):
    """`frame` is all of it, a dock or the stage; the keyboard begins at `start`, or at its first stop."""

    name: str
    frame: QWidget
    start: QWidget | None = None


class PanelFocus(QObject):
    def __init__(self, panels: Sequence[Panel], themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._panels = panels
        self._rings = [FocusRing(panel.frame, themes) for panel in panels]
        self._last: Panel | None = None  # that had the focus: what is typed loses it when it is taken over
        for panel in panels:
            if isinstance(panel.frame, LaterDock) and not panel.frame.is_made:
                panel.frame.made.connect(lambda _, panel=panel: _take_clicks(panel))
            else:
                _take_clicks(panel)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def move(self, by: int) -> None:
        """To the next panel that is seen, or with -1 to the one before."""
        seen = [panel for panel in self._panels if in_sight(panel.frame)]
        if seen:
            place = seen.index(self._last) + by if self._last in seen else 0
            self.go(seen[place % len(seen)])

    def go(self, panel: Panel) -> None:
        """To this panel, which is opened and raised where it has to be."""
        dock = panel.frame
        if isinstance(dock, QDockWidget):
            dock.show()
            dock.raise_()
            if dock.isFloating():
                dock.activateWindow()
        (panel.start or next(_stops(dock), dock)).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to(self, name: str) -> None:
        self.go(next(panel for panel in self._panels if panel.name == name))

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None or new.window().windowType() == Qt.WindowType.Popup:  # as the list of a box: the box goes on
            return
        self._last = next((panel for panel in self._panels if _holds(panel.frame, new)), None)
        for panel, ring in zip(self._panels, self._rings, strict=True):
            ring.put(panel is self._last)


def _take_clicks(panel: Panel) -> None:
    """A click beside its fields, on a button or on the title is one into the panel too, where its keys work."""
    frame = panel.frame
    content = frame.widget() if isinstance(frame, QDockWidget) else panel.start
    assert content is not None
    frame.setFocusProxy(content)
    for widget in (frame, content):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
            widget.setFocusPolicy(Qt.FocusPolicy.ClickFocus)


def _holds(frame: QWidget, widget: QWidget) -> bool:
    return frame is widget or frame.isAncestorOf(widget)


def _stops(frame: QWidget) -> Iterator[QWidget]:
    """What Tab would stop at in a panel, in order, after the buttons of its title."""
    title = frame.titleBarWidget() if isinstance(frame, QDockWidget) else None
    for widget in following(frame):
        inside = frame.isAncestorOf(widget) and not (title is not None and title.isAncestorOf(widget))
        if inside and widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
