"""What callers hand to an ensemble, checked where it comes in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from denoc.arm.batch import check_start
from denoc.arm.robot import LARGEST_ANGLE, Robot
from denoc.basics.checks import as_numbers, check_items, check_kind
from denoc.basics.errors import DynamicsError

MOST_RUNS = 10_000_000


@dataclass(frozen=True)
class Starts:
    """Where the runs start, (k, n) each, what constant torques they have, and their arms where these differ."""

    robot: Robot
    q0: np.ndarray
    qd0: np.ndarray
    tau: np.ndarray
    robots: Sequence[Robot] | None

    def __len__(self) -> int:
        return len(self.q0)

    def arm(self, run: int) -> Robot:
        return self.robot if self.robots is None else self.robots[run]


def check_starts(robot: object, q0: object, qd0: object, torque: object, robots: object) -> Starts:
    """`torque` is None or constant, (n,) or (k, n). What is given once is the same for all runs."""
    arm = check_kind(robot, Robot, "robot")
    arrays = {"q0": as_numbers(q0, "q0"), "qd0": as_numbers(qd0, "qd0")}
    arrays["torque"] = np.zeros(arm.n) if torque is None else as_numbers(torque, "torque")
    arms = None if robots is None else _check_arms(arm, robots)
    lengths = {} if arms is None else {"robots": len(arms)}
    for name, array in arrays.items():
        if array.ndim not in (1, 2) or array.shape[-1] != arm.n:
            needed = f"a shape (k, {arm.n}) is needed for {arm.n} joints"
            raise DynamicsError(needed, field=name, value=array.shape)
        if array.ndim == 2:
            lengths[name] = len(array)
    if len(set(lengths.values())) > 1:
        words = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise DynamicsError(f"their lengths differ: {words}", field=" and ".join(lengths))
    count = next(iter(lengths.values()), 1)
    if not 1 <= count <= MOST_RUNS:
        raise DynamicsError(f"1 to {MOST_RUNS} runs are possible", field=next(iter(lengths)), value=count)
    for name, array in arrays.items():
        _check_numbers(arm, name, array.reshape(-1, arm.n))
    start, rates, tau = (np.broadcast_to(array, (count, arm.n)) for array in arrays.values())
    return Starts(arm, start, rates, tau, arms)


def _check_numbers(robot: Robot, name: str, rows: np.ndarray) -> None:
    """Finite, and as small as a single run takes them."""
    largest = math.inf if name == "torque" else LARGEST_ANGLE
    good = np.isfinite(rows) & (np.abs(rows) <= largest)
    if good.all():
        return
    for row in np.flatnonzero(~good.all(axis=1)).tolist():
        if name == "torque":
            raise DynamicsError("finite numbers are needed", field=f"torque, row {row}", value=rows[row].tolist())
        check_start(robot, f"{name}, row {row}", rows[row])


def _check_arms(robot: Robot, robots: object) -> tuple[Robot, ...]:
    """Arms that are like `robot` but for their numbers."""
    arms = check_items(robots, MOST_RUNS, "robots", "a sequence of robots is needed")
    kinds = [link.joint for link in robot.links]
    for number, arm in enumerate(arms):
        check_kind(arm, Robot, "robots")
        if [link.joint for link in arm.links] != kinds:
            raise DynamicsError(f"arm {number} has not the joints of `robot`", field="robots", value=arm.name)
    return arms
