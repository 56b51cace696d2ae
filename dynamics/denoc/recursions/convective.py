"""The matrix of convective inertia terms, C = N^T (M N-dot + M-dot N): Saha 1999, (28) and (29).

What (29) asks of a link besides its M is what it takes of a twist of some joint as the link moves: `Convective`, the
sum of M_k B-dot_kj and M-dot_k that H~ of (28) gathers from the tip inward. Taken as it changes at a place that stands
still, p_j changes by t_j x p_j alone, and B not at all.
"""

from __future__ import annotations

from denoc.algebra.scalars import Scalar
from denoc.algebra.screws import NO_CONVECTION, Convective
from denoc.algebra.spatial import NULL6, motion_cross
from denoc.arm.trees import Tree
from denoc.recursions.denoc import PLACE
from denoc.recursions.sweeps import Link, Record, Recursion, Step, Sweep, Triangle


def _move(link: Link, x: Record, t_before: Tree) -> Step:
    t = x["B"] @ t_before + link.p * x["qd"]  # (12)
    return t, {"p_dot": motion_cross(t, link.p), "H": Convective.of(link.M, link.spread, t)}


def _compose(link: Link, x: Record, outboard: Tree) -> Step:
    """Composite bodies, and what they take of their first joint's motion: column j of (29) at link j, and row i."""
    M_outboard, H_outboard = outboard
    B, p = x["B"], link.p
    M_tilde = link.M + M_outboard  # (23b)
    H_tilde = x["H"] + H_outboard  # (28)
    column = M_tilde @ x["p_dot"] + H_tilde @ p  # (29)
    row, row_turning = M_tilde @ p + NULL6, H_tilde.transpose_times(p)
    return (B.T @ M_tilde @ B, B.T @ H_tilde @ B), {"column": column, "row": row, "row_turning": row_turning}


def _start(link: Link, x: Record) -> tuple[Scalar, Tree]:
    B = x["B"]
    handed = B.T @ x["column"], B.T @ x["row"], B.rotation.to_parent(x["row_turning"])
    return link.p.T @ x["column"], handed


def _entries(link: Link, x: Record, handed: Tree) -> tuple[tuple[Scalar, Scalar], Tree]:
    """c_ji and c_ij, i outboard of j: what link i feels of joint j is what link j feels of joint i, transposed."""
    column, row, row_turning = handed
    B, p = x["B"], link.p
    above = p.T @ column  # (29), i <= j
    below = row.T @ x["p_dot"] + row_turning.dot(p.angular)  # (29), i > j
    return (above, below), (B.T @ column, B.T @ row, B.rotation.to_parent(row_turning))


def matrix() -> Recursion:
    """C, by rows. Links must be taken at the joints' origins (`bodies`)."""
    outward = Sweep(lambda ends, before: NULL6, _move)
    inward = Sweep(lambda ends, last: (ends.no_body, NO_CONVECTION), _compose, inward=True)
    triangle = Triangle(_start, _entries, symmetric=False, both=True)
    return Recursion(("q", "qd"), (PLACE, outward, inward), triangle=triangle)
