"""Questions and remarks that more than one part of the window has."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget


def ask(dialog: QDialog) -> int:
    """How the dialog was answered. It goes then: Qt would keep it as long as its parent."""
    try:
        return dialog.exec()
    finally:
        dialog.deleteLater()


def open_beside(dialog: QDialog) -> None:
    """Shown, or to the front; the window behind it stays usable."""
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


def remark(owner: QWidget, title: str, text: str) -> None:
    """Something to know, in a box that the user closes."""
    box = QMessageBox(QMessageBox.Icon.Information, title, text, parent=owner)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def may_replace(window: QWidget, path: Path) -> bool:
    """About a file whose name was completed by us: Qt's dialog has asked about what was typed."""
    question = f"{path.name} exists already. Replace it?"
    return QMessageBox.question(window, "Replace the file?", question) == QMessageBox.StandardButton.Yes
