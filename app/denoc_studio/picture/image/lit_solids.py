"""The solids of a picture as the camera sees them, lit: what a raster draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from denoc_studio.picture.arm.camera import NEAR, Camera
from denoc_studio.picture.arm.picture import Picture, Solid
from denoc_studio.picture.image.light import shaded
from denoc_studio.picture.image.raster import Canvas, TooManyPixels


class LitSolid(NamedTuple):
    points: np.ndarray  # (v, 3): pixels and depth
    colours: np.ndarray  # (v, 4)
    faces: np.ndarray
    near: float


class Layer(NamedTuple):
    """A rectangle of the screen with what the solids put into it."""

    left: int
    top: int
    pixels: np.ndarray  # (h, w, 4) in bytes, premultiplied by opacity
    nearness: np.ndarray  # (h, w)

    def visible(self, points: np.ndarray, slack: float) -> np.ndarray:
        """Which of the points (pixels and depth) no solid hides by more than `slack` of their depth."""
        height, width = self.nearness.shape
        x, y = points[:, 0] - self.left, points[:, 1] - self.top
        out = points[:, 2] > 0
        met = np.flatnonzero(out & (x >= 0) & (x < width) & (y >= 0) & (y < height))
        out[met] = self.nearness[y[met].astype(int), x[met].astype(int)] * points[met, 2] <= 1 + slack
        return out


def lit_solids(
    solids: Iterable[Solid], camera: Camera, width: float, height: float, *, compiled: bool = False
) -> Iterator[LitSolid]:
    """Those that have faces, in their order; `compiled` is that of the canvas."""
    view = camera.view_matrix()
    for solid in solids:
        if not len(solid.mesh.faces):
            continue
        points = seen(solid.mesh.vertices, camera, width, height, compiled=compiled)
        if compiled:
            from denoc_studio.picture.image.lit_loops import lit

            colours = lit(*(np.ascontiguousarray(a, float) for a in (solid.mesh.normals, solid.colours)), view)
        else:
            light = shaded(solid.mesh.normals, solid.colours, view)
            colours = np.concatenate([light, solid.colours[:, 3:]], axis=1)
        yield LitSolid(points, colours, solid.mesh.faces, NEAR * camera.distance)


def seen(points: np.ndarray, camera: Camera, width: float, height: float, *, compiled: bool) -> np.ndarray:
    """Points (k, 3) in pixels and depth, as `Camera.project`."""
    if not compiled:
        return camera.project(points, width, height)
    from denoc_studio.picture.image.lit_loops import projected  # numba takes its time

    out: np.ndarray = projected(
        np.ascontiguousarray(points, float), camera.view_matrix(), camera.focal(height), float(width), float(height)
    )
    return out


def layer(picture: Picture, camera: Camera, width: int, height: int, *, compiled: bool = False) -> Layer:
    """As fine as the screen, however many pixels that takes: only the part where there is something. `compiled` is that
    of the canvas."""
    parts = list(lit_solids((picture.solid, picture.translucent), camera, width, height, compiled=compiled))
    left, top, right, bottom = _bounds(parts, width, height)
    moved = [part._replace(points=part.points - (left, top, 0)) for part in parts]
    return Layer(left, top, *_drawn(moved, right - left, bottom - top, compiled))


def _drawn(parts: list[LitSolid], width: int, height: int, compiled: bool) -> tuple[np.ndarray, np.ndarray]:
    """Pixels and nearness, in as many bands as the raster needs."""
    canvas = Canvas(width, height, compiled=compiled)
    try:
        for part in parts if width and height else []:
            canvas.draw(part.points, part.colours, part.faces, part.near)
    except TooManyPixels:
        if height > 1:
            half = height // 2
            lower = [part._replace(points=part.points - (0, half, 0)) for part in parts]
            bands = _drawn(parts, width, half, compiled), _drawn(lower, width, height - half, compiled)
            return np.concatenate([bands[0][0], bands[1][0]]), np.concatenate([bands[0][1], bands[1][1]])
    return canvas.pixels, canvas.nearness


def _bounds(parts: list[LitSolid], width: int, height: int) -> tuple[int, int, int, int]:
    """The part of the screen that the corners before the eye span, in even pixels."""
    corners = [part.points[part.points[:, 2] > part.near, :2] for part in parts]
    found = np.concatenate([np.empty((0, 2)), *corners])
    if not len(found):
        return 0, 0, 0, 0
    low = np.clip(np.floor(found.min(axis=0) / 2) * 2, 0, (width, height)).astype(int)
    high = np.clip(np.ceil(found.max(axis=0) / 2) * 2, low, (width, height)).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])
