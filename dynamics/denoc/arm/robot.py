"""The robot: a frozen description in floats and tuples, checked when it is made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from dynamics.checks import (
    LARGEST,
    as_numbers,
    check_choice,
    check_count,
    check_items,
    check_name,
    check_number,
    check_tuple,
)
from dynamics.errors import DynamicsError

Convention = Literal["standard", "modified"]
CONVENTIONS: tuple[Convention, ...] = ("standard", "modified")

Triple = tuple[float, float, float]
Inertia = tuple[float, float, float, float, float, float]
Transform = tuple[tuple[float, float, float, float], ...]

MAX_LINKS = 10_000
LARGEST_ANGLE = 1e6  # beyond that an angle has lost the digits that matter
MAX_SHOWN = 12  # joints in a line of text
EXACT = 1e-9  # of the largest principal moment: what turning a tensor leaves below zero, kept as it is
DECIMALS = 1e-5  # of the largest principal moment: what six printed digits leave below zero
ROUNDING = 1e-14  # of mass times length squared: what arithmetic leaves of zero


@dataclass(frozen=True)
class Link:
    """One joint and the link it moves. SI units and radians.

    a, b, alpha, theta are the Denavit-Hartenberg entries (in a modified table `b` is Craig's d);
    a revolute joint adds q to theta, a prismatic one to b. `com` is the mass centre and
    `inertia` = (xx, yy, zz, xy, yz, xz) the entries of the inertia tensor about it, both in the link's
    own frame; the products of inertia are tensor entries, xy = -integral of x y dm.
    `viscous` and `coulomb` are joint friction, `gear_ratio`**2 * `rotor_inertia` is added to the
    joint's own inertia, `lower` and `upper` bound q.
    """

    joint: Literal["R", "P"] = "R"
    a: float = 0.0
    b: float = 0.0
    alpha: float = 0.0
    theta: float = 0.0
    mass: float = 0.0
    com: Triple = (0.0, 0.0, 0.0)
    inertia: Inertia = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    viscous: float = 0.0
    coulomb: float = 0.0
    rotor_inertia: float = 0.0
    gear_ratio: float = 1.0
    lower: float = -math.inf
    upper: float = math.inf
    name: str = ""

    def __post_init__(self) -> None:
        check_choice(self.joint, ("R", "P"), "joint")
        for name in ("a", "b", "gear_ratio"):
            _set(self, name, check_number(getattr(self, name), name))
        for name in ("alpha", "theta"):
            _set(self, name, check_number(getattr(self, name), name, largest=LARGEST_ANGLE))
        for name in ("mass", "viscous", "coulomb", "rotor_inertia"):
            _set(self, name, check_number(getattr(self, name), name, minimum=0.0))
        _set(self, "com", check_tuple(self.com, 3, "com"))
        size = math.hypot(*self.com, self.a, self.b)
        _set(self, "inertia", check_inertia(self.inertia, "inertia", self.mass * size**2))
        for name in ("lower", "upper"):
            _set(self, name, check_number(getattr(self, name), name, infinite=True))
        if not self.lower <= self.upper:
            raise DynamicsError("the lower limit is above the upper one", field="lower", value=self.lower)
        check_name(self.name, "name")

    @property
    def revolute(self) -> bool:
        return self.joint == "R"

    @property
    def armature(self) -> float:
        """The rotor's inertia as the joint feels it."""
        return self.gear_ratio * self.gear_ratio * self.rotor_inertia


class Payload(NamedTuple):
    """A body held at the tip, in tip axes: mass, mass centre, inertia about it."""

    mass: float
    com: Triple
    inertia: Inertia


class EndRow(NamedTuple):
    """What a change of convention moved out of the table: a and alpha (m, rad) of the last row, with which the
    tool of a modified table begins, or of the first row, with which the base of a standard table ends. `rest`
    is that transform without them, None the identity."""

    a: float
    alpha: float
    rest: Transform | None


@dataclass(frozen=True, repr=False)
class Robot:
    """A serial arm. `base` and `tool` are fixed 4x4 transforms: world to the first frame, last
    link's frame to the tip; None is the identity. Gravity is in world axes. No result knows `end_row`:
    with it a change of convention and back gives the very same table."""

    name: str
    links: tuple[Link, ...]
    convention: Convention = "standard"
    gravity: Triple = (0.0, 0.0, -9.81)
    payload: Payload | None = None
    base: Transform | None = None
    tool: Transform | None = None
    end_row: EndRow | None = None
    _cache: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_name(self.name, "name")
        _set(self, "links", _check_links(self.links))
        check_choice(self.convention, CONVENTIONS, "convention")
        _set(self, "gravity", check_tuple(self.gravity, 3, "gravity"))
        _set(self, "payload", _check_payload(self.payload))
        _set(self, "base", check_transform(self.base, "base"))
        _set(self, "tool", check_transform(self.tool, "tool"))
        _set(self, "end_row", _check_end_row(self.end_row))

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.links)

    @property
    def kinds(self) -> str:
        """Of the joints in their order, as RRP."""
        return "".join(link.joint for link in self.links)

    def with_link(self, index: int, **changes: Any) -> Robot:
        """The robot with entries of link `index` (counted from 0) changed."""
        index = check_count(index, "index", 0, self.n - 1)
        unknown = set(changes) - {f.name for f in fields(Link)}
        if unknown:
            raise DynamicsError("a link has no such field", link=index + 1, field=min(unknown))
        try:
            link = replace(self.links[index], **changes)
        except DynamicsError as error:
            raise error.in_link(index + 1) from None
        return replace(self, links=(*self.links[:index], link, *self.links[index + 1 :]))

    def __repr__(self) -> str:
        joints = self.kinds[:MAX_SHOWN] + ("..." if self.n > MAX_SHOWN else "")
        return f"<Robot {self.name!r}: {self.n} joints {joints}, {self.convention} convention>"

    def _repr_html_(self) -> str:
        """Tables, for notebooks."""
        from dynamics.notebook.robot_page import robot_html

        return robot_html(self)

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: {} if f.name == "_cache" else getattr(self, f.name) for f in fields(self)}


