"""The body held at the tip, and a note about fixed transforms at the arm's ends."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QCheckBox, QWidget

from denoc.arm.robot import Payload, Robot
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.body_editor import Body, BodyEditor, Known
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import shown
from denoc_studio.project.tolerances.edits import set_tolerance
from denoc_studio.session.document import Document
from denoc_studio.widgets.form_parts import fill_column, muted
from denoc_studio.widgets.message_line import MessageLine

NOTHING = Payload(0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
FIRST = Payload(1.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))


class PayloadPanel(QWidget):
    """A check box takes the payload on and off; off, its fields are hidden.

    Whoever shows it finds a place for its `message`.
    """

    def __init__(self, document: Document, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._last = FIRST  # what comes back when it is taken on again
        self.switch = QCheckBox("Payload at the tip")
        self.switch.setToolTip("A body held by the last link; in tip axes")
        self.switch.clicked.connect(self._turn)
        self.body = BodyEditor(self._apply)
        self.message = MessageLine(themes)
        self.note = muted()
        fill_column(self, self.switch, self.body, self.note, spacing=4)
        self.body.problem_changed.connect(self._report)
        document.follow(self._show, document.robot_changed)
        document.follow(lambda _: self._show_tolerances(), document.project_changed, selection=True)
        self._show(fresh=True)
        self._show_tolerances()

    def _turn(self, on: bool) -> None:
        after = edits.change_robot(self._document.project, payload=self._last if on else None)
        self._document.edit(after, "Take on a payload" if on else "Take off the payload")

    def _apply(self, changes: dict[str, Any], what: str, gesture: str, known: Known | None) -> None:
        payload = (self._document.robot.payload or NOTHING)._replace(**changes)
        after = edits.change_robot(self._document.project, payload=payload)
        if known is not None:
            after = set_tolerance(after, ("robot", "payload", *known[0]), known[1])
        self._document.edit(after, f"Set {what} of the payload", f"{gesture} payload" if gesture else "")

    def _report(self) -> None:
        self.message.say("error", f"Payload, {self.body.problem}" if self.body.problem else "")

    def _show_tolerances(self) -> None:
        self.body.show_tolerances(self._document.project, ("robot", "payload"))

    def _show(self, fresh: bool = False) -> None:
        payload = self._document.robot.payload
        if fresh:
            self._last = FIRST
        self._last = payload or self._last
        self.switch.setChecked(payload is not None)
        fresh = fresh or self.body.isHidden()
        self.body.setVisible(payload is not None)
        if payload is not None:
            self.body.show_body(Body(*payload), fresh)
        self.note.setText(_ends(self._document.robot))
        self.note.setVisible(bool(self.note.text()))


def _ends(robot: Robot) -> str:
    """What stands before the first and after the last frame."""
    parts = []
    for name, transform in (("Base", robot.base), ("Tool", robot.tool)):
        if transform is not None:
            place = ", ".join(shown(row[3], digits=4) for row in transform[:3])
            turned = any(transform[i][j] != (i == j) for i in range(3) for j in range(3))
            parts.append(f"{name} transform: origin at ({place}) m{', turned' if turned else ''}")
    return "\n".join(parts)
