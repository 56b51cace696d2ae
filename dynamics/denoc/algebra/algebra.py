"""Vectors, symmetric and general 3x3 matrices, and rotations, made of scalars.

Symmetric matrices keep six entries and rotations stay factored, so that nothing known from
the structure is ever computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from denoc.algebra.scalars import ONE, ZERO, Scalar


class Vec3:
    __slots__ = ("x", "y", "z")

    def __init__(self, x: Scalar, y: Scalar, z: Scalar) -> None:
        self.x = x
        self.y = y
        self.z = z

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.x, self.y, self.z))

    def __add__(self, o: Vec3) -> Vec3:
        return Vec3(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o: Vec3) -> Vec3:
        return Vec3(self.x - o.x, self.y - o.y, self.z - o.z)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, s: Scalar) -> Vec3:
        return Vec3(self.x * s, self.y * s, self.z * s)

    def dot(self, o: Vec3) -> Scalar:
        return self.x * o.x + self.z * o.z + self.y * o.y

    def cross(self, o: Vec3) -> Vec3:
        return Vec3(
            self.y * o.z - self.z * o.y,
            self.z * o.x - self.x * o.z,
            self.x * o.y - self.y * o.x,
        )


NULL = Vec3(ZERO, ZERO, ZERO)


class _Entries:
    """Matrices that add entry by entry."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Scalar]:
        raise NotImplementedError

    def __add__(self, o: Self) -> Self:
        return type(self)(*(a + b for a, b in zip(self, o, strict=True)))

    def __sub__(self, o: Self) -> Self:
        return type(self)(*(a - b for a, b in zip(self, o, strict=True)))

    def __mul__(self, s: Scalar) -> Self:
        return type(self)(*(a * s for a in self))


class Mat3(_Entries):
    """A general 3x3 matrix, by rows."""

    __slots__ = ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz")

    def __init__(self, *entries: Scalar) -> None:
        self.xx, self.xy, self.xz, self.yx, self.yy, self.yz, self.zx, self.zy, self.zz = entries

    def __iter__(self) -> Iterator[Scalar]:
        return iter(getattr(self, name) for name in Mat3.__slots__)

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.yx * v.x + self.yy * v.y + self.yz * v.z,
            self.zx * v.x + self.zy * v.y + self.zz * v.z,
        )

    def transpose_times(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.yx * v.y + self.zx * v.z,
            self.xy * v.x + self.yy * v.y + self.zy * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )

    @classmethod
    def outer(cls, a: Vec3, b: Vec3) -> Mat3:
        return cls(a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z)

    @classmethod
    def cross_operator(cls, v: Vec3) -> Mat3:
        """The matrix of `v x`."""
        return cls(ZERO, -v.z, v.y, v.z, ZERO, -v.x, -v.y, v.x, ZERO)


NULL_MAT = Mat3(*(ZERO,) * 9)


class Sym3(_Entries):
    """A symmetric 3x3 matrix."""

    __slots__ = ("xx", "xy", "xz", "yy", "yz", "zz")

    def __init__(self, xx: Scalar, yy: Scalar, zz: Scalar, xy: Scalar, yz: Scalar, xz: Scalar) -> None:
        self.xx = xx
        self.yy = yy
        self.zz = zz
        self.xy = xy
        self.yz = yz
        self.xz = xz

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.xx, self.yy, self.zz, self.xy, self.yz, self.xz))

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )

    @classmethod
    def outer(cls, a: Vec3, b: Vec3) -> Sym3:
        """a b^T where b is a multiple of a, so that the product is symmetric."""
        xy, yz, xz = either(a.x, b.x, a.y, b.y), either(a.y, b.y, a.z, b.z), either(a.x, b.x, a.z, b.z)
        return cls(a.x * b.x, a.y * b.y, a.z * b.z, xy, yz, xz)

    @classmethod
    def diagonal(cls, s: Scalar) -> Sym3:
        return cls(s, s, s, ZERO, ZERO, ZERO)


NULL_SYM = Sym3(*(ZERO,) * 6)


def either(a: Scalar, b: Scalar, c: Scalar, d: Scalar) -> Scalar:
    """a d, which is known to equal c b: c itself where b is one by structure, so that c less this is a visible zero."""
    return c if b is ONE else a * d


