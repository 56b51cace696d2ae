"""The DeNOC's operators at the joints' origins: B is a row of the table as two screws, M a body about its origin.

Link i's frame follows from the one before it by a screw along x (turn alpha, advance a) and a screw along z (turn
theta, advance b). Each is cheaper than a general transform: an advance along an axis touches two components only.
Rates go by way of U = alpha~ + omega~ omega~: a point r away from the origin accelerates by U r more than it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from denoc.algebra.algebra import NULL, NULL_MAT, JointRotation, Mat3, Sym3, Vec3, cross_times
from denoc.algebra.operators import Product, Rate, Transposed
from denoc.algebra.scalars import ZERO, Scalar
from denoc.algebra.spatial import Sym6, Vec6


def acceleration_matrix(w: Vec3, alpha: Vec3) -> Mat3:
    """U = alpha~ + omega~ omega~, in 6 multiplications: the W of Angeles, Ma, Rojas 1989, (53)."""
    xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
    xy, yz, xz = w.x * w.y, w.y * w.z, w.x * w.z
    return Mat3(
        -(yy + zz), xy - alpha.z, xz + alpha.y,
        xy + alpha.z, -(xx + zz), yz - alpha.x,
        xz - alpha.y, yz + alpha.x, -(xx + yy),
    )  # fmt: skip


class Screws(NamedTuple):
    """B_{i,i-1}, from frame i-1 to frame i."""

    a: Scalar
    cos_alpha: Scalar
    sin_alpha: Scalar
    cos_theta: Scalar
    sin_theta: Scalar
    b: Scalar

    @property
    def rotation(self) -> JointRotation:
        return JointRotation(self.cos_alpha, self.sin_alpha, self.cos_theta, self.sin_theta)

    @property
    def origin(self) -> Vec3:
        """From O_{i-1} to O_i, in the axes of link i-1."""
        return Vec3(self.a, -(self.sin_alpha * self.b), self.cos_alpha * self.b)

    def __matmul__(self, t: Vec6) -> Product:
        return Product(self, t)

    def times(self, t: Vec6) -> Vec6:
        """A twist of body i-1, at O_{i-1} in its axes, as felt at O_i in the axes of link i."""
        omega, v = t.angular, t.linear
        moved = Vec3(v.x, v.y + omega.z * self.a, v.z - omega.y * self.a)
        turned, v = self.rotation.to_child(omega), self.rotation.to_child(moved)
        return Vec6(turned, Vec3(v.x + turned.y * self.b, v.y - turned.x * self.b, v.z))

    def turn(self, v: Vec6) -> Vec6:
        """A twist or wrench in the axes of link i instead of i-1, at the same point."""
        return v.to_child(self.rotation)

    def rate(self, carried: Vec6, own: Vec6) -> Rate:
        """B-dot_{i,i-1}, where `carried` is B @ t_{i-1} and `own` is p_i theta-dot_i."""
        return Rate(self, carried, own)

    def with_rate(self, t_dot: Vec6, rate: Rate) -> Vec6:
        """B t-dot + B-dot t: U times the two advances, each in the axes it is made in.

        A turn about z leaves U z as it is. So U z is taken with the joint's own turn, since the link's M needs that U.
        """
        carried: Any = rate.t
        turned, turning = self.rotation.to_child(t_dot.angular), rate.own.angular
        omega = carried.angular + turning
        before, after = carried.factor.angular, turned + omega.cross(turning)
        u, v = acceleration_matrix(before, t_dot.angular), acceleration_matrix(omega, after)
        moved = self.rotation.to_child(t_dot.linear + Vec3(u.xx, u.yx, u.zx) * self.a)
        moved = moved + Vec3(v.xz, v.yz, v.zz) * self.b
        return Vec6(turned, moved + carried.angular.cross(rate.own.linear))

    @property
    def T(self) -> Transposed:
        return Transposed(self)

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

    def congruent(self, m: RigidBody | Convective | Sym6) -> Any:
        """What moves at O_i, as felt at O_{i-1}: a rigid body stays one."""
        if isinstance(m, Convective):
            return m.seen_through(self)
        if isinstance(m, RigidBody):
            return _carry_x(_carry_z(m, self.b).to_parent(self.rotation), self.a)
        return _advance_x(_advance_z(m, self.b).to_parent(self.rotation), self.a)


class RigidBody(NamedTuple):
    """M_i at O_i: mass, first moment (mass times mass centre) and inertia about the origin."""

    mass: Scalar
    moment: Vec3
    inertia: Sym3

    @classmethod
    def about_origin(cls, mass: Scalar, com: Vec3, inertia: Sym3) -> RigidBody:
        """Of a body with its inertia given about the mass centre `com`."""
        h = com * mass
        xx, yy, zz = com.x * h.x, com.y * h.y, com.z * h.z
        parallel = Sym3(yy + zz, xx + zz, xx + yy, -(com.x * h.y), -(com.y * h.z), -(com.x * h.z))
        return cls(mass, h, inertia + parallel)

    def __matmul__(self, t: Vec6) -> Product:
        return Product(self, t)

    def times(self, t: Vec6) -> Vec6:
        omega, v = t.angular, t.linear
        return Vec6(self.inertia @ omega + self.moment.cross(v), v * self.mass + omega.cross(self.moment))

    def rate(self, t: Vec6) -> Rate:
        """M-dot_i of a body with the twist t."""
        return Rate(self, t)

    def with_rate(self, t_dot: Vec6, rate: Rate) -> Vec6:
        """M t-dot + M-dot t: J alpha + omega x J omega grouped by the entries of J, and U h."""
        w, alpha, accel = rate.t.angular, t_dot.angular, t_dot.linear
        u, j, h = acceleration_matrix(w, alpha), self.inertia, self.moment
        moment = Vec3(
            j.xx * alpha.x + (j.zz - j.yy) * (w.y * w.z) + j.yz * (u.yy - u.zz) + j.xz * u.yx - j.xy * u.zx,
            j.yy * alpha.y + (j.xx - j.zz) * (w.x * w.z) + j.xz * (u.zz - u.xx) + j.xy * u.zy - j.yz * u.xy,
            j.zz * alpha.z + (j.yy - j.xx) * (w.x * w.y) + j.xy * (u.xx - u.yy) + j.yz * u.xz - j.xz * u.yz,
        )
        return Vec6(moment + h.cross(accel), accel * self.mass + u @ h)

    def __add__(self, o: RigidBody | Sym6) -> Any:  # type: ignore[override]
        """With an articulated body added, which is a full matrix, it becomes one."""
        if isinstance(o, Sym6):
            return self.matrix + o
        return RigidBody(self.mass + o.mass, self.moment + o.moment, self.inertia + o.inertia)

    def to_parent(self, rotation: JointRotation) -> RigidBody:
        return RigidBody(self.mass, rotation.to_parent(self.moment), rotation.sym_to_parent(self.inertia))

    @property
    def matrix(self) -> Sym6:
        return Sym6(self.inertia, Mat3.cross_operator(self.moment), Sym3.diagonal(self.mass))


class Convective(NamedTuple):
    """What a moving body's wrench takes of a twist t besides M t-dot: (A omega, omega x p), at O_i in its axes."""

    A: Mat3
    momentum: Vec3

    @classmethod
    def of(cls, body: RigidBody, spread: Scalar, t: Vec6) -> Convective:
        """Of a body with the twist t: A = omega~ (J - m c.c 1) - h~ v~.

        `spread` is half the trace of the inertia about the mass centre, so that m c.c is half the trace of J less that.
        Unlike J it must not be regrouped.
        """
        omega, v = t.angular, t.linear
        m, h, j = body
        less = (j.xx + j.yy + j.zz) * 0.5 - spread
        turning = cross_times(omega, Sym3(j.xx - less, j.yy - less, j.zz - less, j.xy, j.yz, j.xz))
        along = h.dot(v)
        diagonal = Mat3(along, ZERO, ZERO, ZERO, along, ZERO, ZERO, ZERO, along)
        return cls(turning - Mat3.outer(v, h) + diagonal, v * m + omega.cross(h))

    def __matmul__(self, t: Vec6) -> Vec6:
        return Vec6(self.A @ t.angular, t.angular.cross(self.momentum))

    def transpose_times(self, t: Vec6) -> Vec3:
        """The half that acts on angular velocities; the other is zero."""
        return self.A.transpose_times(t.angular) + self.momentum.cross(t.linear)

    def __add__(self, o: Convective) -> Convective:  # type: ignore[override]
        return Convective(self.A + o.A, self.momentum + o.momentum)

    def seen_through(self, screws: Screws) -> Convective:
        """B^T H B: as felt at O_{i-1} in the axes of link i-1."""
        rotation = screws.rotation
        A = rotation.mat_to_parent(_behind_z(self.A, self.momentum, screws.b))
        momentum = rotation.to_parent(self.momentum)
        return Convective(_behind_x(A, momentum, screws.a), momentum)


NO_CONVECTION = Convective(NULL_MAT, NULL)


# (x, y, z) turn into (y, z, x) between the two functions of each pair.


def _behind_z(m: Mat3, p: Vec3, d: Scalar) -> Mat3:
    """A seen from d further back along z: less d p z^T, with d p.z more on the diagonal."""
    x, y, z = p.x * d, p.y * d, p.z * d
    return Mat3(m.xx + z, m.xy, m.xz - x, m.yx, m.yy + z, m.yz - y, m.zx, m.zy, m.zz)


def _behind_x(m: Mat3, p: Vec3, d: Scalar) -> Mat3:
    x, y, z = p.x * d, p.y * d, p.z * d
    return Mat3(m.xx, m.xy, m.xz, m.yx - y, m.yy + x, m.yz, m.zx - z, m.zy, m.zz + x)


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
