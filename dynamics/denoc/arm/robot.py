"""The robot: a frozen description in floats and tuples, checked when it is made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from denoc.arm.friction import NO_FRICTION, Friction, Pair, check_breakaway, check_stribeck_speed
from denoc.basics.caching import cached_property
from denoc.basics.checks import (
    LARGEST,
    as_numbers,
    check_choice,
    check_count,
    check_items,
    check_name,
    check_number,
    check_tuple,
)
from denoc.basics.errors import DynamicsError

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
    """One joint and the link that it moves: a row of the Denavit-Hartenberg table, with mass, friction and rotor.

    `joint` is "R" (revolute: q is added to theta) or "P" (prismatic: q is added to b). `a` and `b` are in m, `alpha`
    and `theta` in rad; in a modified table `b` is Craig's d. `mass` (kg), the mass centre `com` (m) and the `inertia`
    about it, (xx, yy, zz, xy, yz, xz) in kg m^2, are in the link's own frame: at its far end in a standard table, on
    its own joint in a modified one. Products of inertia are entries of the tensor, xy = -integral of x y dm. The rotor
    adds gear_ratio^2 * rotor_inertia (kg m^2; kg for a prismatic joint) to the joint's own inertia. `lower` and `upper`
    (rad, m) bound q where something asks for limits. `max_torque` (N m; N for a prismatic joint) and `max_speed`
    (rad/s; m/s) are what the joint's drive can do, either way; inf is not known or no limit. They change no result:
    runs are held against them, and what limits a controller begins with them. `name` is the link's, `joint_name` the
    joint's own where it has one.

    Joint friction is viscous*qd + coulomb*sign(qd), with `viscous` in N m s/rad (N s/m) and `coulomb` in N m (N). It
    takes more than `breakaway` (N m, N; None is as much as `coulomb`, and it is never less) to set a joint off that
    rests. What that is above Coulomb friction, the Stribeck effect, is gone as soon as the joint slides, or with a
    `stribeck_speed` v (rad/s, m/s) falls with its rate by 1 / (1 + (qd/v)^2): at v it is half gone. `viscous_negative`,
    `coulomb_negative` and `breakaway_negative` are for negative rates and torques; None is as for positive ones.
    `friction(qd)` is the law.

    Frozen, and checked when it is made: DynamicsError names the field that is no finite number, a negative mass, an
    inertia tensor that is not positive semi-definite, a breakaway friction below Coulomb's, limits that are the wrong
    way round or not above zero.

    >>> rod = dn.Link("R", a=0.5, mass=1.2, com=(-0.25, 0, 0), inertia=(0, 0.025, 0.025, 0, 0, 0))
    >>> dn.Link("R", mass=-1.0)
    Traceback (most recent call last):
    denoc.DynamicsError: field 'mass': must not be below 0 (got -1.0)
    >>> slide = dn.Link("P", mass=2.0, coulomb=3.0, breakaway=5.0, stribeck_speed=0.01)
    >>> [slide.friction(rate) for rate in (0.0, 0.01, -0.01)]
    [0.0, 4.0, -4.0]
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
    max_torque: float = math.inf
    max_speed: float = math.inf
    name: str = ""
    joint_name: str = ""
    breakaway: float | None = None
    stribeck_speed: float = 0.0
    viscous_negative: float | None = None
    coulomb_negative: float | None = None
    breakaway_negative: float | None = None

    def __post_init__(self) -> None:
        check_choice(self.joint, ("R", "P"), "joint")
        for name in ("a", "b", "gear_ratio"):
            _set(self, name, check_number(getattr(self, name), name))
        for name in ("alpha", "theta"):
            _set(self, name, check_number(getattr(self, name), name, largest=LARGEST_ANGLE))
        for name in ("mass", "viscous", "coulomb", "rotor_inertia", "stribeck_speed"):
            _set(self, name, check_number(getattr(self, name), name, minimum=0.0))
        self._check_friction()
        _set(self, "com", check_tuple(self.com, 3, "com"))
        size = math.hypot(*self.com, self.a, self.b)
        _set(self, "inertia", check_inertia(self.inertia, "inertia", self.mass * size**2))
        for name in ("lower", "upper"):
            _set(self, name, check_number(getattr(self, name), name, infinite=True))
        if not self.lower <= self.upper:
            raise DynamicsError("the lower limit is above the upper one", field="lower", value=self.lower)
        for name in ("max_torque", "max_speed"):
            _set(self, name, check_number(getattr(self, name), name, infinite=True))
            if not getattr(self, name) > 0:
                raise DynamicsError("must be above zero", field=name, value=getattr(self, name))
        for name in ("name", "joint_name"):
            check_name(getattr(self, name), name)

    def _check_friction(self) -> None:
        for name, none in NO_FRICTION.items():
            if none is None and getattr(self, name) is not None:
                _set(self, name, check_number(getattr(self, name), name, minimum=0.0))
        check_stribeck_speed(self.stribeck_speed)
        check_breakaway(*self.both_ways[1:], own_negative=self.breakaway_negative is not None)

    @property
    def friction(self) -> Friction:
        """The law of its joint's friction: `friction(qd)` is what it takes from the torque.

        In N m or N, at the rate qd (rad/s, m/s), a float or an array; none of the dry part at rest.
        """
        return Friction.of(*self.both_ways, self.stribeck_speed)

    @property
    def both_ways(self) -> tuple[Pair, Pair, Pair]:
        """Viscous, Coulomb and breakaway friction, each for positive and for negative rates and torques."""
        viscous = self.viscous, _other(self.viscous_negative, self.viscous)
        coulomb = self.coulomb, _other(self.coulomb_negative, self.coulomb)
        breakaway = coulomb if self.breakaway is None else (self.breakaway, self.breakaway)
        return viscous, coulomb, (breakaway[0], _other(self.breakaway_negative, breakaway[1]))

    @property
    def breakaways(self) -> tuple[float, float]:
        """What holds the joint at rest, at most, against positive and against negative torques, in N m or N."""
        return self.both_ways[2]

    @property
    def frictionless(self) -> bool:
        """Whether there is no friction at all."""
        return not any(getattr(self, name) for name in NO_FRICTION if name != "stribeck_speed")

    @property
    def revolute(self) -> bool:
        """Whether the joint turns: True for "R", False for "P", which slides."""
        return self.joint == "R"

    @property
    def own_name(self) -> str:
        """What the joint is called where one name is enough: `joint_name`, or else the link's `name`."""
        return self.joint_name or self.name

    @property
    def armature(self) -> float:
        """The rotor's inertia as the joint feels it, gear_ratio^2 * rotor_inertia, in kg m^2 (kg if prismatic)."""
        return self.gear_ratio * self.gear_ratio * self.rotor_inertia


