"""The DeNOC recursions with twists taken at the joints' origins: the text that the kernels are made of.

The natural orthogonal complement does not ask at which point of a link its twist is taken. At the origin O_i the joint
axis is (0, 0, 1) and the joint-rate vector p_i holds one 1 and zeros, the table's row acts as two screws, and inertial
parameters may be regrouped. `inverse` and `forward` keep the mass centres of the papers.
"""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import NULL, Mat3, Sym3, Vec3
from dynamics.bodies import Ends, Link
from dynamics.frames import BASE_FRAME, Frame
from dynamics.scalars import ONE, ZERO, Scalar
from dynamics.screws import RigidBody
from dynamics.spatial import NULL6, NULL66, Sym6, Vec6, shift_wrench
from dynamics.sweeps import Record, Recursion, Sweep, Triangle, nothing
from dynamics.trees import Tree

Step = tuple[Tree, dict[str, Tree]]


class Motion(NamedTuple):
    """Of one link, in its axes."""

    omega: Vec3
    alpha: Vec3
    accel: Vec3  # of the origin, less gravity
    bend: Vec3  # how the acceleration grows along x: the first column of alpha~ + omega~ omega~
    wrench: Tree  # the tip wrench, turned into this link's axes; () where there is none


class Rates(NamedTuple):
    """alpha~ + omega~ omega~, whose product with an arm is an acceleration, and the products it is made of."""

    matrix: Mat3
    xy: Scalar
    yz: Scalar
    xz: Scalar


def _rates(w: Vec3, alpha: Vec3) -> Rates:
    xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
    xy, yz, xz = w.x * w.y, w.y * w.z, w.x * w.z
    matrix = Mat3(
        -(yy + zz), xy - alpha.z, xz + alpha.y,
        xy + alpha.z, -(xx + zz), yz - alpha.x,
        xz - alpha.y, yz + alpha.x, -(xx + yy),
    )  # fmt: skip
    return Rates(matrix, xy, yz, xz)


def _inertia_wrench(body: RigidBody, alpha: Vec3, accel: Vec3, rates: Rates) -> Vec6:
    """What it takes to move the body so: M t-dot + M-dot t, with J alpha + omega x J omega grouped by J's entries."""
    j, h, u = body.inertia, body.moment, rates.matrix
    moment = Vec3(
        j.xx * alpha.x + (j.zz - j.yy) * rates.yz + j.yz * (u.yy - u.zz) + j.xz * u.yx - j.xy * u.zx,
        j.yy * alpha.y + (j.xx - j.zz) * rates.xz + j.xz * (u.zz - u.xx) + j.xy * u.zy - j.yz * u.xy,
        j.zz * alpha.z + (j.yy - j.xx) * rates.xy + j.xy * (u.xx - u.yy) + j.yz * u.xz - j.xz * u.yz,
    )
    return Vec6(moment + h.cross(accel), accel * body.mass + u @ h)


def _at_rest(ends: Ends, before: Tree) -> Motion:
    """The base accelerates against gravity: Saha 1999, (32)."""
    return Motion(NULL, NULL, -ends.gravity, NULL, ends.wrench)


def _move(link: Link, record: Record, before: Motion) -> Step:
    """Forward recursion: motion of the link and the wrench that it asks for."""
    qd, qdd = record.get("qd", ZERO), record.get("qdd", ZERO)
    screws = record["screws"]
    rotation = screws.rotation
    omega, alpha = rotation.to_child(before.omega), rotation.to_child(before.alpha)
    accel = rotation.to_child(before.accel + before.bend * screws.a)
    coriolis = Vec3(omega.y * qd, -(omega.x * qd), qdd)
    if link.revolute:
        omega, alpha = Vec3(omega.x, omega.y, omega.z + qd), alpha + coriolis
    else:
        accel = accel + Vec3(coriolis.x + coriolis.x, coriolis.y + coriolis.y, qdd)
    rates = _rates(omega, alpha)
    u = rates.matrix
    accel = accel + Vec3(u.xz, u.yz, u.zz) * screws.b
    wrench = before.wrench and before.wrench.to_child(rotation)
    motion = Motion(omega, alpha, accel, Vec3(u.xx, u.yx, u.zx), wrench)
    return motion, {"wrench": _inertia_wrench(link.body, alpha, accel, rates)}


def _from_tip(ends: Ends, last: Motion) -> Vec6:
    return -shift_wrench(last.wrench, ends.tip) if last.wrench else NULL6


def _torque(link: Link, record: Record, passed_on: Vec6) -> Step:
    """Backward recursion: torque of the joint and the wrench it passes on."""
    wrench = record["wrench"] + passed_on
    qd, qdd = record.get("qd", ZERO), record.get("qdd", ZERO)
    tau = link.along(wrench) + link.armature * qdd + link.friction(qd)
    return record["screws"].wrench(wrench), {"tau": tau}


