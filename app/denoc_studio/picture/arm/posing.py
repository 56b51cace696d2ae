"""How a joint follows the mouse that drags its link."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc_studio.picture.arm.camera import Camera

EDGE_ON = 0.2  # cosine between the view and an axis below which circles about it look like lines
TOO_NEAR = 6.0  # pixels from the axis, where an angle about it means nothing
SHORTEST_LEVER = 30.0  # pixels


class Grip(NamedTuple):
    """A joint held by the mouse: a point on its axis, the axis, and the point that was grabbed, world axes."""

    revolute: bool
    origin: np.ndarray
    axis: np.ndarray
    point: np.ndarray


class Mouse(NamedTuple):
    """A move of the mouse by pixels in a view of some size."""

    before: tuple[float, float]
    after: tuple[float, float]
    width: float
    height: float


def joint_change(grip: Grip, camera: Camera, mouse: Mouse) -> float:
    """What the joint's q gains, in rad or m."""
    if not grip.revolute:
        return _slide(grip, camera, mouse)
    _, direction = camera.ray(*mouse.after, mouse.width, mouse.height)
    if abs(direction @ grip.axis) < EDGE_ON:
        return _roll(grip, camera, mouse)
    return _turn(grip, camera, mouse)


def _turn(grip: Grip, camera: Camera, mouse: Mouse) -> float:
    """The angle about the axis, in the plane of the grabbed point."""
    height = (grip.point - grip.origin) @ grip.axis
    centre = grip.origin + height * grip.axis
    middle = camera.project(centre, mouse.width, mouse.height)[:2]
    arms = []
    for position in (mouse.before, mouse.after):
        eye, direction = camera.ray(*position, mouse.width, mouse.height)
        slope = direction @ grip.axis
        reach = (centre - eye) @ grip.axis / slope if slope else -1.0
        if reach <= 0 or np.hypot(*(np.array(position) - middle)) < TOO_NEAR:
            return 0.0
        arms.append(eye + reach * direction - centre)
    sine, cosine = np.cross(arms[0], arms[1]) @ grip.axis, arms[0] @ arms[1]
    return math.atan2(float(sine), float(cosine))


def _roll(grip: Grip, camera: Camera, mouse: Mouse) -> float:
    """The axis lies across the view: the mouse rolls the near side."""
    forwards = np.cross(grip.axis, camera.axes[2])  # how a point between the axis and the eye starts to move
    step = _screen_step(grip.origin, forwards, camera, mouse)
    length = np.hypot(*step)
    if length == 0:
        return 0.0
    lever = np.linalg.norm(np.cross(grip.axis, grip.point - grip.origin)) / camera.pixel_size(mouse.height)
    return float(_moved(mouse) @ step / length / max(lever, SHORTEST_LEVER))


def _slide(grip: Grip, camera: Camera, mouse: Mouse) -> float:
    """The move along the axis as it is seen; up and down where the axis points at the eye."""
    step = _screen_step(grip.origin, grip.axis, camera, mouse)  # pixels per metre
    metre = 1 / camera.pixel_size(mouse.height)
    if np.hypot(*step) < EDGE_ON * metre:
        return -float(_moved(mouse)[1]) / metre
    return float(_moved(mouse) @ step / (step @ step))


def _screen_step(point: np.ndarray, direction: np.ndarray, camera: Camera, mouse: Mouse) -> np.ndarray:
    """Pixels per metre that a point moves on the screen."""
    small = 1e-3 * camera.distance
    ends = camera.project(np.stack([point, point + small * direction]), mouse.width, mouse.height)
    return (ends[1, :2] - ends[0, :2]) / small


def _moved(mouse: Mouse) -> np.ndarray:
    return np.subtract(mouse.after, mouse.before)
