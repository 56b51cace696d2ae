"""What happens at an instant of a run, and finding the instant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

EventKind = Literal["sticks", "slips", "stop", "contact", "release"]


class Event(NamedTuple):
    """A joint comes to rest in its friction, sets off (or turns round), ends the run at its limit, or begins and ends
    to press on it. `joint` counts from 1, `t` is in s."""

    t: float
    joint: int
    kind: EventKind


def locate(margin: Callable[[float], float], left: float, right: float) -> float:
    """The first moment of a negative margin, to the resolution of the clock.

    The margin is negative at `right` and, as far as it can be seen, nowhere before `left`. Secants by the Illinois rule
    (Dowell, Jarratt 1971), every third step a bisection: a margin that jumps, as with a torque that is switched, is no
    harder than one that is smooth.
    """
    resolution = 4 * float(np.spacing(max(abs(left), abs(right), right - left)))
    low, high = max(margin(left), 0.0), margin(right)
    side = count = 0
    while right - left > resolution:
        count += 1
        middle = 0.5 * (left + right)
        secant = left + (right - left) * low / (low - high)
        t = middle if count % 3 == 0 else min(max(secant, left + 0.5 * resolution), right - 0.5 * resolution)
        value = margin(t)
        if value >= 0:
            left, low, high = t, value, high / 2 if side > 0 else high
            side = 1
        else:
            right, high, low = t, value, low / 2 if side < 0 else low
            side = -1
    return right
