"""Runs in their thread: the same numbers as without one, restart, pause, cancel, failure, and nothing stale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from denoc import Job, load
from denoc.files.projects.project import ConstantTorque, Project, run_project
from denoc.runs.recording import Chunk
from denoc_studio.look.preferences import Preferences
from denoc_studio.project import edits
from denoc_studio.session import simulation_runner, simulation_worker
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.session.simulation_runner import Runner
from tests.support.studio.runners import finished, known, long_project


def test_the_numbers_are_those_of_a_run_without_a_window(qtbot: QtBot, document: Document, runner: Runner) -> None:
    runner.start()
    run = finished(qtbot, runner, document.project)
    alone = run_project(document.project)
    for name in ("t", "q", "qd", "qdd", "tau", "kinetic", "potential"):
        assert np.array_equal(getattr(run.recording, name), getattr(alone, name)), name
    assert run.status == "completed"


def test_an_inverse_run_comes_through_the_same_way(qtbot: QtBot, document: Document, runner: Runner) -> None:
    document.replace(load("planar-3r-inverse"))
    runner.start()
    run = finished(qtbot, runner, document.project)
    assert run.recording.tau[0] == pytest.approx([4.34583, 1.54998, 0.32373], abs=1e-5)


def test_a_change_starts_it_again_and_keeps_the_old_one_as_a_ghost(
    qtbot: QtBot, document: Document, runner: Runner
) -> None:
    runner.start()
    first = finished(qtbot, runner, document.project)
    document.edit(edits.change_link(document.project, 0, a=0.6), "Set a")
    second = finished(qtbot, runner, document.project)
    qtbot.waitUntil(lambda: not runner._at_rest.isActive() and not runner.computing)
    assert document.results.ghost is first
    assert not np.array_equal(first.recording.q, second.recording.q)


def test_a_change_starts_its_run_before_any_timer_and_once(document: Document, runner: Runner) -> None:
    begun: list[object] = []
    runner._compute.connect(begun.append)
    for a in (0.31, 0.32, 0.33):
        document.edit(edits.change_link(document.project, 0, a=a), "Set a")
    assert not begun
    QCoreApplication.sendPostedEvents(runner)
    assert [ticket.project for ticket in begun] == [document.project]  # type: ignore[attr-defined]


def test_after_a_gesture_the_run_proper_replaces_the_drafts(qtbot: QtBot, document: Document, runner: Runner) -> None:
    runner.start()
    first = finished(qtbot, runner, document.project)
    started: list[Run] = []
    document.results.started.connect(started.append)
    for k in range(2000):
        document.edit(edits.change_link(document.project, 0, a=0.31 + 1e-5 * k), "Set a", "drag")
        qtbot.wait(15)
        if len(started) >= 3:  # curves follow while a value is dragged
            break
    qtbot.waitUntil(lambda: not runner._at_rest.isActive() and not runner.computing, timeout=60_000)
    assert len(started) >= 4, "and the run proper follows them"
    assert document.results.ghost is first, "the ghost is the run before the gesture"
    alone = run_project(document.project)
    current = document.results.current
    assert current is not None
    assert np.array_equal(current.recording.q, alone.q)


def test_what_needs_no_compiler_is_computed_once(qtbot: QtBot, document: Document, runner: Runner) -> None:
    """The arm is the one of before: its kernels are there."""
    runner.start()
    finished(qtbot, runner, document.project)
    started: list[Run] = []
    document.results.started.connect(started.append)
    document.edit(edits.set_start(document.project, q0=(0.3, 0.2, 0.1)), "Set the start")
    qtbot.waitUntil(lambda: not runner._at_rest.isActive() and not runner.computing, timeout=60_000)
    qtbot.waitUntil(lambda: started != [] and not started[-1].running, timeout=60_000)
    (run,) = started
    assert np.array_equal(run.recording.q, run_project(document.project).q)
    assert known(qtbot, runner) is run, "what is said of a run proper is said of it"


def test_an_arm_with_dry_friction_that_was_computed_before_is_computed_once(
    qtbot: QtBot, document: Document, runner: Runner
) -> None:
    rough = document.project
    for index in range(document.robot.n):
        rough = edits.change_link(rough, index, coulomb=0.01)
    document.edit(rough, "Set friction")
    qtbot.waitUntil(lambda: not runner._at_rest.isActive() and not runner.computing, timeout=60_000)
    assert known(qtbot, runner).events
    started: list[Run] = []
    document.results.started.connect(started.append)
    document.edit(edits.set_start(document.project, q0=(0.3, 0.2, 0.1)), "Set the start")
    qtbot.waitUntil(lambda: not runner._at_rest.isActive() and not runner.computing, timeout=60_000)
    qtbot.waitUntil(lambda: started != [] and not started[-1].running, timeout=60_000)
    assert [run.job.draft for run in started] == [False]


def test_a_change_does_not_wait_for_the_compiler_of_the_run_before(
    qtbot: QtBot, document: Document, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute, compiling, let_go = simulation_worker.stream_project, Event(), Event()

    def compiled(project: Project, cancel: object, *, job: Job) -> Iterator[Chunk]:
        if not job.draft:
            compiling.set()
            assert let_go.wait(60)
        yield from compute(project, cancel, job=job)  # type: ignore[arg-type]

    monkeypatch.setattr(simulation_worker, "stream_project", compiled)
    monkeypatch.setattr(simulation_runner, "GRACE", 1_000_000)  # nor does it give that time to show what is seen
    document.edit(edits.change_link(document.project, 0, a=0.3124), "Set a")
    qtbot.waitUntil(compiling.is_set, timeout=60_000)
    ended: list[Run] = []
    document.results.ended.connect(ended.append)
    document.edit(edits.change_link(document.project, 0, a=0.3125), "Set a")
    qtbot.waitUntil(lambda: bool(ended), timeout=60_000)  # its run proper may have begun by now, and wait
    (draft,) = ended
    assert draft.job.draft
    assert draft.project is document.project
    let_go.set()
    qtbot.waitUntil(lambda: runner.run is not draft and not runner.computing, timeout=60_000)
    assert finished(qtbot, runner, document.project).job.draft is False


def test_a_draft_under_way_is_finished_before_the_run_proper_unless_it_takes_long(
    qtbot: QtBot, document: Document, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute, let_go = simulation_worker.stream_project, Event()

    def held(project: Project, cancel: object, *, job: Job) -> Iterator[Chunk]:
        assert let_go.wait(60)
        yield from compute(project, cancel, job=job)  # type: ignore[arg-type]

    monkeypatch.setattr(simulation_worker, "stream_project", held)
    monkeypatch.setattr(simulation_runner, "MOST_DRAFT", 1e6)
    document.edit(edits.change_link(document.project, 0, a=0.3126), "Set a")
    QCoreApplication.sendPostedEvents(runner)
    draft = runner.run
    assert draft is not None
    assert draft.job.draft
    runner._settle()
    assert runner.run is draft
    assert runner._at_rest.isActive()
    monkeypatch.setattr(simulation_runner, "MOST_DRAFT", 0.0)
    runner._settle()
    assert runner.run is not draft
    let_go.set()
    assert finished(qtbot, runner, document.project).job.draft is False


def test_without_recomputing_the_curves_are_called_out_of_date(
    qtbot: QtBot, document: Document, runner: Runner, preferences: Preferences
) -> None:
    preferences["recompute"] = False
    runner.start()
    run = finished(qtbot, runner, document.project)
    document.edit(edits.change_link(document.project, 0, a=0.6), "Set a")
    qtbot.wait(400)
    assert document.results.current is run
    assert run.stale


@given(st.lists(st.sampled_from(["edit", "undo", "redo", "rename", "run of now", "run of before"]), max_size=12))
def test_a_run_is_current_exactly_where_it_is_the_documents(happenings: list[str]) -> None:
    """Whatever happens in whatever order: a run's samples may arrive long after the project that it was asked for."""
    document = Document(load("planar-3r-free-fall"))
    told: list[bool] = []
    document.results.stale.connect(lambda run: told.append(run.stale))
    asked = document.project
    for k, what in enumerate(happenings):
        if what == "edit":
            document.edit(edits.change_link(document.project, 0, a=0.4 + 0.01 * k), "Set a")
        elif what == "rename":
            document.edit(replace(document.project, name=f"arm {k}"), "Rename")
        elif what in ("undo", "redo"):
            getattr(document.undo_stack, what)()
        else:
            document.results.start(Run(k, asked if what == "run of before" else document.project))
            told.append(document.results.current.stale)
            asked = document.project
        run = document.results.current
        if run is not None:
            assert run.stale == (not run.project.same_run(document.project)) == told[-1]


