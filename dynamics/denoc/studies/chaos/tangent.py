"""How a small error grows along a motion x(t) of any flow x' = f(t, x): v' = J(t) v, with J = df/dx along the motion.

The motion is known before; what is integrated here is linear in v. A step of it is the exponential of a matrix
(Magnus 1954; S. Blanes and others, The Magnus expansion and some of its applications, Phys. Rep. 470, 2009), which
is exact for a constant J and of fourth order else, and all steps' matrices are made at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

AT_ONCE = 1 << 12  # steps
TERMS = 9  # of the exponential's series, for a matrix of at most a half: an error of 1e-13
WARM_UP = 0.1  # of the time: an error turns into the direction that grows fastest, and does not count before
BLOCKS = 20
LEAST_STEPS = 20 * BLOCKS

Jacobians = Callable[[int, int], np.ndarray]


class Growth(NamedTuple):
    """ln |v| at the times t, (k,) each, from 0 on."""

    t: np.ndarray
    log: np.ndarray


class Exponent(NamedTuple):
    """The mean growth of ln |v| in 1/s and its standard uncertainty; `running` is the mean up to each time t, (m,)."""

    value: float
    uncertainty: float
    t: np.ndarray
    running: np.ndarray


def growth(t: np.ndarray, jacobians: Jacobians, stride: int = 1) -> Growth:
    """Of an error along a motion known at 2k+1 evenly spaced times t, in steps of twice their distance.

    `jacobians(first, last)` are those at the times t[first:last], (last - first, m, m). With a `stride` of 2 every
    other time is used: what that changes tells the error of a step.
    """
    steps = (len(t) - 1) // (2 * stride)
    h = 2 * stride * (t[-1] - t[0]) / (len(t) - 1)
    grown, log, v = np.empty(steps + 1), 0.0, np.empty(0)
    grown[0] = 0.0
    for first in range(0, steps, AT_ONCE):
        count = min(AT_ONCE, steps - first)
        known = jacobians(2 * stride * first, 2 * stride * (first + count) + 1)[::stride]
        if not len(v):
            v = start_direction(known.shape[-1])
        for place, step in enumerate(exponentials(_magnus(known, h)), first + 1):
            v = step @ v
            size = math.sqrt(v @ v)
            v /= size
            log += math.log(size)
            grown[place] = log
    return Growth(t[0] + h * np.arange(steps + 1), grown)


def exponent(found: Growth) -> Exponent:
    """The rate of exponential growth, without what the first tenth of the time makes of the error.

    The uncertainty has two parts. One is statistical: the spread of the means of twenty blocks of time, with the
    correlation of neighbours. The other is what cannot be told from exponential growth in a finite time: an error that
    grows in proportion to the time, as along every regular motion, has ln |v| = ln t and a mean rate above zero.
    """
    t, log = found
    steps = len(t) - 1
    first = int(WARM_UP * steps)
    lasted = float(t[-1] - t[first])
    rate = float(log[-1] - log[first]) / lasted
    edges = np.linspace(first, steps, BLOCKS + 1).astype(int)
    means = np.diff(log[edges]) / np.diff(t[edges])
    about = means - means.mean()
    variance = float(about @ about) / (BLOCKS - 1)
    correlation = float(about[1:] @ about[:-1]) / max(float(about @ about), np.finfo(float).tiny)
    correlated = max((1 + correlation) / (1 - correlation), 1.0)
    straight = math.log((t[-1] - t[0]) / (t[first] - t[0])) / lasted
    running = (log[first + 1 :] - log[first]) / (t[first + 1 :] - t[first])
    return Exponent(rate, math.hypot(math.sqrt(variance * correlated / BLOCKS), straight), t[first + 1 :], running)


def start_direction(size: int) -> np.ndarray:
    """Of the error at the start, (size,), of length 1: any will do, but for those that have none of the fastest."""
    v = np.random.default_rng(1).normal(size=size)
    return v / np.linalg.norm(v)


def exponentials(matrices: np.ndarray) -> np.ndarray:
    """exp of each of the matrices, (k, m, m): Taylor's series of a part of them, squared again and again."""
    size = float(np.abs(matrices).sum(axis=-1).max(initial=0.0))
    halvings = max(math.ceil(math.log2(size)) + 1, 0) if size > 0 else 0
    part, one = matrices / 2.0**halvings, np.eye(matrices.shape[-1])
    out = one + part / TERMS
    for term in range(TERMS - 1, 0, -1):
        out = one + part @ out / term
    for _ in range(halvings):
        out = out @ out
    return out


def _magnus(known: np.ndarray, h: float) -> np.ndarray:
    """The matrices whose exponentials are steps of h, from those at the steps' ends and middles."""
    begin, middle, end = known[:-1:2], known[1::2], known[2::2]
    return h / 6 * (begin + 4 * middle + end) - h * h / 12 * (begin @ end - end @ begin)
