"""Measured motions read in the window: what is refused, said about them and asked, and smoothing at a click."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from denoc import SampledMotion, TableTorque
from denoc_studio.look.icons import Icons
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project import run_edits
from denoc_studio.session.session import Session
from tests.support.studio.hands import at_rest, choose, type_number
from tests.support.studio.showing import shown

T = np.arange(0, 4, 1e-3)


@pytest.fixture
def session(inverse_session: Session) -> Session:
    return inverse_session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> RunPanel:
    panel = shown(qtbot, RunPanel(session, Icons(session.themes)), 340, 900)
    choose(panel.motion.kind, "sampled")
    return panel


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "walk.csv"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    return path


def table(header: str, *columns: np.ndarray) -> str:
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return "\n".join([header, *(",".join(map(repr, row)) for row in rows)])


def answer(qtbot: QtBot, words: str) -> list[str]:
    """Clicks the button that begins with these words in the next question, whose text it hands back."""
    asked: list[str] = []

    def click() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(10, click)
            return
        asked.append(box.text())
        button = next(each for each in box.findChildren(QPushButton) if each.text().lstrip("&").startswith(words))
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, click)
    return asked


def motion_of(session: Session) -> SampledMotion:
    motion = session.document.project.run.motion
    assert isinstance(motion, SampledMotion)
    return motion


def test_a_csv_file_is_read_or_refused_with_row_and_column(
    qtbot: QtBot, session: Session, panel: RunPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = tmp_path / "walk.csv", tmp_path / "bad.csv"
    lines = ["t [s],q1 [deg],q2 [deg],q3 [deg]"] + [f"{0.5 * k},{k * k},0,0" for k in range(7)]
    good.write_text("\n".join(lines))
    bad.write_text("\n".join([*lines[:3], "1.0,oops,0,0"]))
    path = good
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    qtbot.mouseClick(panel.motion.sampled.button, Qt.MouseButton.LeftButton)
    motion = session.document.project.run.motion
    assert isinstance(motion, SampledMotion)
    assert motion.q[2][0] == pytest.approx(math.radians(4))
    assert session.document.project.run.duration == 3.0
    assert "walk.csv: 7 rows of positions, 0 to 3 s" in panel.motion.sampled.summary.text()
    path = bad
    qtbot.mouseClick(panel.motion.sampled.button, Qt.MouseButton.LeftButton)
    assert session.document.project.run.motion == motion
    words = panel.motion.refusal.text
    assert "bad.csv" in words
    assert "line 4" in words
    assert "q1" in words


def test_angles_without_a_unit_are_named_and_read_otherwise_at_a_click(
    qtbot: QtBot, session: Session, panel: RunPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampled, folders = panel.motion.sampled, []
    path = tmp_path / "bare.csv"
    path.write_text("t;q1;q2;q3\n0;0;0;0\n1;2;3;4\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given: (folders.append(given[2]), (str(path), ""))[1])
    qtbot.mouseClick(sampled.button, Qt.MouseButton.LeftButton)
    assert sampled.assumed.isVisible()
    assert "No unit in the header: read as rad" in sampled.assumed.text
    assert "q1 [deg]" in sampled.assumed.text
    assert sampled.other.text() == "Read the angles as degrees"
    qtbot.mouseClick(sampled.other, Qt.MouseButton.LeftButton)
    motion = session.document.project.run.motion
    assert isinstance(motion, SampledMotion)
    assert motion.q[1] == pytest.approx(np.radians([2, 3, 4]))
    assert "read as deg" in sampled.assumed.text
    session.document.undo_stack.undo()
    assert "read as rad" in sampled.assumed.text
    assert session.document.project.run.motion.q[1] == (2.0, 3.0, 4.0)  # type: ignore[union-attr]
    path.write_text("t;q1 [deg];q2 [deg];q3 [deg]\n0;0;0;0\n1;2;3;4\n")
    qtbot.mouseClick(sampled.button, Qt.MouseButton.LeftButton)
    assert not sampled.assumed.isVisible()
    assert not sampled.other.isVisible()
    assert folders == [str(Path.home()), str(tmp_path)]


def test_noise_is_named_and_smoothed_at_a_click(qtbot: QtBot, session: Session, panel: RunPanel, file: Path) -> None:
    noise = 1e-4 * np.random.default_rng(5).standard_normal(len(T))
    file.write_text(table("t [s],q1 [rad],q2 [rad],q3 [rad],current", T, np.sin(T) + noise, 0 * T, 0 * T, T))
    editor = panel.motion.sampled
    assert not editor.smoothing.isVisible()
    qtbot.mouseClick(editor.button, Qt.MouseButton.LeftButton)
    given = motion_of(session)
    assert len(given.times) == len(T)
    assert "q1 has noise or rounding errors of about" in editor.doubts.text
    assert editor.notes.text == "Not read: current."
    assert editor.smoothing.isVisible()
    proposed = editor.cutoff.value
    assert proposed is not None
    assert f"cut-off of {proposed:g} Hz" in editor.doubts.text
    at_rest(qtbot, session)
    assert np.abs(session.document.results.current.recording.qdd).max() > 500  # declined: as it is in the file

    qtbot.mouseClick(editor.smooth_button, Qt.MouseButton.LeftButton)
    smooth = motion_of(session)
    assert smooth.qdd is not None
    assert f"walk.csv, smoothed at {proposed:g} Hz: {len(smooth.times)} rows" in editor.summary.text()
    assert editor.doubts.text == ""
    assert f"Within {0.5 / proposed:.2g} s of either end" in editor.notes.text
    at_rest(qtbot, session)
    recording = session.document.results.current.recording
    assert np.abs(recording.qdd[:, 0] + np.sin(recording.t)).max() < 0.5

    type_number(qtbot, editor.cutoff, "3")
    qtbot.mouseClick(editor.smooth_button, Qt.MouseButton.LeftButton)
    assert "smoothed at 3 Hz" in editor.summary.text()
    again = motion_of(session)
    type_number(qtbot, editor.cutoff, "1,000")
    qtbot.mouseClick(editor.smooth_button, Qt.MouseButton.LeftButton)
    assert "Cut-off: “1,000” may be 1 or 1000" in panel.motion.refusal.text
    type_number(qtbot, editor.cutoff, "1000")
    qtbot.mouseClick(editor.smooth_button, Qt.MouseButton.LeftButton)
    assert "Cut-off 1000 Hz: must be within" in panel.motion.refusal.text
    assert motion_of(session) == again

    undo = session.document.undo_stack
    undo.undo()
    assert f"smoothed at {proposed:g} Hz" in editor.summary.text()
    assert editor.cutoff.value == proposed
    undo.undo()
    assert motion_of(session) == given
    assert "q1 has noise" in editor.doubts.text
    choose(panel.motion.kind, "joints")
    choose(panel.motion.kind, "sampled")
    assert not editor.smoothing.isVisible()
    assert editor.doubts.text == ""


def test_contradictions_and_units_are_said(qtbot: QtBot, session: Session, panel: RunPanel, file: Path) -> None:
    q, qd = np.sin(T), np.cos(T)
    file.write_text(table("t,q1 [deg],q2 [deg],q3 [deg],q1dot,q2dot,q3dot", T, q, q, q, qd, 1000 * qd, qd))
    editor = panel.motion.sampled
    qtbot.mouseClick(editor.button, Qt.MouseButton.LeftButton)
    assert motion_of(session).qd[0] == pytest.approx((math.pi / 180, 1000 * math.pi / 180, math.pi / 180))  # type: ignore[index]
    assert editor.doubts.text == "qd2 is 1000 times the change of q2: mm beside m, or ms beside s?"
    assert editor.notes.text == "qd1, qd2, qd3 read in deg/s, as the positions are."
    assert not editor.assumed.isVisible()
    assert not editor.smoothing.isVisible()


@pytest.mark.parametrize(("words", "value"), [("1.0", 1.0), ("1000", 1000.0)])
def test_commas_in_doubt_are_asked_about(
    qtbot: QtBot, session: Session, panel: RunPanel, file: Path, words: str, value: float
) -> None:
    file.write_text("t;q1;q2;q3\n0;1,000;0;0\n1;2,000;0;0\n")
    before = session.document.project
    editor = panel.motion.sampled
    asked = answer(qtbot, "Cancel")
    qtbot.mouseClick(editor.button, Qt.MouseButton.LeftButton)
    assert asked == ["“1,000” in walk.csv may be 1.0 or 1000."]
    assert session.document.project is before
    answer(qtbot, words)
    qtbot.mouseClick(editor.button, Qt.MouseButton.LeftButton)
    assert [row[0] for row in motion_of(session).q] == [value, 2 * value]
    qtbot.mouseClick(editor.other, Qt.MouseButton.LeftButton)  # in degrees, and not asked again
    assert motion_of(session).q[0][0] == pytest.approx(math.radians(value))


def test_torques_are_asked_about_too(qtbot: QtBot, session: Session, panel: RunPanel, file: Path) -> None:
    session.document.edit(run_edits.set_mode(session.document.project, "forward"), "Forward")
    choose(panel.torque.law, "table")
    file.write_text("t;tau1;tau2;tau3;q1\n0;1,000;0;0;5\n1;2,000;0;0;5\n")
    asked = answer(qtbot, "1000")
    qtbot.mouseClick(panel.torque.read_button, Qt.MouseButton.LeftButton)
    assert asked == ["“1,000” in walk.csv may be 1.0 or 1000."]
    law = session.document.project.run.torque
    assert isinstance(law, TableTorque)
    assert law.values == ((1000.0, 0.0, 0.0), (2000.0, 0.0, 0.0))
    assert panel.torque.notes.text == "Not read: q1."
