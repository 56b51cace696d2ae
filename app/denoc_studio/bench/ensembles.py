"""Many falls at once: ours against our own runs one by one, MuJoCo's rollout and heyoka in batches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import denoc
from denoc_studio.bench.measuring.arms import general_arm
from denoc_studio.bench.measuring.machine import installed
from denoc_studio.bench.measuring.timing import Work, alternate
from denoc_studio.bench.peers import Untrusted
from denoc_studio.bench.tables import Table, microseconds, ratio

RUNS = 64
FEW = 4  # runs of who is slow
STEP = 1e-3  # s
TOLERANCE = 1e-8
ENERGY = 1e-7  # drift that is allowed where tolerances are chosen, over the largest kinetic energy
LADDER = tuple(10 ** (-0.5 * k) for k in range(10, 27))  # tolerances that are tried, the loosest first
EARLY = 0.5  # s: before chaos, two good runs are the same
SAME = 1e-5
THICKNESS = 1e-6  # kg m^2

Falls = Callable[[], np.ndarray]  # states at the end, (runs, 2 n)


def ensembles(seconds: float) -> Table:
    """On one core; a fall of the triple pendulum lasts 10 s, one of six joints 2 s."""
    triple, six = _thick(denoc.load("planar-3r-free-fall").robot), general_arm(6)
    rows, notes = [], []
    for robot, duration, settings, words in (
        (triple, 10.0, {"rtol": TOLERANCE}, f"DOP853 at {TOLERANCE:g}"),
        (six, 2.0, {"rtol": TOLERANCE}, f"DOP853 at {TOLERANCE:g}"),
        (triple, 10.0, {"integrator": "rk4", "step": STEP}, f"RK4, {1e3 * STEP:g} ms"),
        (six, 2.0, {"integrator": "rk4", "step": STEP}, f"RK4, {1e3 * STEP:g} ms"),
    ):
        starts = _starts(robot.n, RUNS)
        works = [
            Work(partial(_many, robot, starts, duration, **settings), RUNS),
            Work(partial(_one_by_one, robot, starts[:FEW], duration, **settings), FEW),
        ]
        if "step" in settings and installed("mujoco"):
            try:
                works.append(Work(_rollout(robot, starts[:FEW], duration), FEW))
            except Untrusted as trouble:
                notes.append(str(trouble))
        ours, single, *others = alternate(works, seconds)
        theirs = others[0] if others else None
        cells = [microseconds(ours), microseconds(single), ratio(single, ours)]
        rows.append([f"{robot.name}, {duration:g} s, {words}", *cells, microseconds(theirs), ratio(theirs, ours)])
    columns = ["", "ours", "`simulate`, one by one", "ratio", "MuJoCo, rollout", "ratio"]
    return Table("Ensembles on one core: us per run, best (median)", columns, rows, notes)


def ensemble_threads(seconds: float) -> Table:
    """The same ensemble by one worker and by two."""
    robot, rows = general_arm(6), []
    starts = _starts(robot.n, 16 * RUNS)
    works = [Work(partial(_many, robot, starts, 2.0, workers=workers), len(starts)) for workers in (1, 2)]
    one, two = alternate(works, seconds)
    rows.append([f"{robot.name}, {len(starts)} runs", microseconds(one), microseconds(two), ratio(one, two)])
    notes = ["A gain needs a second core that nobody else uses."]
    return Table("Ensembles: us per run, best (median)", ["", "one worker", "two workers", "gain"], rows, notes)


def ensembles_at_equal_energy(seconds: float) -> Table:
    """Each with the loosest tolerance at which every run keeps the energy."""
    version, rows, notes = installed("heyoka"), [], []
    notes.append(f"heyoka {version}, in batches, compiled from our text; compiling is not timed." if version else
                 "heyoka is not installed.")  # fmt: skip
    for robot, duration in ((denoc.load("planar-3r-free-fall").robot, 10.0), (general_arm(6), 2.0)):
        starts = _starts(robot.n, RUNS)
        falls: dict[str, Callable[[float], Falls]] = {"ours": partial(_our_falls, robot, starts, duration)}
        if version:
            from denoc_studio.bench.peers.heyoka import falls_in_batches

            falls["theirs"] = partial(falls_in_batches, robot, starts, duration)
        chosen: dict[str, tuple[float, Falls]] = {}
        for name, fall in falls.items():
            try:
                chosen[name] = _loosest(name, fall, robot, starts)
            except Untrusted as trouble:
                notes.append(str(trouble))
        timings = dict(zip(chosen, alternate([Work(run, RUNS) for _, run in chosen.values()], seconds), strict=True))
        (mine, _), (other, _) = chosen["ours"], chosen.get("theirs", (None, None))
        ours, theirs = timings["ours"], timings.get("theirs")
        cells = [f"{mine:.1g}", microseconds(ours), f"{other:.1g}" if other else "", microseconds(theirs)]
        rows.append([f"{robot.name}, {duration:g} s", *cells, ratio(theirs, ours)])
    title = f"Ensembles on one core with an energy drift below {ENERGY:g}: us per run, best (median)"
    return Table(title, ["", "tolerance", "ours", "tolerance", "heyoka", "ratio"], rows, notes)


def _thick(robot: denoc.Robot) -> denoc.Robot:
    """With rods that are not quite lines, as MuJoCo wants them."""
    more = np.array((1.0,) * 3 + (0.0,) * 3) * THICKNESS
    links = tuple(replace(link, inertia=tuple((link.inertia + more).tolist())) for link in robot.links)
    return replace(robot, links=links)


def _starts(n: int, runs: int) -> np.ndarray:
    """(runs, 2 n)"""
    rng = np.random.default_rng(n)
    return np.hstack([rng.uniform(-1, 1, (runs, n)), rng.uniform(-0.3, 0.3, (runs, n))])


def _our_falls(robot: denoc.Robot, starts: np.ndarray, duration: float, tolerance: float) -> Falls:
    return partial(_many, robot, starts, duration, rtol=tolerance, atol=tolerance)


def _many(robot: denoc.Robot, starts: np.ndarray, duration: float, *, workers: int = 1, **settings: Any) -> np.ndarray:
    n = robot.n
    found = denoc.simulate_many(robot, starts[:, :n], starts[:, n:], duration, workers=workers, **settings)
    return np.hstack([found.q[:, -1], found.qd[:, -1]])


def _one_by_one(robot: denoc.Robot, starts: np.ndarray, duration: float, **settings: Any) -> None:
    n = robot.n
    for start in starts:
        given = {"integrator": "dop853", "samples": 2, **settings}
        denoc.simulate(robot, start[:n], start[n:], duration, **given)


def _rollout(robot: denoc.Robot, starts: np.ndarray, duration: float) -> Falls:
    """MuJoCo's, once it is known to be the same motion early on."""
    from denoc_studio.bench.peers.mujoco import rollout

    early, ours = rollout(robot, starts, EARLY, STEP)(), _many(robot, starts, EARLY, integrator="rk4", step=STEP)
    difference = np.abs(early - ours).max() / np.abs(ours).max()
    if difference > SAME:
        raise Untrusted(f"MuJoCo's rollout of {robot.name} is another motion: {difference:.1g}")
    return rollout(robot, starts, duration, STEP)


def _loosest(name: str, fall: Callable[[float], Falls], robot: denoc.Robot, starts: np.ndarray) -> tuple[float, Falls]:
    n = robot.n
    before = _energy(robot, starts)
    for tolerance in LADDER:
        try:
            run = fall(tolerance)
            ends = run()
        except Exception as error:
            raise Untrusted(f"{name}: {type(error).__name__}: {error}") from error
        moving = denoc.kinetic_energy(robot, ends[:, :n], ends[:, n:]).max()
        if np.abs(_energy(robot, ends) - before).max() <= ENERGY * moving:
            return tolerance, run
    raise Untrusted(f"{name}: the energy of {robot.name} is kept at no tolerance down to {LADDER[-1]:g}")


def _energy(robot: denoc.Robot, states: np.ndarray) -> np.ndarray:
    q, qd = states[:, : robot.n].copy(), states[:, robot.n :].copy()
    return denoc.kinetic_energy(robot, q, qd) + denoc.potential_energy(robot, q)
