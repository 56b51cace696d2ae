"""When an input of a run changes: no step of an integrator passes over such a time.

An integrator that is not told grows its steps while nothing happens, and steps over what happens then. So each torque
law and each motion says at which times it jumps or bends, and how long a step may be in between.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

CLOSE = 16  # spacings of floats at the end of the run: changes that are closer are one

NEVER = np.zeros(0)


class Changes(NamedTuple):
    """Times in s at which an input, or one of its derivatives, jumps; and the longest step (s) between them.

    `knots` (s) are those of a spline that is so smooth that integrators need not stop at them; where it changes
    quickly, as near a singular pose, they are close together.
    """

    breaks: np.ndarray = NEVER
    longest: float = math.inf
    knots: np.ndarray = NEVER


def together(changes: Iterable[Changes]) -> Changes:
    """The jumps of several inputs taken together, and the shortest of their longest steps."""
    found = list(changes)
    breaks, knots = (np.concatenate([NEVER, *(getattr(each, name) for each in found)]) for name in ("breaks", "knots"))
    return Changes(breaks, min((each.longest for each in found), default=math.inf), knots)


class Stretch(NamedTuple):
    """The run from one break to the next, and the times that an input is asked for in it.

    `first` and `last` lie just inside: whether an input that jumps at a break has its old or its new value there, a
    step before sees the old one and a step after it the new one.
    """

    end: float
    first: float
    last: float


def stretches(breaks: np.ndarray, duration: float) -> Iterator[Stretch]:
    """The stretches of time from 0 to `duration` (s) in which nothing jumps, in order."""
    close = CLOSE * float(np.spacing(duration))
    times = np.sort(breaks)
    inner = times[(times > close) & (times < duration - close)]
    inner = inner[np.diff(inner, prepend=0.0) > 2 * close]
    first = close if (np.abs(times) <= close).any() else 0.0
    for t in inner.tolist():
        yield Stretch(t, first, t - close)
        first = t + close
    yield Stretch(duration, first, duration - close if (np.abs(times - duration) <= close).any() else duration)