def cross_times(v: Vec3, m: Mat3 | Sym3) -> Mat3:
    """v~ M: the cross product of v with each column of M."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = general(m)
    return Mat3(
        v.y * zx - v.z * yx,
        v.y * zy - v.z * yy,
        v.y * zz - v.z * yz,
        v.z * xx - v.x * zx,
        v.z * xy - v.x * zy,
        v.z * xz - v.x * zz,
        v.x * yx - v.y * xx,
        v.x * yy - v.y * xy,
        v.x * yz - v.y * xz,
    )


def general(m: Mat3 | Sym3) -> Mat3:
    """The same matrix without its symmetry."""
    if isinstance(m, Mat3):
        return m
    return Mat3(m.xx, m.xy, m.xz, m.xy, m.yy, m.yz, m.xz, m.yz, m.zz)


class JointRotation:
    """Rot_x(alpha) Rot_z(theta): a link's axes seen from the link before it.

    Kept as two planar rotations: a vector costs 8 multiplications and 4 additions
    (Angeles, Ma, Rojas 1989, (54) and (55)).
    """

    __slots__ = ("ca", "ct", "sa", "st")

    def __init__(self, ca: Scalar, sa: Scalar, ct: Scalar, st: Scalar) -> None:
        self.ca = ca
        self.sa = sa
        self.ct = ct
        self.st = st

    def to_parent(self, v: Vec3) -> Vec3:
        u = v.x * self.st + v.y * self.ct
        return Vec3(
            v.x * self.ct - v.y * self.st,
            u * self.ca - v.z * self.sa,
            u * self.sa + v.z * self.ca,
        )

    def to_child(self, v: Vec3) -> Vec3:
        u = v.y * self.ca + v.z * self.sa
        return Vec3(
            u * self.st + v.x * self.ct,
            u * self.ct - v.x * self.st,
            v.z * self.ca - v.y * self.sa,
        )

    def sym_to_parent(self, m: Sym3) -> Sym3:
        return _sym_about_x(_sym_about_z(m, self.ct, self.st), self.ca, self.sa)

    def mat_to_parent(self, m: Mat3) -> Mat3:
        return _mat_about_x(_mat_about_z(m, self.ct, self.st), self.ca, self.sa)


# R S R^T for a planar rotation with the shared factor w: 8 multiplications instead of the
# 27 + 27 of two products. With d = xx - yy and w = s d + 2 c xy the turned entries are
# xx - s w, yy + s w and c w - xy. A general block differs by its skew part, which does not turn.


def _sym_about_z(m: Sym3, c: Scalar, s: Scalar) -> Sym3:
    w = s * (m.xx - m.yy) + c * (m.xy + m.xy)
    sw = s * w
    return Sym3(m.xx - sw, m.yy + sw, m.zz, c * w - m.xy, s * m.xz + c * m.yz, c * m.xz - s * m.yz)


def _sym_about_x(m: Sym3, c: Scalar, s: Scalar) -> Sym3:
    w = s * (m.yy - m.zz) + c * (m.yz + m.yz)
    sw = s * w
    return Sym3(m.xx, m.yy - sw, m.zz + sw, c * m.xy - s * m.xz, c * w - m.yz, s * m.xy + c * m.xz)


def _mat_about_z(m: Mat3, c: Scalar, s: Scalar) -> Mat3:
    w = s * (m.xx - m.yy) + c * (m.xy + m.yx)
    sw, cw = s * w, c * w
    return Mat3(
        m.xx - sw,
        cw - m.yx,
        c * m.xz - s * m.yz,
        cw - m.xy,
        m.yy + sw,
        s * m.xz + c * m.yz,
        c * m.zx - s * m.zy,
        s * m.zx + c * m.zy,
        m.zz,
    )


def _mat_about_x(m: Mat3, c: Scalar, s: Scalar) -> Mat3:
    w = s * (m.yy - m.zz) + c * (m.yz + m.zy)
    sw, cw = s * w, c * w
    return Mat3(
        m.xx,
        c * m.xy - s * m.xz,
        s * m.xy + c * m.xz,
        c * m.yx - s * m.zx,
        m.yy - sw,
        cw - m.zy,
        s * m.yx + c * m.zx,
        cw - m.yz,
        m.zz + sw,
    )
