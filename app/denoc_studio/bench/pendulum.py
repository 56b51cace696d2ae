"""A free fall of the triple pendulum: ours against SciPy's integrator with Pinocchio's forward dynamics."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

import denoc
from denoc_studio.bench.measuring.machine import installed
from denoc_studio.bench.measuring.timing import Work, alternate
from denoc_studio.bench.peers import Arm
from denoc_studio.bench.tables import Table, milliseconds, ratio

DURATION = 10.0  # s
TOLERANCE = 1e-8  # relative and absolute
TIMES = np.linspace(0.0, DURATION, 101)


class Run(NamedTuple):
    q: np.ndarray  # at TIMES
    qd: np.ndarray
    evaluations: int


def pendulum(seconds: float) -> Table:
    """The motion is chaotic, so the energy tells how good a run is, not where it ends."""
    project = denoc.load("planar-3r-free-fall")
    robot, start = project.robot, np.array([project.q0, project.qd0])
    denoc.prepare(robot)
    runs: dict[str, Callable[[], Run]] = {"ours": partial(_our_run, robot, start)}
    if installed("pin"):
        from denoc_studio.bench.peers.pinocchio import Arm as PinocchioArm

        runs["SciPy with Pinocchio"] = partial(_scipy_run, PinocchioArm(robot), start)
    timings = alternate([Work(run, 1) for run in runs.values()], seconds)
    rows = []
    for (name, run), timing in zip(runs.items(), timings, strict=True):
        q, qd, evaluations = run()
        drift = f"{_energy_drift(robot, q, qd):.1g}"
        rows.append([name, milliseconds(timing), ratio(timing, timings[0]), str(evaluations), drift])
    title = f"Triple pendulum, {DURATION:g} s with DOP853 at {TOLERANCE:g}: ms, best (median)"
    return Table(title, ["", "time", "ratio", "evaluations", "energy drift"], rows)


def _our_run(robot: denoc.Robot, start: np.ndarray) -> Run:
    q0, qd0 = start
    run = denoc.simulate(robot, q0, qd0, DURATION, integrator="dop853", rtol=TOLERANCE, atol=TOLERANCE, samples=TIMES)
    return Run(run.q, run.qd, run.evaluations)


def _scipy_run(arm: Arm, start: np.ndarray) -> Run:
    n = start.shape[1]
    no_torque = np.zeros(n)

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        q, qd = y[:n], y[n:]
        return np.concatenate([qd, arm.forward(q, qd, no_torque)])

    run = solve_ivp(slope, (0, DURATION), start.ravel(), "DOP853", TIMES, rtol=TOLERANCE, atol=TOLERANCE)
    return Run(run.y[:n].T, run.y[n:].T, run.nfev)


def _energy_drift(robot: denoc.Robot, q: np.ndarray, qd: np.ndarray) -> float:
    """Largest change of the energy over the largest kinetic energy."""
    kinetic = denoc.kinetic_energy(robot, q, qd)
    total = kinetic + denoc.potential_energy(robot, q)
    return float(np.abs(total - total[0]).max() / kinetic.max())