def test_a_run_that_was_changed_before_its_samples_and_stopped_is_out_of_date(
    qtbot: QtBot, document: Document, runner: Runner
) -> None:
    document.replace(long_project())
    runner.start()
    document.edit(edits.change_link(document.project, 0, a=0.6), "Set a")
    runner._draft_wanted = False  # as where the first samples come before the new run begins
    runner._at_rest.stop()
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 1, timeout=60_000)
    runner.stop()
    qtbot.waitUntil(lambda: not runner.computing, timeout=60_000)
    assert document.results.current is not None
    assert document.results.current.stale
    document.undo_stack.undo()
    assert not document.results.current.stale


def test_stop_ends_a_long_run_at_once_and_keeps_its_samples(qtbot: QtBot, document: Document, runner: Runner) -> None:
    document.replace(long_project())
    runner.start()
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 1, timeout=20_000)
    runner.stop()
    run = finished(qtbot, runner, document.project)
    assert run.status == "cancelled"
    assert 1 < run.count < len(run.job.times)


def test_pause_holds_the_computation_and_resume_goes_on(qtbot: QtBot, document: Document, runner: Runner) -> None:
    document.replace(long_project())
    runner.start()
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 1, timeout=20_000)
    runner.pause()
    assert runner.paused
    ticket, run = runner._ticket, document.results.current
    assert ticket is not None
    assert run is not None
    sent = ticket.sent
    qtbot.wait(400)
    assert ticket.sent <= sent + 1, "at most the chunk that was under way"
    held = run.count
    runner.resume()
    qtbot.waitUntil(lambda: run.count > held)
    assert ticket.sent > sent
    assert runner.time_left is not None


