"""The project's name, and what is told about it: a description, and where its numbers come from."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QPlainTextEdit, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.project import edits
from denoc_studio.session.document import Document

LINES = 4


class NotesDialog(QDialog):
    """OK is one undo step; what is refused stands in the dialog, which stays open."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Project notes")
        self._document = document
        project = document.project
        self.name = QLineEdit(project.name)
        self.description = _text(project.description, "What one sees in this run")
        self.source = _text(project.source, "Where the numbers come from: a paper, a data sheet, a measurement")
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setStyleSheet("color: palette(bright-text);")
        self.message.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("&Name", self.name)
        form.addRow("&Description", self.description)
        form.addRow("&Source", self.source)
        form.addRow(self.message)
        form.addRow(self.buttons)
        self.setMinimumWidth(520)

    def accept(self) -> None:
        try:
            project = self._project()
        except DynamicsError as error:
            self.message.setText(f"{(error.field or 'this').capitalize()}: {error.reason}.")
            self.message.show()
            return
        self._document.edit(project, "Change the project's notes")
        super().accept()

    def _project(self) -> Project:
        name = self.name.text().strip()
        if not name:
            raise DynamicsError("a name is needed", field="name")
        notes = {field: getattr(self, field).toPlainText().strip() for field in ("description", "source")}
        return replace(edits.rename_project(self._document.project, name), **notes)


def _text(text: str, hint: str) -> QPlainTextEdit:
    field = QPlainTextEdit(text)
    field.setPlaceholderText(hint)
    field.setTabChangesFocus(True)
    field.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # an address is one long word
    field.setFixedHeight(LINES * field.fontMetrics().lineSpacing() + 16)
    return field
