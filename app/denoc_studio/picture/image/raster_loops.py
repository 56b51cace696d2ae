"""Triangles to pixels as compiled loops: what `raster` does in numpy, some ten times faster and without the GIL.

Compiled by numba at first use and kept on disk; `raster.prepare` loads them, in a thread that may wait. Called with
other kinds of arrays than in `load` it would compile again: they are contiguous, of float64, int64, uint8, float32.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.jit_options import OPTIONS, jit

FLAT = 1e-6  # as in `raster`
THINNEST = 0.71  # pixels: a thinner line would fall between them
SLACK = 1e-3  # of its depth, by which a line may be behind a solid and is still seen

NEARNESS, PER_X, PER_Y = 0, 5, 10  # columns of a triangle's plane equations: value at the origin and its two slopes


@jit(**OPTIONS)
def planes(points: np.ndarray, colours: np.ndarray, face: np.ndarray, near: float, out: np.ndarray) -> bool:
    """Nearness, red, green, blue and opacity over the screen; False for a triangle that is not to be seen."""
    a, b, c = face[0], face[1], face[2]
    if not (points[a, 2] > near and points[b, 2] > near and points[c, 2] > near):
        return False
    ax, ay = points[a, 0], points[a, 1]
    ux, uy = points[b, 0] - ax, points[b, 1] - ay
    vx, vy = points[c, 0] - ax, points[c, 1] - ay
    area = ux * vy - uy * vx
    if not area < -FLAT:  # y grows downwards
        return False
    for k in range(5):
        if k == 0:
            at_a, at_b, at_c = 1 / points[a, 2], 1 / points[b, 2], 1 / points[c, 2]
        else:
            at_a, at_b, at_c = colours[a, k - 1], colours[b, k - 1], colours[c, k - 1]
        per_x = (vy * (at_b - at_a) - uy * (at_c - at_a)) / area
        per_y = (ux * (at_c - at_a) - vx * (at_b - at_a)) / area
        out[PER_X + k], out[PER_Y + k] = per_x, per_y
        out[k] = at_a - per_x * ax - per_y * ay
    return True


@jit(**OPTIONS)
def span(points: np.ndarray, face: np.ndarray, y: float, width: int) -> tuple[int, int]:
    """First pixel of the triangle at height y, and the one past the last; pixel centres are at halves."""
    left, right = math.inf, -math.inf
    for k in range(3):
        one, other = face[k], face[(k + 1) % 3]
        y0, y1 = points[one, 1], points[other, 1]
        if min(y0, y1) <= y < max(y0, y1):
            slope = (points[other, 0] - points[one, 0]) / (y1 - y0) if abs(y1 - y0) > FLAT else 0.0
            x = points[one, 0] + slope * (y - y0)
            left, right = min(left, x), max(right, x)
    if left > right:
        return 0, 0
    first, past = (
        math.ceil(min(max(left, -1.0), width + 1.0) - 0.5),
        math.ceil(min(max(right, -1.0), width + 1.0) - 0.5),
    )
    return max(first, 0), min(past, width)


@jit(**OPTIONS)
def draw(
    points: np.ndarray,
    colours: np.ndarray,
    faces: np.ndarray,
    near: float,
    canvas: np.ndarray,
    nearness: np.ndarray,
    owner: np.ndarray,
    box: np.ndarray,
    most: int,
) -> bool:
    """Faces over what is on the canvas, the nearest at each pixel; False when they cover more than `most` pixels.

    `owner` is working memory: 1 + the face that is nearest, zero before and after. `box` (left, top, right, bottom)
    grows around what is drawn.
    """
    height, width = nearness.shape
    equations = np.empty((len(faces), 15))
    covered = 0
    left, top, right, bottom = width, height, 0, 0
    for t in range(len(faces)):
        face, plane = faces[t], equations[t]
        if not planes(points, colours, face, near, plane):
            continue
        lowest = min(points[face[0], 1], points[face[1], 1], points[face[2], 1])
        highest = max(points[face[0], 1], points[face[1], 1], points[face[2], 1])
        first = math.ceil(min(max(lowest - 0.5, 0.0), height))
        past = math.ceil(min(max(highest - 0.5, 0.0), height))
        for y in range(first, past):
            start, stop = span(points, face, y + 0.5, width)
            if start >= stop:
                continue
            covered += stop - start
            left, right = min(left, start), max(right, stop)
            top, bottom = min(top, y), max(bottom, y + 1)
            value = plane[NEARNESS] + plane[PER_X] * (start + 0.5) + plane[PER_Y] * (y + 0.5)
            for x in range(start, stop):
                if value > nearness[y, x]:
                    nearness[y, x] = value
                    owner[y, x] = t + 1
                value += plane[PER_X]
        if covered > most:
            return False
    for y in range(top, bottom):
        for x in range(left, right):
            if owner[y, x] > 0:
                blend(equations, owner[y, x] - 1, canvas, y, x)
                owner[y, x] = 0
    box[0], box[1] = min(box[0], left), min(box[1], top)
    box[2], box[3] = max(box[2], right), max(box[3], bottom)
    return True


@jit(**OPTIONS)
def blend(equations: np.ndarray, t: int, canvas: np.ndarray, y: int, x: int) -> None:
    """Face t's colour over a pixel."""
    put(canvas, y, x, shade(equations, t, 1, y, x), shade(equations, t, 2, y, x), shade(equations, t, 3, y, x),
        shade(equations, t, 4, y, x))  # fmt: skip


