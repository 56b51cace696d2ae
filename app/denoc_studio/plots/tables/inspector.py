"""What is inside the equations at one moment, as tables: matrices, each formulation's own quantities, and how the
formulations compare."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.robot import Convention, Link, Robot
from denoc.functions.api import coriolis_matrix, forward_dynamics, gravity_torque, inverse_dynamics, mass_matrix, udu
from denoc.functions.conditioning import condition_number
from denoc.functions.inspection import Inspection, Quantity, inspect_forward, inspect_inverse
from denoc.functions.kinematics import jacobian
from denoc.kernels.dispatch import SHARED
from denoc.recursions.counting import FORWARD_TABLE, INVERSE_TABLE, Published, operation_count
from denoc.studies.agreement import TINY, size_of
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.number_grid import NumberGrid
from denoc_studio.project.run_words import FORWARD_METHODS, INVERSE_METHODS

TWIST = ("ωx", "ωy", "ωz", "vx", "vy", "vz")
WRENCH = ("nx", "ny", "nz", "fx", "fy", "fz")
AXES = ("x", "y", "z")
WRENCHES = ("gamma", "w_v", "psi", "G")  # sixes of a moment and a force
SQUARE = ("GIM", "L")  # of joints by joints, where six or three of them would look like something else
MOST_COUNTED = 30  # joints: a longer arm's O(n³) recursion takes its time to be traced
FREE = Link(mass=1.0, inertia=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0))


class Entry(NamedTuple):
    """Something to look at; of one link at a time where `per_link`."""

    group: str
    name: str
    meaning: str
    table: Callable[[Moment, int], NumberGrid]
    per_link: bool = False


@cache
def entries() -> tuple[Entry, ...]:
    return (*_EQUATIONS, *_formulations(), *_COMPARISONS)


def summary(moment: Moment) -> str:
    """How well the equations can be solved here, in words."""
    return f"condition number of I: {condition_number(moment.robot, moment.q):.3g}"


# --- the equations of motion


def _square(matrix: Callable[[Moment], np.ndarray]) -> Callable[[Moment, int], NumberGrid]:
    def table(moment: Moment, _link: int) -> NumberGrid:
        joints = _joints(moment.robot)
        return NumberGrid("", joints, joints, matrix(moment))

    return table


def _vector(values: Callable[[Moment], np.ndarray]) -> Callable[[Moment, int], NumberGrid]:
    return lambda moment, _: NumberGrid("", _joints(moment.robot), ("value",), values(moment)[:, None])


def _jacobian(moment: Moment, _link: int) -> NumberGrid:
    return NumberGrid("", TWIST, _joints(moment.robot), jacobian(moment.robot, moment.q, kernels=SHARED))


_MOTION = "Equations of motion"
_EQUATIONS = (
    Entry(
        _MOTION,
        "I",
        "generalized inertia matrix, Saha 1999, (24)",
        _square(lambda m: mass_matrix(m.robot, m.q, kernels=SHARED)),
    ),
    Entry(
        _MOTION,
        "C",
        "matrix of convective inertia: C θ′ are the Coriolis and centrifugal torques, (28)",
        _square(lambda m: coriolis_matrix(m.robot, m.q, m.qd)),
    ),
    Entry(
        _MOTION,
        "g",
        "torque that holds the arm against gravity",
        _vector(lambda m: gravity_torque(m.robot, m.q, kernels=SHARED)),
    ),
    Entry(
        _MOTION,
        "U",
        "unit upper triangular factor: I = U D Uᵀ, (46) to (50)",
        _square(lambda m: udu(m.robot, m.q, kernels=SHARED)[0]),
    ),
    Entry(
        _MOTION,
        "D",
        "diagonal factor of I = U D Uᵀ: the pivots, (47)",
        _vector(lambda m: np.diag(udu(m.robot, m.q, kernels=SHARED)[1])),
    ),
    Entry(_MOTION, "J", "Jacobian of the tip, world axes", _jacobian),
)


# --- what each formulation computes on its way


def _formulations() -> tuple[Entry, ...]:
    """Names and meanings are those that one free link's inspection gives."""
    still = np.zeros(1)
    one = Moment(Robot("", (FREE,)), still, still, still, still)
    found = []
    for words, methods, inspect in (
        ("Inverse", INVERSE_METHODS, _inverse),
        ("Forward", FORWARD_METHODS, _forward),
    ):
        for method, name in methods.items():
            look = partial(inspect, method)
            for letter, quantity in look(one).quantities.items():
                group, per_link = f"{words}: {name}", quantity.value.ndim == 3
                table = partial(_quantity_table, look, letter)
                found.append(Entry(group, letter, quantity.meaning, table, per_link))
    return tuple(found)


def _inverse(method: str, moment: Moment) -> Inspection:
    robot, q, qd, qdd, _, wrench = moment
    return inspect_inverse(robot, q, qd, qdd, method=method, tip_wrench=wrench)


def _forward(method: str, moment: Moment) -> Inspection:
    robot, q, qd, _, tau, wrench = moment
    return inspect_forward(robot, q, qd, tau, method=method, tip_wrench=wrench)


