"""The equations for the clipboard, as LaTeX and as programs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from denoc.arm.robot import Robot
from denoc.symbolic.equations import Equations
from denoc.symbolic.straight_line import c_code
from denoc_studio.lessons.torque_outline import Sorting
from denoc_studio.panels.lessons.equations.finding import Found
from denoc_studio.widgets.newest_only import NewestOnly

Source = Callable[[], tuple[Robot, Found | None, Sorting]]

WRITERS: dict[str, Callable[[Equations, Sorting], str]] = {
    "LaTeX": lambda found, sorting: found.latex("parameter" if sorting == "parameter" else "kind"),
    "Python": lambda found, _: found.python(),
    "C": lambda found, _: found.c(),
    "MATLAB": lambda found, _: found.matlab(),
}
ANY_ARM = "C code"  # of the recursions, without equations


class CopyButton(QPushButton):
    """A menu of formats; texts are written beside the window. `told` says what came of it."""

    told = Signal(str)

    def __init__(self, source: Source, parent: QWidget | None = None) -> None:
        super().__init__("Copy", parent)
        self._source = source
        self.setToolTip("All torques and what their letters stand for, for other programs")
        menu = QMenu(self)
        self.actions_by_name: dict[str, QAction] = {
            name: menu.addAction(f"Equations as {name}", partial(self.copy, name)) for name in WRITERS
        }
        menu.addSeparator()
        self.actions_by_name[ANY_ARM] = menu.addAction(
            "Inverse and forward dynamics as straight-line C code", lambda: self.copy(ANY_ARM)
        )
        self.setMenu(menu)
        self._answers = NewestOnly(self)
        self._answers.done.connect(self._put)
        self._answers.failed.connect(self.told)

    def offer(self, known: bool) -> None:
        """Equations, where there are any; C code of any arm."""
        for name in WRITERS:
            self.actions_by_name[name].setEnabled(known)

    def copy(self, name: str) -> None:
        robot, found, sorting = self._source()
        if name == ANY_ARM:
            self._answers.ask(lambda: (name, c_code(robot)))
        elif found is not None:
            known = found.equations
            self._answers.ask(lambda: (name, WRITERS[name](known, sorting)))

    def finish(self) -> None:
        self._answers.wait()

    def _put(self, made: tuple[str, str]) -> None:
        name, text = made
        QGuiApplication.clipboard().setText(text)
        self.told.emit(f"Copied as {name}, {len(text.splitlines())} lines.")
