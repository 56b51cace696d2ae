"""Times at which a motion that is known at every time shows its largest values, and its means."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from denoc.motions.changes import CLOSE, Changes

FINE = 1000  # intervals over the whole motion, at least
PARTS = (32, 16, 8, 4)  # from one change of the motion to the next, and of the longest step along it: the most that fit
SPLIT = 8  # of these, one part of the way from one knot to the next
POINTS, ROUNDS = 17, 3  # of the search around a peak: its time is found to a 250,000th of the motion, or better
ROUNDING = 1e-9  # of a step: a whole number of them is not one more
NEAR = 1e-3  # of a step: so well a time is found at which nothing jumps
SLOWEST = 1e-9  # of a joint's largest rate: what is slower may be rounding
TURN = 0.02  # rad, m of all joints together: torques are waves of their angles, straight over so little of one

Rates = Callable[[np.ndarray], np.ndarray]  # of n joints at times (k,): (k, n)


class Grid(NamedTuple):
    """Times (k,), rising, and whether they are `dense`: no change of the motion lies between two of them unseen."""

    times: np.ndarray
    dense: bool


def grid_of(t: np.ndarray, changes: Changes, most: int) -> Grid:
    """The times t, (k,), rising, and times between them: those just before and just after each break, and the knots
    with times between, among them.

    Of more than `most`, as many evenly spaced between those of t, which are not dense.
    """
    breaks = np.unique(changes.breaks)
    close = CLOSE * float(np.spacing(max(abs(t[0]), abs(t[-1]))))
    sides = np.concatenate([breaks - close, breaks + close])
    knots = np.unique(changes.knots)
    edges = np.concatenate([[-np.inf], breaks, [np.inf]])
    for parts in PARTS:
        more = np.concatenate([sides, _divided(knots, np.full(len(knots[1:]), max(1, parts // SPLIT)))])
        times = np.unique(np.concatenate([t, more[(more > t[0]) & (more < t[-1])]]))
        stretch = np.searchsorted(edges, (times[:-1] + times[1:]) / 2)
        lengths = np.minimum(edges[stretch], t[-1]) - np.maximum(edges[stretch - 1], t[0])
        longest = np.minimum((t[-1] - t[0]) / FINE, np.minimum(changes.longest, lengths) / parts)
        steps = np.ceil(np.maximum(np.diff(times) / np.maximum(longest, close) - ROUNDING, 1.0))
        if steps.sum() < most:
            return Grid(_divided(times, steps.astype(int)), dense=True)
    return Grid(_divided(t, np.full(len(t) - 1, max(1, most // (len(t) - 1)))), dense=False)


def turning_little(grid: Grid, rates_at: Rates, most: int) -> Grid:
    """The grid with times between, from each of which to the next all joints together go no further than TURN.

    Where that would be more than `most`, they go as far as so many times leave, which are not dense.
    """
    speeds = np.abs(rates_at(grid.times)).sum(axis=1)
    ways = np.maximum(speeds[:-1], speeds[1:]) * np.diff(grid.times)
    longest = max(TURN, float(ways.sum()) / max(most - len(ways), 1))
    steps = np.ceil(np.maximum(ways / longest, 1.0)).astype(int)
    return Grid(_divided(grid.times, steps), grid.dense and longest == TURN)


def fine_times(times: np.ndarray, signals_at: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The times, (k,), rising, and those of the largest value of each of the m signals near its largest at them.

    `signals_at` gives the signals at any times within them, (times, m). They may jump: only values that they have
    count.
    """
    peaks = np.argmax(signals_at(times), axis=0)
    low, high = times[np.maximum(peaks - 1, 0)], times[np.minimum(peaks + 1, len(times) - 1)]
    own = np.arange(len(peaks))
    for _ in range(ROUNDS):
        grid = np.linspace(low, high, POINTS, axis=1)
        values = signals_at(grid.ravel()).reshape(len(own), POINTS, len(own))[own, :, own]
        best = np.argmax(values, axis=1)
        low, high = grid[own, np.maximum(best - 1, 0)], grid[own, np.minimum(best + 1, POINTS - 1)]
    return np.unique(np.concatenate([times, grid[own, best]]))


def with_turns(grid: Grid, rates_at: Rates, levels: np.ndarray, most: int) -> Grid:
    """The grid with the times at which a joint has one of the rates `levels`, (m, n), nan for none; in the place of
    zero, where friction jumps, those at which it just has a direction. Of more than `most` it is not dense."""
    times, rates = grid.times, rates_at(grid.times)
    slowest = SLOWEST * np.abs(rates).max(axis=0)
    jumps = np.where(levels == 0, slowest, np.nan)
    levels = np.concatenate([np.where(levels == 0, np.nan, levels), jumps, -jumps])
    passed = [np.nonzero(np.diff(rates >= level, axis=0)) for level in levels]
    rows, joints = (np.concatenate([np.zeros(0, int), *(found[axis] for found in passed)]) for axis in (0, 1))
    if not len(rows):
        return grid
    if len(rows) > most:
        return Grid(times, dense=False)
    level = np.repeat(levels, [len(found[0]) for found in passed], axis=0)[np.arange(len(rows)), joints]
    low, high = times[rows], times[rows + 1]
    close = CLOSE * float(np.spacing(max(abs(times[0]), abs(times[-1]))))
    room = np.where(np.abs(level) == slowest[joints], close, np.maximum((high - low) * NEAR, close))

    def beyond(t: np.ndarray, which: np.ndarray) -> np.ndarray:
        return rates_at(t)[np.arange(len(which)), joints[which]] - level[which]

    low, high = _narrowed(low, high, rates[rows, joints] - level, rates[rows + 1, joints] - level, beyond, room)
    return Grid(np.unique(np.concatenate([times, low, high])), grid.dense)


def _narrowed(
    low: np.ndarray,
    high: np.ndarray,
    at_low: np.ndarray,
    at_high: np.ndarray,
    values_at: Callable[[np.ndarray, np.ndarray], np.ndarray],
    room: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Intervals (k,) in which functions go from below zero to zero or more, or back, narrowed to `room` (k,).

    `values_at` gives those of some of them, by their numbers, at a time each. Secants by the Illinois rule, every third
    step a bisection.
    """
    low, high, at_low, at_high, last = low.copy(), high.copy(), at_low.copy(), at_high.copy(), np.zeros(len(low))
    count = 0
    while (going := np.flatnonzero(high - low > room)).size:
        count += 1
        a, b, least = low[going], high[going], room[going] / 4
        share = 0.5 if count % 3 == 0 else at_low[going] / (at_low[going] - at_high[going])
        t = np.clip(a + share * (b - a), a + least, b - least)
        found = values_at(t, going)
        below = (found >= 0) == (at_low[going] >= 0)
        again = last[going] == np.where(below, 1, -1)
        at_high[going] *= np.where(below & again, 0.5, 1.0)
        at_low[going] *= np.where(~below & again, 0.5, 1.0)
        low[going], at_low[going] = np.where(below, t, a), np.where(below, found, at_low[going])
        high[going], at_high[going] = np.where(below, b, t), np.where(below, at_high[going], found)
        last[going] = np.where(below, 1, -1)
    return low, high


def _divided(t: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """With every interval in so many equal parts; the times themselves stay as they are."""
    place = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    inner = np.repeat(t[:-1], parts) + np.repeat(np.diff(t) / parts, parts) * place
    return np.append(inner, t[-1:])
