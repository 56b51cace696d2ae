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
INLINE = {**OPTIONS, "inline": "always"}  # where a call for each pixel would count its arrays
BLOCK = 32  # pixels of a row: where none of them was drawn on, they are passed over at once
INK, FRESH, SOLID = 1, 2, 4  # a block was drawn on; it was so for this picture; there are solids in it
OPAQUE = 1 - 1e-9  # opacity: what is below is not seen
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


@jit(**INLINE)
def edges(points: np.ndarray, face: np.ndarray, out: np.ndarray) -> None:
    """Of each of the three (3, 4): the heights from which to which it reaches, x at height 0, and its slope."""
    for k in range(3):
        one, other = face[k], face[(k + 1) % 3]
        y0, y1 = points[one, 1], points[other, 1]
        slope = (points[other, 0] - points[one, 0]) / (y1 - y0) if abs(y1 - y0) > FLAT else 0.0
        out[k, 0], out[k, 1], out[k, 2], out[k, 3] = min(y0, y1), max(y0, y1), points[one, 0] - slope * y0, slope


@jit(**INLINE)
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
    blocks: np.ndarray,
    most: int,
) -> bool:
    """Faces over what is on the canvas, the nearest at each pixel; False when they cover more than `most` pixels.

    `owner` is working memory: 1 + the face that is nearest, zero before and after. `rows` (h, 4) grow around what is
    drawn: the first pixel of each row, and the one past the last, then the same of what is fresh; `blocks`
    (h, w / BLOCK) say what is in between.
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
            for block in range(start // BLOCK, -(-stop // BLOCK)):
                blocks[y, block] |= SOLID
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
        for block in range(rows[y, 2] // BLOCK, -(-rows[y, 3] // BLOCK)):
            if not blocks[y, block] & SOLID:
                continue
            freshen(canvas, blocks, y, block)
            for x in range(block * BLOCK, min((block + 1) * BLOCK, width)):
                if owner[y, x] > 0:
                    blend(equations, owner[y, x] - 1, canvas, y, x)
                    owner[y, x] = 0
    return True


@jit(**INLINE)
def grow(rows: np.ndarray, y: int, start: int, stop: int) -> None:
    """Row y so that what is drawn, and what is fresh of it, reaches from start to stop at least."""
    rows[y, 0], rows[y, 1] = min(rows[y, 0], start), max(rows[y, 1], stop)
    rows[y, 2], rows[y, 3] = min(rows[y, 2], start), max(rows[y, 3], stop)


@jit(**INLINE)
def freshen(canvas: np.ndarray, blocks: np.ndarray, y: int, block: int) -> None:
    """What a block has of the picture before goes; all of it is to be drawn anew."""
    if not blocks[y, block] & FRESH:
        if blocks[y, block] & INK:
            wipe(canvas, y, block)
        blocks[y, block] |= INK | FRESH


@jit(**INLINE)
def wipe(pixels: np.ndarray, y: int, block: int) -> None:
    for x in range(block * BLOCK, min((block + 1) * BLOCK, pixels.shape[1])):
        pixels[y, x] = 0


@jit(**OPTIONS)
def clear(canvas: np.ndarray, nearness: np.ndarray, rows: np.ndarray, blocks: np.ndarray) -> None:
    """Nothing is on the canvas again."""
    width = nearness.shape[1]
    for y in range(len(rows)):
        for block in range(rows[y, 0] // BLOCK, -(-rows[y, 1] // BLOCK)):
            if blocks[y, block]:
                wipe(canvas, y, block)
                if blocks[y, block] & SOLID:
                    wipe(nearness, y, block)
                blocks[y, block] = 0
        rows[y, 0], rows[y, 1], rows[y, 2], rows[y, 3] = width, 0, width, 0


@jit(**OPTIONS)
def clear_solids(canvas: np.ndarray, nearness: np.ndarray, rows: np.ndarray, blocks: np.ndarray) -> None:
    """Nothing is where solids were; elsewhere lines stay as they are, and are of the picture before."""
    width = nearness.shape[1]
    for y in range(len(rows)):
        first, past = rows[y, 2] // BLOCK, -(-rows[y, 3] // BLOCK)
        rows[y, 2], rows[y, 3] = width, 0
        for block in range(first, past):
            if blocks[y, block] & SOLID:
                wipe(canvas, y, block)
                wipe(nearness, y, block)
                blocks[y, block] = INK | FRESH
                grow(rows, y, block * BLOCK, min((block + 1) * BLOCK, width))
            else:
                blocks[y, block] &= INK


@jit(**INLINE)
def blend(equations: np.ndarray, t: int, canvas: np.ndarray, y: int, x: int) -> None:
    """Face t's colour over a pixel."""
    put(canvas, y, x, shade(equations, t, 1, y, x), shade(equations, t, 2, y, x), shade(equations, t, 3, y, x),
        shade(equations, t, 4, y, x))  # fmt: skip


