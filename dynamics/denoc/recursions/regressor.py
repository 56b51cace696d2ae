"""The regressor: torques by the ten inertial parameters of each link (Atkeson, An and Hollerbach 1986), row by row.

A link's parameters are taken in its frame of the robot's own table. What one unit of each does at joint i is the power
of its wrench on the twist that joint i gives the link, so that twist is carried outward, and no wrench inward.
"""

from __future__ import annotations

from typing import NamedTuple

from denoc.algebra.algebra import Mat3, Vec3
from denoc.algebra.scalars import Scalar
from denoc.algebra.screws import acceleration_matrix
from denoc.algebra.spatial import NULL6, Vec6
from denoc.arm.trees import Tree
from denoc.recursions.denoc import MOVE, PLACE
from denoc.recursions.sweeps import Blocks, Link, Record, Recursion, Step, Sweep, nothing

WIDTH = 10  # (m, m cx, m cy, m cz, Jxx, Jyy, Jzz, Jxy, Jyz, Jxz)


class Wrenches(NamedTuple):
    """The wrench of a moving body by its parameters, at its frame's origin: `with_rate` of screws.RigidBody, taken
    apart."""

    a: Vec3
    alpha: Vec3
    U: Mat3
    products: Vec3  # of the angular velocity's components: y z, x z, x y
    differences: Vec3  # U.yy - U.zz, U.zz - U.xx, U.xx - U.yy

    @classmethod
    def of(cls, t: Vec6, t_dot: Vec6) -> Wrenches:
        w = t.angular
        U = acceleration_matrix(w, t_dot.angular)
        products = Vec3(w.y * w.z, w.x * w.z, w.x * w.y)
        differences = Vec3(U.yy - U.zz, U.zz - U.xx, U.xx - U.yy)
        return cls(t_dot.linear, t_dot.angular, U, products, differences)

    def power(self, s: Vec6) -> tuple[Scalar, ...]:
        """Of each parameter's wrench on the twist s."""
        e, U, w, d = s.angular, self.U, self.products, self.differences
        moment = U.transpose_times(s.linear) + self.a.cross(e)
        x, y, z = e.x * w.x, e.y * w.y, e.z * w.z
        return (
            s.linear.dot(self.a),
            *moment,
            e.x * self.alpha.x + y - z,
            e.y * self.alpha.y + z - x,
            e.z * self.alpha.z + x - y,
            e.z * d.z + e.y * U.zy - e.x * U.zx,
            e.x * d.x + e.z * U.xz - e.y * U.xy,
            e.y * d.y + e.x * U.yx - e.z * U.yz,
        )


def _feel(link: Link, x: Record, handed: Tree) -> Step:
    """The link's motion in its own frame."""
    own, t = link.own, x["t"]
    carried = own @ t
    t_dot = own @ x["t_dot"] + own.rate(carried, NULL6) @ t
    return (), {"wrenches": Wrenches.of(carried, t_dot)}


def _start(link: Link, x: Record) -> tuple[Tree, Tree]:
    """The joint's own twist at its link."""
    return x["wrenches"].power(link.own @ link.p), link.p


def _step(link: Link, x: Record, s_before: Vec6) -> tuple[Tree, Tree]:
    s = x["B"] @ s_before
    return x["wrenches"].power(link.own @ s), s


def regressor() -> Recursion:
    """Y of the links, by rows: (n, n, 10). Links must know the robot's own table (`table`)."""
    sweeps = (PLACE, MOVE, Sweep(nothing, _feel))
    return Recursion(("q", "qd", "qdd"), sweeps, blocks=Blocks(_start, _step, WIDTH))
