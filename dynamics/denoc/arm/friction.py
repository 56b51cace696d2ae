"""The law of joint friction, for every scalar and for arrays."""

from __future__ import annotations

from denoc.algebra.scalars import Scalar, sign


def friction(viscous: Scalar, coulomb: Scalar, qd: Scalar, direction: Scalar = None) -> Scalar:
    """What friction takes from the torque of a joint with the rate qd, in N m or N: none of the dry part at rest.

    `direction` is the sign of qd that it has been decided to be until the next event of a run.
    """
    return viscous * qd + coulomb * (sign(qd) if direction is None else direction)
