"""The law of joint friction, for every scalar and for arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

from denoc.algebra.scalars import ONE, ZERO, Scalar, sign

Pair = tuple[Any, Any]  # of the positive direction and of the negative one


class Friction(NamedTuple):
    """The numbers of a joint's friction, whose law is `friction(qd)`: what friction takes from the joint's torque.

    Each is the mean of both directions; its `skew` is half of what the positive direction has more. `extra` is what
    the dry part has above Coulomb friction at the lowest rates, half of it at the rate 1 / `sharpness` (Hess, Soom
    1990): the breakaway torque's share that does not end with sticking.
    """

    viscous: Scalar  # N m s/rad, N s/m
    coulomb: Scalar  # N m, N
    extra: Scalar
    viscous_skew: Scalar
    coulomb_skew: Scalar
    extra_skew: Scalar
    sharpness: Scalar  # s/rad, s/m

    @classmethod
    def of(cls, viscous: Pair, coulomb: Pair, breakaway: Pair, stribeck_speed: Scalar) -> Friction:
        """From pairs of floats, or of arrays for several joints."""
        lasts = stribeck_speed > 0  # beyond sticking
        extra = (breakaway[0] - coulomb[0]) * lasts, (breakaway[1] - coulomb[1]) * lasts
        sharpness = ((extra[0] != 0) | (extra[1] != 0)) / (stribeck_speed + (1 - lasts))
        means_and_skews = [0.5 * (p + s * n) for s in (1, -1) for p, n in (viscous, coulomb, extra)]
        return cls._make([*means_and_skews, sharpness])

    def short(self) -> Friction:
        """Of arrays: with zeros that vanish for what none of the joints has, beside viscous and Coulomb friction."""
        viscous, coulomb, *more = self
        return Friction(viscous, coulomb, *(numbers if numbers.any() else ZERO for numbers in more))

    def __call__(self, qd: Scalar) -> Scalar:
        """In N m or N at the rate qd: none of the dry part at rest."""
        direction = sign(qd)
        return self.sliding(qd, direction) + self.dry(qd, direction)

    def sliding(self, qd: Scalar, direction: Scalar) -> Scalar:
        """The viscous part; `direction` is the sign of qd, or what it has been decided to be until a run's next
        event."""
        return (self.viscous + self.viscous_skew * direction) * qd

    def dry(self, qd: Scalar, direction: Scalar) -> Scalar:
        """The rest, of a joint that slides or sets off in this direction."""
        extra, ratio = self.extra + self.extra_skew * direction, self.sharpness * qd
        return (self.coulomb + self.coulomb_skew * direction + extra / (ONE + ratio * ratio)) * direction
