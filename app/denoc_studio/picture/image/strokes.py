"""Lines of a picture as a mask of opacities, for files: without Qt, and the same bytes on every machine.

The screen has two others, which files cannot have: the compiled raster draws lines amid solids, hidden pixel by pixel,
and QPainter the grid, in a third of the time that masks take (900 x 700 pixels; in a twelfth on a screen with twice as
many each way), and all lines until the raster is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw

from denoc_studio.picture.arm.camera import NEAR, Camera
from denoc_studio.picture.arm.picture import Lines

FARTHEST = 8.0  # pictures: what reaches farther out of sight is left out

Visible = Callable[[np.ndarray], np.ndarray]  # which of the points, in pixels of the image and depth


class Strokes:
    """Grey masks of one size, each finer than the image by `sampling`."""

    def __init__(self, camera: Camera, width: int, height: int, sampling: int, thickness: float = 1.0) -> None:
        self._camera = camera
        self._fine = (width * sampling, height * sampling)
        self._sampling = sampling
        self._thickness = thickness  # image pixels for a line of width 1

    def masks(self, lines: Lines, visible: Visible | None = None) -> list[tuple[np.ndarray, Image.Image]]:
        """A colour (3,) and a mask of opacities for each colour of the lines; the strongest are drawn last."""
        ends = self._camera.project(lines.points, *self._fine)
        shown = self._in_sight(ends)
        if visible is not None:
            shown &= visible(ends.mean(axis=1) / (self._sampling, self._sampling, 1))
        colours = lines.colours.mean(axis=1)
        shown &= colours[:, 3] > 1 / 255
        found = []
        for colour in np.unique(colours[shown, :3], axis=0):
            mine = np.flatnonzero(shown & (colours[:, :3] == colour).all(axis=1))
            found.append((colour, self._mask(ends[mine, :, :2], colours[mine, 3], lines.width)))
        return found

    def _mask(self, ends: np.ndarray, opacities: np.ndarray, width: float) -> Image.Image:
        mask = Image.new("L", self._fine)
        draw = ImageDraw.Draw(mask)
        order = np.argsort(opacities, kind="stable")
        levels = np.round(opacities * 255).astype(int)
        for start, stop in _chains(ends[order], levels[order]):
            rows = order[start:stop]
            level = int(levels[rows[0]])
            own = width if level == 255 else 1.0  # what is faint is thin
            pixels = max(round(own * self._thickness * self._sampling), 1)
            points = [tuple(point) for point in np.vstack([ends[rows, 0], ends[rows[-1:], 1]]).tolist()]
            draw.line(points, fill=level, width=pixels, joint="curve" if pixels > 2 else None)
        return mask.reduce(self._sampling)

    def _in_sight(self, ends: np.ndarray) -> np.ndarray:
        xy, fine = ends[..., :2], np.array(self._fine)
        shown = (ends[..., 2] > NEAR * self._camera.distance).all(axis=1)
        shown &= (xy.max(axis=1) > 0).all(axis=1) & (xy.min(axis=1) < fine).all(axis=1)
        return shown & (np.abs(xy - fine / 2) < FARTHEST * fine.max()).all(axis=(1, 2))


def _chains(ends: np.ndarray, levels: np.ndarray) -> list[tuple[int, int]]:
    """Stretches of lines that follow one another and are equally strong."""
    if not len(ends):
        return []
    broken = (ends[1:, 0] != ends[:-1, 1]).any(axis=1) | (levels[1:] != levels[:-1])
    edges = [0, *(np.flatnonzero(broken) + 1).tolist(), len(ends)]
    return list(pairwise(edges))
