"""Derivatives of the joint torques of a motion, link by link: O(n) sweeps, then a few products for each pair of joints.

After Singh, Russo, Wensing 2022 (Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra,
RA-L 7(2)), who write them in the axes of the world; Carpentier, Mansard 2018 have the same order. A joint
j turns all that is outboard of it. Of link i >= j that changes the twist by Psi-dot_j and its rate by Psi-ddot_j, seen
from the link; of a link before j nothing changes but the wrench that is passed on to it.

Twists are taken at the joints' origins, at points that stand still: t-dot is the rate there, not the acceleration of
the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from denoc.algebra.algebra import Sym3, Vec3
from denoc.algebra.scalars import ZERO, Scalar
from denoc.algebra.screws import RigidBody, Screws
from denoc.algebra.spatial import NULL6, Vec6, force_cross, motion_cross, shift_wrench
from denoc.arm.trees import Tree
from denoc.recursions import denoc
from denoc.recursions.cholesky import PLAIN
from denoc.recursions.inverse_matrix import invert, minus_products
from denoc.recursions.joints import BASE_FRAME, NO_BODY, Arm, Ends, Frame
from denoc.recursions.sweeps import Link, Pairs, Record, Recursion, Step, Sweep, matrix, run, walk


class Momenta(NamedTuple):
    """What links that move in some way have together: about a point that stands still, in one link's axes."""

    body: RigidBody
    rate: RigidBody  # how the body's numbers change: no mass, its moment is the momentum
    momentum: Vec6
    wrench: Vec6  # that moves them so

    def __add__(self, o: Momenta) -> Momenta:  # type: ignore[override]
        body, rate = self.body + o.body, self.rate + o.rate
        return Momenta(body, rate, self.momentum + o.momentum, self.wrench + o.wrench)


NOTHING = Momenta(NO_BODY, NO_BODY, NULL6, NULL6)


class Changes(NamedTuple):
    """How a joint changes the twists outboard: its axis, and how that changes with the arm's motion."""

    axis: Vec6
    psi_dot: Vec6
    psi_ddot: Vec6


class Asked(NamedTuple):
    """Wrenches on all that is outboard of a joint, for a unit of its qdd, qd and q, and what its torque feels of
    changes of joints before it: by the angular halves of psi_dot and, with a wrench at the tip, of their axes."""

    column: Vec6
    by_rate: Vec6
    by_place: Vec6
    back: Vec3
    unturned: Vec3 | tuple[()]

    def before(self, B: Screws) -> Asked:
        """At the link before, in its axes."""
        return self.mapped(lambda w: B.T @ w, B.rotation.to_parent)

    def mapped(self, of_wrench: Callable[[Vec6], Vec6], of_vector: Callable[[Vec3], Vec3]) -> Asked:
        wrenches = of_wrench(self.column), of_wrench(self.by_rate), of_wrench(self.by_place)
        return Asked(*wrenches, of_vector(self.back), of_vector(self.unturned) if self.unturned else ())


def _wrench(frame: Frame, w: Vec6) -> Vec6:
    """A wrench of this frame in the axes that the frame is given in, at their origin."""
    return shift_wrench(Vec6(frame.turn(w.angular), frame.turn(w.linear)), frame.origin)


def _twist(frame: Frame, t: Vec6) -> Vec6:
    omega = frame.turn(t.angular)
    return Vec6(omega, frame.turn(t.linear) + frame.origin.cross(omega))


def twice_b(x: Momenta, u: Vec6) -> Vec6:
    """2 B u = M-dot u + u x* (M t): what the twist u, beside the links' own, changes about their wrench.

    The linear half of u cancels, since the moment's rate is the momentum.
    """
    omega, n, p = u.angular, x.momentum.angular, x.momentum.linear
    return Vec6(x.rate.inertia @ omega + omega.cross(n), omega.cross(p + p))


def twice_b_transposed(x: Momenta, u: Vec6) -> Vec3:
    """2 B^T u: its linear half is zero."""
    omega, n, p = u.angular, x.momentum.angular, x.momentum.linear
    return x.rate.inertia @ omega + n.cross(omega) + (p + p).cross(u.linear)


