"""What the editors of motions, torque laws and settings are: a column of widgets that edits the document."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.motions.motion_data import Row
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import fill_column


class Editor(QWidget):
    """One part of the run's settings.

    `problem` says why something was refused, and is empty when all is well; with it comes who says so: a part that
    holds on to what it refused, or None for what was just tried.
    """

    problem = Signal(str, object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.document = session.document
        self.column = fill_column(self, spacing=5)

    def show_project(self, project: Project) -> None:
        """Show what does not show itself, as tables do."""

    def reason(self, error: DynamicsError) -> str:
        """Why not, in words; a part that knows in which unit its numbers are shown says it in that."""
        return error.reason

    def refuse(self, reason: str) -> None:
        """Say why what was just tried was refused; empty where it was not."""
        self.problem.emit(reason, None)

    def hear(self, part: object, message: SignalInstance) -> None:
        """What a part of this one says about its refusals is passed on as that part's."""
        message.connect(lambda words: self.problem.emit(words, part))

    def attempt(self, edit: Callable[[Project], Project], text: str) -> bool:
        """One undo step, or the reason why not."""
        try:
            after = edit(self.document.project)
        except DynamicsError as error:
            place = f"Joint {error.link}: " if error.link else ""
            self.refuse(f"{place}{self.reason(error)}")
            return False
        self.refuse("")
        self.document.edit(after, text)
        return True

    def attempt_with_shown(self, edit: Callable[[Project, Row], Project], text: str) -> None:
        """The same with the joints (n,) at the time cursor; nothing while there is no run of this arm."""
        shown = self.session.shown_pose()
        if shown is not None:
            self.attempt(lambda project: edit(project, shown), text)