def _quantity_table(look: Callable[[Moment], Inspection], letter: str, moment: Moment, link: int) -> NumberGrid:
    return _grid_of(letter, look(moment).quantities[letter], _joints(moment.robot), link)


def _grid_of(letter: str, quantity: Quantity, joints: tuple[str, ...], link: int) -> NumberGrid:
    value = quantity.value
    if letter in SQUARE:
        return NumberGrid("", joints, joints, value)
    if value.ndim == 1:
        return NumberGrid("", joints, ("value",), value[:, None])
    names = AXES if value.shape[-1] == len(AXES) else WRENCH if letter in WRENCHES else TWIST
    if value.ndim == 2:
        return NumberGrid("", joints, names, value)
    return NumberGrid("", names, names, value[link])


# --- the formulations beside each other


def _duel(moment: Moment, _link: int) -> NumberGrid:
    """Every method on this very state: how far it is from DeNOC's result, and what it takes.

    Differences are relative to the size of what adds up to the result, see `size_of`.
    """
    robot, q, qd, qdd, tau, wrench = moment
    rows, values = [], []
    for words, methods, third, function in (
        ("inverse", INVERSE_METHODS, qdd, inverse_dynamics),
        ("forward", FORWARD_METHODS, tau, forward_dynamics),
    ):
        apply = partial(function, robot, tip_wrench=wrench, kernels=SHARED)
        results = [apply(q, qd, third, method=method) for method in methods]
        size = max(size_of(apply, q, qd, third), TINY)
        for (method, name), result in zip(methods.items(), results, strict=True):
            counted = _counted(robot, f"{method}-{words}")[:2] if robot.n <= MOST_COUNTED else (np.nan, np.nan)
            rows.append(f"{words}: {name}")
            values.append([float(np.abs(result - results[0]).max()) / size, *counted])
    columns = ("difference\nto DeNOC", "multi-\nplications", "additions")
    return NumberGrid("", tuple(rows), columns, np.array(values), whole=(1, 2))


def _counts(published: tuple[Published, ...], ours: dict[str, str], moment: Moment, _link: int) -> NumberGrid:
    """The papers' polynomials for as many revolute joints, and what is counted in our own text."""
    robot = moment.robot
    rows, values, notes = [], [], []
    for name, algorithm in ours.items() if robot.n <= MOST_COUNTED else ():
        counted = _counted(robot, algorithm)
        rows += [f"here: {name}", f"unmerged: {name}"]
        notes += [f"{_OURS}; equal operations count once", f"{_OURS}; equal operations count as often as they are made"]
        values += [[*pair, sum(pair)] for pair in (counted[:2], counted[2:])]
    for entry in published:
        *known, total = entry.at(robot.n)
        rows.append(entry.algorithm)
        notes.append(entry.source)
        values.append([*(np.nan if count is None else count for count in known), total])
    columns = ("multi-\nplications", "additions", "sum")
    return NumberGrid("", tuple(rows), columns, np.array(values), whole=(0, 1, 2), notes=tuple(notes))


def _counted(robot: Robot, algorithm: str) -> tuple[float, ...]:
    """Multiplications and additions, then both unmerged; they depend on nothing but the kinds of the joints."""
    return _counted_for(tuple(link.joint for link in robot.links), robot.convention, algorithm)


@lru_cache(maxsize=64)
def _counted_for(joints: tuple[Literal["R", "P"], ...], convention: Convention, algorithm: str) -> tuple[float, ...]:
    robot = Robot("", tuple(Link(joint=joint) for joint in joints), convention=convention)
    found = operation_count(robot, algorithm)
    return tuple(map(float, (*found[:2], *found.unmerged[:2])))


_OURS = "counted in this program's own text, with every entry of the table a general number"
_COMPARISON = "Comparison"
_MERGED = "equal operations count once, unmerged as often as they are made"
_COMPARISONS = (
    Entry(
        _COMPARISON,
        "methods",
        "every formulation on this state: its difference over the size of what adds up to the result, and operations; "
        "equal ones count once (unmerged: below)",
        _duel,
    ),
    Entry(
        _COMPARISON,
        "operations, inverse",
        f"for a general arm with as many joints; the papers' for revolute ones. Here {_MERGED}",
        partial(_counts, INVERSE_TABLE, {"DeNOC": "denoc-inverse", "Kane": "kane-inverse"}),
    ),
    Entry(
        _COMPARISON,
        "operations, forward",
        "for a general arm with as many joints; Saha's and Walker and Orin's with the bias given. "
        f"Here {_MERGED}; DeNOC's gamma and eta travel as one sum",
        partial(
            _counts,
            FORWARD_TABLE,
            {
                "DeNOC, bias given": "denoc-solve",
                "Walker and Orin, bias given": "walker-orin-solve",
                "DeNOC": "denoc-forward",
                "Walker and Orin": "walker-orin-forward",
                "normalized": "normalized-forward",
                "unnormalized": "unnormalized-forward",
            },
        ),
    ),
)


def _joints(robot: Robot) -> tuple[str, ...]:
    """Their numbers; a slide, whose entries have other units, is marked."""
    return tuple(f"{i}" if link.revolute else f"{i} (P)" for i, link in enumerate(robot.links, 1))
