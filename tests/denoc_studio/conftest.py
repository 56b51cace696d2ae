"""The parts that every view is given, with settings of their own for each test."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSettings, QSize
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import Project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.panels.exports import export_dialog, file_export
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.project import run_edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.session.session import Session
from denoc_studio.window import docks
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.exports import HereExport
from tests.support.studio.plotting import compute
from tests.support.studio.showing import shown
from tests.support.studio.windows import idle_window


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """What a test has closed is gone before the next one: a theme restyles every widget there is."""
    yield
    if QApplication.instance() is not None:
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def _no_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which a slow machine would be told more of than a quick one."""
    monkeypatch.setattr("denoc_studio.command_line.progress.LINE_EVERY", math.inf)


@pytest.fixture
def newer() -> Iterator[None]:
    """Only what is made from now on is collected and counted: tests before have made some 100,000 objects."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


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
    return partial(compute, document, playback)


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


@pytest.fixture
def panel(qtbot: QtBot, document: Document, playback: Playback, preferences: Preferences, themes: Themes) -> PlotPanel:
    """The plots, unless a file of tests has another panel."""
    return shown(qtbot, PlotPanel(document, playback, preferences, themes), 1000, 300)


@pytest.fixture
def run(panel: PlotPanel, computed: Callable[..., Run]) -> Run:
    """The document's run, drawn by that panel."""
    found = computed()
    panel.redraw()
    QApplication.processEvents()
    return found


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    """The whole window; nothing runs yet."""
    window = idle_window(qtbot, load("planar-3r-free-fall"), preferences)
    window.activateWindow()
    return window


@pytest.fixture
def complaints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes warn of."""
    found: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: found.append(given[2]))
    return found


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], list[str]]:
    """Takes this file in the next dialogs; the list gets the names that they propose."""
    proposed: list[str] = []

    def to(path: Path) -> list[str]:
        for name in ("getOpenFileName", "getSaveFileName"):
            monkeypatch.setattr(QFileDialog, name, lambda *given: proposed.append(given[2]) or (str(path), ""))
        return proposed

    return to


@pytest.fixture
def exports_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of what is written; that a process writes it is seen where one is stopped, and in its own tests."""
    monkeypatch.setattr(export_dialog, "Export", HereExport)
    monkeypatch.setattr(file_export, "Export", HereExport)


@pytest.fixture
def inverse_session(preferences: Preferences) -> Iterator[Session]:
    """The planar arm along a motion, computed when it is asked for."""
    preferences["recompute"] = False
    made = Session(run_edits.set_mode(load("planar-3r-free-fall"), "inverse"), preferences)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _large_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels stand as on a large screen, whatever the tests have."""
    monkeypatch.setattr(docks, "first_size", lambda _: QSize(1280, 860))
