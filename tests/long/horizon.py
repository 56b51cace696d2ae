"""How well `reproducible_until` knows the truth.

Random runs of random and bundled arms, compared with a reference at 1e-13: never later than the first sample that is
further off than the tolerance, and not earlier than 0.7 of that.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from denoc import Job, Simulation, examples, load
from denoc.runs.horizon import TOLERANCE, horizon
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.simulation import run as simulate_job
from tests.long.tally import Tally
from tests.support.oracles.arms import random_arm

COUNT = 500


def random_run(seed: int) -> Simulation:
    """A fall, or a swing under constant torques, at a tolerance that may or may not be good enough for it."""
    rng = np.random.default_rng(seed)
    bundled = rng.random() < 0.3
    robot = load(str(rng.choice(examples()))).robot if bundled else random_arm(rng, int(rng.integers(1, 7)))
    if rng.random() < 0.8:  # mostly without friction, which makes all motion end
        links = tuple(replace(link, coulomb=0.0, viscous=link.viscous * rng.integers(2)) for link in robot.links)
        robot = replace(robot, links=links)
    integrator = str(rng.choice(INTEGRATORS, p=[0.15, 0.35, 0.15, 0.25, 0.1]))
    return simulate_job(
        Job(
            robot,
            q0=rng.uniform(-0.5, 0.5, robot.n) * [1.0 if link.revolute else 0.1 for link in robot.links],
            qd0=rng.uniform(-1, 1, robot.n) * [1.0 if link.revolute else 0.1 for link in robot.links],
            duration=float(rng.uniform(1, 8)),
            torque=rng.uniform(-1, 1, robot.n) if rng.random() < 0.3 else None,
            integrator=integrator,  # type: ignore[arg-type]
            rtol=10 ** rng.uniform(-10, -3),
            atol=10 ** rng.uniform(-12, -5),
            step=10 ** rng.uniform(-3, -1.5) if integrator == "rk4" else None,
            samples=int(rng.choice([2, 101, 1001])),
            max_evaluations=2e6,
        )
    )


def truth(first: Simulation) -> float:
    """The time of the first of many samples that is further from a reference than the tolerance, or the end."""
    job = first.job
    longest = job.changes().longest
    dense = simulate_job(replace(job, samples=2001, step=longest if np.isfinite(longest) else None))
    reference = simulate_job(
        replace(job, integrator="dop853", rtol=1e-13, atol=1e-15, step=None, samples=2001, max_evaluations=1e9)
    )
    rows = min(len(dense.t), len(reference.t))
    off = np.flatnonzero(np.abs(dense.q[:rows] - reference.q[:rows]).max(axis=1) > TOLERANCE)
    return float(dense.t[off[0]]) if len(off) else float(dense.t[rows - 1])


def run(tally: Tally, count: int, seed: int) -> None:
    for each in range(seed, seed + count):
        simulation = random_run(each)
        tally.tried()
        if simulation.status not in ("completed", "diverged") or len(simulation.t) < 2:
            continue
        found, known = horizon(simulation).until, truth(simulation)
        if found > known + 1e-9:
            tally.failed(f"seed {each}: {found:.4f} s is later than {known:.4f} s, {simulation.job.integrator}")
        elif found < 0.7 * known:
            tally.failed(f"seed {each}: {found:.4f} s is early for {known:.4f} s, {simulation.job.integrator}")
        if known < simulation.t[-1]:
            tally.met("of the truth given away", 1.0 - found / known)
