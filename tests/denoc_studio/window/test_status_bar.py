"""What the line at the bottom says of a run, in the unit and the colours of the window."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtGui import QPalette
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import Project
from denoc.kernels.storage.locks import making
from denoc.runs.problem.job import Job
from denoc.runs.recording import Chunk
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import DARK
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import in_shown_unit
from denoc_studio.session import simulation_worker
from denoc_studio.session.session import Session
from denoc_studio.window.bars.status_bar import StatusBar
from denoc_studio.window.bars.trust_badge import TrustBadge
from tests.support.patience import SECONDS
from tests.support.studio.hands import at_rest
from tests.support.studio.showing import recolour, shown


@pytest.fixture
def session(preferences: Preferences) -> Iterator[Session]:
    preferences["recompute"] = False
    preferences["theme"] = "light"
    made = Session(edits.set_run(load("planar-3r-free-fall"), duration=0.5, samples=51), preferences)
    yield made
    made.close()


@pytest.fixture
def bar(qtbot: QtBot, session: Session) -> StatusBar:
    parts = (session.document, session.playback, session.runner, session.preferences, session.themes)
    badge = TrustBadge(session.themes)
    made = StatusBar(*parts, badge)
    made.addPermanentWidget(badge)
    return shown(qtbot, made, 900, 30)


def test_words_follow_the_theme(qtbot: QtBot, session: Session, bar: StatusBar) -> None:
    at_rest(qtbot, session)
    assert bar.outcome.text().startswith("51 samples")
    recolour(qtbot, session.preferences, "dark")
    assert bar.outcome.palette().color(QPalette.ColorRole.WindowText).name() == DARK.text


def test_a_limit_is_named_in_the_shown_unit(qtbot: QtBot, session: Session, bar: StatusBar) -> None:
    robot = session.document.robot
    first = replace(robot.links[0], lower=-1.0, upper=1.0)
    robot = replace(robot, links=(first, *robot.links[1:]))
    session.document.edit(edits.set_run(replace(session.document.project, robot=robot), limits="stop"), "Limits")
    at_rest(qtbot, session)
    assert "joint 1 reached its lower limit -57.2958° at t" in bar.outcome.text()
    session.preferences["degrees"] = False
    assert "joint 1 reached its lower limit -1 rad at t" in bar.outcome.text()


def test_rates_and_lengths_in_sentences() -> None:
    words = "the speed of joint 3 passed 100000 rad/s at t = 0.5 s; joint 1 is at 0.2 m"
    assert in_shown_unit(words, degrees=True) == words.replace("100000 rad/s", "5.72958e+06°/s")
    assert in_shown_unit(words, degrees=False) == words


def test_compiling_does_not_count_as_computing(qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = simulation_worker.stream_project

    def slow(project: Project, cancel: Event, job: Job) -> Iterator[Chunk]:
        with making():
            time.sleep(0.4)
        yield from stream(project, cancel, job=job)

    monkeypatch.setattr(simulation_worker, "stream_project", slow)
    session.runner.start()
    qtbot.waitUntil(lambda: not session.runner.computing, timeout=20_000)
    assert session.runner.elapsed >= 0.4
    assert session.runner.seconds <= session.runner.elapsed - 0.4


def test_compiling_is_told_apart_from_preparing(
    qtbot: QtBot, session: Session, bar: StatusBar, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, stream = Event(), simulation_worker.stream_project

    def compiling(project: Project, cancel: Event, job: Job) -> Iterator[Chunk]:
        with making():
            go_on.wait(SECONDS)
        yield from stream(project, cancel, job=job)

    monkeypatch.setattr(simulation_worker, "stream_project", compiling)
    session.runner.start()
    qtbot.waitUntil(lambda: bar.outcome.text().startswith("Compiling, once: "))
    go_on.set()
    qtbot.waitUntil(lambda: bar.outcome.text().startswith("51 samples"))
    assert session.runner.compiling == 0.0


def test_a_run_that_is_slow_to_begin_says_so(
    qtbot: QtBot, session: Session, bar: StatusBar, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_rest(qtbot, session)
    go_on, stream = Event(), simulation_worker.stream_project

    def late(project: Project, cancel: Event, job: Job) -> Iterator[Chunk]:
        go_on.wait(SECONDS)
        yield from stream(project, cancel, job=job)

    monkeypatch.setattr(simulation_worker, "stream_project", late)
    assert bar.pace.text()
    session.document.edit(edits.change_link(session.document.project, 0, a=0.4), "Lengthen")
    session.runner.start()
    qtbot.waitUntil(lambda: bar.outcome.text().startswith("Preparing the run"))
    assert (bar.trust.text(), bar.pace.text()) == ("Computing", "")  # nothing of the run before
    session.document.results.stale.emit(session.document.results.current)
    assert (bar.trust.text(), bar.pace.text()) == ("Computing", "")
    go_on.set()
    qtbot.waitUntil(lambda: bar.outcome.text().startswith("51 samples"))
    assert bar.trust.text() != "Computing"
    assert bar.pace.text()


def test_a_change_that_is_being_computed_leaves_the_line_as_it_is(
    qtbot: QtBot, session: Session, bar: StatusBar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be laid out and painted twice, and before the curves."""
    at_rest(qtbot, session)
    session.preferences["recompute"] = True
    said, words = [], bar.outcome.text()
    set_text = bar.trust.setText
    monkeypatch.setattr(bar.trust, "setText", lambda text: said.append(text) or set_text(text))
    session.document.edit(edits.change_link(session.document.project, 0, a=0.41), "Lengthen")
    assert session.document.results.current is not None
    assert session.document.results.current.stale
    assert bar.outcome.text() == words
    assert bar.trust.isVisible()
    bar._show_state()
    assert said == []
    session.runner.stop()  # before it has begun
    assert "out of date" in bar.outcome.text()


def test_figures_go_with_the_project(qtbot: QtBot, session: Session, bar: StatusBar) -> None:
    at_rest(qtbot, session)
    assert bar.trust.isVisible()
    session.document.replaced.disconnect()  # nothing computes the other one
    session.document.replace(load("scara"))
    session.runner.changed.emit()
    assert not bar.trust.isVisible()
    assert not bar.pace.text()
