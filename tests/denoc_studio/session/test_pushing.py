"""Pushing the arm with the mouse while its run plays: what is recorded, undone, taken back, and that it repeats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.command_line.cli import main
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.project import edits
from denoc_studio.project.run_edits import set_mode
from denoc_studio.session.pushing import AT_END, NO_RUN, ONLY_FORWARD
from denoc_studio.session.run import Run
from denoc_studio.session.session import Session
from tests.support.studio.arm_pictures import middle_of
from tests.support.studio.showing import shown

LEFT, CTRL, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def session(preferences: Preferences) -> Iterator[Session]:
    project = dn.load("planar-3r-free-fall")
    made = Session(edits.set_run(project, duration=4.0, samples=401), preferences)
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, session: Session) -> ArmView:
    made = ArmView(session.document, session.playback, session.preferences, session.themes, session.pushing)
    return shown(qtbot, made, 500, 400)


@pytest.fixture
def run(qtbot: QtBot, session: Session, view: ArmView) -> Run:
    """Computed, and paused at 0.5 s."""
    session.runner.start()
    found = finished(qtbot, session)
    session.playback.seek(0.5)
    return found


def finished(qtbot: QtBot, session: Session) -> Run:
    """The run of the document's project."""

    def there() -> bool:
        run = session.document.results.current
        return run is not None and not run.running and not run.stale and not run.job.draft

    qtbot.waitUntil(there, timeout=60_000)
    run = session.document.results.current
    assert run is not None
    return run


def pull(qtbot: QtBot, session: Session, view: ArmView, by: QPoint, *, link: int = 2, until: float = 0.2) -> QPoint:
    """Ctrl and the left button on the link, moved, and held for some seconds of the run; where the mouse is then."""
    start, t = middle_of(view, link), session.playback.time
    qtbot.mousePress(view, LEFT, CTRL, start)
    qtbot.mouseMove(view, start + by / 2)
    qtbot.mouseMove(view, start + by)
    qtbot.waitUntil(lambda: session.playback.time > t + until or not session.pushing.active, timeout=60_000)
    return start + by


def test_a_pull_is_one_undo_step_and_the_run_repeats_bit_for_bit(
    qtbot: QtBot, session: Session, view: ArmView, run: Run, tmp_path: Path
) -> None:
    document = session.document
    place = pull(qtbot, session, view, QPoint(0, -80))
    assert session.pushing.active
    qtbot.mouseRelease(view, LEFT, CTRL, place)
    assert not session.pushing.active
    assert not session.playback.playing, "it was paused"
    (push,) = document.project.run.pushes
    assert push.link == 3
    assert push.t[0] == 0.5
    assert push.t[-1] == session.playback.time > 0.7
    assert push.stiffness == session.pushing.stiffness
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Push link 3"

    now = finished(qtbot, session).recording
    before = now.t <= 0.5
    assert now.q[before] == pytest.approx(run.recording.q[before], abs=1e-6)
    late = now.t > 0.7
    assert np.abs(now.q - run.recording.q)[late].max() > 0.05
    force = dn.push_forces(now)[:, 0]
    assert force[np.argmin(np.abs(now.t - 0.65))][1] > 0, "upwards, as the mouse"

    path = tmp_path / "pushed.arm.json"
    document.project.save(path)
    again = dn.run_project(dn.load(path))
    for name in ("t", "q", "qd", "qdd", "tau", "kinetic", "potential"):
        assert getattr(again, name).tobytes() == getattr(now, name).tobytes()
    assert main(["run", str(path), "--out", str(tmp_path), "--csv"]) == 0
    table = np.loadtxt(tmp_path / f"{document.project.name}.csv", delimiter=",", skiprows=1)
    assert np.array_equal(table[:, 1:4], now.q)

    document.undo_stack.undo()
    assert document.project.run.pushes == ()
    document.undo_stack.redo()
    assert document.project.run.pushes == (push,)


