"""Room for a lesson: beside the arm, with Robot and Run as strips where the window is narrow."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from denoc.files.projects.plot_view import Layout
from denoc_studio.window.docks import Docks
from denoc_studio.window.plot_layouts import WIDE


class LessonRoom(QObject):
    """Made when a lesson begins, and given back when it ends, unless the user has moved things meanwhile."""

    def __init__(self, window: QMainWindow, places: Docks) -> None:
        super().__init__(window)
        self._window, self._places = window, places
        self._before: Layout | None = None
        self._closed: list[int] = []  # docks that were closed for it

    def make(self, lesson: bool) -> None:
        layouts, docks = self._places.layouts, self._places.all
        if lesson and self._before is None:
            self._before = layouts.current
            layouts.choose("beside")
            narrow = self._window.width() < WIDE
            self._closed = [number for number, dock in enumerate(docks[:2]) if narrow and dock.isVisible()]
            for number in self._closed:
                docks[number].close()
        elif not lesson and self._before is not None:
            for number in self._closed:
                docks[number].show()
            if layouts.current == "beside":
                layouts.choose(self._before)
            self._before = None
