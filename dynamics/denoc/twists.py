"""Twists, propagation and joint-rate vectors of the DeNOC: Saha 1999, sections 2 and 3.

The twist t_i = (omega_i, v_i) is taken at link i's mass centre C_i, in link axes. The twist
propagation matrix B_{i,i-1} is a shift along c = C_{i-1} -> C_i after a turn into link i's axes;
in the paper's letters c = -c_{i,i-1}.
"""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import NULL, Vec3
from dynamics.chain import E_Z, ChainLink, Placement, place
from dynamics.scalars import ZERO, Scalar
from dynamics.spatial import Sym6, Vec6, shift_motion, shift_wrench


class Propagation(NamedTuple):
    """B_{i,i-1} and p_i of one link."""

    placement: Placement
    c: Vec3  # from C_{i-1} to C_i, axes of link i
    p: Vec6  # joint-rate propagation vector, (13) and (15)

    def twist(self, t: Vec6) -> Vec6:
        """B_{i,i-1} t, in the axes of link i."""
        return shift_motion(t.to_child(self.placement.rotation), self.c)

    def wrench(self, w: Vec6) -> Vec6:
        """B_{i,i-1}^T w, in the axes of link i-1."""
        return shift_wrench(w, self.c).to_parent(self.placement.rotation)

    def mass(self, m: Sym6) -> Sym6:
        """B_{i,i-1}^T M B_{i,i-1}, in the axes of link i-1."""
        return m.shift(self.c).to_parent(self.placement.rotation)


def propagation(link: ChainLink, q: Scalar) -> Propagation:
    placement = place(link, q)
    r = placement.origin - link.parent_com  # from C_{i-1} to O_i
    c = placement.rotation.to_child(r) + link.com
    return Propagation(placement, c, _rate_vector(link))


def _rate_vector(link: ChainLink) -> Vec6:
    if link.revolute:  # (13): e x d with e = (0, 0, 1)
        return Vec6(E_Z, Vec3(-link.com.y, link.com.x, ZERO))
    return Vec6(NULL, E_Z)  # (15)
