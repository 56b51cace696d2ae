"""The one command of the undo stack: a project takes the place of another."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

from PySide6.QtGui import QUndoCommand

from denoc.files.projects.project import Project
from denoc_studio.look.plain_text import menu_text, one_line

MERGE_WITHIN = 1.5  # seconds between the steps of one gesture
HELD = "held "  # begins the name of a gesture that is one hold of the mouse
_holds, _edits = count(1), count(1)


def held(what: str) -> str:
    """The gesture of a hold of the mouse that begins now: one step, however long the hand rests in it."""
    return f"{HELD}{what} {next(_holds)}"


class ReplaceProject(QUndoCommand):
    """Steps of one gesture (a drag, a spin) carry the same `gesture` and become one step.

    What is kept here nobody computes with: a step of a long arm would else hold megabytes of kernels and tables.
    """

    def __init__(
        self, apply: Callable[[Project], None], before: Project, after: Project, text: str, gesture: str = ""
    ) -> None:
        super().__init__(f"{one_line(text)}\n{menu_text(text)}")  # in lists; in menus
        self._apply = apply
        self.before = before.afresh()
        self.after = after.afresh()
        self.gesture = gesture
        self.made = time.monotonic()
        self.number = next(_edits)

    def id(self) -> int:
        return 1 if self.gesture else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, ReplaceProject) or other.gesture != self.gesture:
            return False
        if other.made - self.made > MERGE_WITHIN and not self.gesture.startswith(HELD):
            return False
        self.after, self.made = other.after, other.made
        self.setText(f"{other.text()}\n{other.actionText()}")
        self.setObsolete(self.after == self.before)
        vars(other).clear()  # PySide keeps it for ever: Qt deletes it before PySide has handed it over to Qt
        return True

    def redo(self) -> None:
        self._apply(self.after.afresh())

    def undo(self) -> None:
        self._apply(self.before.afresh())
