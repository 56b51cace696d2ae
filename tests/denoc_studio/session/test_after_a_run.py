"""What is found of a run after it: until when it can be reproduced, what would suit it better. How its threads end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from denoc import Job
from denoc.files.projects.project import Project
from denoc.runs.horizon import Interrupted
from denoc.runs.recording import Chunk
from denoc.runs.reproduction import Horizon
from denoc.studies.trust import NOT_MEASURED
from denoc.torques.torque_laws import PdTorque
from denoc_studio.look.preferences import Preferences
from denoc_studio.project import edits
from denoc_studio.session import simulation_worker
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.session.simulation_runner import Runner
from tests.support.patience import SECONDS
from tests.support.studio.runners import finished, known, long_project


def test_a_run_is_computed_once_more_only_when_its_curves_have_had_time(
    qtbot: QtBot, document: Document, runner: Runner
) -> None:
    asked: list[object] = []
    for signal in (runner._advise, runner._reproduce):
        signal.connect(lambda *given: asked.append(given))
    during: list[int] = []
    document.results.ended.connect(lambda _: during.append(len(asked)))
    runner.changed.connect(lambda: during.append(len(asked)))
    runner.start()
    run = finished(qtbot, runner, document.project)
    assert set(during) == {0}
    assert runner._judging.isActive() or asked
    assert known(qtbot, runner) is run


def test_a_second_run_says_until_when_the_first_can_be_reproduced(
    qtbot: QtBot, document: Document, runner: Runner
) -> None:
    runner.start()
    run = known(qtbot, runner)
    assert 6.0 <= run.doubtful_from < 7.0
    assert run.recording.doubtful_from == run.doubtful_from
    assert run.trust.level == "limited"
    runner.start()
    qtbot.waitUntil(lambda: document.results.current is not run)
    document.results.set_horizon(run.number, Horizon(1.0, 10.0, 0.01, 1.0, 1.0, "", ""))
    again = known(qtbot, runner)
    assert again.doubtful_from == run.doubtful_from, "what is said of another run is dropped"


def test_nothing_is_said_of_a_draft(qtbot: QtBot, document: Document, runner: Runner) -> None:
    document.edit(edits.change_link(document.project, 0, a=0.3123), "Set a")  # an arm without kernels
    runner._at_rest.stop()
    runner._draft_wanted = False
    runner._begin(draft=True)
    draft = finished(qtbot, runner, document.project)
    assert draft.job.draft
    qtbot.wait(300)
    assert draft.horizon is None
    runner.start()
    assert known(qtbot, runner) is not draft


def test_the_next_run_does_not_wait_for_the_second_computation(
    qtbot: QtBot, document: Document, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = Event(), Event()

    def endless(recording: object, cancel: Event) -> Horizon:
        begun.set()
        assert cancel.wait(SECONDS)
        ended.set()
        raise Interrupted("cancelled")

    with monkeypatch.context() as patch:
        patch.setattr(simulation_worker, "horizon", endless)
        runner.start()
        first = finished(qtbot, runner, document.project)
        qtbot.waitUntil(begun.is_set)
    runner.start()
    second = known(qtbot, runner)
    assert ended.is_set()
    assert second is not first
    assert first.horizon is None


def test_a_run_that_was_stopped_is_judged_as_far_as_it_came(
    qtbot: QtBot, document: Document, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = simulation_worker.stream_project

    def held(project: Project, cancel: Event, job: Job) -> Iterator[Chunk]:
        """Goes on no longer than is looked for: or there were thousands of seconds to judge on a busy machine."""
        for chunk in stream(project, cancel, job=job):
            yield chunk
            if chunk.reached > 20:
                cancel.wait(SECONDS)

    monkeypatch.setattr(simulation_worker, "stream_project", held)
    slow = {"integrator": "rk4", "step": 1e-4}
    document.replace(edits.set_run(document.project, duration=1e4, samples=10_001, **slow))
    runner.start()
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 20)
    runner.stop()
    run = known(qtbot, runner)
    assert run.status == "cancelled"
    assert run.horizon is not None
    assert run.horizon.until < run.horizon.end == run.end


def test_a_stiff_run_is_told_of_radau(qtbot: QtBot, runner: Runner, document: Document) -> None:
    law = PdTorque((10.0,) * 3, (1e3,) * 3, target=(0.5,) * 3)
    document.edit(edits.set_run(document.project, torque=law, duration=0.05, samples=101), "Control")
    with qtbot.waitSignal(document.results.advised, timeout=20_000):
        runner.start()
    assert document.results.current is not None
    assert "radau" in document.results.current.warning


def test_closing_during_a_run_ends_the_thread(qtbot: QtBot, document: Document, preferences: Preferences) -> None:
    runner = Runner(document, preferences)
    document.replace(long_project())
    runner.start()
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 1, timeout=20_000)
    runner.close()
    assert all(thread.isFinished() for thread in runner._threads)


def test_what_is_found_of_a_run_after_closing_is_told_to_nobody(
    qtbot: QtBot, document: Document, preferences: Preferences
) -> None:
    runner = Runner(document, preferences)
    runner.start()
    run = known(qtbot, runner)
    told: list[Run] = []
    for signal in (document.results.judged, document.results.advised):
        signal.connect(told.append)
    *_, worker = runner._workers
    worker.reproduced.emit(run.number, run.horizon)  # as it is under way when the window goes
    worker.advised.emit(run.number, "another integrator")
    worker.compared.emit(run.number, NOT_MEASURED)
    runner.close()
    qtbot.wait(20)
    assert told == []


def test_a_thread_that_is_still_busy_is_waited_for_at_the_end(tmp_path: Path) -> None:
    """A compiler hears of no cancel: closing goes on without it, and the process does not end under it."""
    code = """
import sys, threading, time
from PySide6.QtCore import QCoreApplication, QSettings
from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.session import simulation_runner, simulation_worker
from denoc_studio.session.session import Session

busy, closed = threading.Event(), threading.Event()

def deaf(*given, **named):
    busy.set()
    closed.wait()
    time.sleep(0.5)
    print("done", flush=True)
    yield from ()

simulation_runner.WAIT_FOR_THREADS = 1
simulation_worker.stream_project = deaf
program = QCoreApplication([])
session = Session(load("planar-3r-free-fall"), Preferences(QSettings(sys.argv[1], QSettings.Format.IniFormat)))
session.run()
while not busy.is_set():
    program.processEvents()
session.close()
print("closed", flush=True)
closed.set()
"""
    found = subprocess.run([sys.executable, "-c", code, str(tmp_path / "settings.ini")], capture_output=True, text=True)
    assert found.stdout.split() == ["closed", "done"], found.stderr
    assert found.returncode == 0, found.stderr
