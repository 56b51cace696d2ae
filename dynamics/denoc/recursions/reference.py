"""The functions of a state by name, each a recursion, and their results by the recursions' own text: on floats for one
state, on arrays for a batch. What the kernels are held against, and what runs where there is no kernel yet.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np

from denoc.arm.batch import evaluate, scalars, stack, wrench_scalars
from denoc.arm.robot import Robot
from denoc.recursions import denoc, diagonalized, frames, kane, walker_orin
from denoc.recursions.bodies import about_origin, arm
from denoc.recursions.chain import chain, chain_columns
from denoc.recursions.joints import Arm
from denoc.recursions.sweeps import Recursion, run

InverseMethod = Literal["denoc", "kane"]
ForwardMethod = Literal["denoc", "walker-orin", "normalized", "unnormalized"]

Point = Literal["centres", "origins", "regrouped"]  # where twists are taken; the last with regrouped parameters too


class Function(NamedTuple):
    """A function of a state: its text, and where the twists are taken in evaluating it and in compiling it."""

    recursion: Recursion
    evaluated: Point
    compiled: Point
    columns: Callable[[int], int] = lambda n: n  # of the result, for n joints

    @property
    def inputs(self) -> int:
        """States of n numbers each; the tip wrench, where there is one, follows them."""
        return len(self.recursion.inputs)

    @property
    def wrench(self) -> bool:
        return self.recursion.wrench


def arm_of(robot: Robot, point: Point) -> Arm:
    """The robot's numbers as recursions take them."""
    return chain(robot) if point == "centres" else arm(robot, regrouped=point == "regrouped")


def link_numbers(robot: Robot, point: Point) -> np.ndarray:
    """(n, count): every scalar of each link, in the order of `leaves`. All links are worked out at once where none
    needs its neighbours' result: one by one a thousand take a frame's time."""
    if point == "regrouped":
        rows = [link.numbers for link in arm_of(robot, point).links]
        return np.fromiter(map(float, itertools.chain.from_iterable(rows)), float).reshape(len(rows), -1)
    link = chain_columns(robot)
    columns = link.numbers if point == "centres" else about_origin(link).numbers
    return np.column_stack(columns) + 0.0  # no negative zeros


def _denoc(recursion: Recursion, columns: Callable[[int], int] = lambda n: n) -> Function:
    return Function(recursion, "centres", "regrouped", columns)


def _formulations(wrench: bool) -> dict[str, Function]:
    return {
        "inverse denoc": _denoc(denoc.inverse(wrench=wrench)),
        "reactions": Function(denoc.reactions(wrench=wrench), "origins", "origins", lambda n: 6 * n),
        "inverse kane": Function(kane.inverse(wrench=wrench), "centres", "centres"),
        "forward denoc": _denoc(denoc.forward(wrench=wrench)),
        "forward walker-orin": Function(walker_orin.forward(wrench=wrench), "centres", "centres"),
        "forward normalized": Function(diagonalized.forward(normalized=True, wrench=wrench), "origins", "origins"),
        "forward unnormalized": Function(diagonalized.forward(normalized=False, wrench=wrench), "origins", "origins"),
    }


def _quasi(method: str, normalized: bool) -> dict[str, Function]:
    """Quasi-velocities, efforts on them, and back; the quasi-velocities' rates, which a run integrates."""
    found = {
        f"rates {method}": diagonalized.rates(normalized=normalized),
        f"quasi {method}": diagonalized.quasi(normalized=normalized),
        f"effort {method}": diagonalized.effort(normalized=normalized),
        f"torque {method}": diagonalized.torque(normalized=normalized),
        f"acceleration {method}": diagonalized.acceleration(normalized=normalized),
    }
    return {name: Function(recursion, "origins", "origins") for name, recursion in found.items()}


# Each gives its results in one fixed order: a vector, or a matrix by rows.
FUNCTIONS: dict[str, Function] = {
    **_formulations(wrench=False),
    **{f"{name} wrench": function for name, function in _formulations(wrench=True).items()},
    "gravity": _denoc(denoc.inverse(still=True)),
    "tip torque": _denoc(denoc.tip_torque()),
    "mass matrix": _denoc(denoc.mass_matrix(), lambda n: n * n),
    "udu": _denoc(denoc.udu(), lambda n: n + n * n),  # the diagonal of D, then U
    "frames": Function(frames.frames(), "origins", "origins", lambda n: 16 * n),  # 4x4 matrices
    "kinetic": _denoc(denoc.kinetic_energy(), lambda n: 1),
    "potential": Function(frames.potential_energy(), "origins", "origins", lambda n: 1),
    **_quasi("normalized", True),
    **_quasi("unnormalized", False),
}
INVERSE: dict[InverseMethod, Function] = {name: FUNCTIONS[f"inverse {name}"] for name in get_args(InverseMethod)}
FORWARD: dict[ForwardMethod, Function] = {name: FUNCTIONS[f"forward {name}"] for name in get_args(ForwardMethod)}


def evaluate_text(robot: Robot, name: str, states: Sequence[np.ndarray], wrench: np.ndarray | None) -> np.ndarray:
    """Results in a row, (m,), or a row for each state of a batch, (k, m). The wrench stands in base axes."""
    function = FUNCTIONS[name]
    body = arm_of(robot, function.evaluated)
    if wrench is not None:
        body = body.with_wrench(wrench_scalars(wrench))
    results = evaluate(run, function.recursion, body, [scalars(array) for array in states])
    return stack(results, (len(results),), states[0])
