"""Asks what shall become of unsaved work that was found at the start."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QMessageBox, QVBoxLayout, QWidget

from denoc_studio.session.recovery import Recovery
from denoc_studio.session.recovery_store import Leftover, leftovers
from denoc_studio.widgets.form_parts import note
from denoc_studio.widgets.questions import ask

Role = QDialogButtonBox.ButtonRole


class RecoveryDialog(QDialog):
    """One row for each piece of work. Recover closes the dialog, Discard goes on with the rest, Later keeps them."""

    def __init__(self, found: Sequence[Leftover], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Recover unsaved work?")
        self.chosen: Leftover | None = None
        self.discarded: list[Leftover] = []
        self._left = list(found)
        headline, explanation = note(), note()
        headline.setText("DeNOC Studio did not close properly.")
        headline.setStyleSheet("font-weight: 600")
        explanation.setText(
            "These changes had not been saved. Recovering opens them here; no file is touched until you save."
        )
        self.list = _whole_texts()
        self.list.addItems([breakable(describe(leftover)) for leftover in found])
        self.list.setCurrentRow(0)
        buttons = QDialogButtonBox()
        self.recover = buttons.addButton("&Recover", Role.AcceptRole)
        self.discard = buttons.addButton("&Discard", Role.DestructiveRole)
        self.later = buttons.addButton("&Later", Role.RejectRole)
        self.recover.setDefault(True)
        self.recover.setToolTip("Open the selected work as unsaved changes")
        self.discard.setToolTip("Remove the selected work for good")
        self.later.setToolTip("Keep all of it, and ask again at the next start")
        self.recover.clicked.connect(self._recover)
        self.discard.clicked.connect(self._discard)
        self.later.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (headline, explanation, self.list, buttons):
            column.addWidget(widget)
        self.resize(560, 320)

    def _recover(self) -> None:
        self.chosen = self._left[self.list.currentRow()]
        self.accept()

    def _discard(self) -> None:
        row = self.list.currentRow()
        if not self._means_it(self._left[row]):
            return
        self.discarded.append(self._left.pop(row))
        self.list.takeItem(row)
        if not self._left:
            self.reject()

    def _means_it(self, leftover: Leftover) -> bool:
        box = QMessageBox(QMessageBox.Icon.Question, "Discard this work?", "", parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText("Discard this work? It cannot be had back.")
        box.setInformativeText(breakable(describe(leftover)))
        yes = box.addButton("&Discard", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        ask(box)
        return box.clickedButton() is yes


def _whole_texts() -> QListWidget:
    """A list whose entries are as high as their texts need."""
    found = QListWidget()
    found.setWordWrap(True)
    found.setTextElideMode(Qt.TextElideMode.ElideNone)
    found.setResizeMode(QListWidget.ResizeMode.Adjust)
    found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    found.setSpacing(3)
    return found


def breakable(text: str) -> str:
    """The same to read; a line may end after every part of a path, and within parts that are too long."""
    parts = re.sub(r"([/\\_.-])", "\\1\u200b", text)
    return re.sub(r"([^\s\u200b]{30})", "\\1\u200b", parts)


def offer(recovery: Recovery, parent: QWidget) -> None:
    """What earlier sessions left, if anything, is recovered, discarded or kept as the user says."""
    found = leftovers(recovery.folder) if recovery.folder is not None else []
    if not found:
        return
    dialog = RecoveryDialog(found, parent)
    ask(dialog)
    for leftover in found:
        if leftover is not dialog.chosen:
            leftover.slot.close(keep=leftover not in dialog.discarded)
    if dialog.chosen is not None:
        recovery.adopt(dialog.chosen)


def describe(leftover: Leftover) -> str:
    """Name, time and file, in three lines at most."""
    moment = QDateTime.fromSecsSinceEpoch(int(leftover.time))
    when = QLocale.system().toString(moment, QLocale.FormatType.ShortFormat)
    if leftover.path is None:
        place = "never saved to a file"
    elif leftover.target is not None:
        place = f"changes to {leftover.path}"
    else:
        place = f"changes to {leftover.path}, which was changed or removed since: opens without a file"
    return f"{leftover.project.name or 'without a name'}, {when}\n{place}"
