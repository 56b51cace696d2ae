"""A run held against what its joints' drives can do: when a torque or a rate is at its limit, or beyond it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.files.projects.project import Project
from denoc.runs.recording import Recording
from denoc.torques.torque_laws import FreeFall

SIGNS = (1.0, -1.0)
FEW = 100  # times at which a motion jumps in some derivative
EQUAL = 1e-9  # of the limit: as near to it as rounding leaves a torque that was clipped there


class Bounds(NamedTuple):
    """The largest torque (N m, N) and rate (rad/s, m/s) of each joint, (n,) each; inf where there is no limit."""

    torque: np.ndarray
    rate: np.ndarray


class Reached(NamedTuple):
    """A joint, counted from 0, that reaches its limit in the stretches of time `spans` (k, 2), in s.

    `signs` (k,) say on which side. `share` is that of the run's time, and `exceeded` whether it goes beyond the limit.
    """

    joint: int
    limit: float
    spans: np.ndarray
    signs: np.ndarray
    share: float
    exceeded: bool


def bounds_of(project: Project) -> Bounds:
    """What the joints' drives can do; where the run's motors are limited further, that is what counts."""
    run, links = project.run, project.robot.links
    torque, rate = (np.array([getattr(link, name) for link in links]) for name in ("max_torque", "max_speed"))
    if run.mode == "forward" and not isinstance(run.torque, FreeFall):
        torque = torque if run.torque_limit is None else np.minimum(torque, run.torque_limit)
        rate = rate if run.speed_limit is None else np.minimum(rate, run.speed_limit)
    return Bounds(torque, rate)


def closely(recording: Recording, limits: np.ndarray) -> Recording:
    """What is held against the limits (n,): the recording, with samples between where it is known there too and no more
    than FEW changes of its motion make that take long."""
    few = np.isfinite(limits).any() and len(recording.changes.breaks) <= FEW
    return recording.fine if few else recording


def reached(t: np.ndarray, values: np.ndarray, limits: np.ndarray) -> tuple[Reached, ...]:
    """The joints whose values (m, n), sampled at t (m,), reach their limits (n,) either way; straight between samples.

    A joint that only comes within rounding of its limit, as a torque does that is clipped, is at it.
    """
    return Watch(limits).seen(t, values)


class Watch:
    """Limits (n,) that a growing record is held against: of more samples only the new ones are looked at."""

    def __init__(self, limits: np.ndarray) -> None:
        self._limits = {int(joint): float(limits[joint]) for joint in np.flatnonzero(np.isfinite(limits))}
        self._peaks = dict.fromkeys(self._limits, 0.0)
        self._spans = {(joint, sign): np.empty((0, 2)) for joint in self._limits for sign in SIGNS}
        self._rows = 0

    def seen(self, t: np.ndarray, values: np.ndarray) -> tuple[Reached, ...]:
        """As `reached` of all samples so far, those of the call before among them."""
        if len(t) < 2:
            return ()
        first = max(self._rows - 1, 0)  # the stretch from the last sample to the first new one is new
        for joint, limit in self._limits.items():
            if len(t) > self._rows:
                self._look(t[first:], values[first:, joint], joint, limit * (1 - EQUAL))
        self._rows = len(t)
        duration = float(t[-1] - t[0])
        found = (self._found(joint, limit, duration) for joint, limit in self._limits.items())
        return tuple(each for each in found if each is not None)

    def _look(self, t: np.ndarray, values: np.ndarray, joint: int, level: float) -> None:
        peak = max(float(values.max()), -float(values.min()))
        self._peaks[joint] = max(self._peaks[joint], peak)
        if peak < level:
            return
        for sign in SIGNS:
            known, new = self._spans[joint, sign], _above(t, sign * values, level)
            if len(known) and len(new) and new[0, 0] <= known[-1, 1]:
                known[-1, 1], new = new[0, 1], new[1:]
            self._spans[joint, sign] = np.vstack([known, new])

    def _found(self, joint: int, limit: float, duration: float) -> Reached | None:
        sides = [self._spans[joint, sign] for sign in SIGNS]
        spans, signs = np.vstack(sides), np.repeat(SIGNS, [len(side) for side in sides])
        if not len(spans):
            return None
        order = np.argsort(spans[:, 0], kind="stable")
        share = min(float((spans[:, 1] - spans[:, 0]).sum()) / duration, 1.0)
        return Reached(joint, limit, spans[order], signs[order], share, self._peaks[joint] > limit * (1 + EQUAL))


def _above(t: np.ndarray, values: np.ndarray, level: float) -> np.ndarray:
    """The stretches of time (k, 2) in which the values are at the level or above it."""
    inside = np.concatenate([[False], values >= level, [False]])
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    first, last = edges[::2], edges[1::2] - 1
    begin, end = t[first].astype(float), t[last].astype(float)
    rises, falls = first > 0, last < len(t) - 1
    begin[rises] = _crossing(t, values, level, first[rises] - 1, first[rises])
    end[falls] = _crossing(t, values, level, last[falls] + 1, last[falls])
    return np.column_stack([begin, end])


def _crossing(t: np.ndarray, values: np.ndarray, level: float, outer: np.ndarray, inner: np.ndarray) -> np.ndarray:
    """When the level is crossed between two neighbouring samples, one below it and one that is not."""
    low, high = values[outer], values[inner]
    return t[inner] + (t[outer] - t[inner]) * ((high - level) / (high - low))
