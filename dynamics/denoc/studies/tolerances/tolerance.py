"""How far a number of a project may be from what it says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from denoc.basics.checks import check_choice, check_items, check_name, check_number
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.studies.documents import document_of, get

Kind = Literal["uniform", "normal"]
MOST = 100  # tolerances of a project
TAIL = 1e-12  # of a normal distribution beyond which nothing is drawn: seven standard deviations
TIMES = ("run.duration", "run.samples")  # runs that are compared time by time have them in common


@dataclass(frozen=True)
class Tolerance:
    """How far a number of a project may be from its value: within `spread` either way, or by a normal distribution.

    `path` is the number's place in the project file, with links and vectors counted from 0: `robot.links[1].mass`,
    `robot.links[0].com[2]`, `initial.q[0]`, `robot.payload.mass`. `spread` is in the number's own unit (SI units): half
    the width of a "uniform" distribution, the standard deviation of a "normal" one. DynamicsError names what cannot be
    so; the place is looked up where the tolerance is used.

    >>> dn.Tolerance("robot.links[1].mass", 0.05)
    Tolerance(path='robot.links[1].mass', spread=0.05, kind='uniform')
    """

    path: str
    spread: float
    kind: Kind = "uniform"

    def __post_init__(self) -> None:
        check_name(self.path, "path")
        if self.path in TIMES:
            raise DynamicsError("runs are compared at the same times", field="path", value=self.path)
        object.__setattr__(self, "spread", check_number(self.spread, "spread"))
        if not self.spread > 0:
            raise DynamicsError("must be above zero", field="spread", value=self.spread)
        check_choice(self.kind, get_args(Kind), "kind")

    @property
    def deviation(self) -> float:
        """The standard deviation, in the number's own unit."""
        return self.spread if self.kind == "normal" else self.spread / math.sqrt(3)


def around(tolerance: Tolerance, value: float, shares: np.ndarray) -> np.ndarray:
    """The numbers (k,) around a value below which these shares (k,), 0 to 1, of all that can be are."""
    if tolerance.kind == "uniform":
        return value + tolerance.spread * (2 * shares - 1)
    from scipy.special import ndtri

    return value + tolerance.spread * ndtri(np.clip(shares, TAIL, 1 - TAIL))


def check_tolerances(project: Project, tolerances: object) -> tuple[tuple[Tolerance, ...], np.ndarray]:
    """The tolerances, no two of one number, and the numbers' own values (d,)."""
    found: Sequence[object] = check_items(tolerances, MOST, "tolerances")
    document, values, seen = document_of(project), [], set()
    for each in found:
        if not isinstance(each, Tolerance):
            raise DynamicsError("Tolerances are needed", field="tolerances", value=each)
        if each.path in seen:
            raise DynamicsError("has two tolerances", field="tolerances", value=each.path)
        try:
            value = get(document, each.path)
        except DynamicsError as error:
            raise DynamicsError(error.reason, field="tolerances", value=each.path) from None
        if not isinstance(value, float) or not math.isfinite(value):
            raise DynamicsError("has no finite number to vary", field="tolerances", value=each.path)
        seen.add(each.path)
        values.append(value)
    if not found:
        raise DynamicsError("at least one tolerance is needed", field="tolerances")
    return tuple(found), np.array(values)  # type: ignore[arg-type]
