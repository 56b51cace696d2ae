"""The formulations beside each other at one moment, and what they take, beside the papers' own figures."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Literal

import numpy as np

from denoc.arm.robot import Convention, Link, Robot
from denoc.functions.api import forward_dynamics, inverse_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.recursions.counting import FORWARD_TABLE, INVERSE_TABLE, Published, operation_count
from denoc.studies.agreement import TINY, size_of
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.inspector.entry import Entry, Inspected
from denoc_studio.plots.tables.number_grid import NumberGrid
from denoc_studio.project.run_words import FORWARD_METHODS, INVERSE_METHODS

MOST_COUNTED = 30  # joints: a longer arm's O(n³) recursion takes its time to be traced
PURE = "relative differences and counts: no unit, no axes"


def _duel(moment: Moment, _link: int, _world: bool) -> Inspected:
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
    return Inspected(NumberGrid("", tuple(rows), columns, np.array(values), whole=(1, 2)), PURE)


def _counts(
    published: tuple[Published, ...], ours: dict[str, str], moment: Moment, _link: int, _world: bool
) -> Inspected:
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
    grid = NumberGrid("", tuple(rows), columns, np.array(values), whole=(0, 1, 2), notes=tuple(notes))
    return Inspected(grid, PURE)


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
COMPARISONS = (
    Entry(
        _COMPARISON,
        "methods",
        "",
        "every formulation on this state: its difference over the size of what adds up to the result, and operations; "
        "equal ones count once (unmerged: below)",
        "",
        _duel,
    ),
    Entry(
        _COMPARISON,
        "operations, inverse",
        "",
        f"for a general arm with as many joints; the papers' for revolute ones. Here {_MERGED}",
        "",
        partial(_counts, INVERSE_TABLE, {"DeNOC": "denoc-inverse", "Kane": "kane-inverse"}),
    ),
    Entry(
        _COMPARISON,
        "operations, forward",
        "",
        "for a general arm with as many joints; Saha's and Walker and Orin's with the bias given. "
        f"Here {_MERGED}; DeNOC's gamma and eta travel as one sum",
        "",
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
