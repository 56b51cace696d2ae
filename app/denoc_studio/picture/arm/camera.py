"""An orbiting perspective camera: where it stands, what it sees, and how the mouse moves it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from denoc.basics.caching import cached_property

ANGLES: dict[str, tuple[float, float]] = {  # azimuth, elevation in degrees
    "front": (0.0, 0.0),
    "back": (180.0, 0.0),
    "side": (90.0, 0.0),
    "top": (0.0, 90.0),
    "isometric": (45.0, math.degrees(math.atan(math.sqrt(0.5)))),
}
OBLIQUE = (35.0, 24.0)  # the view of an arm that moves in space
TILT = (24.0, 14.0)  # away from straight on, for an arm that moves in a plane
FIELD = math.radians(34)  # of view, up and down
MARGIN = 1.12
DEGREES_PER_PIXEL = 0.4
NEAR, FAR = 0.01, 100.0  # in distances to the centre
SMALLEST, LARGEST = 1e-9, 1e15  # distances, m


@dataclass(frozen=True)
class Camera:
    """Looks at `centre` from `distance`; azimuth 0 is the front view, elevation 90 degrees the top view.

    `up` is a world axis, as a number: 0, 1, 2 for x, y, z, and `sign` its direction.
    """

    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)
    distance: float = 3.0
    azimuth: float = math.radians(OBLIQUE[0])
    elevation: float = math.radians(OBLIQUE[1])
    up: int = 2
    sign: float = 1.0

    @cached_property
    def axes(self) -> np.ndarray:
        """Rows: to the right, up, and towards the eye, in world axes."""
        right, front, up = home_axes(self.up, self.sign)
        ca, sa = math.cos(self.azimuth), math.sin(self.azimuth)
        ce, se = math.cos(self.elevation), math.sin(self.elevation)
        towards = ce * (sa * right + ca * front) + se * up
        across = ca * right - sa * front
        return np.stack([across, np.cross(towards, across), towards])

    def eye(self) -> np.ndarray:
        return np.array(self.centre) + self.distance * self.axes[2]

    def view_matrix(self) -> np.ndarray:
        """World to camera axes, the eye at the origin looking along -z."""
        return self._view.copy()

    @cached_property
    def _view(self) -> np.ndarray:
        out = np.eye(4)
        out[:3, :3] = self.axes
        out[:3, 3] = -out[:3, :3] @ np.array(self.centre)
        out[2, 3] -= self.distance
        return out

    def projection_matrix(self, aspect: float) -> np.ndarray:
        """Camera axes to clip space, as OpenGL wants it; `aspect` is width over height."""
        near, far = NEAR * self.distance, FAR * self.distance
        scale = 1 / math.tan(FIELD / 2)
        return np.array(
            [
                [scale / aspect, 0, 0, 0],
                [0, scale, 0, 0],
                [0, 0, (far + near) / (near - far), 2 * far * near / (near - far)],
                [0, 0, -1, 0],
            ]
        )

    def project(self, points: np.ndarray, width: float, height: float) -> np.ndarray:
        """Pixels from the top left corner and the depth before the eye, (..., 3); depth <= 0 is behind it."""
        view = self._view
        local = np.asarray(points) @ view[:3, :3].T + view[:3, 3]
        depth = -local[..., 2]
        scale = self.focal(height) / np.where(depth > 0, depth, np.inf)
        return np.stack([width / 2 + local[..., 0] * scale, height / 2 - local[..., 1] * scale, depth], axis=-1)

    def ray(self, x: float, y: float, width: float, height: float) -> tuple[np.ndarray, np.ndarray]:
        """The eye, and the direction of what is seen at a pixel."""
        focal = self.focal(height)
        direction = np.array([(x - width / 2) / focal, (height / 2 - y) / focal, -1.0]) @ self.axes
        return self.eye(), direction / np.linalg.norm(direction)

    def pixel_size(self, height: float) -> float:
        """Metres per pixel at the centre."""
        return self.distance / self.focal(height)

    def orbited(self, dx: float, dy: float) -> Camera:
        """The scene follows the mouse by so many pixels."""
        azimuth = math.remainder(self.azimuth - math.radians(DEGREES_PER_PIXEL * dx), 2 * math.pi)
        elevation = self.elevation + math.radians(DEGREES_PER_PIXEL * dy)
        return replace(self, azimuth=azimuth, elevation=min(max(elevation, -math.pi / 2), math.pi / 2))

    def panned(self, dx: float, dy: float, height: float) -> Camera:
        right, up, _ = self.axes
        return self._at(np.array(self.centre) + (dy * up - dx * right) * self.pixel_size(height))

    def zoomed(self, factor: float, x: float, y: float, width: float, height: float) -> Camera:
        """Nearer by `factor`; what is at the pixel, at the centre's depth, stays there."""
        distance = min(max(self.distance / factor, SMALLEST), LARGEST)
        right, up, _ = self.axes
        offset = ((x - width / 2) * right + (height / 2 - y) * up) * self.pixel_size(height)
        return replace(self._at(np.array(self.centre) + (1 - distance / self.distance) * offset), distance=distance)

    def looking(self, view: str) -> Camera:
        """One of the standard views."""
        azimuth, elevation = ANGLES[view]
        return replace(self, azimuth=math.radians(azimuth), elevation=math.radians(elevation))

    def fitted(self, points: np.ndarray, aspect: float) -> Camera:
        """Just far enough to see all points, from the same side."""
        axes = self.axes
        local = points @ axes.T
        middle = (local.min(axis=0) + local.max(axis=0)) / 2
        local = np.abs(local[:, :2] - middle[:2]), local[:, 2] - middle[2]
        slope = math.tan(FIELD / 2) / MARGIN
        needed = local[1] + np.maximum(local[0][:, 0] / aspect, local[0][:, 1]) / slope
        distance = min(max(float(needed.max()), SMALLEST), LARGEST)
        return replace(self._at(middle @ axes), distance=distance)

    def sees(self, points: np.ndarray, width: float, height: float) -> bool:
        """Whether all of the points are in the picture."""
        x, y, depth = self.project(points, width, height).T
        return bool(((depth > 0) & (x >= 0) & (x <= width) & (y >= 0) & (y <= height)).all())

    def focal(self, height: float) -> float:
        """Pixels from the eye to the picture, which is so many pixels high."""
        return height / 2 / math.tan(FIELD / 2)

    def _at(self, centre: np.ndarray) -> Camera:
        x, y, z = np.clip(centre, -LARGEST, LARGEST).tolist()
        return replace(self, centre=(x, y, z))


def home_axes(up: int, sign: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """To the right, towards the eye, and up, in the front view."""
    upwards = sign * np.eye(3)[up]
    right = np.eye(3)[1 if up == 0 else 0]
    return right, np.cross(right, upwards), upwards


def up_axis(gravity: np.ndarray) -> tuple[int, float]:
    """The world axis that is most against gravity; z without any."""
    if not np.any(gravity):
        return 2, 1.0
    axis = int(np.argmax(np.abs(gravity)))
    return axis, -float(np.sign(gravity[axis]))


def default_camera(gravity: np.ndarray, joint_axes: np.ndarray) -> Camera:
    """Gravity points down; an arm that moves in one upright plane is seen almost straight on."""
    up, sign = up_axis(gravity)
    right, front, _ = home_axes(up, sign)
    azimuth, elevation = OBLIQUE
    if (np.abs(joint_axes @ front) > 0.99).all():
        azimuth, elevation = TILT
    elif (np.abs(joint_axes @ right) > 0.99).all():
        azimuth, elevation = 90.0 - TILT[0], TILT[1]
    return Camera(azimuth=math.radians(azimuth), elevation=math.radians(elevation), up=up, sign=sign)
