"""O(n^3) forward dynamics with composite bodies and Cholesky: Walker and Orin 1982, third method.

The yardstick of Saha's and Kozlowski's tables. A composite body is its mass, first moment and inertia
about the joint origin O_i: ten numbers, no division, so massless links do no harm.
"""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import NULL, NULL_SYM, Sym3, Vec3
from dynamics.chain import E_Z, Chain, ChainLink, Placement, Scalars
from dynamics.denoc.inverse import inverse_dynamics
from dynamics.scalars import ZERO, Scalar, sqrt
from dynamics.screws import RigidBody
from dynamics.spatial import NULL6, Vec6


class WalkerOrinResult(NamedTuple):
    qdd: list[Scalar]
    gim: list[list[Scalar]]  # lower triangle
    factor: list[list[Scalar]]  # L with GIM = L L^T, its diagonal inverted
    composites: list[RigidBody]


NOTHING = RigidBody(ZERO, NULL, NULL_SYM)


def forward_dynamics(chain: Chain, q: Scalars, qd: Scalars, tau: Scalars, wrench: Vec6 = NULL6) -> WalkerOrinResult:
    bias = inverse_dynamics(chain, q, qd, [ZERO] * chain.n, wrench)
    placements = [motion.propagation.placement for motion in bias.motions]
    composites = composite_bodies(chain, placements)
    gim = mass_matrix(chain, placements, composites)
    factor = cholesky(gim)
    rhs = [t - b for t, b in zip(tau, bias.tau, strict=True)]
    return WalkerOrinResult(solve(factor, rhs), gim, factor, composites)


def composite_bodies(chain: Chain, placements: list[Placement]) -> list[RigidBody]:
    bodies: list[RigidBody] = []
    outer = NOTHING
    for link, placement in zip(reversed(chain.links), reversed(placements), strict=True):
        own = _shifted(NULL_SYM, NULL, link.mass, link.com)
        body = RigidBody(
            link.mass + outer.mass,
            own.moment + outer.moment,
            link.inertia + own.inertia + outer.inertia,
        )
        bodies.append(body)
        turn = placement.rotation
        outer = _shifted(turn.sym_to_parent(body.inertia), turn.to_parent(body.moment), body.mass, placement.origin)
    return bodies[::-1]


def _shifted(inertia: Sym3, moment: Vec3, mass: Scalar, arm: Vec3) -> RigidBody:
    """The body about the origin of `arm`, given about its end (parallel axes, about any point)."""
    new = moment + arm * mass
    spread = arm.dot(moment + new)
    turned = Sym3(
        spread - arm.x * (moment.x + new.x),
        spread - arm.y * (moment.y + new.y),
        spread - arm.z * (moment.z + new.z),
        -(arm.x * moment.y + new.x * arm.y),
        -(arm.y * moment.z + new.y * arm.z),
        -(arm.x * moment.z + new.x * arm.z),
    )
    return RigidBody(mass, new, inertia + turned)


def mass_matrix(chain: Chain, placements: list[Placement], composites: list[RigidBody]) -> list[list[Scalar]]:
    """Lower triangle: row j holds what unit acceleration of joint j asks of joints 0 to j."""
    rows = []
    for j, link in enumerate(chain.links):
        force, moment = _unit_acceleration(link, composites[j])
        row = [(moment.z if link.revolute else force.z) + link.armature]
        for i in range(j - 1, -1, -1):
            placement = placements[i + 1]
            force = placement.rotation.to_parent(force)
            moment = placement.rotation.to_parent(moment) + placement.origin.cross(force)
            row.append(moment.z if chain.links[i].revolute else force.z)
        rows.append(row[::-1])
    return rows


def _unit_acceleration(link: ChainLink, body: RigidBody) -> tuple[Vec3, Vec3]:
    if link.revolute:
        return E_Z.cross(body.moment), Vec3(body.inertia.xz, body.inertia.yz, body.inertia.zz)
    return E_Z * body.mass, body.moment.cross(E_Z)


def cholesky(lower: list[list[Scalar]]) -> list[list[Scalar]]:
    """L with A = L L^T; the diagonal holds the inverses of L's own, so that solving multiplies."""
    factor: list[list[Scalar]] = []
    for i, row in enumerate(lower):
        new: list[Scalar] = []
        for j in range(i):
            value = row[j]
            for k in range(j):
                value = value - new[k] * factor[j][k]
            new.append(value * factor[j][j])
        pivot = row[i]
        for k in range(i):
            pivot = pivot - new[k] * new[k]
        new.append(1.0 / sqrt(pivot))
        factor.append(new)
    return factor


def solve(factor: list[list[Scalar]], rhs: list[Scalar]) -> list[Scalar]:
    """x of L L^T x = rhs, with L from `cholesky`."""
    n = len(rhs)
    y: list[Scalar] = []
    for i in range(n):
        value = rhs[i]
        for k in range(i):
            value = value - factor[i][k] * y[k]
        y.append(value * factor[i][i])
    x: list[Scalar] = [ZERO] * n
    for i in range(n - 1, -1, -1):
        value = y[i]
        for k in range(i + 1, n):
            value = value - factor[k][i] * x[k]
        x[i] = value * factor[i][i]
    return x
