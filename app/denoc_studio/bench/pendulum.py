"""A free fall of the triple pendulum: ours against SciPy's integrator with Pinocchio's forward dynamics, and against
heyoka's Taylor integrator with our equations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

import denoc
from denoc_studio.bench.measuring.machine import installed
from denoc_studio.bench.measuring.timing import Work, alternate
from denoc_studio.bench.peers import Arm, Untrusted
from denoc_studio.bench.tables import Table, milliseconds, ratio

DURATION = 10.0  # s
TOLERANCE = 1e-8  # relative and absolute
TIMES = np.linspace(0.0, DURATION, 101)
ENERGY = 1e-7  # drift that is allowed where tolerances are chosen
LADDER = tuple(10 ** (-0.5 * k) for k in range(8, 25))  # tolerances that are tried, the loosest first
FIRST = TIMES <= 1.0  # s: before chaos, two good runs are the same
SAME = 1e-5  # of the largest value


class Run(NamedTuple):
    q: np.ndarray  # at TIMES
    qd: np.ndarray
    evaluations: int  # or steps of Taylor's


Fall = Callable[[denoc.Robot, np.ndarray, float], Callable[[], Run]]  # of a robot, a start and a tolerance


def pendulum(seconds: float) -> Table:
    """The motion is chaotic, so the energy tells how good a run is, not where it ends."""
    robot, start = _case()
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


def equal_energy(seconds: float) -> Table:
    """Each with the loosest tolerance at which it keeps the energy."""
    robot, start = _case()
    exact = _our_run(robot, start, LADDER[-1])
    falls: dict[str, tuple[Fall, str]] = {"ours, DOP853": (_our_fall, "evaluations")}
    theirs, how = peer()
    notes = [how]
    if theirs:
        falls["heyoka, Taylor"] = (theirs, "steps")
    chosen = {}
    for name, (fall, _) in falls.items():
        try:
            chosen[name] = _loosest(name, partial(fall, robot, start), robot, exact)
        except Untrusted as trouble:
            notes.append(str(trouble))
    timings = alternate([Work(run, 1) for _, run in chosen.values()], seconds)
    rows = []
    for (name, (tolerance, run)), timing in zip(chosen.items(), timings, strict=True):
        q, qd, count = run()
        work, drift = f"{count} {falls[name][1]}", f"{_energy_drift(robot, q, qd):.1g}"
        rows.append([name, f"{tolerance:.1g}", milliseconds(timing), ratio(timing, timings[0]), work, drift])
    title = f"Triple pendulum, {DURATION:g} s with an energy drift below {ENERGY:g}: ms, best (median)"
    return Table(title, ["", "tolerance", "time", "ratio", "work", "energy drift"], rows, notes)


def peer() -> tuple[Fall | None, str]:
    """heyoka's fall, None where it is not installed; and a note on it."""
    version = installed("heyoka")
    if version is None:
        return None, "heyoka is not installed."
    from denoc_studio.bench.peers.heyoka import Fall as HeyokaFall

    def fall(robot: denoc.Robot, start: np.ndarray, tolerance: float) -> Callable[[], Run]:
        made = HeyokaFall(robot, start, tolerance)
        return lambda: Run(*made.run(TIMES))

    return fall, f"heyoka {version}: compiled by itself from the text of our forward dynamics; compiling is not timed."


def _loosest(
    name: str, fall: Callable[[float], Callable[[], Run]], robot: denoc.Robot, exact: Run
) -> tuple[float, Callable[[], Run]]:
    """The first tolerance of the ladder that keeps the energy and the motion, and its run."""
    for tolerance in LADDER:
        try:
            run = fall(tolerance)
            q, qd, _ = run()
        except Exception as error:
            raise Untrusted(f"{name}: {type(error).__name__}: {error}") from error
        difference = np.abs(q - exact.q)[FIRST].max() / np.abs(exact.q)[FIRST].max()
        if difference <= SAME and _energy_drift(robot, q, qd) <= ENERGY:
            return tolerance, run
    raise Untrusted(f"{name}: not our motion with its energy at any tolerance down to {LADDER[-1]:g}")


def _case() -> tuple[denoc.Robot, np.ndarray]:
    project = denoc.load("planar-3r-free-fall")
    denoc.prepare(project.robot)
    return project.robot, np.array([project.q0, project.qd0])


def _our_fall(robot: denoc.Robot, start: np.ndarray, tolerance: float) -> Callable[[], Run]:
    return partial(_our_run, robot, start, tolerance)


def _our_run(robot: denoc.Robot, start: np.ndarray, tolerance: float = TOLERANCE) -> Run:
    q0, qd0 = start
    run = denoc.simulate(robot, q0, qd0, DURATION, integrator="dop853", rtol=tolerance, atol=tolerance, samples=TIMES)
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
