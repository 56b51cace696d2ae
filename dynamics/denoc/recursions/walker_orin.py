"""O(n^3) forward dynamics with composite bodies and Cholesky: Walker and Orin 1982, third method.

The yardstick of Saha's and Kozlowski's tables. A composite body is its mass, first moment and inertia
about the joint origin O_i: ten numbers, no division, so massless links do no harm. The bias is RIDIM's.
"""

from __future__ import annotations

from denoc.algebra.algebra import Sym3, Vec3
from denoc.algebra.scalars import Scalar
from denoc.algebra.screws import RigidBody, Screws
from denoc.algebra.spatial import Vec6
from denoc.arm.trees import Tree
from denoc.recursions import denoc
from denoc.recursions.chain import ChainLink
from denoc.recursions.joints import E_Z, NO_BODY, Ends
from denoc.recursions.sweeps import Record, Recursion, Step, Sweep, Triangle


def _at_tip(ends: Ends, last: Tree) -> Tree:
    return NO_BODY, denoc.at_tip(ends, last)


def _compose(link: ChainLink, x: Record, outboard: RigidBody) -> Step:
    """Composite bodies, and what unit acceleration of the joint asks of them."""
    body = link.body + outboard
    return _shifted(x["B"].screws, body), {"body": body, "column": _unit_acceleration(link, body)}


def _compose_with_bias(link: ChainLink, x: Record, handed: Tree) -> Step:
    outboard, passed_on = handed
    passed_on, bias = denoc.torque(link, x, passed_on)
    outboard, found = _compose(link, x, outboard)
    return (outboard, passed_on), {**found, "phi": x["tau"] - bias["tau"]}


def _shifted(screws: Screws, body: RigidBody) -> RigidBody:
    """The body about the origin of the link before it, in that link's axes (parallel axes, about any point)."""
    turn, arm = screws.rotation, screws.origin
    moment = turn.to_parent(body.moment)
    new = moment + arm * body.mass
    spread = arm.dot(moment + new)
    parallel = Sym3(
        spread - arm.x * (moment.x + new.x),
        spread - arm.y * (moment.y + new.y),
        spread - arm.z * (moment.z + new.z),
        -(arm.x * moment.y + new.x * arm.y),
        -(arm.y * moment.z + new.y * arm.z),
        -(arm.x * moment.z + new.x * arm.z),
    )
    return RigidBody(body.mass, new, turn.sym_to_parent(body.inertia) + parallel)


def _unit_acceleration(link: ChainLink, body: RigidBody) -> Vec6:
    """Moment at the joint's origin, and force."""
    if link.joint.revolute:
        return Vec6(Vec3(body.inertia.xz, body.inertia.yz, body.inertia.zz), E_Z.cross(body.moment))
    return Vec6(body.moment.cross(E_Z), E_Z * body.mass)


def _diagonal(link: ChainLink, x: Record) -> tuple[Scalar, Tree]:
    entry, passed_on = _entry(link, x, x["column"])
    return entry + link.joint.armature, passed_on


def _entry(link: ChainLink, x: Record, wrench: Vec6) -> tuple[Scalar, Tree]:
    """What the joint feels of a wrench at its origin, and that wrench at the origin before it."""
    turn = x["B"].screws.rotation
    force = turn.to_parent(wrench.linear)
    moment = turn.to_parent(wrench.angular) + x["B"].screws.origin.cross(force)
    return link.joint.axis.T @ wrench, Vec6(moment, force)


MATRIX = Triangle(_diagonal, _entry, symmetric=True)


def forward(*, wrench: bool = False) -> Recursion:
    """Joint accelerations from I qdd = phi, by Cholesky's factors of I."""
    sweeps = (denoc.PLACE, denoc.MOVE, Sweep(_at_tip, _compose_with_bias, inward=True))
    return Recursion(("q", "qd", "tau"), sweeps, triangle=MATRIX, system="phi", wrench=wrench)


def solve() -> Recursion:
    """I qdd = tau with the bias given."""
    sweeps = (denoc.PLACE, Sweep(lambda ends, last: NO_BODY, _compose, inward=True))
    return Recursion(("q", "tau"), sweeps, triangle=MATRIX, system="tau")
