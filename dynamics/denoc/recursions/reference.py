"""The functions of a state by name, each a recursion, and their results by the recursions' own text: on floats for one
state, on arrays for a batch. What the kernels are held against, and what runs where there is no kernel yet.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np

from denoc.algebra.scalars import Scalar
from denoc.arm.batch import evaluate, scalars, stack, wrench_scalars
from denoc.arm.robot import Robot
from denoc.recursions import convective, denoc, derivatives, diagonalized, frames, kane, regressor, tip, walker_orin
from denoc.recursions.bodies import about_origin, arm
from denoc.recursions.chain import chain, chain_columns
from denoc.recursions.joints import Arm
from denoc.recursions.sweeps import Recursion, run
from denoc.recursions.table import table, table_columns

InverseMethod = Literal["denoc", "kane"]
ForwardMethod = Literal["denoc", "walker-orin", "normalized", "unnormalized"]

# Where twists are taken: the third with regrouped parameters too, the last with links that know the robot's own table
# instead of their masses.
Point = Literal["centres", "origins", "regrouped", "table"]


class Function(NamedTuple):
    """A function of a state: its text, and where the twists are taken in evaluating it and in compiling it."""

    recursion: Recursion
    evaluated: Point
    compiled: Point
    columns: Callable[[int], int] = lambda n: n  # of the result, for n joints
    shape: Callable[[int], tuple[int, ...]] | None = None  # that they make up, if not a vector
    longest: int = 25  # joints that a written-out kernel may have
    written_out: Callable[[Arm, Sequence[Sequence[Scalar]]], list[Scalar]] | None = None  # cheaper, for one arm

    def result_shape(self, n: int) -> tuple[int, ...]:
        """Of a state's results, for n joints."""
        return self.shape(n) if self.shape else (self.columns(n),)

    @property
    def inputs(self) -> int:
        """States of n numbers each; the tip wrench, where there is one, follows them."""
        return len(self.recursion.inputs)

    @property
    def wrench(self) -> bool:
        return self.recursion.wrench

    @property
    def slow(self) -> bool:
        """Whether compilers take seconds for it."""
        return self.recursion.pairs is not None


def arm_of(robot: Robot, point: Point) -> Arm:
    """The robot's numbers as recursions take them."""
    if point == "table":
        return table(robot)
    return chain(robot) if point == "centres" else arm(robot, regrouped=point == "regrouped")


def link_numbers(robot: Robot, point: Point) -> np.ndarray:
    """(n, count): every scalar of each link, in the order of `leaves`. All links are worked out at once where none
    needs its neighbours' result: one by one a thousand take a frame's time."""
    if point == "regrouped":
        rows = [link.numbers for link in arm_of(robot, point).links]
        return np.fromiter(map(float, itertools.chain.from_iterable(rows)), float).reshape(len(rows), -1)
    if point == "table":
        columns = table_columns(robot).numbers
    else:
        link = chain_columns(robot)
        columns = link.numbers if point == "centres" else about_origin(link).numbers
    return np.column_stack(columns) + 0.0  # no negative zeros


def _denoc(recursion: Recursion, shape: Callable[[int], tuple[int, ...]] | None = None) -> Function:
    return _shaped(recursion, "centres", "regrouped", shape)


def _table(recursion: Recursion, shape: Callable[[int], tuple[int, ...]]) -> Function:
    return _shaped(recursion, "table", "table", shape)


def _shaped(
    recursion: Recursion, evaluated: Point, compiled: Point, shape: Callable[[int], tuple[int, ...]] | None
) -> Function:
    if shape is None:
        return Function(recursion, evaluated, compiled)
    return Function(recursion, evaluated, compiled, lambda n: math.prod(shape(n)), shape)


def _derivatives(wrench: bool) -> dict[str, Function]:
    inverse, forward = derivatives.inverse(wrench=wrench), derivatives.forward(wrench=wrench)
    short = derivatives.inverse_written_out, derivatives.forward_written_out
    return {
        "inverse derivatives": _shaped(inverse, "origins", "regrouped", lambda n: (2, n, n))._replace(
            longest=10, written_out=short[0]
        ),
        "forward derivatives": _shaped(forward, "origins", "regrouped", lambda n: (3, n, n))._replace(
            longest=10, written_out=short[1]
        ),
    }


def _formulations(wrench: bool) -> dict[str, Function]:
    return {
        "inverse denoc": _denoc(denoc.inverse(wrench=wrench)),
        "reactions": Function(denoc.reactions(wrench=wrench), "origins", "origins", lambda n: 6 * n, lambda n: (n, 6)),
        "inverse kane": Function(kane.inverse(wrench=wrench), "centres", "centres"),
        "forward denoc": _denoc(denoc.forward(wrench=wrench)),
        "forward walker-orin": Function(walker_orin.forward(wrench=wrench), "centres", "centres"),
        "forward normalized": Function(diagonalized.forward(normalized=True, wrench=wrench), "origins", "origins"),
        "forward unnormalized": Function(diagonalized.forward(normalized=False, wrench=wrench), "origins", "origins"),
        **_derivatives(wrench),
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
    "mass matrix": _denoc(denoc.mass_matrix(), lambda n: (n, n)),
    "coriolis": _shaped(convective.matrix(), "origins", "regrouped", lambda n: (n, n)),
    "udu": _denoc(denoc.udu(), lambda n: (n + 1, n)),  # the diagonal of D, then U
    "composite inertias": _denoc(denoc.composite_inertias()),
    "articulated inertias": _denoc(denoc.articulated_inertias()),
    "frames": _shaped(frames.frames(), "origins", "origins", lambda n: (n, 4, 4)),
    "table frames": _table(frames.table_frames(), lambda n: (n + 1, 4, 4)),  # in the world, and the tip's
    "jacobian": _table(tip.jacobian(), lambda n: (6, n)),
    "pose and jacobian": _table(tip.pose_and_jacobian(), lambda n: (6 * n + 16,)),  # of the tip, the pose last
    "jacobian rate": _table(tip.jacobian_rate(), lambda n: (6, n)),
    "tip twist": _table(tip.twist(), lambda n: (6,)),
    "tip acceleration": _table(tip.acceleration(), lambda n: (6,)),
    "regressor": _table(regressor.regressor(), lambda n: (n, n, regressor.WIDTH)),
    "kinetic": _denoc(denoc.kinetic_energy(), lambda n: ()),
    "potential": _shaped(frames.potential_energy(), "origins", "origins", lambda n: ()),
    **_quasi("normalized", True),
    **_quasi("unnormalized", False),
}
INVERSE: dict[InverseMethod, Function] = {name: FUNCTIONS[f"inverse {name}"] for name in get_args(InverseMethod)}
FORWARD: dict[ForwardMethod, Function] = {name: FUNCTIONS[f"forward {name}"] for name in get_args(ForwardMethod)}


def evaluate_text(robot: Robot, name: str, states: Sequence[np.ndarray], wrench: np.ndarray | None) -> np.ndarray:
    """Results of a state, or of a batch with its axis first. The wrench stands in base axes."""
    function = FUNCTIONS[name]
    body = arm_of(robot, function.evaluated)
    if wrench is not None:
        body = body.with_wrench(wrench_scalars(wrench))
    results = evaluate(run, function.recursion, body, [scalars(array) for array in states])
    return stack(results, function.result_shape(body.n), states[0])
