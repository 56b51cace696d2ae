"""File, Export the robot: files that other programs read as the same arm, texts in the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

import denoc
from denoc_studio.window.main_window import MainWindow
from tests.support.measure import relative
from tests.support.studio.showing import action

Choose = Callable[[Path], list[str]]


@pytest.fixture
def puma(window: MainWindow) -> denoc.Robot:
    window.files.open_example("puma560")
    return window.session.document.robot


def export(qtbot: QtBot, window: MainWindow, name: str) -> None:
    with qtbot.waitSignal(window.exports.noted, timeout=20_000):
        action(window, name).trigger()


def test_urdf(
    qtbot: QtBot, window: MainWindow, puma: denoc.Robot, choose: Choose, tmp_path: Path, rng: np.random.Generator
) -> None:
    pytest.importorskip("pinocchio")
    from tests.support.oracles.urdf_model import PinocchioUrdf, difference

    path = tmp_path / "arm.urdf"
    proposed = choose(path)
    export(qtbot, window, "Robot as URDF")
    assert Path(proposed[0]).name == "PUMA-560.urdf"
    assert window.notice.title == "arm.urdf"
    assert any("rotor inertias and gears" in sentence for sentence in window.notice.sentences)
    assert window.notice.isVisible()
    oracle = PinocchioUrdf(path, [f"joint{i}" for i in range(1, 7)], "tip")
    rotorless = replace(puma, links=tuple(replace(link, rotor_inertia=0.0) for link in puma.links))
    assert max(difference(rotorless, oracle, rng).values()) < 1e-10


def test_mujoco(
    qtbot: QtBot, window: MainWindow, puma: denoc.Robot, choose: Choose, tmp_path: Path, rng: np.random.Generator
) -> None:
    mujoco = pytest.importorskip("mujoco")
    from tests.support.oracles.mujoco_file import mass_matrix, tip

    choose(tmp_path / "arm.xml")
    export(qtbot, window, "Robot as MuJoCo model")
    assert "MuJoCo changes the inertias that no real body has" in window.notice.sentences
    window.files.open_example("ur5")
    assert not window.notice.isVisible()
    export(qtbot, window, "Robot as MuJoCo model")
    assert not window.notice.isVisible(), "it is the same arm"
    robot = window.session.document.robot
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    q = rng.normal(size=6)
    assert relative(mass_matrix(model, q), denoc.mass_matrix(robot, q)) < 1e-12
    assert relative(tip(model, q), denoc.forward_kinematics(robot, q)[-1]) < 1e-12


def test_toolbox_and_latex_and_the_folder_is_remembered(
    qtbot: QtBot, window: MainWindow, puma: denoc.Robot, choose: Choose, tmp_path: Path
) -> None:
    proposed = choose(tmp_path / "arm.py")
    export(qtbot, window, "Robot as Robotics Toolbox code")
    assert (tmp_path / "arm.py").read_text() == denoc.toolbox_snippet(puma)
    assert not window.notice.isVisible(), "there is nothing to know"
    choose(tmp_path / "arm.v2")
    export(qtbot, window, "Robot as LaTeX tables")
    assert (tmp_path / "arm.v2.tex").read_text() == denoc.latex_tables(puma)
    assert Path(proposed[1]) == tmp_path / "PUMA-560.tex"


def test_no_file_chosen_writes_nothing(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("denoc_studio.widgets.questions.QFileDialog.getSaveFileName", lambda *_: ("", ""))
    monkeypatch.setattr(window.exports, "write", lambda path: pytest.fail("nothing was chosen"))
    action(window, "Robot as URDF").trigger()


def test_a_file_that_cannot_be_written_is_said(
    qtbot: QtBot, window: MainWindow, complaints: list[str], choose: Choose, tmp_path: Path
) -> None:
    choose(tmp_path / "no" / "such" / "arm.urdf")
    action(window, "Robot as URDF").trigger()
    qtbot.waitUntil(lambda: bool(complaints), timeout=20_000)
    assert "arm.urdf: cannot be written: No such file" in complaints[0]


def test_an_ending_that_is_added_replaces_nothing_unasked(
    window: MainWindow, choose: Choose, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "arm.urdf").write_text("precious")
    asked: list[str] = []
    no = QMessageBox.StandardButton.No
    monkeypatch.setattr(QMessageBox, "question", lambda *given: asked.append(given[2]) or no)
    choose(tmp_path / "arm")
    action(window, "Robot as URDF").trigger()
    window.exports.finish()
    assert asked == ["arm.urdf exists already. Replace it?"]
    assert (tmp_path / "arm.urdf").read_text() == "precious"


def test_clipboard(window: MainWindow, puma: denoc.Robot) -> None:
    action(window, "Copy the DH table as LaTeX").trigger()
    table = QGuiApplication.clipboard().text()
    assert table.count(r"\begin{table}") == 1
    assert table.count("revolute") == 6
    assert denoc.latex_tables(puma).startswith(table.rstrip())
    action(window, "Copy as Robotics Toolbox code").trigger()
    assert QGuiApplication.clipboard().text() == denoc.toolbox_snippet(puma)
