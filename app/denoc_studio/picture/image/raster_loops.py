"""Triangles to pixels as compiled loops: what `raster` does in numpy, some ten times faster and without the GIL.

Compiled by numba at first use and kept on disk; `raster.prepare` loads them, in a thread that may wait. Called with
other kinds of arrays than in `load` it would compile again: they are contiguous, of float64, int64, float32, int32; a
pixel is one uint32, red its lowest byte.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.jit_options import OPTIONS, jit

FLAT = 1e-6  # as in `raster`
THINNEST = 0.71  # pixels: a thinner line would fall between them
SLACK = 1e-3  # of its depth, by which a line may be behind a solid and is still seen
SOLID = 1 - 1e-9  # opacity: what is below is not seen
EVEN, HALVES, ROUND = (
    0x00FF00FF,
    0x00020002,
    0x00800080,
)  # every other byte of a pixel, halves to round quarters and 256ths

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
    share = 1 / area
    for k in range(5):
        if k == 0:
            at_a, at_b, at_c = 1 / points[a, 2], 1 / points[b, 2], 1 / points[c, 2]
        else:
            at_a, at_b, at_c = colours[a, k - 1], colours[b, k - 1], colours[c, k - 1]
        per_x = (vy * (at_b - at_a) - uy * (at_c - at_a)) * share
        per_y = (ux * (at_c - at_a) - vx * (at_b - at_a)) * share
        out[PER_X + k], out[PER_Y + k] = per_x, per_y
        out[k] = at_a - per_x * ax - per_y * ay
    return True


@jit(**OPTIONS)
def edges(points: np.ndarray, face: np.ndarray, out: np.ndarray) -> None:
    """Of each of the three (3, 4): the heights from which to which it reaches, x at height 0, and its slope."""
    for k in range(3):
        one, other = face[k], face[(k + 1) % 3]
        y0, y1 = points[one, 1], points[other, 1]
        slope = (points[other, 0] - points[one, 0]) / (y1 - y0) if abs(y1 - y0) > FLAT else 0.0
        out[k, 0], out[k, 1], out[k, 2], out[k, 3] = min(y0, y1), max(y0, y1), points[one, 0] - slope * y0, slope


@jit(**OPTIONS)
def span(sides: np.ndarray, y: float, width: int) -> tuple[int, int]:
    """First pixel of the triangle at height y, and the one past the last; pixel centres are at halves."""
    left, right = math.inf, -math.inf
    for k in range(3):
        if sides[k, 0] <= y < sides[k, 1]:
            x = sides[k, 2] + sides[k, 3] * y
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
    rows: np.ndarray,
    most: int,
) -> bool:
    """Faces over what is on the canvas, the nearest at each pixel; False when they cover more than `most` pixels.

    `owner` is working memory: 1 + the face that is nearest, zero before and after. `rows` (h, 2) grow around what is
    drawn: the first pixel of each row, and the one past the last.
    """
    height, width = nearness.shape
    equations, sides = np.empty((len(faces), 15)), np.empty((3, 4))
    covered = 0
    top, bottom = height, 0
    for t in range(len(faces)):
        face, plane = faces[t], equations[t]
        if not planes(points, colours, face, near, plane):
            continue
        lowest = min(points[face[0], 1], points[face[1], 1], points[face[2], 1])
        highest = max(points[face[0], 1], points[face[1], 1], points[face[2], 1])
        first = math.ceil(min(max(lowest - 0.5, 0.0), height))
        past = math.ceil(min(max(highest - 0.5, 0.0), height))
        if first < past:
            edges(points, face, sides)
        for y in range(first, past):
            start, stop = span(sides, y + 0.5, width)
            if start >= stop:
                continue
            covered += stop - start
            grow(rows, y, start, stop)
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
        for x in range(rows[y, 0], rows[y, 1]):
            if owner[y, x] > 0:
                blend(equations, owner[y, x] - 1, canvas, y, x)
                owner[y, x] = 0
    return True


@jit(**OPTIONS)
def grow(rows: np.ndarray, y: int, start: int, stop: int) -> None:
    """Row y so that it reaches from start to stop at least."""
    if start < rows[y, 0]:
        rows[y, 0] = start
    if stop > rows[y, 1]:
        rows[y, 1] = stop


@jit(**OPTIONS)
def clear(canvas: np.ndarray, nearness: np.ndarray, rows: np.ndarray) -> None:
    """Nothing is on the canvas again."""
    for y in range(len(rows)):
        for x in range(rows[y, 0], rows[y, 1]):
            canvas[y, x] = 0
            nearness[y, x] = 0.0
        rows[y, 0], rows[y, 1] = nearness.shape[1], 0


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
    if opacity > SOLID:
        canvas[y, x] = (
            np.int64(255.0 * red + 0.5)
            | np.int64(255.0 * green + 0.5) << 8
            | np.int64(255.0 * blue + 0.5) << 16
            | 255 << 24
        )
        return
    canvas[y, x] = packed(np.int64(canvas[y, x]), red, green, blue, opacity)


@jit(**OPTIONS)
def packed(below: int, red: float, green: float, blue: float, opacity: float) -> np.int64:
    """A colour over a premultiplied pixel, as one."""
    rest = 1 - opacity
    return (
        np.int64(255.0 * red * opacity + rest * (below & 255) + 0.5)
        | np.int64(255.0 * green * opacity + rest * (below >> 8 & 255) + 0.5) << 8
        | np.int64(255.0 * blue * opacity + rest * (below >> 16 & 255) + 0.5) << 16
        | np.int64(255.0 * opacity + rest * (below >> 24) + 0.5) << 24
    )


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
    rows: np.ndarray,
) -> None:
    """Lines (k, 2, 3), each of one colour, before the eye and not behind a solid, over what is on the canvas.

    Lines of the same colour in a row are one stroke: where they overlap, a faint one does not grow stronger.
    """
    height, columns = nearness.shape
    group = 0
    for i in range(len(ends)):
        opacity = colours[i, 3]
        if i == 0 or not alike(colours, i - 1, i):
            group += 1
        radius = max(width / 2 if opacity == 1.0 else width / 4, THINNEST)  # what is faint is thin
        x0, y0, z0 = ends[i, 0, 0], ends[i, 0, 1], ends[i, 0, 2]
        dx, dy, dz = ends[i, 1, 0] - x0, ends[i, 1, 1] - y0, ends[i, 1, 2] - z0
        t0, t1 = clipped(x0, dx, -radius, columns + radius, 0.0, 1.0)
        t0, t1 = clipped(y0, dy, -radius, height + radius, t0, t1)
        if not (min(z0, z0 + dz) > near and t0 <= t1):
            continue
        alone = packed(0, colours[i, 0], colours[i, 1], colours[i, 2], opacity)
        begun = i > 0 and alike(colours, i - 1, i) and same(ends[i - 1, 1], ends[i, 0])  # by the end of the one before
        steps = int(math.hypot(dx, dy) * (t1 - t0) / max(0.7 * radius, 1.0)) + 1  # discs that overlap look like a line
        for k in range(1 if begun and t0 == 0.0 else 0, steps + 1):
            t = t0 + (t1 - t0) * k / steps
            x, y, z = x0 + t * dx, y0 + t * dy, z0 + t * dz
            for py in range(max(math.ceil(y - radius - 0.5), 0), min(math.ceil(y + radius - 0.5), height)):
                half = math.sqrt(max(radius * radius - (py + 0.5 - y) ** 2, 0.0))
                left, right = max(math.ceil(x - half - 0.5), 0), min(math.ceil(x + half - 0.5), columns)
                if left >= right:
                    continue
                grow(rows, py, left, right)
                for px in range(left, right):
                    if owner[py, px] == group or nearness[py, px] * z > 1 + SLACK:
                        continue
                    owner[py, px] = group
                    if canvas[py, px] == 0:  # as below most of a line
                        canvas[py, px] = alone
                    else:
                        put(canvas, py, px, colours[i, 0], colours[i, 1], colours[i, 2], opacity)
    for y in range(height):
        for x in range(rows[y, 0], rows[y, 1]):
            owner[y, x] = 0


@jit(**OPTIONS)
def alike(colours: np.ndarray, i: int, j: int) -> bool:
    """Whether two lines have one colour."""
    one, other = colours[i], colours[j]
    return one[0] == other[0] and one[1] == other[1] and one[2] == other[2] and one[3] == other[3]


@jit(**OPTIONS)
def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two points are one."""
    return one[0] == other[0] and one[1] == other[1] and one[2] == other[2]


