"""Questions that more than one part of the window asks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QMessageBox, QWidget


def may_replace(window: QWidget, path: Path) -> bool:
    """About a file whose name was completed by us: Qt's dialog has asked about what was typed."""
    question = f"{path.name} exists already. Replace it?"
    return QMessageBox.question(window, "Replace the file?", question) == QMessageBox.StandardButton.Yes