def _turn_wrench(link: Link, record: Record, wrench: Vec6) -> Step:
    return wrench.to_child(record["screws"].rotation), {}


def _push(link: Link, record: Record, wrench: Vec6) -> Step:
    """What the joint feels of a wrench further out, and the wrench as the link before feels it."""
    return record["screws"].wrench(wrench), {"tau": link.along(wrench)}


class Eliminated(NamedTuple):
    """One joint taken out of an articulated body: Saha 1999, (47) to (50)."""

    m_hat: Scalar
    column: Vec6  # psi^ = M p
    psi: Vec6  # psi^ / m^
    rest: Sym6  # M - psi^ psi^T / m^


def _eliminate(link: Link, mass: Sym6) -> Eliminated:
    a, b, c = mass.A, mass.B, mass.C
    if link.revolute:
        column = Vec6(Vec3(a.xz, a.yz, a.zz), Vec3(b.zx, b.zy, b.zz))
    else:
        column = Vec6(Vec3(b.xz, b.yz, b.zz), Vec3(c.xz, c.yz, c.zz))
    m_hat = link.along(column) + link.armature
    psi = column * (1.0 / m_hat)
    if link.armature is not ZERO:
        return Eliminated(m_hat, column, psi, mass - Sym6.outer(column, psi))
    # Without a rotor the joint leaves nothing along its axis: that row and column vanish, and psi's entry is 1.
    n, f, pn, pf = column.angular, column.linear, psi.angular, psi.linear
    if link.revolute:
        psi = Vec6(Vec3(pn.x, pn.y, ONE), pf)
        angular = Sym3(a.xx - n.x * pn.x, a.yy - n.y * pn.y, ZERO, a.xy - n.x * pn.y, ZERO, ZERO)
        mixed = b - Mat3.outer(n, pf)
        mixed = Mat3(*list(mixed)[:6], ZERO, ZERO, ZERO)
        return Eliminated(m_hat, column, psi, Sym6(angular, mixed, c - Sym3.outer(f, pf)))
    psi = Vec6(pn, Vec3(pf.x, pf.y, ONE))
    mixed = b - Mat3.outer(n, pf)
    mixed = Mat3(mixed.xx, mixed.xy, ZERO, mixed.yx, mixed.yy, ZERO, mixed.zx, mixed.zy, ZERO)
    linear = Sym3(c.xx - f.x * pf.x, c.yy - f.y * pf.y, ZERO, c.xy - f.x * pf.y, ZERO, ZERO)
    return Eliminated(m_hat, column, psi, Sym6(a - Sym3.outer(n, pn), mixed, linear))


def _articulate(link: Link, record: Record, handed: tuple[Sym6, Vec6]) -> Step:
    """Elimination and U^-1 phi in one walk. The bias wrench and the eta of (34) travel as one sum."""
    mass, wrench = handed
    joint = _eliminate(link, link.body.matrix + mass)
    wrench = wrench + record["wrench"]
    tau_hat = record["tau"] - link.friction(record["qd"]) - link.along(wrench)
    tau_tilde = tau_hat * (1.0 / joint.m_hat)
    screws = record["screws"]
    passed_on = screws.wrench(wrench + joint.column * tau_tilde)
    return (screws.mass(joint.rest), passed_on), {"psi": joint.psi, "tau_tilde": tau_tilde}


def _accelerate(link: Link, record: Record, mu: Vec6) -> Step:
    """qdd = U^-T tau~, (36) and (37)."""
    carried = record["screws"].motion(mu)
    n, f = carried.angular, carried.linear
    psi = record["psi"]
    qdd = record["tau_tilde"] - psi.angular.dot(n) - psi.linear.dot(f)
    if link.revolute:
        return Vec6(Vec3(n.x, n.y, n.z + qdd), f), {"qdd": qdd}
    return Vec6(n, Vec3(f.x, f.y, f.z + qdd)), {"qdd": qdd}


def _place(link: Link, record: Record, handed: tuple[()]) -> Step:
    return (), {"screws": link.screws(record["q"])}


def _compose(link: Link, record: Record, outboard: RigidBody) -> Step:
    """Composite bodies, (23b), and their columns for the joints."""
    composite = link.body + outboard
    m, h, j = composite
    if link.revolute:
        column = Vec6(Vec3(j.xz, j.yz, j.zz), Vec3(-h.y, h.x, ZERO))
    else:
        column = Vec6(Vec3(h.y, -h.x, ZERO), Vec3(ZERO, ZERO, m))
    return record["screws"].body(composite), {"column": column}


def _inertia_start(link: Link, record: Record) -> tuple[Scalar, Tree]:
    column = record["column"]
    return link.along(column) + link.armature, record["screws"].wrench(column)


def _feel(link: Link, record: Record, wrench: Vec6) -> tuple[Scalar, Tree]:
    return link.along(wrench), record["screws"].wrench(wrench)


