"""Measured logs into the session: asked for, or dropped on the window; a dialog says which column is what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from denoc_studio.panels.editing.table_file import ask_for_table
from denoc_studio.session.measured_log import Log
from denoc_studio.session.session import Session
from denoc_studio.widgets.actions import Entry
from denoc_studio.widgets.guard import guarded

if TYPE_CHECKING:
    from denoc_studio.panels.studies.measured.log_dialog import LogDialog

SUFFIXES = (".csv", ".tsv", ".txt")
Take = Callable[[Log], object]
ACCEPTED = QDialog.DialogCode.Accepted.value


class LogOpener(QObject):
    opened = Signal()  # there is another log

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.dialog: LogDialog | None = None

    def entry(self) -> Entry:
        """For the menu."""
        return Entry(
            "Open a measured lo&g...", self.open, icon="table-arrow-down", tip="What a real arm did, over the run"
        )

    def open(self) -> None:
        path = ask_for_table(self._window, self._session, "Open a measured log")
        if path is not None:
            self.open_path(path)

    def ask(self, take: Take) -> None:
        """For a log that is taken by somebody else; not at all where the user picks none."""
        path = ask_for_table(self._window, self._session, "Open a measured log")
        if path is not None:
            self.open_path(path, take)

    def open_path(self, path: Path, take: Take | None = None) -> None:
        """Into the session, unless somebody else takes it."""
        from denoc_studio.panels.studies.measured.log_dialog import LogDialog

        self._close()
        robot, themes = self._session.document.robot, self._session.themes
        self.dialog = dialog = guarded(LogDialog)(path, robot, themes, self._window)
        dialog.finished.connect(lambda result: self._take(dialog, take) if result == ACCEPTED else None)
        dialog.open()

    def finish(self) -> None:
        self._close()

    def _take(self, dialog: LogDialog, take: Take | None) -> None:
        if dialog.measurement is None:
            return
        log = Log(dialog.path.name, dialog.measurement)
        if take is not None:
            take(log)
        else:
            self._session.measured.put(log)
            self.opened.emit()

    def _close(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()
            self.dialog.finish()
            self.dialog.deleteLater()
            self.dialog = None


def is_log(path: Path) -> bool:
    """Does the name say that it is a table of numbers?"""
    return path.suffix.lower() in SUFFIXES
