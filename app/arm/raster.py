"""Triangles to pixels in numpy: every triangle is cut into rows, every row into pixels, and the nearest pixel wins."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MOST_PIXELS = 700_000  # candidates; a picture with more is drawn more coarsely

FLAT = 1e-6  # pixels: edges that rise less are level, triangles with a smaller area have none


class TooManyPixels(Exception):
    """The triangles cover more than can be drawn in good time."""


class Corners(NamedTuple):
    """Triangles on the screen, those that face the eye."""

    xy: np.ndarray  # (t, 3, 2), pixels from the top left
    values: np.ndarray  # (t, 3, 5): nearness (1 / depth), red, green, blue, opacity


class Rows(NamedTuple):
    """Pixels in one row of one triangle."""

    triangle: np.ndarray  # (r,)
    y: np.ndarray
    x: np.ndarray  # of the first pixel
    length: np.ndarray


class Canvas:
    """Colours (h, w, 4), premultiplied by opacity, 0 to 1, and how near the nearest solid is."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.colours = np.zeros((height * width, 4), dtype=np.float32)
        self.nearness = np.zeros(height * width, dtype=np.float32)

    def draw(self, points: np.ndarray, colours: np.ndarray, faces: np.ndarray, near: float) -> None:
        """Faces with corners at `points` (pixels and depth) over what is there; solid ones hide what is behind."""
        corners = _facing(points, colours, faces, near)
        rows = _rows(corners.xy, self.width, self.height)
        total = int(rows.length.sum())
        if total > MOST_PIXELS:
            raise TooManyPixels
        if total:
            self._fill(corners, rows, total)

    def _fill(self, corners: Corners, rows: Rows, total: int) -> None:
        start, slope = _gradients(corners, rows)
        row = np.repeat(np.arange(len(rows.y)), rows.length)
        step = (np.arange(total) - np.repeat(np.cumsum(rows.length) - rows.length, rows.length)).astype(np.float32)
        pixel = (rows.y * self.width + rows.x)[row] + step.astype(np.int64)
        nearness = start[row, 0] + slope[row, 0] * step
        before = self.nearness.copy()
        np.maximum.at(self.nearness, pixel, nearness)
        won = np.flatnonzero((nearness >= self.nearness[pixel]) & (nearness > before[pixel]))
        row, step, pixel = row[won], step[won], pixel[won]
        colour = np.clip(start[row, 1:] + slope[row, 1:] * step[:, None], 0.0, 1.0)
        opacity = colour[:, 3:]
        colour[:, :3] *= opacity
        self.colours[pixel] = colour + (1 - opacity) * self.colours[pixel]

    def bytes(self) -> np.ndarray:
        """(h, w, 4), red, green, blue, opacity."""
        return (self.colours.reshape(self.height, self.width, 4) * 255 + 0.5).astype(np.uint8)

    def visible(self, points: np.ndarray, slack: float) -> np.ndarray:
        """Which of the points (pixels and depth) no solid hides by more than `slack` of their depth."""
        x, y = points[:, 0], points[:, 1]
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height) & (points[:, 2] > 0)
        out = np.zeros(len(points), dtype=bool)
        found = points[inside]
        pixel = found[:, 1].astype(int) * self.width + found[:, 0].astype(int)
        out[inside] = self.nearness[pixel] * found[:, 2] <= 1 + slack
        return out


def _facing(points: np.ndarray, colours: np.ndarray, faces: np.ndarray, near: float) -> Corners:
    corners = points[faces]
    before_eye = (corners[:, :, 2] > near).all(axis=1)
    (ax, ay), (bx, by), (cx, cy) = (corners[:, k, :2].T for k in range(3))
    facing = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < -FLAT  # y grows downwards
    kept = np.flatnonzero(before_eye & facing)
    corners = corners[kept]
    values = np.concatenate([1 / corners[:, :, 2:], colours[faces[kept]]], axis=2)
    return Corners(corners[:, :, :2], values)


def _rows(xy: np.ndarray, width: int, height: int) -> Rows:
    """Pixel centres are at halves."""
    y = xy[:, :, 1]
    first = np.clip(np.ceil(y.min(axis=1) - 0.5), 0, height).astype(np.int64)
    last = np.clip(np.ceil(y.max(axis=1) - 0.5), 0, height).astype(np.int64)
    heights = np.maximum(last - first, 0)
    triangle = np.repeat(np.arange(len(xy)), heights)
    row = np.arange(len(triangle)) - np.repeat(np.cumsum(heights) - heights, heights) + first[triangle]
    left, right = _edges(xy, triangle, row + 0.5)
    x = np.clip(np.ceil(left - 0.5), 0, width)
    count = np.clip(np.ceil(right - 0.5), 0, width) - x
    kept = count > 0
    return Rows(triangle[kept], row[kept], x[kept].astype(np.int64), count[kept].astype(np.int64))


def _edges(xy: np.ndarray, triangle: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the triangles begin and end at height y."""
    left, right = np.full(len(y), np.inf), np.full(len(y), -np.inf)
    for k in range(3):
        one, other = xy[:, k], xy[:, (k + 1) % 3]
        rise = other[:, 1] - one[:, 1]
        slope = np.divide(other[:, 0] - one[:, 0], rise, out=np.zeros(len(xy)), where=np.abs(rise) > FLAT)
        low, high = np.minimum(one[:, 1], other[:, 1]), np.maximum(one[:, 1], other[:, 1])
        crossed = (low[triangle] <= y) & (y < high[triangle])
        x = one[triangle, 0] + slope[triangle] * (y - one[triangle, 1])
        left = np.where(crossed, np.minimum(left, x), left)
        right = np.where(crossed, np.maximum(right, x), right)
    empty = left > right
    return np.where(empty, 0.0, left), np.where(empty, 0.0, right)


def _gradients(corners: Corners, rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Values at the first pixel of each row, and their change from pixel to pixel, each (r, 5)."""
    xy, values = corners.xy, corners.values
    edges, changes = xy[:, 1:] - xy[:, :1], values[:, 1:] - values[:, :1]
    determinant = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
    per_x = (edges[:, 1, 1, None] * changes[:, 0] - edges[:, 0, 1, None] * changes[:, 1]) / determinant[:, None]
    per_y = (edges[:, 0, 0, None] * changes[:, 1] - edges[:, 1, 0, None] * changes[:, 0]) / determinant[:, None]
    t = rows.triangle
    dx, dy = rows.x + 0.5 - xy[t, 0, 0], rows.y + 0.5 - xy[t, 0, 1]
    start = values[t, 0] + per_x[t] * dx[:, None] + per_y[t] * dy[:, None]
    return start.astype(np.float32), per_x[t].astype(np.float32)
