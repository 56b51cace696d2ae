"""The parts that every view is given, with settings of their own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.document import Document
from app.playback import Playback
from app.preferences import Preferences
from app.results import Run
from app.theme import Themes
from dynamics import load
from dynamics.project import Project
from dynamics.simulation import stream


@pytest.fixture
def preferences(qapp: QApplication, tmp_path: Path) -> Preferences:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    return Preferences(settings)


@pytest.fixture
def themes(preferences: Preferences) -> Iterator[Themes]:
    yield Themes(preferences)


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return Document(load("planar-3r-free-fall"))


@pytest.fixture
def playback(qapp: QApplication) -> Iterator[Playback]:
    cursor = Playback()
    yield cursor
    cursor.pause()


@pytest.fixture
def computed(document: Document, playback: Playback) -> Callable[[], Run]:
    """Computes the document's project here and now, as its next run."""

    def compute(project: Project | None = None) -> Run:
        project = project or document.project
        number = document.results.current.number + 1 if document.results.current else 1
        run = Run(number, project, document.undo_stack.index())
        document.results.start(run)
        for chunk in stream(project.job()):
            document.results.extend(number, chunk)
        playback.set_run(run.end, run.duration, run.duration / (run.count - 1), True)
        return run

    return compute