@jit(**OPTIONS)
def shade(equations: np.ndarray, t: int, k: int, y: int, x: int) -> float:
    """Value k of face t's plane at a pixel's centre, from 0 to 1."""
    value = equations[t, k] + equations[t, PER_X + k] * (x + 0.5) + equations[t, PER_Y + k] * (y + 0.5)
    return min(max(value, 0.0), 1.0)


@jit(**OPTIONS)
def put(canvas: np.ndarray, y: int, x: int, red: float, green: float, blue: float, opacity: float) -> None:
    """A colour over a pixel, which is premultiplied by its opacity."""
    rest = 1 - opacity
    canvas[y, x, 0] = np.uint8(255.0 * red * opacity + rest * canvas[y, x, 0] + 0.5)
    canvas[y, x, 1] = np.uint8(255.0 * green * opacity + rest * canvas[y, x, 1] + 0.5)
    canvas[y, x, 2] = np.uint8(255.0 * blue * opacity + rest * canvas[y, x, 2] + 0.5)
    canvas[y, x, 3] = np.uint8(255.0 * opacity + rest * canvas[y, x, 3] + 0.5)


@jit(**OPTIONS)
def clipped(start: float, change: float, low: float, high: float, t0: float, t1: float) -> tuple[float, float]:
    """The part of t0 to t1 in which start + t change lies between low and high; nothing is left where t0 > t1."""
    if change == 0.0:
        return (t0, t1) if low <= start <= high else (1.0, 0.0)
    one, other = (low - start) / change, (high - start) / change
    return max(t0, min(one, other)), min(t1, max(one, other))


@jit(**OPTIONS)
def stroke(
    ends: np.ndarray,
    colours: np.ndarray,
    width: float,
    near: float,
    canvas: np.ndarray,
    nearness: np.ndarray,
    owner: np.ndarray,
    box: np.ndarray,
) -> None:
    """Lines (k, 2, 3), each of one colour, before the eye and not behind a solid, over what is on the canvas.

    Lines of the same colour in a row are one stroke: where they overlap, a faint one does not grow stronger.
    """
    rows, columns = nearness.shape
    group = 0
    for i in range(len(ends)):
        red, green, blue, opacity = colours[i, 0], colours[i, 1], colours[i, 2], colours[i, 3]
        if i == 0 or not (
            red == colours[i - 1, 0]
            and green == colours[i - 1, 1]
            and blue == colours[i - 1, 2]
            and opacity == colours[i - 1, 3]
        ):
            group += 1
        radius = max(width / 2 if opacity == 1.0 else width / 4, THINNEST)  # what is faint is thin
        x0, y0, z0 = ends[i, 0, 0], ends[i, 0, 1], ends[i, 0, 2]
        dx, dy, dz = ends[i, 1, 0] - x0, ends[i, 1, 1] - y0, ends[i, 1, 2] - z0
        if not min(z0, z0 + dz) > near:
            continue
        t0, t1 = clipped(x0, dx, -radius, columns + radius, 0.0, 1.0)
        t0, t1 = clipped(y0, dy, -radius, rows + radius, t0, t1)
        if not t0 <= t1:
            continue
        steps = int(math.hypot(dx, dy) * (t1 - t0) / max(0.7 * radius, 1.0)) + 1  # discs that overlap look like a line
        for k in range(steps + 1):
            t = t0 + (t1 - t0) * k / steps
            x, y, z = x0 + t * dx, y0 + t * dy, z0 + t * dz
            top, bottom = max(math.ceil(y - radius - 0.5), 0), min(math.ceil(y + radius - 0.5), rows)
            for py in range(top, bottom):
                half = math.sqrt(max(radius * radius - (py + 0.5 - y) ** 2, 0.0))
                left, right = max(math.ceil(x - half - 0.5), 0), min(math.ceil(x + half - 0.5), columns)
                if left >= right:
                    continue
                box[0], box[1] = min(box[0], left), min(box[1], py)
                box[2], box[3] = max(box[2], right), max(box[3], py + 1)
                for px in range(left, right):
                    if owner[py, px] == group or nearness[py, px] * z > 1 + SLACK:
                        continue
                    owner[py, px] = group
                    put(canvas, py, px, red, green, blue, opacity)
    owner[box[1] : box[3], box[0] : box[2]] = 0


@jit(**OPTIONS)
def halved(canvas: np.ndarray, left: int, top: int, right: int, bottom: int) -> np.ndarray:
    """A picture of half the size, each pixel the mean of four; of it the part within these bounds."""
    out = np.empty((bottom - top, right - left, 4), dtype=np.uint8)
    for y in range(top, bottom):
        for x in range(left, right):
            for k in range(4):
                upper = np.int32(canvas[2 * y, 2 * x, k]) + np.int32(canvas[2 * y, 2 * x + 1, k])
                lower = np.int32(canvas[2 * y + 1, 2 * x, k]) + np.int32(canvas[2 * y + 1, 2 * x + 1, k])
                out[y - top, x - left, k] = (upper + lower + np.int32(2)) >> np.int32(2)
    return out


def load() -> None:
    """Compiles everything here, or reads it from disk, by drawing one small triangle."""
    points, colours = np.array([[0.0, 0, 1], [0, 2, 1], [2, 0, 1]]), np.ones((3, 4))
    canvas, nearness = np.zeros((2, 2, 4), dtype=np.uint8), np.zeros((2, 2), dtype=np.float32)
    owner, box = np.zeros((2, 2), dtype=np.int32), np.zeros(4, dtype=np.int64)
    draw(points, colours, np.array([[0, 1, 2]]), 0.1, canvas, nearness, owner, box, 100)
    stroke(np.ones((1, 2, 3)), np.ones((1, 4)), 1.0, 0.1, canvas, nearness, owner, box)
    halved(canvas, 0, 0, 1, 1)
