"""The parts that every view is given, with settings of their own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.document import Document
from app.playback import Playback
from app.preferences import Preferences
from app.results import Run
from app.theme import Themes
from app.views.arm_view import ArmView
from dynamics import load
from dynamics.project import Project
from dynamics.simulation import stream


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """What a test has closed is gone before the next one: a theme restyles every widget there is."""
    yield
    if QApplication.instance() is not None:
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def preferences(qapp: QApplication, tmp_path: Path) -> Preferences:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    return Preferences(settings)


@pytest.fixture
def themes(preferences: Preferences) -> Themes:
    return Themes(preferences)


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


@pytest.fixture
def make_arm(
    qtbot: QtBot, document: Document, playback: Playback, preferences: Preferences, themes: Themes
) -> Callable[..., ArmView]:
    """Shows an arm view in the light theme, drawn by the painter or by OpenGL."""

    def make(painter: bool = True, project: Project | None = None) -> ArmView:
        preferences["drawing"] = "painter" if painter else "opengl"
        preferences["theme"] = "light"
        if project is not None:
            document.replace(project)
        view = ArmView(document, playback, preferences, themes)
        qtbot.addWidget(view)
        view.resize(500, 400)
        view.show()
        qtbot.waitExposed(view)
        return view

    return make
