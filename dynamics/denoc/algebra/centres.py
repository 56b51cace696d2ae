"""The DeNOC's operators at the mass centres, as the paper has them: Saha 1999, sections 2 and 3. In link axes."""

from __future__ import annotations

from typing import NamedTuple

from denoc.algebra.algebra import NULL, NULL_MAT, Sym3, Vec3
from denoc.algebra.operators import Product, Rate, Transposed
from denoc.algebra.scalars import Scalar
from denoc.algebra.screws import Screws
from denoc.algebra.spatial import Sym6, Vec6, shift_motion, shift_wrench


class CentreShift(NamedTuple):
    """B_{i,i-1}, (13): a turn into the axes of link i, then a shift from C_{i-1} to C_i."""

    screws: Screws
    c: Vec3  # from C_{i-1} to C_i, axes of link i: the paper's -c_{i,i-1}

    def __matmul__(self, t: Vec6) -> Product:
        return Product(self, t)

    def times(self, t: Vec6) -> Vec6:
        return shift_motion(self.turn(t), self.c)

    def turn(self, v: Vec6) -> Vec6:
        """A twist or wrench in the axes of link i instead of i-1, at the same point."""
        return v.to_child(self.screws.rotation)

    def rate(self, carried: Vec6, own: Vec6) -> Rate:
        """B-dot_{i,i-1}, where `carried` is B @ t_{i-1} and `own` is p_i theta-dot_i."""
        return Rate(self, carried, own)

    def with_rate(self, t_dot: Vec6, rate: Rate) -> Vec6:
        """B t-dot + B-dot t. B-dot has only its lower left block, of v_i - v_{i-1}."""
        omega = rate.t.angular
        return self.times(t_dot) + Vec6(NULL, omega.cross(omega.cross(self.c) + rate.own.linear))

    @property
    def T(self) -> Transposed:
        return Transposed(self)

    def wrench(self, w: Vec6) -> Vec6:
        """B^T w, in the axes of link i-1."""
        return shift_wrench(w, self.c).to_parent(self.screws.rotation)

    def congruent(self, m: Sym6) -> Sym6:
        """B^T m B, in the axes of link i-1."""
        return m.shift(self.c).to_parent(self.screws.rotation)


class CentredBody(NamedTuple):
    """M_i, (2), at C_i."""

    inertia: Sym3
    mass: Scalar

    def __matmul__(self, t: Vec6) -> Product:
        return Product(self, t)

    def times(self, t: Vec6) -> Vec6:
        return Vec6(self.inertia @ t.angular, t.linear * self.mass)

    def rate(self, t: Vec6) -> Rate:
        """M-dot_i, (8), of a body with the twist t."""
        return Rate(self, t)

    def with_rate(self, t_dot: Vec6, rate: Rate) -> Vec6:
        """M t-dot + M-dot t, with omega~ I in the upper left block of M-dot."""
        omega = rate.t.angular
        return self.times(t_dot) + Vec6(omega.cross(self.inertia @ omega), NULL)

    def __add__(self, o: Sym6) -> Sym6:  # type: ignore[override]
        return Sym6(self.inertia, NULL_MAT, Sym3.diagonal(self.mass)) + o
