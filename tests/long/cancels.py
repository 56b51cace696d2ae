"""Runs of the real runner, cancelled at random moments: how long until they have ended.

Arms of 1 to 60 joints, every integrator, formulas, feedback, friction and limits. 99 of 100 must have ended within
100 ms, as cancelled where samples had come, and no sample may come afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from denoc import Robot, rod_chain
from denoc.files.projects.project import Project, RunSettings
from denoc.motions.motion_data import JointMotion
from denoc.runs.integrators import INTEGRATORS
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, FreeFall, PdTorque, TorqueLaw
from denoc_studio.look.preferences import Preferences
from denoc_studio.session.document import Document
from denoc_studio.session.simulation_runner import Runner
from tests.long.tally import Tally

COUNT = 500
LATE = 0.1  # s
MAY_BE_LATE = 0.01  # of the runs
HANG = 60.0  # s: no run may take so long to end
LENGTHS = (1, 2, 3, 6, 12, 30, 60)
DEEP = 30  # brackets of a formula whose changes take long to find


def random_project(rng: np.random.Generator) -> Project:
    """A run far too long to end by itself, unless friction lets the arm come to rest."""
    n = int(rng.choice(LENGTHS))
    robot = rod_chain(n).robot
    limits = "none"
    if rng.random() < 0.4:
        coulomb, bound = float(rng.choice([0.0, 0.2])), float(rng.choice([2.0, np.inf]))
        links = tuple(replace(link, coulomb=coulomb, lower=-bound, upper=bound) for link in robot.links)
        robot, limits = replace(robot, links=links), "bounce"
    motion = JointMotion((0.0,) * n, tuple(rng.uniform(-1, 1, n)))
    settings = RunSettings(
        integrator=str(rng.choice(INTEGRATORS)),  # type: ignore[arg-type]
        duration=1e5,
        samples=100_001,
        motion=motion,
        torque=random_law(rng, robot),
        limits=limits,  # type: ignore[arg-type]
    )
    return Project("cancelled", robot, tuple(rng.uniform(-0.5, 0.5, n)), (0.0,) * n, settings)


def random_law(rng: np.random.Generator, robot: Robot) -> TorqueLaw:
    n, kind = robot.n, int(rng.integers(5))
    if kind == 0:
        return FreeFall()
    if kind == 1:
        return PdTorque((50.0,) * n, (10.0,) * n, True, (0.2,) * n, (5.0,) * n if rng.random() < 0.5 else None)
    if kind == 2:
        return ComputedTorque((100.0,) * n, (20.0,) * n)
    if kind == 3:
        return ExpressionTorque(tuple(f"sin({k}*t)-qd{k}*step(t-0.5)" for k in range(1, n + 1)))
    return ExpressionTorque((deep_formula(int(rng.integers(1, DEEP))), *("",) * (n - 1)))


def deep_formula(depth: int) -> str:
    """Of time alone, one function within the other: each of them bends wherever the inner one has a root."""
    text = "7*t"
    for k in range(depth):
        text = f"{('sin', 'abs', 'cos')[k % 3]}({text})"
    return text


@contextmanager
def running(project: Project) -> Iterator[Runner]:
    """The window's runner with settings of its own."""
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(["cancels", "-platform", "offscreen"])
    with TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        preferences = Preferences(settings)
        preferences["recompute"] = False
        runner = Runner(Document(project), preferences)
        try:
            yield runner
        finally:
            runner.close()
            application.processEvents()


def pump(seconds: float, until: Callable[[], object] = lambda: False) -> None:
    """Let the event loop go round for so long, or until something is so."""
    from PySide6.QtCore import QCoreApplication

    end = time.perf_counter() + seconds
    while time.perf_counter() < end and not until():
        QCoreApplication.processEvents()
        time.sleep(0.0005)


class Outcome(NamedTuple):
    """Seconds from the cancel to the end of the run and until its thread is free again; what is wrong, if anything."""

    ended: float
    free: float
    wrong: str


def cancelled(runner: Runner, project: Project, after: float, shown: bool = False) -> Outcome:
    """Start a run and cancel it after so many seconds, counted from its first samples if it is to be `shown`.

    Nobody can cancel the compiler, so its time does not count.
    """
    from PySide6.QtCore import QTimer

    results, ends, frees, samples = runner._document.results, [], [], []
    runner._document.replace(project)
    runner.start()
    run, ticket = runner.run, runner._ticket
    assert run is not None
    assert ticket is not None
    if shown:
        pump(HANG, lambda: results.current is run or not runner.computing)
    pump(after)
    while ticket.compiling:
        pump(0.01)
    watching = results.ended.connect(lambda run: ends.append(run.number))
    begun, asked, compiled = results.current is run, time.perf_counter(), ticket.waited
    if not runner.computing:
        results.ended.disconnect(watching)
        return Outcome(0.0, 0.0, "")  # it was quicker
    runner.stop()
    if begun:
        pump(HANG, lambda: ends)
    ended = time.perf_counter() - asked
    runner._dismiss()  # as the next run would: nothing more is wanted of this one
    counting = results.extended.connect(lambda run: samples.append(run.number))
    for worker in runner._workers:
        QTimer.singleShot(0, worker, lambda: frees.append(True))  # behind what its thread still does
    pump(HANG, lambda: len(frees) == len(runner._workers))
    free = time.perf_counter() - asked - (ticket.waited - compiled)
    pump(0.005)
    results.ended.disconnect(watching)
    results.extended.disconnect(counting)
    ending = "completed" if run.count == len(run.job.times) else "cancelled"  # it may have been quicker
    wrong = {
        f"a thread hangs for {free:.0f} s": len(frees) < len(runner._workers),
        "is still said to be computed": runner.computing,
        f"ended as {run.status}": begun and (run.status != ending or ends != [run.number]),
        "appeared after it was cancelled": not begun and results.current is run,
        "got samples after its end": bool(samples),
    }
    return Outcome(ended, free, "; ".join(words for words, met in wrong.items() if met))


def run(tally: Tally, count: int, seed: int) -> None:
    late = 0
    with running(random_project(np.random.default_rng(seed))) as runner:
        for each in range(seed, seed + count):
            rng = np.random.default_rng(each)
            project = random_project(rng)
            after = float(rng.choice([0.0, rng.uniform(0, 0.05), rng.uniform(0, 0.6)]))
            found = cancelled(runner, project, after, shown=bool(rng.random() < 0.7))
            tally.tried()
            tally.met("ended after", 1e3 * found.ended, "ms")
            tally.met("thread free after", 1e3 * found.free, "ms")
            late += found.ended > LATE
            name = (
                f"seed {each}: {project.robot.n} joints, {project.run.integrator}, {type(project.run.torque).__name__}"
            )
            if found.wrong:
                tally.failed(f"{name} {found.wrong}")
            elif found.ended > LATE:
                print(f"  {name}: {1e3 * found.ended:.0f} ms", flush=True)
    tally.met("late", 100 * late / count, "% of the runs")
    if late > max(1, MAY_BE_LATE * count):
        tally.failed(f"{late} of {count} runs took longer than {1e3 * LATE:.0f} ms to end")
