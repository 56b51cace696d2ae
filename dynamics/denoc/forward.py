"""UDU^T by reverse Gaussian elimination and RFDSIM, the O(n) forward dynamics built on it.

Saha 1997; Saha 1999, section 5.2 and appendix B.
"""

from __future__ import annotations

from typing import NamedTuple

from dynamics.chain import Chain, Scalars
from dynamics.denoc.inertia import link_mass
from dynamics.denoc.inverse import InverseResult, inverse_dynamics
from dynamics.denoc.twists import Propagation, propagation
from dynamics.scalars import ZERO, Scalar
from dynamics.spatial import NULL6, NULL66, Sym6, Vec6


class Articulated(NamedTuple):
    """Elimination of one joint, (47) to (50)."""

    mass: Sym6  # M^_i at C_i: the articulated body
    psi: Vec6  # psi_i = M^_i p_i / m^_i
    m_hat: Scalar  # m^_i: the articulated body's inertia about the joint


class ForwardResult(NamedTuple):
    qdd: list[Scalar]
    bias: InverseResult  # the inverse recursion at zero acceleration
    articulated: list[Articulated]
    tau_hat: list[Scalar]  # U^-1 phi
    tau_tilde: list[Scalar]  # D^-1 U^-1 phi


def eliminate(chain: Chain, steps: list[Propagation]) -> list[Articulated]:
    """Reverse Gaussian elimination of the GIM, from the last joint to the first."""
    bodies: list[Articulated] = []
    carried = NULL66
    for link, step in zip(reversed(chain.links), reversed(steps), strict=True):
        mass = link_mass(link) + carried  # (50), first half
        psi_hat = mass @ step.p  # (47)
        m_hat = step.p.dot(psi_hat) + link.armature
        psi = psi_hat * (1.0 / m_hat)  # (48)
        bodies.append(Articulated(mass, psi, m_hat))
        carried = step.mass(mass - Sym6.outer(psi_hat, psi))  # (50), second half
    return bodies[::-1]


def udu(chain: Chain, q: Scalars) -> tuple[list[list[Scalar]], list[Scalar]]:
    """Columns of U above the diagonal (column k has k entries) and the diagonal D, (46), (54), (55)."""
    steps = [propagation(link, qi) for link, qi in zip(chain.links, q, strict=True)]
    bodies = eliminate(chain, steps)
    columns = []
    for k, body in enumerate(bodies):
        wrench = body.psi
        column = []
        for i in range(k - 1, -1, -1):
            wrench = steps[i + 1].wrench(wrench)  # psi_ik = B_ki^T psi_k
            column.append(steps[i].p.dot(wrench))
        columns.append(column[::-1])
    return columns, [body.m_hat for body in bodies]


def forward_dynamics(chain: Chain, q: Scalars, qd: Scalars, tau: Scalars, wrench: Vec6 = NULL6) -> ForwardResult:
    """Joint accelerations from I qdd = phi, where phi = tau less everything that qdd = 0 needs."""
    bias = inverse_dynamics(chain, q, qd, [ZERO] * chain.n, wrench)
    steps = [motion.propagation for motion in bias.motions]
    bodies = eliminate(chain, steps)
    phi = [t - b for t, b in zip(tau, bias.tau, strict=True)]
    tau_hat = solve_upper(steps, bodies, phi)
    tau_tilde = [t / body.m_hat for t, body in zip(tau_hat, bodies, strict=True)]
    return ForwardResult(solve_lower(steps, bodies, tau_tilde), bias, bodies, tau_hat, tau_tilde)


def solve_upper(steps: list[Propagation], bodies: list[Articulated], phi: list[Scalar]) -> list[Scalar]:
    """tau^ = U^-1 phi, (34) and (35); (35) is printed with tau^_{i-1} for tau^_{i+1}."""
    tau_hat: list[Scalar] = []
    eta = NULL6  # eta_{i,i+1}
    for step, body, value in zip(reversed(steps), reversed(bodies), reversed(phi), strict=True):
        tau_hat.append(value - step.p.dot(eta))
        eta = step.wrench(body.psi * tau_hat[-1] + eta)
    return tau_hat[::-1]


def solve_lower(steps: list[Propagation], bodies: list[Articulated], tau_tilde: list[Scalar]) -> list[Scalar]:
    """qdd = U^-T tau~, (36) and (37)."""
    qdd: list[Scalar] = []
    mu = NULL6
    for step, body, value in zip(steps, bodies, tau_tilde, strict=True):
        carried = step.twist(mu)  # mu_{i,i-1}
        qdd.append(value - body.psi.dot(carried))
        mu = step.p * qdd[-1] + carried
    return qdd