@jit(**INLINE)
def shade(equations: np.ndarray, t: int, k: int, y: int, x: int) -> float:
    """Value k of face t's plane at a pixel's centre, from 0 to 1."""
    value = equations[t, k] + equations[t, PER_X + k] * (x + 0.5) + equations[t, PER_Y + k] * (y + 0.5)
    return min(max(value, 0.0), 1.0)


@jit(**INLINE)
def put(canvas: np.ndarray, y: int, x: int, red: float, green: float, blue: float, opacity: float) -> None:
    """A colour over a pixel, which is premultiplied by its opacity."""
    if opacity > OPAQUE:
        canvas[y, x] = (
            np.int64(255.0 * red + 0.5)
            | np.int64(255.0 * green + 0.5) << 8
            | np.int64(255.0 * blue + 0.5) << 16
            | 255 << 24
        )
        return
    canvas[y, x] = packed(np.int64(canvas[y, x]), red, green, blue, opacity)


@jit(**INLINE)
def packed(below: int, red: float, green: float, blue: float, opacity: float) -> np.int64:
    """A colour over a premultiplied pixel, as one."""
    rest = 1 - opacity
    return (
        np.int64(255.0 * red * opacity + rest * (below & 255) + 0.5)
        | np.int64(255.0 * green * opacity + rest * (below >> 8 & 255) + 0.5) << 8
        | np.int64(255.0 * blue * opacity + rest * (below >> 16 & 255) + 0.5) << 16
        | np.int64(255.0 * opacity + rest * (below >> 24) + 0.5) << 24
    )


@jit(**INLINE)
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
def lay(
    canvas: np.ndarray, rows: np.ndarray, blocks: np.ndarray, ground: np.ndarray, image: np.ndarray, shrunk: int
) -> None:
    """The canvas, `shrunk` 1 or 2 times, over a ground of that size, 0xffrrggbb, as Qt's painter would do it: onto an
    image, which may be the ground, in blocks that are fresh."""
    own = BLOCK // shrunk  # pixels of the image
    for y in range(len(image)):
        upper, lower = shrunk * y, shrunk * y + shrunk - 1
        left, right = min(rows[upper, 2], rows[lower, 2]), max(rows[upper, 3], rows[lower, 3])
        for block in range(left // BLOCK, -(-right // BLOCK)):
            if not (blocks[upper, block] | blocks[lower, block]) & FRESH:
                continue
            for x in range(block * own, min((block + 1) * own, image.shape[1])):
                if shrunk == 1:
                    new = np.int64(canvas[y, x])
                else:
                    one, two = np.int64(canvas[2 * y, 2 * x]), np.int64(canvas[2 * y, 2 * x + 1])
                    three, four = np.int64(canvas[2 * y + 1, 2 * x]), np.int64(canvas[2 * y + 1, 2 * x + 1])
                    new = mean(one, two, three, four) if one | two | three | four else np.int64(0)
                image[y, x] = over(new, np.int64(ground[y, x])) if new != 0 else ground[y, x]


@jit(**INLINE)
def over(new: np.int64, below: np.int64) -> np.int64:
    """A premultiplied pixel, red its lowest byte, over one of 0xffrrggbb."""
    rest = 255 - (new >> 24)
    even, odd = (below & EVEN) * rest, (below >> 8 & EVEN) * rest
    even = (even + (even >> 8 & EVEN) + ROUND) >> 8 & EVEN
    odd = (odd + (odd >> 8 & EVEN) + ROUND) >> 8 & EVEN
    swapped = (new & 255) << 16 | new & 0xFF00 | new >> 16 & 255
    return (even + (odd << 8) + swapped) & 0xFFFFFF | 255 << 24


def load() -> None:
    """Compiles everything here, or reads it from disk, by drawing one small triangle."""
    points, colours = np.array([[0.0, 0, 1], [0, 2, 1], [2, 0, 1]]), np.ones((3, 4))
    canvas, nearness = np.zeros((2, 2), dtype=np.uint32), np.zeros((2, 2), dtype=np.float32)
    owner, rows = np.zeros((2, 2), dtype=np.int32), np.tile(np.array([2, 0, 2, 0], dtype=np.int32), (2, 1))
    blocks = np.zeros((2, 1), dtype=np.uint8)
    draw(points, colours, np.array([[0, 1, 2]]), 0.1, canvas, nearness, owner, rows, blocks, 100)
    halved(canvas, 0, 0, 1, 1)
    image = np.zeros((1, 1), dtype=np.uint32)
    lay(canvas, rows, blocks, image, image, 2)
    clear_solids(canvas, nearness, rows, blocks)
    clear(canvas, nearness, rows, blocks)
