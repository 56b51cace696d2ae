"""Reverse Gaussian elimination of the inertia matrix, stage by stage: Saha 1997; Saha 1999, appendix B."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc_studio.typesetting import numbers
from denoc_studio.typesetting.nodes import EQUALS, Matrix, Node, Number, Row, Script, Space, Symbol, row

BLANK = Symbol("·", "upright", colour="muted")


class Stage(NamedTuple):
    """`matrix` (n, n) is what is left of I; of it rows and columns from `joint` on are gone. At first none is."""

    joint: int  # that was set loose last, from 1; n + 1 before the first
    matrix: np.ndarray
    pivots: np.ndarray  # (n,), NaN where none is known yet
    factor: np.ndarray  # U as far as it is known, (n, n), NaN elsewhere


def stages(inertia: np.ndarray) -> list[Stage]:
    """From I itself to the last joint set loose: n + 1 of them."""
    n = len(inertia)
    left, pivots, factor = inertia.astype(float), np.full(n, np.nan), np.full((n, n), np.nan)
    found = [Stage(n + 1, left.copy(), pivots.copy(), factor.copy())]
    for k in reversed(range(n)):
        pivots[k] = left[k, k]
        factor[k + 1 :, k] = 0.0
        factor[: k + 1, k] = left[: k + 1, k] / left[k, k]
        column = factor[:k, k]
        left[:k, :k] -= pivots[k] * np.outer(column, column)
        found.append(Stage(k + 1, left.copy(), pivots.copy(), factor.copy()))
    return found


def shown(stage: Stage) -> tuple[Node, Node]:
    """What is left of I, with the next pivot framed, and U with the pivots that are known."""
    n = len(stage.matrix)
    size = float(np.abs(stage.matrix).max())
    known = stage.joint - 1  # rows and columns that are left
    left = tuple(
        tuple(
            numbers.number(stage.matrix[i, j], size, key="pivot" if i == j == known - 1 else None)
            if max(i, j) < known
            else BLANK
            for j in range(n)
        )
        for i in range(n)
    )
    factor = tuple(
        tuple(BLANK if np.isnan(x) else numbers.number(float(x), 1.0) for x in line) for line in stage.factor
    )
    pivots = tuple((BLANK if np.isnan(x) else numbers.number(float(x)),) for x in stage.pivots)
    inertia = Script(Symbol("I", "bold"), sup=Number(f"({known})")) if known < n else Symbol("I", "bold")
    first = row(inertia, EQUALS, Matrix(left, align="decimal"))
    second = Row(
        (
            Symbol("U", "bold"), EQUALS, Matrix(factor, align="decimal"), Space(1.0), Symbol("D", "bold"), EQUALS,
            Matrix(pivots, align="decimal"),
        )
    )  # fmt: skip
    return first, second


def words(stage: Stage) -> str:
    n = len(stage.matrix)
    if stage.joint > n:
        return f"The inertia matrix. The last entry of its diagonal is the pivot of joint {n}."
    done = f"Joint {stage.joint} is loose: row and column {stage.joint} are gone, column {stage.joint} of U is known."
    if stage.joint == 1:
        return f"{done} I = U D U^T."
    return f"{done} What is left is the inertia matrix of joints 1 to {stage.joint - 1} with those beyond them loose."
