"""Random arms of 1 to 30 joints against Pinocchio.

In both conventions, with and without friction, rotors, payload, base, tool, tip wrench. Inverse dynamics and mass
matrix must agree to 1e-12, relative; forward dynamics to 100 cond(M) eps.
"""

from __future__ import annotations

import numpy as np

import denoc
from denoc.functions.api import FORWARD, INVERSE
from tests.long.tally import Tally
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm
from tests.support.oracles.pinocchio_model import PinocchioArm

COUNT = 100_000


def run(tally: Tally, count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(count):
        found = differences(rng)
        tally.tried()
        for name, value in found.items():
            tally.met(name, value)
            if not value <= (1.0 if name.endswith("limit") else 1e-12):
                tally.failed(f"arm {number} of seed {seed}: {name} {value:.3g}")


def differences(rng: np.random.Generator) -> dict[str, float]:
    """How far one random arm in one random state is from Pinocchio's."""
    n = int(rng.integers(1, 31))
    robot = random_arm(rng, n, str(rng.choice(["standard", "modified"])), extras=bool(rng.integers(2)))
    oracle = PinocchioArm(robot)
    q, qd, x = rng.normal(size=(3, n)) * 2
    wrench = rng.normal(size=6) * 5 if rng.integers(2) else None
    inverse, forward = str(rng.choice(list(INVERSE))), str(rng.choice(list(FORWARD)))
    tau = denoc.inverse_dynamics(robot, q, qd, x, method=inverse, tip_wrench=wrench)
    mass = oracle.mass_matrix(q)
    qdd = denoc.forward_dynamics(robot, q, qd, x, method=forward, tip_wrench=wrench)
    limit = max(1e-12, 100 * np.linalg.cond(mass) * np.finfo(float).eps)
    return {
        "inverse": relative(tau, oracle.inverse(q, qd, x, wrench)),
        "mass matrix": relative(denoc.mass_matrix(robot, q), mass),
        "forward over its limit": relative(qdd, oracle.forward(q, qd, x, wrench)) / limit,
    }
