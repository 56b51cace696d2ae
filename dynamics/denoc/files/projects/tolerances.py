"""How far a number of a project may be from what it says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from denoc.basics.checks import check_choice, check_items, check_name, check_number
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import get, keys_of, parts_of

if TYPE_CHECKING:
    from denoc.files.projects.project import Project

Kind = Literal["uniform", "normal"]
MOST = 100  # tolerances of a project
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


def check_tolerances(tolerances: object) -> tuple[Tolerance, ...]:
    """No two of one number; whether the project has these numbers is another question."""
    found = check_items(tolerances, MOST, "tolerances")
    seen = set()
    for each in found:
        if not isinstance(each, Tolerance):
            raise DynamicsError("Tolerances are needed", field="tolerances", value=each)
        try:
            keys = keys_of(each.path)
        except DynamicsError as error:
            raise DynamicsError(error.reason, field="tolerances", value=each.path) from None
        if keys in seen:
            raise DynamicsError("has two tolerances", field="tolerances", value=each.path)
        seen.add(keys)
    return found


def number_of(project: Project, tolerance: Tolerance, field: str = "tolerances") -> float:
    """The project's number that has a tolerance; DynamicsError, of this field, where there is no finite one."""
    try:
        value = get(parts_of(project), tolerance.path)
    except DynamicsError as error:
        raise DynamicsError(error.reason, field=field, value=tolerance.path) from None
    if not isinstance(value, float) or not math.isfinite(value):
        raise DynamicsError("has no finite number to vary", field=field, value=tolerance.path)
    return value


def fitting(project: Project) -> tuple[Tolerance, ...]:
    """Those of the project's tolerances whose numbers there are."""
    return tuple(each for each in project.tolerances if _has(project, each))


def _has(project: Project, tolerance: Tolerance) -> bool:
    try:
        number_of(project, tolerance)
    except DynamicsError:
        return False
    return True
