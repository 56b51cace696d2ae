"""Corners of solids on the screen and in their light, as compiled loops: what `Camera.project` and `light.shaded` do,
some five times faster, for frames of a window."""

from __future__ import annotations

import numpy as np

from denoc.kernels.jit_options import OPTIONS, jit
from denoc_studio.picture.image.light import (
    FILL,
    FILL_SHARE,
    GROUND,
    KEY,
    KEY_SHARE,
    SHARPNESS,
    SHINE,
    SKY,
    halfway,
    unit,
)

LIGHTS = tuple(float(part) for light in (unit(KEY), unit(FILL), halfway()) for part in light)
POWER = int(SHARPNESS)  # a whole number, by multiplications


def load() -> None:
    """Compiles everything here, or reads it from disk."""
    corner = np.ones((1, 3))
    projected(corner, np.eye(4), 1.0, 2.0, 2.0)
    lit(corner, np.ones((1, 4)), np.eye(4))


@jit(**OPTIONS)
def projected(points: np.ndarray, view: np.ndarray, focal: float, width: float, height: float) -> np.ndarray:
    """Pixels from the top left corner and the depth before the eye, (k, 3), of points (k, 3)."""
    out = np.empty((len(points), 3))
    for i in range(len(points)):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        across = view[0, 0] * x + view[0, 1] * y + view[0, 2] * z + view[0, 3]
        up = view[1, 0] * x + view[1, 1] * y + view[1, 2] * z + view[1, 3]
        depth = -(view[2, 0] * x + view[2, 1] * y + view[2, 2] * z + view[2, 3])
        scale = focal / depth if depth > 0.0 else 0.0
        out[i, 0], out[i, 1], out[i, 2] = width / 2 + across * scale, height / 2 - up * scale, depth
    return out


@jit(**OPTIONS)
def lit(normals: np.ndarray, colours: np.ndarray, view: np.ndarray) -> np.ndarray:
    """Colours (v, 4) as they are lit, from normals in world axes."""
    out = np.empty((len(normals), 4))
    kx, ky, kz, fx, fy, fz, hx, hy, hz = LIGHTS
    for i in range(len(normals)):
        a, b, c = normals[i, 0], normals[i, 1], normals[i, 2]
        x = view[0, 0] * a + view[0, 1] * b + view[0, 2] * c
        y = view[1, 0] * a + view[1, 1] * b + view[1, 2] * c
        z = view[2, 0] * a + view[2, 1] * b + view[2, 2] * c
        bright = GROUND + (SKY - GROUND) * (0.5 + 0.5 * y)
        bright += KEY_SHARE * max(kx * x + ky * y + kz * z, 0.0) + FILL_SHARE * max(fx * x + fy * y + fz * z, 0.0)
        shine = SHINE * max(hx * x + hy * y + hz * z, 0.0) ** POWER
        for k in range(3):
            out[i, k] = min(max(colours[i, k] * bright + shine, 0.0), 1.0)
        out[i, 3] = colours[i, 3]
    return out