def _rate(M: RigidBody, t: Vec6, momentum: Vec3) -> RigidBody:
    """M-dot of a body with the twist t, about a point that stands still: omega~ J - J omega~, and what v adds to it."""
    w, v, h, j = t.angular, t.linear, M.moment, M.inertia
    along = Vec3(v.x * h.x, v.y * h.y, v.z * h.z)
    half = Vec3(
        w.y * j.xz - w.z * j.xy + along.y + along.z,
        w.z * j.xy - w.x * j.yz + along.x + along.z,
        w.x * j.yz - w.y * j.xz + along.x + along.y,
    )
    inertia = Sym3(
        half.x + half.x,
        half.y + half.y,
        half.z + half.z,
        w.z * (j.xx - j.yy) + w.y * j.yz - w.x * j.xz - v.x * h.y - v.y * h.x,
        w.x * (j.yy - j.zz) + w.z * j.xz - w.y * j.xy - v.y * h.z - v.z * h.y,
        w.y * (j.zz - j.xx) + w.x * j.xy - w.z * j.yz - v.x * h.z - v.z * h.x,
    )
    return RigidBody(ZERO, momentum, inertia)


def _at_base(ends: Ends, before: Tree) -> Tree:
    return NULL6, ends.t_dot, ends.wrench


def _move(link: Link, x: Record, before: Tree) -> Step:
    """Outward: twists, and how they change with the link's joint."""
    t_before, t_dot_before, tip = before
    B, p, qd = x["B"], link.p, x["qd"]
    carried, t_dot_carried = B @ t_before, B @ t_dot_before
    psi_dot = motion_cross(carried, p)  # (9)
    psi_ddot = motion_cross(t_dot_carried, p) + motion_cross(carried, psi_dot)  # (9)
    t = carried + p * qd
    t_dot = t_dot_carried + p * x.get("qdd", ZERO) + psi_dot * qd
    return (t, t_dot, tip and B.turn(tip)), {"t": t, "t_dot": t_dot, "changes": Changes(p, psi_dot, psi_ddot)}


def _own_momenta(M: RigidBody, t: Vec6, t_dot: Vec6) -> Momenta:
    momentum = M @ t + NULL6
    return Momenta(M, _rate(M, t, momentum.linear), momentum, M @ t_dot + force_cross(t, momentum))


def _at_tip(ends: Ends, last: Tree) -> Tree:
    """Nothing outboard; the tip wrench in the last link's axes, and where it acts."""
    wrench = last[2]
    if not wrench:
        return NOTHING, ()
    return NOTHING._replace(wrench=-shift_wrench(wrench, ends.tip)), (wrench, ends.tip)


def _compose(link: Link, x: Record, handed: Tree) -> Step:
    """Inward: all that is outboard as one, and the wrenches that the joint's changes ask of it."""
    outboard, tip = handed
    B, (p, psi_dot, psi_ddot) = x["B"], x["changes"]
    all_of_it = _own_momenta(link.M, x["t"], x["t_dot"]) + outboard
    body, rate, momentum, wrench = all_of_it
    column, twice = body @ p + NULL6, psi_dot + psi_dot
    by_rate = twice_b(all_of_it, p) + (body @ twice + NULL6)  # (18)
    by_place = twice_b(all_of_it, psi_dot) + (body @ psi_ddot + NULL6) + force_cross(p, wrench)  # (16)
    back = twice_b_transposed(all_of_it, p)
    unturned: Vec3 | tuple[()] = ()
    if tip:
        by_place, unturned = by_place + _still(p, tip), _unturned(p, tip)
        tip = (tip[0].to_parent(B.rotation), B.origin + B.rotation.to_parent(tip[1]))
    inboard = Momenta(B.T @ body @ B, B.T @ rate @ B, B.T @ momentum, B.T @ wrench)
    asked = Asked(column, by_rate, by_place, back, unturned)
    return (inboard, tip), {"gamma": wrench, "column": column, "asked": asked}


def _still(p: Vec6, tip: Tree) -> Vec6:
    """The tip wrench does not turn with the link: less what `force_cross` makes of it."""
    wrench, r = tip
    turned = Vec6(p.angular.cross(wrench.angular), p.angular.cross(wrench.linear))
    return shift_wrench(turned, r)


def _unturned(p: Vec6, tip: Tree) -> Vec3:
    """By this, times the axis of a joint before it, the joint feels that the tip wrench does not turn with the arm."""
    wrench, r = tip
    velocity = p.linear + p.angular.cross(r)
    return wrench.angular.cross(p.angular) + wrench.linear.cross(velocity)


# What a joint's changes are and what they ask of all that is outboard meet for every pair of joints. In the axes of the
# links, where most numbers are zeros or ones that vanish, what is asked goes from link to link: good for short arms. In
# the axes of the base it stays as it is, and for a long arm that takes half as long.