def check_inertia(values: object, name: str, scale: float) -> tuple[float, ...]:
    """Six entries of a positive semi-definite tensor; points and lines of mass are legal.

    `scale` is the body's mass times its length squared. A principal moment that rounding brought below zero,
    measured by it or by the largest moment, is made zero; one that lies further below is refused.
    """
    entries = check_tuple(values, 6, name)
    moments, axes = np.linalg.eigh(inertia_matrix(entries))
    largest = max(abs(moments[0]), abs(moments[2]))
    if moments[0] >= -EXACT * largest:
        return entries
    if moments[0] >= -max(DECIMALS * largest, ROUNDING * scale):
        return inertia_entries(axes @ np.diag(np.maximum(moments, 0.0)) @ axes.T)
    raise DynamicsError(
        f"the inertia tensor is not positive semi-definite: its smallest principal moment is {moments[0]:.6g}",
        field=name,
        value=entries,
    )


def check_transform(value: object, name: str) -> Transform | None:
    """A rigid 4x4 transform as nested tuples; None stays None."""
    if value is None:
        return None
    matrix = as_numbers(value, name, "a 4x4 matrix of numbers is needed")
    if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
        raise DynamicsError("a 4x4 matrix of finite numbers is needed", field=name, value=value)
    if (np.abs(matrix) > LARGEST).any():
        raise DynamicsError(f"must be within {-LARGEST:g} and {LARGEST:g}", field=name, value=value)
    rotation = matrix[:3, :3]
    rigid = np.allclose(rotation @ rotation.T, np.eye(3), rtol=0, atol=1e-9) and np.linalg.det(rotation) > 0
    if not rigid or not np.array_equal(matrix[3], (0, 0, 0, 1)):
        raise DynamicsError("not a rotation and a translation", field=name, value=value)
    return tuple(tuple(row) for row in matrix.tolist())


def inertia_matrix(entries: Sequence[float]) -> np.ndarray:
    """The 3x3 tensor of (xx, yy, zz, xy, yz, xz)."""
    xx, yy, zz, xy, yz, xz = entries
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def inertia_entries(matrix: np.ndarray) -> Inertia:
    """(xx, yy, zz, xy, yz, xz) of a symmetric 3x3 tensor."""
    m = matrix.tolist()
    return (m[0][0], m[1][1], m[2][2], m[0][1], m[1][2], m[0][2])


def inertia_warnings(link: Link) -> list[str]:
    """What looks wrong with a link's inertia although it is legal."""
    found = []
    moments = np.linalg.eigvalsh(inertia_matrix(link.inertia))
    if moments[2] > (moments[0] + moments[1]) * (1 + 1e-9):
        found.append(
            "no real body has these moments: the largest principal moment "
            f"({moments[2]:.4g}) exceeds the sum of the others ({moments[0] + moments[1]:.4g})"
        )
    if link.mass == 0 and moments[2] > 0:
        found.append("a body with inertia but no mass")
    return found


def _set(instance: object, name: str, value: object) -> None:
    object.__setattr__(instance, name, value)


def _check_links(links: object) -> tuple[Link, ...]:
    found = check_items(links, MAX_LINKS, "links", "a sequence of links is needed")
    if not found:
        raise DynamicsError(f"a robot has 1 to {MAX_LINKS} links", field="links", value=len(found))
    for number, link in enumerate(found, 1):
        if not isinstance(link, Link):
            raise DynamicsError("not a Link", link=number, field="links", value=link)
    return found


def _check_payload(payload: object) -> Payload | None:
    if payload is None:
        return None
    parts = check_items(payload, 3, "payload", "mass, com and inertia are needed")
    if len(parts) != 3:
        raise DynamicsError("mass, com and inertia are needed", field="payload", value=payload)
    mass = check_number(parts[0], "payload mass", minimum=0.0)
    com = check_tuple(parts[1], 3, "payload com")
    inertia = check_inertia(parts[2], "payload inertia", mass * math.hypot(*com) ** 2)
    return Payload(mass, com, inertia)  # type: ignore[arg-type]


def _check_end_row(row: object) -> EndRow | None:
    if row is None:
        return None
    parts = check_items(row, 3, "end_row")
    if len(parts) != 3:
        raise DynamicsError("a, alpha and the rest of the transform are needed", field="end_row", value=row)
    a = check_number(parts[0], "end_row a")
    alpha = check_number(parts[1], "end_row alpha", largest=LARGEST_ANGLE)
    return EndRow(a, alpha, check_transform(parts[2], "end_row rest"))