def _factor(link: Link, record: Record, mass: Sym6) -> Step:
    joint = _eliminate(link, link.body.matrix + mass)
    return record["screws"].mass(joint.rest), {"psi": joint.psi, "m_hat": joint.m_hat}


def _factor_start(link: Link, record: Record) -> tuple[Scalar, Tree]:
    return ONE, record["screws"].wrench(record["psi"])


def _turn(link: Link, record: Record, frame: Frame) -> Step:
    """The frame after the link's two screws, and as a 4x4 matrix by rows."""
    screws = link.screws(record["q"])
    x, y, z, origin = frame
    origin = origin + x * screws.a
    y, z = y * screws.cos_alpha + z * screws.sin_alpha, z * screws.cos_alpha - y * screws.sin_alpha
    x, y = x * screws.cos_theta + y * screws.sin_theta, y * screws.cos_theta - x * screws.sin_theta
    frame = Frame(x, y, z, origin + z * screws.b)
    rows = zip(*frame, strict=True)
    return frame, {"frame": (*rows, (ZERO, ZERO, ZERO, ONE))}


def _swing(link: Link, record: Record, handed: tuple[Vec6, Scalar]) -> Step:
    """Twist at the origin, and twice the kinetic energy so far."""
    before, twice = handed
    qd = record["qd"]
    t = link.screws(record["q"]).motion(before)
    if link.revolute:
        t = Vec6(Vec3(t.angular.x, t.angular.y, t.angular.z + qd), t.linear)
    else:
        t = Vec6(t.angular, Vec3(t.linear.x, t.linear.y, t.linear.z + qd))
    return (t, twice + t.dot(link.body.matrix @ t) + link.armature * qd * qd), {}


def _lift(link: Link, record: Record, outboard: RigidBody) -> Step:
    """First moment of everything outboard; the inertia has no part in it."""
    whole = link.body._replace(inertia=outboard.inertia) + outboard
    carried = link.screws(record["q"]).body(whole)
    return carried._replace(inertia=outboard.inertia), {}


_NO_BODY = RigidBody(ZERO, NULL, Sym3(*(ZERO,) * 6))
_PLACE = Sweep(nothing, _place)


def inverse(*, wrench: bool = False, still: bool = False) -> Recursion:
    """RIDIM, Saha 1999, section 5.1; `still` for an arm at rest."""
    sweeps = (_PLACE, Sweep(_at_rest, _move), Sweep(_from_tip, _torque, inward=True))
    return Recursion(("q",) if still else ("q", "qd", "qdd"), sweeps, saved="tau", wrench=wrench)


def forward(*, wrench: bool = False) -> Recursion:
    """RFDSIM, Saha 1999, section 5.2."""
    sweeps = (
        _PLACE,
        Sweep(_at_rest, _move),
        Sweep(lambda ends, last: (NULL66, _from_tip(ends, last)), _articulate, inward=True),
        Sweep(lambda ends, before: NULL6, _accelerate),
    )
    return Recursion(("q", "qd", "tau"), sweeps, saved="qdd", wrench=wrench)


def tip_torque() -> Recursion:
    """J^T w: what the tip wrench does at the joints."""
    sweeps = (
        _PLACE,
        Sweep(lambda ends, before: ends.wrench, _turn_wrench),
        Sweep(lambda ends, last: shift_wrench(last, ends.tip), _push, inward=True),
    )
    return Recursion(("q",), sweeps, saved="tau", wrench=True)


def mass_matrix() -> Recursion:
    """The generalized inertia matrix, Saha 1999, section 4.1."""
    sweeps = (_PLACE, Sweep(lambda ends, before: _NO_BODY, _compose, inward=True))
    return Recursion(("q",), sweeps, triangle=Triangle(_inertia_start, _feel, symmetric=True))


def udu() -> Recursion:
    """The diagonal of D, then U: Saha 1999, appendix B."""
    sweeps = (_PLACE, Sweep(lambda ends, before: NULL66, _factor, inward=True))
    return Recursion(("q",), sweeps, saved="m_hat", triangle=Triangle(_factor_start, _feel, symmetric=False))


def frames() -> Recursion:
    """Each link's frame, z on its joint, seen from the first frame."""
    return Recursion(("q",), (Sweep(lambda ends, before: BASE_FRAME, _turn),), saved="frame")


def kinetic() -> Recursion:
    sweep = Sweep(lambda ends, before: (NULL6, ZERO), _swing)
    return Recursion(("q", "qd"), (sweep,), last=lambda ends, handed: [handed[1] * 0.5])


def potential() -> Recursion:
    """Zero at the first frame's origin."""
    sweep = Sweep(lambda ends, before: _NO_BODY, _lift, inward=True)
    return Recursion(("q",), (sweep,), last=lambda ends, body: [-ends.gravity.dot(body.moment)])
