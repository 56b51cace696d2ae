"""The figures of a curve over its whole run: extremes, when they are, and the mean square, sample by sample once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

SLICE = 16_384  # samples at a time, which stay in the processor's cache


class Statistics(NamedTuple):
    """Of the samples so far, in the curve's unit; times in s. Samples that are no finite numbers do not count.

    `rms` is the root of the mean square over time, by the trapezoidal rule: unevenly spaced samples count by the time
    that they stand for. nan, all of it, where there is no sample.
    """

    low: float
    low_time: float
    high: float
    high_time: float
    rms: float

    @property
    def largest(self) -> float:
        """The largest absolute value so far."""
        return max(-self.low, self.high)

    @property
    def peak_time(self) -> float:
        """When the curve was farthest from zero, the first time; nan where it never left it."""
        if not self.largest > 0:
            return math.nan
        at = [t for value, t in ((self.low, self.low_time), (self.high, self.high_time)) if abs(value) == self.largest]
        return min(at)


@dataclass
class Accumulator:
    """Statistics of a curve that grows: each sample is looked at once."""

    count: int = 0  # samples so far
    low: float = math.inf
    low_time: float = math.nan
    high: float = -math.inf
    high_time: float = math.nan
    _square: float = 0.0  # integral of (y / scale)**2
    _scale: float = 0.0  # so that no square leaves the range of numbers
    _first: float = math.nan  # times of the first and the last sample that counts, and the value there
    _last: float = math.nan
    _value: float = math.nan

    def take(self, t: np.ndarray, y: np.ndarray) -> bool:
        """The next slice of samples, of times and values of all that there are; whether there are more."""
        end = min(self.count + SLICE, len(y))
        if end > self.count:
            self._add(t[self.count : end], np.ascontiguousarray(y[self.count : end]))
            self.count = end
        return self.count < len(y)

    @property
    def statistics(self) -> Statistics:
        if not self.low <= self.high:
            return Statistics(*(math.nan,) * 5)
        span = self._last - self._first
        rms = self._scale * math.sqrt(self._square / span) if span > 0 else abs(self._value)
        return Statistics(self.low, self.low_time, self.high, self.high_time, rms)

    def _add(self, t: np.ndarray, y: np.ndarray) -> None:
        if not math.isfinite(y.sum()):
            finite = np.isfinite(y)
            t, y = t[finite], y[finite]
        if not len(y):
            return
        lowest, highest = int(y.argmin()), int(y.argmax())
        low, high = y.item(lowest), y.item(highest)
        if low < self.low:
            self.low, self.low_time = low, t.item(lowest)
        if high > self.high:
            self.high, self.high_time = high, t.item(highest)
        if math.isnan(self._first):
            self._first = t.item(0)
        else:
            t, y = np.concatenate([[self._last], t]), np.concatenate([[self._value], y])
        self._integrate(t, y)
        self._last, self._value = t.item(-1), y.item(-1)

    def _integrate(self, t: np.ndarray, y: np.ndarray) -> None:
        scale = max(self._scale, float(np.abs(y).max()))
        if scale == 0.0:
            return
        if scale > self._scale:
            self._square *= (self._scale / scale) ** 2
            self._scale = scale
        squares = np.square(y / scale)
        self._square += float(np.dot(np.diff(t), squares[1:] + squares[:-1])) / 2


def statistics(t: np.ndarray, y: np.ndarray) -> Statistics:
    """Of a whole curve: times (k,) in s that do not fall, values (k,)."""
    found = Accumulator()
    while found.take(t, y):
        pass
    return found.statistics