def viscous_only(link: Link) -> Link:
    """The link with viscous friction alone, the mean of both directions. Its numbers have been checked, and to do so
    again would take most of the time."""
    smooth = copy(link)
    for name, value in (NO_FRICTION | {"viscous": link.friction.viscous}).items():
        _set(smooth, name, value)
    return smooth


class Payload(NamedTuple):
    """A body that the arm holds: its mass (kg), mass centre (m) and inertia about that (kg m^2), in tip axes.

    `inertia` is (xx, yy, zz, xy, yz, xz) as in `Link`. A plain tuple of the three will do for `Robot.payload`, which
    checks it: DynamicsError for a negative mass or a tensor that is not positive semi-definite.

    >>> from dataclasses import replace
    >>> arm = dn.rod_chain(1).robot
    >>> loaded = replace(arm, payload=dn.Payload(2.0, (0, 0, 0), (0, 0, 0, 0, 0, 0)))
    >>> float((dn.gravity_torque(loaded, [0]) - dn.gravity_torque(arm, [0]))[0].round(3))
    19.62
    """

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
    """A serial arm: its links from the base to the tip, the convention of its table, gravity, and what it holds.

    `links` are 1 to 10,000 `Link`. `convention` is "standard" or "modified" (Craig). `gravity` is in m/s^2, world axes.
    `base` and `tool` are fixed 4x4 transforms, from the world to the first frame and from the last link's frame to the
    tip; None is the identity. `payload` is in tip axes, see `Payload`. `end_row` is what a change of convention left
    over: no result depends on it, but with it a change back gives the very same table.

    Frozen; equal where all entries are. `dataclasses.replace` and `with_link` make changed robots, `print` shows the
    tables. DynamicsError names the link and the field that cannot be used, or a transform that is not rigid.

    >>> rod = dn.Link(a=0.5, mass=1.0, com=(-0.25, 0, 0))
    >>> arm = dn.Robot("two rods", (rod, rod), gravity=(0, -9.81, 0))
    >>> arm
    <Robot 'two rods': 2 joints RR, standard convention>
    """

    name: str
    links: tuple[Link, ...]
    convention: Convention = "standard"
    gravity: Triple = (0.0, 0.0, -9.81)
    payload: Payload | None = None
    base: Transform | None = None
    tool: Transform | None = None
    end_row: EndRow | None = None
    # by `PerRobot`
    _computed: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

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
        """The number of joints."""
        return len(self.links)

    @cached_property
    def kinds(self) -> str:
        """The joints' kinds from the base to the tip in one word, as "RRP"."""
        return "".join(link.joint for link in self.links)

    def with_link(self, index: int, **changes: Any) -> Robot:
        """A robot with other entries of one link: `index` counts from 0, `changes` are fields of `Link`.

        DynamicsError names the link, counted from 1, and the field that there is not or that cannot be so.

        >>> heavier = dn.rod_chain(3).robot.with_link(2, mass=5.0)
        >>> heavier.links[2].mass
        5.0
        """
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

    def __str__(self) -> str:
        """The tables, for `print`."""
        from denoc.arm.robot_page import robot_text

        return robot_text(self)

    def _repr_html_(self) -> str:
        """Tables, for notebooks."""
        from denoc.arm.robot_page import robot_html

        return robot_html(self)

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: {} if f.name == "_computed" else getattr(self, f.name) for f in fields(self)}


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


def inertia_matrix(entries: Sequence[float] | np.ndarray) -> np.ndarray:
    """The 3x3 tensor of (xx, yy, zz, xy, yz, xz); (3, 3, n) of six rows of n."""
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


def _other(value: float | None, usual: float) -> float:
    return usual if value is None else value


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
