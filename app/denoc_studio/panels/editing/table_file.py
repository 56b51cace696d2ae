"""Asking for a file with a table of numbers and what its commas are, and saying what was read of it and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from denoc.arm.robot import Robot
from denoc.files.disk.paths import home, is_folder, whole_path
from denoc.files.tables.csv_table import Decimal, DecimalInDoubt
from denoc.files.text.number_text import two_readings
from denoc_studio.look.plain_text import capitalised
from denoc_studio.session.session import Session
from denoc_studio.widgets.questions import ask

Found = TypeVar("Found")

FILTER = "Tables (*.csv *.tsv *.txt);;All files (*)"
FOLDER = "tables/folder"  # setting


def ask_for_table(owner: QWidget, session: Session, title: str) -> Path | None:
    """Looked for where the last one was found, else beside the project."""
    settings, project = session.preferences.settings, session.document.path
    last = Path(str(settings.value(FOLDER) or ""))
    folder = last if last.is_absolute() and is_folder(last) else project.parent if project is not None else home()
    name, _ = QFileDialog.getOpenFileName(owner, title, str(folder), FILTER)
    if not name:
        return None
    settings.setValue(FOLDER, str(whole_path(Path(name)).parent))
    return Path(name)


def read_asking(
    owner: QWidget, path: Path, read: Callable[[Decimal | None], Found], decimal: Decimal | None = None
) -> tuple[Found, Decimal | None] | None:
    """What `read` makes of the file and the decimal mark it was told, which is asked for where the file does not tell.

    None where the user does not say; other refusals are the caller's.
    """
    try:
        return read(decimal), decimal
    except DecimalInDoubt as doubt:
        decimal = _ask_decimal(owner, path.name, str(doubt.value))
    return None if decimal is None else (read(decimal), decimal)


def _ask_decimal(owner: QWidget, name: str, number: str) -> Decimal | None:
    small, large = two_readings(number)
    box = QMessageBox(QMessageBox.Icon.Question, "Which number is it?", "", parent=owner)
    box.setText(f"“{number}” in {name} may be {small} or {large}.")
    box.setInformativeText("Every comma of the file stands before three digits.")
    comma = box.addButton(f"{small}: decimal commas", QMessageBox.ButtonRole.AcceptRole)
    point = box.addButton(f"{large}: thousands separators", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))  # a hasty Enter decides nothing
    ask(box)
    answers: dict[object, Decimal] = {comma: ",", point: "."}
    return answers.get(box.clickedButton())


def sentences(words: Sequence[str], most: int = 3) -> str:
    """The first of some remarks as sentences, and how many more there are; the names of columns stay as they are."""
    told = [
        (each if re.match(r"[a-z]+\d", each) else capitalised(each)) + "." * (not each.endswith("?"))
        for each in words[:most]
    ]
    return " ".join([*told, *([f"And {len(words) - most} more like this."] if len(words) > most else [])])


def units_assumed(robot: Robot, revolute: str, prismatic: str, example: str) -> str:
    """That a header names no units, and how it would; each unit where the arm has such joints."""
    kinds = {link.revolute for link in robot.links}
    units = " and ".join(unit for kind, unit in ((True, revolute), (False, prismatic)) if kind in kinds)
    return f"No unit in the header: read as {units}. A header such as {example} says what it is."
