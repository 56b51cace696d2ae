"""Asks what shall become of a file that somebody else has written, and shows what differs."""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from denoc.files.projects.project import Project
from denoc_studio.project.differences import differences
from denoc_studio.session.disk_watch import FileOnDisk
from denoc_studio.widgets import questions
from denoc_studio.widgets.form_parts import note

Role = QDialogButtonBox.ButtonRole
WIDTH, HEIGHT = 640, 440
HEADINGS = ("Entry", "On disk", "In this window")


class Answer(Enum):
    """Each with the text of its button."""

    RELOAD = "&Reload"
    KEEP = "&Keep mine"
    SAVE_AS = "&Save as..."
    NOTHING = "Cancel"


class ChangedDialog(QDialog):
    """The choices and their consequences in words, above a table of what differs. Escape and Enter choose nothing."""

    def __init__(self, sight: FileOnDisk, mine: Project, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Changed on disk")
        self.answer = Answer.NOTHING
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        self.texts = [sight.words, *consequences(sight)]
        for index, text in enumerate(self.texts):
            label = note()
            label.setText(text)
            label.setStyleSheet("" if index else "font-weight: 600")
            column.addWidget(label)
        self.table = _table(sight, mine)
        if self.table.rowCount():
            column.addWidget(self.table, 1)
        else:
            self.table.hide()
            column.addStretch(1)
        column.addWidget(self._make_buttons(sight))
        self.buttons[Answer.NOTHING].setFocus()
        self.resize(WIDTH, HEIGHT if self.table.rowCount() else self.heightForWidth(WIDTH))

    def _make_buttons(self, sight: FileOnDisk) -> QDialogButtonBox:
        box = QDialogButtonBox()
        self.buttons: dict[Answer, QPushButton] = {}
        for answer in Answer:
            role = Role.RejectRole if answer is Answer.NOTHING else Role.ActionRole
            button = self.buttons[answer] = box.addButton(answer.value, role)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, answer=answer: self._give(answer))
        self.buttons[Answer.RELOAD].setEnabled(sight.project is not None)
        self.buttons[Answer.NOTHING].setDefault(True)
        return box

    def _give(self, answer: Answer) -> None:
        self.answer = answer
        self.reject() if answer is Answer.NOTHING else self.accept()


def ask(sight: FileOnDisk, mine: Project, parent: QWidget) -> Answer:
    """The user's choice."""
    dialog = ChangedDialog(sight, mine, parent)
    questions.ask(dialog)
    return dialog.answer


def consequences(sight: FileOnDisk) -> list[str]:
    """What each choice does."""
    if sight.version.absent:
        return ["Keep mine: the next save writes it again.", "Save as: under another name."]
    reload = "Reload: take what is on disk. Undo brings back what is in this window."
    if sight.project is None:
        reload = f"It cannot be opened now: it {sight.problem}."
    keep = "Keep mine: save what is in this window. The other version stays beside it, named after the time."
    return [reload, keep, "Save as: under another name; this file stays as it is on disk."]


def _table(sight: FileOnDisk, mine: Project) -> QTableWidget:
    found = differences(sight.project, mine) if sight.project is not None else []
    table = QTableWidget(len(found), len(HEADINGS))
    table.setHorizontalHeaderLabels(HEADINGS)
    table.verticalHeader().hide()
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setWordWrap(True)
    table.setAccessibleName("What differs")
    for row, difference in enumerate(found):
        for column, text in enumerate(difference):
            item = QTableWidgetItem(text)
            table.setItem(row, column, item)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return table
