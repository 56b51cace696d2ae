"""Six-dimensional vectors and matrices: an angular and a linear half, in blocks.

Order everywhere: angular first (omega, v) for motions, moment first (n, f) for wrenches.
"""

from __future__ import annotations

from collections.abc import Iterator

from denoc.algebra.algebra import (
    NULL,
    NULL_MAT,
    NULL_SYM,
    JointRotation,
    Mat3,
    Sym3,
    Vec3,
    cross_times,
    either,
)
from denoc.algebra.scalars import ONE, Scalar


class Vec6:
    """A twist (omega, v) or a wrench (n, f)."""

    __slots__ = ("angular", "linear")

    def __init__(self, angular: Vec3, linear: Vec3) -> None:
        self.angular = angular
        self.linear = linear

    def __iter__(self) -> Iterator[Scalar]:
        yield from self.angular
        yield from self.linear

    def __add__(self, o: Vec6) -> Vec6:
        return Vec6(self.angular + o.angular, self.linear + o.linear)

    def __sub__(self, o: Vec6) -> Vec6:
        return Vec6(self.angular - o.angular, self.linear - o.linear)

    def __neg__(self) -> Vec6:
        return Vec6(-self.angular, -self.linear)

    def __mul__(self, s: Scalar) -> Vec6:
        return Vec6(self.angular * s, self.linear * s)

    def __truediv__(self, s: Scalar) -> Vec6:
        """By way of one reciprocal. An entry that is `s` itself becomes a one that is visible to the arithmetic."""
        reciprocal = 1.0 / s
        return Vec6(*(Vec3(*(ONE if x is s else x * reciprocal for x in v)) for v in (self.angular, self.linear)))

    def dot(self, o: Vec6) -> Scalar:
        return self.angular.dot(o.angular) + self.linear.dot(o.linear)

    @property
    def T(self) -> Row:
        return Row(self)

    def __matmul__(self, row: Row) -> Sym6:
        """a b^T where b is a multiple of a, so that the product is symmetric."""
        return Sym6.outer(self, row.column)

    def to_child(self, rotation: JointRotation) -> Vec6:
        return Vec6(rotation.to_child(self.angular), rotation.to_child(self.linear))

    def to_parent(self, rotation: JointRotation) -> Vec6:
        return Vec6(rotation.to_parent(self.angular), rotation.to_parent(self.linear))


NULL6 = Vec6(NULL, NULL)


class Row:
    """The transpose of a Vec6: `p.T @ w` is a scalar, `a @ b.T` a matrix."""

    __slots__ = ("column",)

    def __init__(self, column: Vec6) -> None:
        self.column = column

    def __matmul__(self, v: Vec6) -> Scalar:
        return self.column.dot(v)


class Spin:
    """Omega = diag(omega~, omega~) of a twist (omega, v)."""

    __slots__ = ("omega",)

    def __init__(self, t: Vec6) -> None:
        self.omega = t.angular

    def __matmul__(self, x: Vec6) -> Vec6:
        return Vec6(self.omega.cross(x.angular), self.omega.cross(x.linear))


def shift_motion(twist: Vec6, arm: Vec3) -> Vec6:
    """The twist at the point `arm` away from the twist's own point, on the same body."""
    return Vec6(twist.angular, twist.linear + twist.angular.cross(arm))


def shift_wrench(wrench: Vec6, arm: Vec3) -> Vec6:
    """The wrench, acting at the point `arm` away, as seen at the origin of `arm`."""
    return Vec6(wrench.angular + arm.cross(wrench.linear), wrench.linear)


def motion_cross(v: Vec6, u: Vec6) -> Vec6:
    """How the twist u changes when it is carried along by the twist v."""
    return Vec6(
        v.angular.cross(u.angular),
        v.linear.cross(u.angular) + v.angular.cross(u.linear),
    )


def force_cross(v: Vec6, f: Vec6) -> Vec6:
    """v x f, Kozlowski 1995 (33): how the wrench f changes when it is carried along by v."""
    return Vec6(
        v.angular.cross(f.angular) + v.linear.cross(f.linear),
        v.angular.cross(f.linear),
    )


class Sym6:
    """A symmetric 6x6 matrix [[A, B], [B^T, C]] that maps twists to wrenches."""

    __slots__ = ("A", "B", "C")

    def __init__(self, A: Sym3, B: Mat3, C: Sym3) -> None:
        self.A = A
        self.B = B
        self.C = C

    def __iter__(self) -> Iterator[Scalar]:
        yield from self.A
        yield from self.B
        yield from self.C

    def __add__(self, o: Sym6) -> Sym6:
        return Sym6(self.A + o.A, self.B + o.B, self.C + o.C)

    def __sub__(self, o: Sym6) -> Sym6:
        return Sym6(self.A - o.A, self.B - o.B, self.C - o.C)

    def __mul__(self, s: Scalar) -> Sym6:
        return Sym6(self.A * s, self.B * s, self.C * s)

    def __matmul__(self, t: Vec6) -> Vec6:
        return Vec6(
            self.A @ t.angular + self.B @ t.linear,
            self.B.transpose_times(t.angular) + self.C @ t.linear,
        )

    @classmethod
    def outer(cls, a: Vec6, b: Vec6) -> Sym6:
        """a b^T where b is a multiple of a, so that the product is symmetric."""
        pairs = list(zip(a.linear, b.linear, strict=True))
        mixed = (either(x, y, z, w) for x, y in zip(a.angular, b.angular, strict=True) for z, w in pairs)
        return cls(Sym3.outer(a.angular, b.angular), Mat3(*mixed), Sym3.outer(a.linear, b.linear))

    def to_parent(self, rotation: JointRotation) -> Sym6:
        return Sym6(
            rotation.sym_to_parent(self.A),
            rotation.mat_to_parent(self.B),
            rotation.sym_to_parent(self.C),
        )

    def shift(self, arm: Vec3) -> Sym6:
        """The matrix at the origin of `arm`, given here at its end: shift^T M shift.

        With B' = B + arm~ C the new A is A + arm~ B^T + (arm~ B'^T)^T, and only six entries of it
        are formed.
        """
        b = self.B + cross_times(arm, self.C)
        return Sym6(self.A + _symmetric_part(arm, self.B, b), b, self.C)


def _symmetric_part(r: Vec3, old: Mat3, new: Mat3) -> Sym3:
    """r~ old^T - new r~, which is symmetric when new = old + r~ C."""
    return Sym3(
        r.y * old.xz - r.z * old.xy - (new.xy * r.z - new.xz * r.y),
        r.z * old.yx - r.x * old.yz - (new.yz * r.x - new.yx * r.z),
        r.x * old.zy - r.y * old.zx - (new.zx * r.y - new.zy * r.x),
        r.y * old.yz - r.z * old.yy - (new.xz * r.x - new.xx * r.z),
        r.z * old.zx - r.x * old.zz - (new.yx * r.y - new.yy * r.x),
        r.y * old.zz - r.z * old.zy - (new.xx * r.y - new.xy * r.x),
    )


NULL66 = Sym6(NULL_SYM, NULL_MAT, NULL_SYM)
