"""Thousands of thin, faint lines as compiled loops: straight onto an image, each over those before.

Nothing hides them and nothing of them is kept, so each costs its own pixels only; X. Wu, An efficient antialiasing
technique, SIGGRAPH 1991, shares every step of a line between two pixels.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.jit_options import OPTIONS, jit


def load() -> None:
    """Compiles everything here, or reads it from disk."""
    thin_lines(np.ones((1, 2, 3)), np.ones((1, 4)), 0.1, np.zeros((2, 2), dtype=np.uint32))


@jit(**OPTIONS)
def blend(below: int, red: int, green: int, blue: int, share: int) -> int:
    """A colour over a pixel 0xffrrggbb, with a share of 0 to 256."""
    keep = 256 - share
    r = (((below >> 16) & 0xFF) * keep + red * share) >> 8
    g = (((below >> 8) & 0xFF) * keep + green * share) >> 8
    b = ((below & 0xFF) * keep + blue * share) >> 8
    return 0xFF000000 | (r << 16) | (g << 8) | b


@jit(**OPTIONS)
def thin_lines(ends: np.ndarray, colours: np.ndarray, near: float, image: np.ndarray) -> None:
    """Lines (k, 2, 3) in pixels and depth, each of one colour (k, 4), onto an image (h, w) of 0xffrrggbb; those that
    come before `near` are left out."""
    height, width = image.shape
    for i in range(len(ends)):
        if not min(ends[i, 0, 2], ends[i, 1, 2]) > near:
            continue
        x0, y0, x1, y1 = ends[i, 0, 0], ends[i, 0, 1], ends[i, 1, 0], ends[i, 1, 1]
        steep = abs(y1 - y0) > abs(x1 - x0)
        if steep:
            x0, y0, x1, y1 = y0, x0, y1, x1
        if x0 > x1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        along, across = (height, width) if steep else (width, height)
        if not (x1 >= 0 and x0 <= along and x1 - x0 > 0):
            continue
        slope = (y1 - y0) / (x1 - x0)
        red, green, blue = round(255 * colours[i, 0]), round(255 * colours[i, 1]), round(255 * colours[i, 2])
        opacity = 256 * colours[i, 3]
        first, last = math.ceil(max(x0 - 0.5, 0.0)), math.ceil(min(x1 - 0.5, float(along)))
        for px in range(first, last):
            y = y0 + slope * (px + 0.5 - x0) - 0.5
            if not -1.0 < y < across:
                continue
            low = math.floor(y)
            part = y - low
            for py, share in ((low, 1.0 - part), (low + 1, part)):
                if 0 <= py < across:
                    row, column = (px, py) if steep else (py, px)
                    image[row, column] = blend(image[row, column], red, green, blue, int(opacity * share))
