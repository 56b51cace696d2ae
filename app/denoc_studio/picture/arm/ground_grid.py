"""A faint grid on the plane that the arm is mounted on, in steps of 1, 2 or 5."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

LINES_EACH_WAY = 10
PIECES = 24  # of each line, so that it can fade
RESERVE = 1.25  # how far beyond the arm's reach the grid goes


class Grid(NamedTuple):
    step: float  # m
    segments: np.ndarray  # (k, 2, 3)
    strength: np.ndarray  # (k, 2), from 1 in the middle to 0 at the rim


def nice_step(length: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is not below `length`."""
    power = 10.0 ** math.floor(math.log10(length))
    return next(k * power for k in (1.0, 2.0, 5.0, 10.0) if k * power >= length * (1 - 1e-9))


def grid(point: np.ndarray, normal: np.ndarray, reach: float) -> Grid:
    """Around a point of a plane, snapped to the world axis that is nearest to the plane's normal."""
    step = nice_step(RESERVE * reach / LINES_EACH_WAY)
    count = math.ceil(RESERVE * reach / step - 1e-9)
    axis = int(np.argmax(np.abs(normal)))
    across, along = (k for k in range(3) if k != axis)
    places = step * np.arange(-count, count + 1)
    fine = np.linspace(-count * step, count * step, PIECES + 1)
    segments = [_lines(places, fine, across, along), _lines(places, fine, along, across)]
    local = np.concatenate(segments)
    radius = np.linalg.norm(local, axis=2) / (count * step)
    return Grid(step, local + np.asarray(point), np.clip(1 - radius, 0.0, 1.0) ** 1.3)


def _lines(places: np.ndarray, fine: np.ndarray, across: int, along: int) -> np.ndarray:
    out = np.zeros((len(places), len(fine) - 1, 2, 3))
    out[..., across] = places[:, None, None]
    out[..., 0, along], out[..., 1, along] = fine[:-1], fine[1:]
    return out.reshape(-1, 2, 3)


def length_text(length: float) -> str:
    """A length with its handiest unit."""
    for unit, size in (("km", 1e3), ("m", 1.0), ("cm", 1e-2), ("mm", 1e-3), ("µm", 1e-6)):
        if length >= size * (1 - 1e-9):
            return f"{length / size:g} {unit}"
    return f"{length:g} m"