def _own(link: Link, x: Record, *, mass: bool) -> list[Scalar]:
    """The entries of a joint with itself."""
    axis, asked, joint = x["changes"].axis, x["asked"], link.joint
    entries = [axis.T @ asked.by_place, axis.T @ asked.by_rate + joint.friction_slope(x["qd"])]
    return [*entries, axis.T @ asked.column + joint.armature] if mass else entries


def _pair(x: Record, asked: Asked, *, mass: bool) -> tuple[list[Scalar], list[Scalar]]:
    """The entries of this joint j with one that is outboard, i, which asks: (j, i), and (i, j)."""
    axis, psi_dot, psi_ddot = x["changes"]
    column, by_rate, by_place, back, unturned = asked
    above = [axis.T @ by_place, axis.T @ by_rate]
    by_psi = column.dot(psi_dot)
    below = [
        back.dot(psi_dot.angular) + column.dot(psi_ddot),  # (19)
        back.dot(axis.angular) + (by_psi + by_psi),  # (21)
    ]
    if unturned:
        below[0] = below[0] + unturned.dot(axis.angular)
    if mass:
        above.append(axis.T @ column)
        below.append(above[-1])
    return above, below


def _in_links(mass: bool) -> Pairs:
    def start(link: Link, x: Record) -> tuple[list[Scalar], Tree]:
        return _own(link, x, mass=mass), x["asked"].before(x["B"])

    def step(link: Link, x: Record, asked: Asked) -> tuple[list[Scalar], list[Scalar], Tree]:
        return *_pair(x, asked, mass=mass), asked.before(x["B"])

    return Pairs(start, step, 2 + mass)


def _in_base(mass: bool) -> Pairs:
    def start(link: Link, x: Record) -> tuple[list[Scalar], Tree]:
        return _own(link, x, mass=mass), x["asked"]

    def step(link: Link, x: Record, asked: Asked) -> tuple[list[Scalar], list[Scalar], Tree]:
        return *_pair(x, asked, mass=mass), asked

    return Pairs(start, step, 2 + mass)


def _turn(link: Link, x: Record, before: Tree) -> Step:
    """Outward: everything into the axes of the base, at its origin."""
    here = Frame(*before).after(x["B"])
    changes = Changes(*(_twist(here, t) for t in x["changes"]))
    return tuple(here), {"changes": changes, "asked": x["asked"].mapped(partial(_wrench, here), here.turn)}


SWEEPS = (Sweep(_at_base, _move), Sweep(_at_tip, _compose, inward=True))
TURN = Sweep(lambda ends, before: tuple(BASE_FRAME), _turn)


def inverse(*, wrench: bool = False) -> Recursion:
    """d tau / d q and d tau / d qd."""
    sweeps = (denoc.PLACE, *SWEEPS, TURN)
    return Recursion(("q", "qd", "qdd"), sweeps, pairs=_in_base(mass=False), wrench=wrench)


def forward(*, wrench: bool = False) -> Recursion:
    """d qdd / d q, d qdd / d qd, d qdd / d tau: RFDSIM, then -I^-1 times the derivatives of the torques at its
    accelerations, and I^-1."""
    sweeps, pairs = (*denoc.forward().sweeps, *SWEEPS, TURN), _in_base(mass=True)._replace(solved=True)
    return Recursion(("q", "qd", "tau"), sweeps, pairs=pairs, wrench=wrench)


def inverse_written_out(arm: Arm, states: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    """The results of `inverse` for an arm that is short."""
    return run(_short(solved=False), arm, states)


def forward_written_out(arm: Arm, states: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    """The results of `forward` for an arm that is short, with qdd = I^-1 phi instead of RFDSIM: both walks have most in
    common, which is traced once, and I^-1 is there anyway."""
    q, qd, tau = states
    records, _ = walk(Recursion(("q", "qd"), (denoc.PLACE, *SWEEPS)), arm, [q, qd])
    inverse = matrix(denoc.MASS, arm, records)
    invert(inverse, arm.n, PLAIN)
    bias = [
        link.p.T @ x["gamma"] + link.joint.friction(rate) for link, x, rate in zip(arm.links, records, qd, strict=True)
    ]
    qdd: list[Scalar] = [ZERO] * arm.n
    minus_products(inverse, [[b - t for b, t in zip(bias, tau, strict=True)]], [qdd], arm.n, PLAIN)
    return run(_short(solved=True), arm, [q, qd, qdd])


def _short(*, solved: bool) -> Recursion:
    pairs = _in_links(mass=solved)._replace(solved=solved)
    return Recursion(("q", "qd", "qdd"), (denoc.PLACE, *SWEEPS), pairs=pairs)
