"""The long run of the comparison with Pinocchio: python -m tests.soak_random_arms 100000 [seed].

Random arms of 1 to 30 joints in both conventions, with and without friction, rotors, payload, base, tool, tip wrench.
Prints the worst relative differences and exits 1 above 1e-12 (inverse, mass matrix) or 100 cond(M) eps (forward).
"""

from __future__ import annotations

import sys

import numpy as np
from tqdm import trange

import dynamics
from dynamics.api import FORWARD, INVERSE
from tests.measure import relative
from tests.oracles.arms import random_arm
from tests.oracles.pinocchio_model import PinocchioArm


def main(count: int, seed: int) -> int:
    rng = np.random.default_rng(seed)
    worst = {"inverse": 0.0, "mass matrix": 0.0, "forward over its limit": 0.0}
    for _ in trange(count, mininterval=5.0):
        n = int(rng.integers(1, 31))
        robot = random_arm(rng, n, str(rng.choice(["standard", "modified"])), extras=bool(rng.integers(2)))
        oracle = PinocchioArm(robot)
        q, qd, x = rng.normal(size=(3, n)) * 2
        wrench = rng.normal(size=6) * 5 if rng.integers(2) else None
        inverse, forward = str(rng.choice(list(INVERSE))), str(rng.choice(list(FORWARD)))
        tau = dynamics.inverse_dynamics(robot, q, qd, x, method=inverse, tip_wrench=wrench)
        mass = oracle.mass_matrix(q)
        qdd = dynamics.forward_dynamics(robot, q, qd, x, method=forward, tip_wrench=wrench)
        limit = max(1e-12, 100 * np.linalg.cond(mass) * np.finfo(float).eps)
        found = {
            "inverse": relative(tau, oracle.inverse(q, qd, x, wrench)),
            "mass matrix": relative(dynamics.mass_matrix(robot, q), mass),
            "forward over its limit": relative(qdd, oracle.forward(q, qd, x, wrench)) / limit,
        }
        worst = {name: max(worst[name], value) for name, value in found.items()}
    for name, value in worst.items():
        print(f"{name:<24} {value:.2e}")
    return 0 if max(worst["inverse"], worst["mass matrix"]) < 1e-12 and worst["forward over its limit"] <= 1 else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
