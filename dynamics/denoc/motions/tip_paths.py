"""Paths of the tip as poses over their share s from 0 to 1, world axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from denoc.arm.rotations import rotation_matrix


class TipPath(Protocol):
    def poses(self, s: np.ndarray) -> np.ndarray:
        """(k, 4, 4) at the shares s (k,)."""
        ...

    def twists(self, s: np.ndarray) -> np.ndarray:
        """(k, 6), omega then v of the tip, per unit of s."""
        ...


@dataclass(frozen=True)
class StraightPath:
    """Along a straight line while the tip turns about one axis at one rate (slerp)."""

    origin: np.ndarray  # (4, 4)
    shift: np.ndarray  # (3,)
    turn: np.ndarray  # (3,), rotation vector of the whole turn

    def poses(self, s: np.ndarray) -> np.ndarray:
        poses = np.tile(self.origin, (len(s), 1, 1))
        poses[:, :3, 3] += s[:, None] * self.shift
        if self.turn.any():
            poses[:, :3, :3] = rotation_matrix(s[:, None] * self.turn) @ poses[:, :3, :3]
        return poses

    def twists(self, s: np.ndarray) -> np.ndarray:
        return np.tile(np.concatenate([self.turn, self.shift]), (len(s), 1))


@dataclass(frozen=True)
class ArcPath:
    """Along a circle about the line through `centre` with direction `axis`; the tip keeps its orientation or turns
    with the arc."""

    origin: np.ndarray  # (4, 4)
    centre: np.ndarray  # (3,)
    axis: np.ndarray  # (3,), of length 1
    angle: float  # of the whole arc
    turning: bool

    def poses(self, s: np.ndarray) -> np.ndarray:
        rotation = rotation_matrix(s[:, None] * (self.angle * self.axis))
        poses = np.tile(self.origin, (len(s), 1, 1))
        poses[:, :3, 3] = self.centre + rotation @ (self.origin[:3, 3] - self.centre)
        if self.turning:
            poses[:, :3, :3] = rotation @ poses[:, :3, :3]
        return poses

    def twists(self, s: np.ndarray) -> np.ndarray:
        omega = self.angle * self.axis
        twists = np.zeros((len(s), 6))
        twists[:, :3] = omega * self.turning
        twists[:, 3:] = np.cross(omega, self.poses(s)[:, :3, 3] - self.centre)
        return twists
