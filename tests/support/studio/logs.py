"""Logs of an arm whose parameters are known, as files and as they are kept in the session."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import denoc as dn

RATE, DURATION = 100.0, 12.0  # Hz, s
NOISE, ENCODER = 0.05, 2e-5  # N m, rad


def heavier(robot: dn.Robot) -> dn.Robot:
    """The arm as it really is: other masses than the model's, and friction."""
    for joint, (mass, viscous, coulomb) in enumerate(((1.2, 0.08, 0.1), (0.9, 0.05, 0.06), (1.1, 0.04, 0.03))):
        if joint < robot.n:
            link = robot.links[joint]
            robot = robot.with_link(joint, mass=mass * link.mass, viscous=viscous, coulomb=coulomb)
    return robot


def swinging(robot: dn.Robot, seed: int) -> dn.SineMotion:
    """A motion that tells every parameter of a planar arm."""
    rng = np.random.default_rng(seed)
    terms = tuple(tuple((0.6, k / DURATION, rng.uniform(0, 6)) for k in range(1, 6)) for _ in robot.links)
    return dn.SineMotion((0.2,) * robot.n, terms)


def logged(truth: dn.Robot, seed: int) -> dn.Measurement:
    """Positions and torques of the true arm along such a motion, both noisy."""
    rng = np.random.default_rng([seed, 1])
    t = np.arange(int(DURATION * RATE) + 1) / RATE
    q, qd, qdd = dn.trajectory_of(truth, swinging(truth, seed), DURATION)(t)
    tau = dn.inverse_dynamics(truth, q, qd, qdd) + NOISE * rng.normal(size=q.shape)
    return dn.Measurement(t, q=q + ENCODER * rng.normal(size=q.shape), tau=tau)


def write_log(path: Path, log: dn.Measurement) -> Path:
    """As CSV, with units in the headings."""
    heads = ["t [s]", *(f"q{k + 1} [rad]" for k in range(log.n)), *(f"tau{k + 1} [N m]" for k in range(log.n))]
    rows = np.column_stack([log.t, np.asarray(log.q), np.asarray(log.tau)])
    lines = [",".join(heads), *(",".join(map(repr, row)) for row in rows.tolist())]
    path.write_text("\n".join(lines) + "\n")
    return path
