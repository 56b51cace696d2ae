"""A row of the table as two screws, and what it does to twists, wrenches and inertias.

Link i's frame follows from the one before it by a screw along x (turn alpha, advance a) and a screw along z (turn
theta, advance b). Each is cheaper than a general transform: an advance along an axis touches two components only.
"""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import JointRotation, Mat3, Sym3, Vec3
from dynamics.scalars import Scalar
from dynamics.spatial import Sym6, Vec6


class Screws(NamedTuple):
    """From frame i-1 to frame i."""

    a: Scalar
    cos_alpha: Scalar
    sin_alpha: Scalar
    cos_theta: Scalar
    sin_theta: Scalar
    b: Scalar

    @property
    def rotation(self) -> JointRotation:
        return JointRotation(self.cos_alpha, self.sin_alpha, self.cos_theta, self.sin_theta)

    def motion(self, t: Vec6) -> Vec6:
        """A twist of body i-1, at O_{i-1} in its axes, as felt at O_i in the axes of link i."""
        omega, v = t.angular, t.linear
        moved = Vec3(v.x, v.y + omega.z * self.a, v.z - omega.y * self.a)
        turned, v = self.rotation.to_child(omega), self.rotation.to_child(moved)
        return Vec6(turned, Vec3(v.x + turned.y * self.b, v.y - turned.x * self.b, v.z))

    def wrench(self, w: Vec6) -> Vec6:
        """A wrench on body i, at O_i in its axes, as felt at O_{i-1} in the axes of link i-1."""
        n, f = w.angular, w.linear
        x, y = n.x - f.y * self.b, n.y + f.x * self.b
        force = self.rotation.to_parent(f)
        u = x * self.sin_theta + y * self.cos_theta
        moment = Vec3(
            x * self.cos_theta - y * self.sin_theta,
            u * self.cos_alpha - (n.z * self.sin_alpha + force.z * self.a),
            u * self.sin_alpha + (n.z * self.cos_alpha + force.y * self.a),
        )
        return Vec6(moment, force)

    def mass(self, m: Sym6) -> Sym6:
        """A 6x6 inertia at O_i as felt at O_{i-1}."""
        return _advance_x(_advance_z(m, self.b).to_parent(self.rotation), self.a)

    def body(self, body: RigidBody) -> RigidBody:
        """A rigid body given at O_i, given at O_{i-1}."""
        return _carry_x(_carry_z(body, self.b).to_parent(self.rotation), self.a)


class RigidBody(NamedTuple):
    """Mass, first moment (mass times mass centre) and inertia about the origin."""

    mass: Scalar
    moment: Vec3
    inertia: Sym3

    def __add__(self, o: RigidBody) -> RigidBody:  # type: ignore[override]
        return RigidBody(self.mass + o.mass, self.moment + o.moment, self.inertia + o.inertia)

    def to_parent(self, rotation: JointRotation) -> RigidBody:
        return RigidBody(self.mass, rotation.to_parent(self.moment), rotation.sym_to_parent(self.inertia))

    @property
    def matrix(self) -> Sym6:
        return Sym6(self.inertia, Mat3.cross_operator(self.moment), Sym3.diagonal(self.mass))


# (x, y, z) turn into (y, z, x) between the two functions of each pair.


def _advance_z(m: Sym6, d: Scalar) -> Sym6:
    """Seen from d further back along z: B gains d z~ C, and A what follows from that."""
    a, b, c = m.A, m.B, m.C
    new = Mat3(
        b.xx - c.xy * d,
        b.xy - c.yy * d,
        b.xz - c.yz * d,
        b.yx + c.xx * d,
        b.yy + c.xy * d,
        b.yz + c.xz * d,
        b.zx,
        b.zy,
        b.zz,
    )
    xx = a.xx - (b.xy + new.xy) * d
    yy = a.yy + (b.yx + new.yx) * d
    xy = a.xy + (new.xx - b.yy) * d
    return Sym6(Sym3(xx, yy, a.zz, xy, a.yz + b.zx * d, a.xz - b.zy * d), new, c)


def _advance_x(m: Sym6, d: Scalar) -> Sym6:
    a, b, c = m.A, m.B, m.C
    new = Mat3(
        b.xx,
        b.xy,
        b.xz,
        b.yx - c.xz * d,
        b.yy - c.yz * d,
        b.yz - c.zz * d,
        b.zx + c.xy * d,
        b.zy + c.yy * d,
        b.zz + c.yz * d,
    )
    yy = a.yy - (b.yz + new.yz) * d
    zz = a.zz + (b.zy + new.zy) * d
    yz = a.yz + (new.yy - b.zz) * d
    return Sym6(Sym3(a.xx, yy, zz, a.xy - b.xz * d, yz, a.xz + b.xy * d), new, c)


def _carry_z(body: RigidBody, d: Scalar) -> RigidBody:
    m, h, j = body
    gain = (h.z + h.z + m * d) * d
    inertia = Sym3(j.xx + gain, j.yy + gain, j.zz, j.xy, j.yz - h.y * d, j.xz - h.x * d)
    return RigidBody(m, Vec3(h.x, h.y, h.z + m * d), inertia)


def _carry_x(body: RigidBody, d: Scalar) -> RigidBody:
    m, h, j = body
    gain = (h.x + h.x + m * d) * d
    inertia = Sym3(j.xx, j.yy + gain, j.zz + gain, j.xy - h.y * d, j.yz, j.xz - h.z * d)
    return RigidBody(m, Vec3(h.x + m * d, h.y, h.z), inertia)