def test_a_pause_does_not_count(qtbot: QtBot, document: Document, runner: Runner) -> None:
    document.replace(long_project())
    runner.start()
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 1, timeout=20_000)
    runner.pause()
    begun, before = runner.started_at, runner.elapsed
    qtbot.wait(400)
    assert runner.elapsed == before
    runner.resume()
    assert runner.started_at - begun > 0.3  # a coarse timer may be a little early


def test_no_sample_of_a_stale_run_arrives(qtbot: QtBot, document: Document, runner: Runner) -> None:
    document.replace(long_project())
    runner.start()
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 1, timeout=20_000)
    old = document.results.current
    assert old is not None
    document.replace(load("planar-3r-free-fall"))
    seen: list[int] = []
    document.results.extended.connect(lambda run: seen.append(run.number))
    runner.start()
    run = finished(qtbot, runner, document.project)
    qtbot.wait(100)
    assert set(seen) == {run.number}


def test_many_restarts_end_with_the_last_project(qtbot: QtBot, document: Document, runner: Runner) -> None:
    for k in range(50):
        document.edit(edits.change_link(document.project, 0, a=0.3 + 0.001 * k), "Set a")
        runner.start()
    run = finished(qtbot, runner, document.project)
    assert run.project.robot.links[0].a == pytest.approx(0.349)


def test_a_run_that_diverges_says_where_and_keeps_its_samples(qtbot: QtBot, document: Document, runner: Runner) -> None:
    project = edits.set_run(document.project, torque=ConstantTorque((1e9, 0.0, 0.0)))
    document.edit(project, "Push")
    runner.start()
    run = finished(qtbot, runner, document.project)
    assert run.status == "diverged"
    assert "joint" in run.message
    assert "t =" in run.message
    assert 0 < run.count < len(run.job.times)


def test_a_worker_that_raises_leaves_a_failed_run_and_works_on(
    qtbot: QtBot, document: Document, runner: Runner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **options: object) -> object:
        raise ZeroDivisionError("oh")

    with monkeypatch.context() as patch:
        patch.setattr(simulation_worker, "stream_project", broken)
        runner.start()
        run = finished(qtbot, runner, document.project)
    assert run.status == "failed"
    assert "ZeroDivisionError: oh" in run.message
    assert "Traceback" in caplog.text
    runner.start()
    qtbot.waitUntil(lambda: not runner.computing, timeout=20_000)
    assert document.results.current is not None
    assert document.results.current.status == "completed"
