"""The generalized inertia matrix from composite bodies: Saha 1999, section 4.1."""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import NULL_MAT, Sym3
from dynamics.chain import Chain, ChainLink, Scalars
from dynamics.denoc.twists import Propagation, propagation
from dynamics.scalars import Scalar
from dynamics.spatial import NULL66, Sym6


class InertiaResult(NamedTuple):
    gim: list[list[Scalar]]  # lower triangle, row i holds columns 0 to i
    composite: list[Sym6]  # M~_i at C_i
    propagations: list[Propagation]


def link_mass(link: ChainLink) -> Sym6:
    """M_i at the mass centre, (2)."""
    return Sym6(link.inertia, NULL_MAT, Sym3.diagonal(link.mass))


def generalized_inertia(chain: Chain, q: Scalars) -> InertiaResult:
    """i_ij = p_i^T M~_i B_ij p_j, (24), with M~_i from (23b); rotors on the diagonal."""
    steps = [propagation(link, qi) for link, qi in zip(chain.links, q, strict=True)]
    composite: list[Sym6] = []
    carried = NULL66
    for link, step in zip(reversed(chain.links), reversed(steps), strict=True):
        composite.append(link_mass(link) + carried)  # (23b)
        carried = step.mass(composite[-1])
    composite.reverse()

    gim: list[list[Scalar]] = []
    for i, link in enumerate(chain.links):
        wrench = composite[i] @ steps[i].p
        row = [steps[i].p.dot(wrench) + link.armature]
        for j in range(i - 1, -1, -1):  # p_i^T M~_i B_ij, one B at a time
            wrench = steps[j + 1].wrench(wrench)
            row.append(steps[j].p.dot(wrench))
        gim.append(row[::-1])
    return InertiaResult(gim, composite, steps)
