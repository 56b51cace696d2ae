"""Asking for a file with a table of numbers, and saying which units were assumed in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.session import Session
from dynamics.robot import Robot

FILTER = "Tables (*.csv *.tsv *.txt);;All files (*)"
FOLDER = "tables/folder"  # setting


def ask_for_table(owner: QWidget, session: Session, title: str) -> Path | None:
    """Looked for where the last one was found, else beside the project."""
    settings, project = session.preferences.settings, session.document.path
    last = Path(str(settings.value(FOLDER) or ""))
    folder = last if last.is_absolute() and last.is_dir() else project.parent if project is not None else Path.home()
    name, _ = QFileDialog.getOpenFileName(owner, title, str(folder), FILTER)
    if not name:
        return None
    settings.setValue(FOLDER, str(Path(name).absolute().parent))
    return Path(name)


def units_assumed(robot: Robot, revolute: str, prismatic: str, example: str) -> str:
    """That a header names no units, and how it would; each unit where the arm has such joints."""
    kinds = {link.revolute for link in robot.links}
    units = " and ".join(unit for kind, unit in ((True, revolute), (False, prismatic)) if kind in kinds)
    return f"No unit in the header: read as {units}. A header such as {example} says what it is."
