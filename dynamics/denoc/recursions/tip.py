"""How the tip moves: its Jacobian, the Jacobian's rate, its twist and acceleration. World axes throughout.

Everything is taken where it stands in the world, so that nothing has to be turned twice. Any link will do.
"""

from __future__ import annotations

from typing import NamedTuple

from denoc.algebra.algebra import NULL, Vec3
from denoc.algebra.scalars import ZERO, Scalar
from denoc.algebra.spatial import Vec6
from denoc.arm.trees import Tree
from denoc.recursions.joints import Ends, Frame
from denoc.recursions.sweeps import Link, Record, Recursion, Step, Sweep


class _Moving(NamedTuple):
    """A joint's frame in the world, and how its origin moves with the link."""

    frame: Frame
    omega: Vec3 = NULL
    v: Vec3 = NULL
    alpha: Vec3 = NULL
    a: Vec3 = NULL

    def at(self, arm: Vec3) -> tuple[Vec3, Vec3, Vec3]:
        """Position, velocity and acceleration of the link's point that stands `arm` away."""
        carried = self.omega.cross(arm)
        return self.frame.origin + arm, self.v + carried, self.a + self.alpha.cross(arm) + self.omega.cross(carried)

    def at_tip(self, ends: Ends) -> tuple[Vec3, Vec3, Vec3]:
        return self.at(self.frame.turn(ends.tip))


def _move(link: Link, x: Record, before: _Moving) -> Step:
    """The next link: `before` carries its origin along, and the joint turns or slides it."""
    frame = before.frame.after(link.joint.screws(x["q"]))
    qd, qdd, p = x.get("qd", ZERO), x.get("qdd", ZERO), link.p
    z = frame.z
    z_rate = before.omega.cross(z)
    _, v, a = before.at(frame.origin - before.frame.origin)
    turns, slides = p.angular.z, p.linear.z
    twice = z_rate * qd
    moving = _Moving(
        frame,
        before.omega + z * qd * turns,
        v + z * qd * slides,
        before.alpha + (z * qdd + z_rate * qd) * turns,
        a + (z * qdd + twice + twice) * slides,
    )
    return moving, {"z": z, "z_rate": z_rate, "origin": frame.origin, "v": moving.v}


def _column(link: Link, x: Record, tip: Tree) -> Step:
    """What a unit of the joint's rate does at the tip, and how fast that changes."""
    position, velocity = tip
    turns, slides = link.p.angular.z, link.p.linear.z
    arm, arm_rate = position - x["origin"], velocity - x["v"]
    moment = x["z"].cross(arm)
    moment_rate = x["z_rate"].cross(arm) + x["z"].cross(arm_rate)
    return tip, {
        "column": Vec6(x["z"] * turns, moment * turns + x["z"] * slides),
        "column_rate": Vec6(x["z_rate"] * turns, moment_rate * turns + x["z_rate"] * slides),
    }


_OUTWARD = Sweep(lambda ends, before: _Moving(ends.base), _move)
_COLUMNS = Sweep(lambda ends, last: last.at_tip(ends)[:2], _column)


def jacobian() -> Recursion:
    """J by rows, omega and v of the tip."""
    return Recursion(("q",), (_OUTWARD, _COLUMNS), saved="column", across=True)


def pose_and_jacobian() -> Recursion:
    """J by rows, and then the tip's frame as a 4x4 matrix."""

    def start(ends: Ends, last: _Moving) -> Tree:
        return last.at_tip(ends)[:2], last.frame.before(ends.tool)

    def step(link: Link, x: Record, handed: Tree) -> Step:
        tip, frame = handed
        return (tip, frame), _column(link, x, tip)[1]

    def last(ends: Ends, handed: Tree) -> list[Scalar]:
        return [x for row in handed[1].rows for x in row]

    return Recursion(("q",), (_OUTWARD, Sweep(start, step)), saved="column", across=True, last=last)


def jacobian_rate() -> Recursion:
    """dJ/dt by rows."""
    return Recursion(("q", "qd"), (_OUTWARD, _COLUMNS), saved="column_rate", across=True)


def twist() -> Recursion:
    """omega and v of the tip."""

    def last(ends: Ends, moving: _Moving) -> list[Scalar]:
        return [*moving.omega, *moving.at_tip(ends)[1]]

    return Recursion(("q", "qd"), (_OUTWARD,), last=last)


def acceleration() -> Recursion:
    """Angular and linear acceleration of the tip."""

    def last(ends: Ends, moving: _Moving) -> list[Scalar]:
        return [*moving.alpha, *moving.at_tip(ends)[2]]

    return Recursion(("q", "qd", "qdd"), (_OUTWARD,), last=last)
