"""Questions and remarks that more than one part of the window has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from denoc.files.disk.paths import is_there


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


def path_to_save(
    owner: QWidget, title: str, proposed: Path, kinds: str, complete: Callable[[Path], Path | None]
) -> Path | None:
    """Where the user wants a file; `complete` makes its path of what was typed, or None.

    Qt asks about a file that is there under the name that was typed, this one under the name that was completed.
    """
    chosen, _ = QFileDialog.getSaveFileName(owner, title, str(proposed), kinds)
    typed = Path(chosen)
    path = complete(typed) if chosen else None
    if path is None or path == typed or not is_there(path):
        return path
    return path if may_replace(owner, path) else None


def with_ending(path: Path, endings: Sequence[str]) -> Path:
    """With the first of these endings, unless it has one of them."""
    return path if path.suffix.lower() in endings else path.with_name(path.name + endings[0])


def may_replace(window: QWidget, path: Path) -> bool:
    """About a file whose name was completed by us: Qt's dialog has asked about what was typed."""
    question = f"{path.name} exists already. Replace it?"
    return QMessageBox.question(window, "Replace the file?", question) == QMessageBox.StandardButton.Yes
