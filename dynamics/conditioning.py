"""Is the mass matrix positive for all practical purposes?"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dynamics.chain import chain
from dynamics.denoc.inertia import link_mass
from dynamics.denoc.twists import propagation
from dynamics.errors import NoSolution, SingularMassMatrix
from dynamics.robot import Robot
from dynamics.spatial import NULL66, Sym6

FLOOR = 1e-12


def check_mass_matrix(robot: Robot, q: Sequence[float]) -> None:
    """Refuse a singular mass matrix and name the joint that has no inertia of its own.

    For each joint the articulated body's inertia about its axis, m^_i, is held against the composite body's: their
    ratio is 1 for a joint that the joints outboard of it cannot relieve, and 0 for one whose motion they can undo.
    A Cholesky factorization would pass pivots of 1e-18 that are rounding errors.
    """
    arm = chain(robot)
    composite = articulated = NULL66
    for i in range(arm.n - 1, -1, -1):
        link, step = arm.links[i], propagation(arm.links[i], q[i])
        composite, articulated = link_mass(link) + composite, link_mass(link) + articulated
        psi_hat = articulated @ step.p
        m_hat = float(step.p.dot(psi_hat) + link.armature)
        whole = float(step.p.dot(composite @ step.p) + link.armature)
        if not math.isfinite(whole):
            raise NoSolution("the arm's inertia about this joint is too large to compute with", link=i + 1)
        if not (whole > 0 and m_hat > FLOOR * whole):
            raise SingularMassMatrix(
                "the mass matrix is singular at the start: this joint can move without any inertia of its own",
                link=i + 1,
            )
        composite = step.mass(composite)
        articulated = step.mass(articulated - Sym6.outer(psi_hat, psi_hat * (1.0 / m_hat)))
