"""Time of one evaluation against Pinocchio's Python bindings, alternating in one process.

python -m benchmarks.dynamics
"""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable

import numpy as np

import dynamics
from dynamics.chain import chain
from dynamics.denoc.forward import forward_dynamics as recursion
from dynamics.straight_line import straight_line
from tests.oracles.arms import random_arm

ROUNDS = 15


def best_and_median(calls: list[tuple[Callable[[], object], int]]) -> list[tuple[float, float]]:
    """Seconds per evaluation of each call, alternating; the number says how many evaluations one call makes."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for sample, (call, count) in zip(times, calls, strict=True):
            started = time.perf_counter()
            call()
            sample.append((time.perf_counter() - started) / count)
    return [(min(sample), statistics.median(sample)) for sample in times]


def repeat(call: Callable[[], object], count: int) -> tuple[Callable[[], object], int]:
    def many() -> None:
        for _ in range(count):
            call()

    return many, count


def compare(name: str, robot: dynamics.Robot) -> None:
    import pinocchio as pin

    from tests.oracles.pinocchio_model import PinocchioArm

    n = robot.n
    rng = np.random.default_rng(0)
    q, qd, x = rng.normal(size=(3, n))
    batch = rng.normal(size=(3, 2000, n))
    oracle = PinocchioArm(robot)
    arm = chain(robot)
    lists = q.tolist(), qd.tolist(), x.tolist()
    written = straight_line(robot, "benchmark", 3, lambda *state: recursion(arm, *state).qdd)
    rows = [
        ("inverse, Pinocchio call", repeat(lambda: pin.rnea(oracle.model, oracle.data, q, qd, x), 500)),
        ("inverse, one state", repeat(lambda: dynamics.inverse_dynamics(robot, q, qd, x), 20)),
        ("inverse, batch of 2000", (lambda: dynamics.inverse_dynamics(robot, *batch), 2000)),
        ("forward, Pinocchio call", repeat(lambda: pin.aba(oracle.model, oracle.data, q, qd, x), 500)),
        ("forward, one state", repeat(lambda: dynamics.forward_dynamics(robot, q, qd, x), 20)),
        ("forward, written out (runs)", repeat(lambda: written(*lists), 50)),
        ("forward, batch of 2000", (lambda: dynamics.forward_dynamics(robot, *batch), 2000)),
    ]
    print(f"\n{name}, {n} joints{'best':>22}{'median':>12}{'to Pinocchio':>15}")
    reference = 1.0
    for (label, _), (best, median) in zip(rows, best_and_median([call for _, call in rows]), strict=True):
        if "Pinocchio" in label:
            reference = best
        print(f"  {label:<28}{best * 1e6:9.2f} us{median * 1e6:9.2f} us{best / reference:13.2f} x")


def main() -> None:
    try:
        import pinocchio as pin
    except ImportError:
        print("Pinocchio is not installed: nothing to compare with.")
        return
    print(f"Python {platform.python_version()}, numpy {np.__version__}, Pinocchio {pin.__version__}, {_processor()}")
    compare("planar 3R", dynamics.load("planar-3r-free-fall").robot)
    compare("Stanford arm", dynamics.load("stanford-inverse").robot)
    compare("general arm", random_arm(np.random.default_rng(1), 6, joints="R", extras=False))
    project = dynamics.load("planar-3r-free-fall")
    (best, median), *_ = best_and_median(
        [(lambda: dynamics.simulate(project.robot, project.q0, project.qd0, 10.0, samples=2), 1)]
    )
    print(f"\ntriple pendulum, 10 s at 1e-8 with dopri5: best {best * 1e3:.0f} ms, median {median * 1e3:.0f} ms")


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