@jit(**OPTIONS)
def mean(one: np.int64, two: np.int64, three: np.int64, four: np.int64) -> np.int64:
    """Of four pixels, each of four bytes."""
    even = (one & EVEN) + (two & EVEN) + (three & EVEN) + (four & EVEN) + HALVES
    odd = (one >> 8 & EVEN) + (two >> 8 & EVEN) + (three >> 8 & EVEN) + (four >> 8 & EVEN) + HALVES
    return even >> 2 & EVEN | (odd >> 2 & EVEN) << 8


@jit(**OPTIONS)
def halved(canvas: np.ndarray, left: int, top: int, right: int, bottom: int) -> np.ndarray:
    """A picture of half the size, each pixel the mean of four; of it the part within these bounds."""
    out = np.empty((bottom - top, right - left), dtype=np.uint32)
    for y in range(top, bottom):
        for x in range(left, right):
            out[y - top, x - left] = mean(
                np.int64(canvas[2 * y, 2 * x]),
                np.int64(canvas[2 * y, 2 * x + 1]),
                np.int64(canvas[2 * y + 1, 2 * x]),
                np.int64(canvas[2 * y + 1, 2 * x + 1]),
            )
    return out


@jit(**OPTIONS)
def lay(canvas: np.ndarray, rows: np.ndarray, image: np.ndarray, shrunk: int) -> None:
    """The canvas, `shrunk` 1 or 2 times, over an image of that size, 0xffrrggbb, as Qt's painter would do it."""
    for y in range(len(image)):
        up, low = rows[shrunk * y], rows[shrunk * y + shrunk - 1]
        left, right = min(up[0], low[0]), max(up[1], low[1])
        for x in range(left // shrunk, min((right + shrunk - 1) // shrunk, image.shape[1])):
            if shrunk == 1:
                new = np.int64(canvas[y, x])
            else:
                one, two = np.int64(canvas[2 * y, 2 * x]), np.int64(canvas[2 * y, 2 * x + 1])
                three, four = np.int64(canvas[2 * y + 1, 2 * x]), np.int64(canvas[2 * y + 1, 2 * x + 1])
                new = mean(one, two, three, four) if one | two | three | four else np.int64(0)
            if new == 0:
                continue
            rest, below = 255 - (new >> 24), np.int64(image[y, x])
            even, odd = (below & EVEN) * rest, (below >> 8 & EVEN) * rest
            even = (even + (even >> 8 & EVEN) + ROUND) >> 8 & EVEN
            odd = (odd + (odd >> 8 & EVEN) + ROUND) >> 8 & EVEN
            swapped = (new & 255) << 16 | new & 0xFF00 | new >> 16 & 255
            image[y, x] = (even + (odd << 8) + swapped) & 0xFFFFFF | 255 << 24


def load() -> None:
    """Compiles everything here, or reads it from disk, by drawing one small triangle."""
    points, colours = np.array([[0.0, 0, 1], [0, 2, 1], [2, 0, 1]]), np.ones((3, 4))
    canvas, nearness = np.zeros((2, 2), dtype=np.uint32), np.zeros((2, 2), dtype=np.float32)
    owner, rows = np.zeros((2, 2), dtype=np.int32), np.tile(np.array([2, 0], dtype=np.int32), (2, 1))
    draw(points, colours, np.array([[0, 1, 2]]), 0.1, canvas, nearness, owner, rows, 100)
    stroke(np.ones((1, 2, 3)), np.ones((1, 4)), 1.0, 0.1, canvas, nearness, owner, rows)
    halved(canvas, 0, 0, 1, 1)
    lay(canvas, rows, np.zeros((1, 1), dtype=np.uint32), 2)
    clear(canvas, nearness, rows)