def test_escape_takes_the_push_back(qtbot: QtBot, session: Session, view: ArmView, run: Run) -> None:
    before = session.document.project
    place = pull(qtbot, session, view, QPoint(60, 0))
    assert session.document.project.run.pushes
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not session.pushing.active
    assert session.document.project == before
    assert not session.document.undo_stack.canUndo()
    qtbot.mouseRelease(view, LEFT, CTRL, place)
    assert session.document.project == before
    assert np.array_equal(finished(qtbot, session).recording.q, run.recording.q)


def test_a_second_push_adds_to_the_first_and_playing_goes_on(
    qtbot: QtBot, session: Session, view: ArmView, run: Run
) -> None:
    session.playback.play()
    for number in (1, 2):
        qtbot.mouseRelease(view, LEFT, CTRL, pull(qtbot, session, view, QPoint(0, -60), link=1, until=0.1))
        assert len(session.document.project.run.pushes) == number
        assert session.playback.playing
        session.playback.pause()
        finished(qtbot, session)
        session.playback.seek(1.0)
        session.playback.play()
    assert session.document.undo_stack.count() == 2


def test_a_push_ends_with_the_run(qtbot: QtBot, session: Session, view: ArmView, run: Run) -> None:
    session.playback.seek(3.9)
    place = pull(qtbot, session, view, QPoint(0, -60), until=1.0)
    assert not session.pushing.active
    assert session.document.project.run.pushes[0].t[-1] == 4.0
    qtbot.mouseRelease(view, LEFT, CTRL, place)
    assert session.document.undo_stack.count() == 1


def test_a_short_click_with_ctrl_selects_and_pushes_nothing(
    qtbot: QtBot, session: Session, view: ArmView, run: Run
) -> None:
    qtbot.mouseClick(view, LEFT, CTRL, middle_of(view, 1))
    assert session.document.selected == 1
    assert not session.document.modified


def test_what_cannot_be_pushed_says_why_and_keeps_the_camera(
    qtbot: QtBot, session: Session, view: ArmView, run: Run
) -> None:
    said: list[str] = []
    view.notice.connect(said.append)
    document, camera = session.document, view.camera
    session.playback.seek(4.0)
    qtbot.mouseRelease(view, LEFT, CTRL, pull(qtbot, session, view, QPoint(0, -60)))
    session.preferences["recompute"] = False
    document.edit(edits.set_start(document.project, q0=(0.1, 0.2, 0.3)), "Pose")
    qtbot.mouseRelease(view, LEFT, CTRL, pull(qtbot, session, view, QPoint(0, -60)))
    document.edit(set_mode(document.project, "inverse"), "Inverse")
    qtbot.mouseRelease(view, LEFT, CTRL, pull(qtbot, session, view, QPoint(0, -60)))
    assert said == [AT_END, NO_RUN, ONLY_FORWARD]
    assert document.project.run.pushes == ()
    assert view.camera == camera


def test_without_computing_after_every_change_a_push_computes_all_the_same(
    qtbot: QtBot, session: Session, view: ArmView, run: Run
) -> None:
    session.preferences["recompute"] = False
    qtbot.mouseRelease(view, LEFT, CTRL, pull(qtbot, session, view, QPoint(0, -60)))
    assert finished(qtbot, session).project.run.pushes == session.document.project.run.pushes != ()


def test_another_edit_meanwhile_ends_the_push_and_stays(
    qtbot: QtBot, session: Session, view: ArmView, run: Run
) -> None:
    place = pull(qtbot, session, view, QPoint(0, -60))
    session.document.undo_stack.undo()
    qtbot.waitUntil(lambda: not session.pushing.active)
    qtbot.mouseRelease(view, LEFT, CTRL, place)
    assert session.document.project.run.pushes == ()


def test_what_else_is_edited_while_a_link_is_held_is_not_lost(
    qtbot: QtBot, session: Session, view: ArmView, run: Run
) -> None:
    place = pull(qtbot, session, view, QPoint(0, -60))
    posed = edits.set_start(session.document.project, q0=(0.1, 0.2, 0.3))
    session.document.edit(posed, "Pose")
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    qtbot.mouseRelease(view, LEFT, CTRL, place)
    assert session.document.project == posed
    assert session.document.undo_stack.undoText() == "Pose"
