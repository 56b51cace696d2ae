"""The best posture of every cell of a map: those of its neighbours carried over, and its own changed a little.

Samples alone hold a few postures a cell. Where an arm reaches a point in many ways they seldom hold a good one, and
cells side by side differ by luck: a payload map was speckled by a factor of two and more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import check_cancelled
from denoc.functions.kinematics import jacobian
from denoc.kernels.dispatch import SHARED
from denoc.studies.reach_sections import Section, tip_positions

STEPS = 2  # of Newton, that carry a pose into a cell
NEARER = 0.9  # of its way from the cell's middle, so that what is left of the way does not leave the cell
LEAST, MOST = -3.0, -0.7  # powers of ten: by what share of its range a joint is changed
DAMPING = 1e-6  # of a Jacobian's squared size
TINY = 1e-12  # m

Measured = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]  # values, scores, joints of poses


class Samples(NamedTuple):
    """Poses (k, n) in a section and what was found of each, (k, ...); `scores` are larger for the better ones."""

    q: np.ndarray
    points: np.ndarray
    values: np.ndarray
    scores: np.ndarray
    joints: np.ndarray


class Cells(NamedTuple):
    """Squares of `size` (m) from the corner `low` on."""

    low: np.ndarray
    size: float
    rows: int
    columns: int

    @property
    def middles(self) -> np.ndarray:
        """(rows * columns, 2), in m."""
        row, column = np.divmod(np.arange(self.rows * self.columns), self.columns)
        return self.low + self.size * (np.column_stack([column, row]) + 0.5)

    def places(self, points: np.ndarray) -> np.ndarray:
        """The cell of each point, (k,); what lies beyond the cells counts to the nearest."""
        most = (self.columns - 1, self.rows - 1)
        column, row = np.clip(np.floor((points - self.low) / self.size).astype(int), 0, most).T
        return row * self.columns + column

    def best(self, found: Samples) -> np.ndarray:
        """Of every cell the sample with the largest score, (rows * columns,), -1 where there is none."""
        order = np.argsort(found.scores, kind="stable")
        best = np.full(self.rows * self.columns, -1)
        best[self.places(found.points)[order]] = order  # the last one stays
        return best

    def neighbours(self) -> np.ndarray:
        """Left, right, below and above each cell, (rows * columns, 4), -1 beyond the edge."""
        numbers = np.pad(np.arange(self.rows * self.columns).reshape(self.rows, self.columns), 1, constant_values=-1)
        sides = (numbers[1:-1, :-2], numbers[1:-1, 2:], numbers[:-2, 1:-1], numbers[2:, 1:-1])
        return np.stack([side.ravel() for side in sides], axis=1)


def improved(
    robot: Robot,
    section: Section,
    cells: Cells,
    found: Samples,
    measured: Measured,
    ranges: tuple[np.ndarray, np.ndarray],
    sweeps: int,
    random: np.random.Generator,
) -> tuple[Samples, int]:
    """The best sample of every cell that has one, none worse than in `found`, and how many poses were looked at.

    Cells next to one that is reached may come to be. `ranges` are the joints' lower and upper ends. Ends with Cancelled
    within `cancellable`.
    """
    lower, upper = ranges
    best = cells.best(found)
    kept = Samples(*(part[best] for part in found))
    kept.scores[best < 0] = -np.inf
    middles, neighbours, tried = cells.middles, cells.neighbours(), 0
    for sweep in range(sweeps):
        check_cancelled()
        heard = np.where(neighbours >= 0, kept.scores[neighbours], -np.inf)
        side = heard.argmax(axis=1) if sweep % 2 == 0 else np.full(len(best), sweep // 2 % 4)
        at = np.flatnonzero(heard[np.arange(len(best)), side] > -np.inf)
        source = neighbours[at, side[at]]
        own = np.flatnonzero(kept.scores > -np.inf)
        width = 10 ** random.uniform(LEAST, MOST, (len(own), 1)) * (upper - lower)
        changed = np.clip(kept.q[own] + width * random.standard_normal((len(own), robot.n)), lower, upper)
        wanted = np.concatenate([at, own])
        start, offset = np.concatenate([source, own]), NEARER
        targets = middles[wanted] + offset * (kept.points[start] - middles[start])
        q, points, there = _carried(robot, section, np.vstack([kept.q[source], changed]), targets, lower, upper)
        there &= cells.places(points) == wanted
        values, scores, joints = measured(q)
        tried += len(q)
        scores = np.where(there, scores, -np.inf)
        for rows in (slice(0, len(at)), slice(len(at), None)):  # a cell is at most once in each
            better = scores[rows] > kept.scores[wanted[rows]]
            for part, new in zip(kept, (q, points, values, scores, joints), strict=True):
                part[wanted[rows][better]] = new[rows][better]
    reached = kept.scores > -np.inf
    return Samples(*(part[reached] for part in kept)), tried


def _carried(
    robot: Robot, section: Section, q: np.ndarray, targets: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Poses near q with their tips in the section and near the targets (k, 2), these tips (k, 2), and whether they
    are in the section, (k,)."""
    for _ in range(STEPS):
        tips = tip_positions(robot, q)
        error, ways = targets - section.coordinates(tips), np.broadcast_to(section.directions, (len(q), 2, 3))
        if section.round:
            away = (tips - section.origin) @ (np.eye(3) - np.outer(section.directions[1], section.directions[1]))
            outward = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), TINY)
            ways = np.stack([outward, np.broadcast_to(section.directions[1], outward.shape)], axis=1)
        elif section.joint >= 0:
            off = (tips - section.origin) @ section.normal
            error = np.column_stack([error, -off])
            ways = np.broadcast_to(np.vstack([section.directions, section.normal]), (len(q), 3, 3))
        slopes = ways @ jacobian(robot, q, kernels=SHARED)[:, 3:]
        square = slopes @ np.swapaxes(slopes, 1, 2)
        damping = DAMPING * np.trace(square, axis1=1, axis2=2) + TINY
        shares = np.linalg.solve(square + damping[:, None, None] * np.eye(square.shape[1]), error[:, :, None])
        q = np.clip(q + (np.swapaxes(slopes, 1, 2) @ shares)[:, :, 0], lower, upper)
    q, tips, there = section.placed(robot, q, lower, upper)
    return q, section.coordinates(tips), there
