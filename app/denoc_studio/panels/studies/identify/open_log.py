"""A measured log from a CSV file, by its own headings: asked for, read beside the window, handed on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import Shiboken

from denoc.files.disk.paths import home
from denoc.studies.identification.measurement_csv import read_measurement_csv
from denoc_studio.session.measured_log import Log
from denoc_studio.session.session import Session
from denoc_studio.widgets.task import Task

FOLDER = "tables/folder"  # setting
FILTER = "Tables (*.csv *.tsv *.txt);;All files (*)"
OpenLog = Callable[[Callable[[Log], object], Callable[[str], object]], None]


def open_log(owner: QWidget, session: Session, take: Callable[[Log], object], refuse: Callable[[str], object]) -> None:
    """`take` is given the log, or `refuse` why there is none, in words; neither where the user picks no file."""
    settings, robot = session.preferences.settings, session.document.robot
    folder = str(settings.value(FOLDER) or home())
    name, _ = QFileDialog.getOpenFileName(owner, "Open a measured log", folder, FILTER)
    if not name:
        return
    path = Path(name)
    settings.setValue(FOLDER, str(path.parent))
    task = Task(lambda _: Log(path.name, read_measurement_csv(path, robot)), owner)
    task.done.connect(take)
    task.failed.connect(refuse)
    task.finished.connect(task.deleteLater)
    owner.destroyed.connect(lambda: task.wait() if Shiboken.isValid(task) else None)
    task.start()
