"""A wrench typed in the window, and what the window's runs make of it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from denoc import forward_dynamics, load
from denoc.files.projects.project import run_project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.wrench import WrenchPanel
from denoc_studio.session.document import Document
from denoc_studio.session.session import Session
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import enter
from tests.support.studio.showing import shown


@pytest.fixture
def panel(qtbot: QtBot, document: Document, themes: Themes) -> WrenchPanel:
    return shown(qtbot, WrenchPanel(document, themes), 380, 160)


def test_on_and_off(qtbot: QtBot, panel: WrenchPanel, document: Document) -> None:
    assert not panel.form.isVisible()
    panel.switch.click()
    assert document.undo_stack.undoText() == "Apply a wrench at the tip"
    assert document.project.run.tip_wrench == (0, 0, 0, 0, -10.0, 0)  # this arm's gravity is along -y
    assert panel.form.isVisible()
    enter(qtbot, panel.fields[5], "2,5")
    panel.switch.click()
    assert document.undo_stack.undoText() == "Take the wrench off the tip"
    assert document.project.run.tip_wrench is None
    panel.switch.click()
    assert document.project.run.tip_wrench == (0, 0, 0, 0, -10.0, 2.5)


def test_six_fields(qtbot: QtBot, panel: WrenchPanel, document: Document) -> None:
    panel.switch.click()
    for k, field in enumerate(panel.fields):
        enter(qtbot, field, str(k + 1))
    assert document.project.run.tip_wrench == (1, 2, 3, 4, 5, 6)
    assert document.undo_stack.undoText() == "Set force z at the tip"
    document.undo_stack.undo()
    assert panel.fields[5].value == 0.0


@pytest.mark.parametrize("text", ["abc", "1e400", "nan", "1e200"])
def test_what_is_no_number_stays_marked(qtbot: QtBot, panel: WrenchPanel, document: Document, text: str) -> None:
    panel.switch.click()
    before = document.project
    enter(qtbot, panel.fields[0], text)
    assert document.project is before
    assert panel.message.text.startswith("Moment x at the tip")


def test_another_project_shows_its_own(panel: WrenchPanel, document: Document) -> None:
    panel.switch.click()
    document.replace(load("furuta"))
    assert not panel.switch.isChecked()
    assert panel.fields[4].value == 0.0


def test_through_the_window(qtbot: QtBot, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Typed in the Robot panel, computed by the worker, split by cause, undone."""
    preferences = Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    window = MainWindow(Session(load("planar-3r-free-fall"), preferences))
    qtbot.addWidget(window, before_close_func=lambda w: w.session.document.undo_stack.setClean())
    window.show()
    document, results = window.session.document, window.session.document.results

    def ready() -> bool:
        run = results.current
        return run is not None and not run.running and run.project.run == document.project.run

    window.robot.wrench.switch.click()
    enter(qtbot, window.robot.wrench.fields[3], "4")
    qtbot.waitUntil(lambda: ready() and not window.session.runner.computing, timeout=60_000)
    run = results.current
    assert run is not None
    assert run.status == "completed"
    wrench = (0, 0, 0, 4.0, -10.0, 0)
    r = run.recording
    assert r.qdd[7] == pytest.approx(forward_dynamics(run.project.robot, r.q[7], r.qd[7], r.tau[7], tip_wrench=wrench))
    assert r.energy_error < 1e-6  # type: ignore[attr-defined]
    assert r.q[:100] == pytest.approx(run_project(document.project).q[:100], abs=1e-6)  # a draft, in part
    parts = run.derived("causes", 0)
    assert parts.sum(axis=1) == pytest.approx(r.tau[: len(parts), 0], abs=1e-9)
    assert np.abs(parts[:, 6]).max() > 1  # the wrench's own
    document.undo_stack.undo()
    assert window.robot.wrench.fields[3].value == 0.0
