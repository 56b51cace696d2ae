"""The planes through the reach that can be chosen, and where points of space lie in the plane of a map."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.conventions import as_matrix
from denoc.arm.robot import Robot
from denoc.studies.reach import ReachMap
from denoc.studies.reach_sections import Plane

PLANES = {
    "arm": "As suits the arm",
    "upright": "Vertical through the base",
    "level": "Horizontal",
}
LEAST = 1e-9  # m/s²: less is no gravity


class Wish(NamedTuple):
    """A key of `PLANES`, with the angle of a vertical plane about the vertical (rad), the height of a level one (m)."""

    plane: str = "arm"
    angle: float = 0.0
    height: float = 0.0


def vertical(robot: Robot) -> np.ndarray:
    """Upwards, (3,): against gravity, or z where nothing weighs."""
    gravity = np.array(robot.gravity)
    size = float(np.linalg.norm(gravity))
    return -gravity / size if size > LEAST else np.array([0.0, 0.0, 1.0])


def section(robot: Robot, wish: Wish) -> Plane | None:
    """What `reach_maps` is asked for. An angle counts from x, or from y where x is the vertical."""
    up = vertical(robot)
    if wish.plane == "level":
        return tuple(up.tolist()), tuple((up * wish.height).tolist())
    if wish.plane == "upright":
        side = np.eye(3)[0] if abs(up[0]) < 0.9 else np.eye(3)[1]
        side = side - up * (up @ side)
        side /= np.linalg.norm(side)
        along = np.cos(wish.angle) * side + np.sin(wish.angle) * np.cross(up, side)
        return tuple(np.cross(along, up).tolist()), tuple(as_matrix(robot.base)[:3, 3].tolist())
    return None


def is_round(found: ReachMap) -> bool:
    """Whether x is the distance from the axis of joint 1, so that any azimuth will do."""
    return found.axes[0] == "r"


def place(found: ReachMap, point: np.ndarray) -> tuple[float, float, float]:
    """Where a point of space (m, world axes) lies in the map: x, y, and how far off the plane it is."""
    away = np.asarray(point) - found.origin
    x, y = (float(value) for value in away @ found.directions.T)
    off = float(away @ np.cross(*found.directions))
    return (float(np.hypot(x, off)), y, 0.0) if is_round(found) else (x, y, off)
