"""The law of joint friction, for every scalar and for arrays."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from denoc.algebra.scalars import ONE, ZERO, Scalar, sign
from denoc.basics.checks import LARGEST
from denoc.basics.errors import DynamicsError, OutOfRange

Pair = tuple[Any, Any]  # of the positive direction and of the negative one


AROUND = np.tan(np.linspace(0.0, 1.5, 13)[1:])  # Stribeck speeds, between which 1 / (1 + x^2) is nearly straight
SLOWEST_STRIBECK = 1e-9  # rad/s, m/s: what is slower cannot be told from rest

# A link's entries where there is no friction.
NO_FRICTION: Final[dict[str, Any]] = {
    "viscous": 0.0,
    "coulomb": 0.0,
    "breakaway": None,
    "stribeck_speed": 0.0,
    "viscous_negative": None,
    "coulomb_negative": None,
    "breakaway_negative": None,
}


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

    def slope(self, qd: Scalar) -> Scalar:
        """d friction / d qd in N m s/rad or N s/m, of a joint that keeps its direction. At rest, where dry friction
        jumps, it is the viscous part's alone, the mean of both directions."""
        direction, ratio = sign(qd), self.sharpness * qd
        extra, fall = (self.extra + self.extra_skew * direction) * direction, ONE + ratio * ratio
        return self.viscous + self.viscous_skew * direction - extra * (ratio + ratio) * self.sharpness / (fall * fall)

    def sliding(self, qd: Scalar, direction: Scalar) -> Scalar:
        """The viscous part; `direction` is the sign of qd, or what it has been decided to be until a run's next
        event."""
        return (self.viscous + self.viscous_skew * direction) * qd

    def dry(self, qd: Scalar, direction: Scalar) -> Scalar:
        """The rest, of a joint that slides or sets off in this direction."""
        extra, ratio = self.extra + self.extra_skew * direction, self.sharpness * qd
        return (self.coulomb + self.coulomb_skew * direction + extra / (ONE + ratio * ratio)) * direction

    def levels(self) -> np.ndarray:
        """Of arrays: rates (k, n) at which a joint's dry part jumps, or between which it is nearly straight; nan where
        it has none."""
        jumps = np.any([numbers != 0 for numbers in (self.coulomb, self.coulomb_skew, self.extra, self.extra_skew)], 0)
        if not jumps.any():
            return np.zeros((0, len(jumps)))
        falls = self.sharpness > 0
        speeds = AROUND[:, None] / np.where(falls, self.sharpness, np.nan)
        at_rest = np.where(jumps, 0.0, np.nan)[None]
        return np.concatenate([at_rest, speeds, -speeds] if falls.any() else [at_rest])


def check_stribeck_speed(value: float) -> None:
    """It is zero, or a rate that can be told from rest."""
    if 0 < value < SLOWEST_STRIBECK:
        bounds = (SLOWEST_STRIBECK, LARGEST)
        raise OutOfRange("must be 0, or within {} and {}", bounds, field="stribeck_speed", value=value)


def check_breakaway(coulomb: Pair, breakaway: Pair, *, own_negative: bool) -> None:
    """It is no less than Coulomb friction, both ways; `own_negative`: the negative direction has one of its own."""
    for value, least, which in zip(breakaway, coulomb, ("", "of negative rates "), strict=True):
        if value < least:
            field = "breakaway_negative" if which and own_negative else "breakaway"
            words = f"breakaway friction {which}must not be below Coulomb friction: {value:g} and {least:g}"
            raise DynamicsError(words, field=field, value=value)
