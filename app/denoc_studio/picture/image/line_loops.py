"""Lines to pixels as compiled loops, over the solids that `raster_loops` has drawn.

A line is discs side by side. Which pixels they cover, and how deep, is kept from one picture to the next: while the
camera stands still, most of a path is where it was, and only what hides it has to be looked at again.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.jit_options import OPTIONS, jit
from denoc_studio.picture.image.raster_loops import BLOCK, packed, put

THINNEST = 0.71  # pixels: a thinner line would fall between them
SLACK = 1e-3  # of its depth, by which a line may be behind a solid and is still seen
KEY = 8  # numbers that say which pixels a line covers: both ends, its radius, and whether it begins with a disc
AHEAD = 64  # lines of the picture before among which a line is looked for
ROOM = 1 << 18  # pixels of lines that are kept


class LineMemory:
    """The pixels of the lines of one picture on a canvas of one size, and room for those of the next."""

    def __init__(self) -> None:
        self._lists = [_lists(ROOM), _lists(ROOM)]
        self._lines, self._starts = np.empty((0, KEY)), np.zeros(1, dtype=np.int64)

    def stroke(self, ends: np.ndarray, colours: np.ndarray, width: float, near: float, *canvas: np.ndarray) -> None:
        """See the function; `canvas` are its words, nearness, owner, rows and blocks."""
        reach = 2.0 * max(width / 2, THINNEST) + 3.0
        longest = math.ceil((sum(canvas[0].shape) + 2 * reach) * reach)  # pixels of one line, at most
        if longest > len(self._lists[1][0]):
            self._lists[1] = _lists(longest)
        old, new = self._lists
        lines, starts = np.empty((len(ends), KEY)), np.zeros(len(ends) + 1, dtype=np.int64)
        before = self._lines, self._starts, *old
        if stroke(ends, colours, width, near, *canvas, *before, lines, starts, *new, longest):
            self._lines, self._starts = lines, starts
        else:
            self._lines, self._starts = lines[:0], starts[:1]
        self._lists = [new, old]


def load() -> None:
    """Compiles everything here, or reads it from disk, by drawing one short line."""
    canvas, nearness = np.zeros((2, 2), dtype=np.uint32), np.zeros((2, 2), dtype=np.float32)
    owner, rows = np.zeros((2, 2), dtype=np.int32), np.tile(np.array([2, 0], dtype=np.int32), (2, 1))
    memory = canvas, nearness, owner, rows, np.zeros((2, 1), dtype=np.uint8)
    LineMemory().stroke(np.ones((1, 2, 3)), np.ones((1, 4)), 1.0, 0.1, *memory)


def _lists(room: int) -> tuple[np.ndarray, np.ndarray]:
    """Pixels, row << 16 | column, and depths."""
    return np.empty(room, dtype=np.int32), np.empty(room)


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
    blocks: np.ndarray,
    kept_lines: np.ndarray,
    kept_starts: np.ndarray,
    kept_pixels: np.ndarray,
    kept_depths: np.ndarray,
    lines: np.ndarray,
    starts: np.ndarray,
    pixels: np.ndarray,
    depths: np.ndarray,
    longest: int,
) -> bool:
    """Lines (k, 2, 3), each of one colour, before the eye and not behind a solid, over what is on the canvas.

    Lines of the same colour in a row are one stroke: where they overlap, a faint one does not grow stronger. `kept_*`
    are `lines` (k, 8), `starts` (k + 1,), `pixels` and `depths` as they were left by another picture; False where
    there was no room to keep them all. One line has at most `longest` pixels.
    """
    place, start, at, fits = 0, 0, 0, True
    for i in range(len(ends)):
        joined = i > 0 and alike(colours, i - 1, i)
        full = at + longest > len(pixels)
        if i > 0 and (full or not joined):
            lay_line(colours[i - 1], pixels[start:at], depths[start:at], canvas, nearness, owner, rows, blocks)
            fits &= not full
            if not joined:
                forget(owner, pixels[start:at], fits)
            start = at = 0 if full else at
        for k in range(3):
            lines[i, k], lines[i, 3 + k] = ends[i, 0, k], ends[i, 1, k]
        lines[i, 6] = max(width / 2 if colours[i, 3] == 1.0 else width / 4, THINNEST)  # what is faint is thin
        lines[i, 7] = joined and follows(lines, i)  # begun by the end of the one before
        found = position(kept_lines, lines, i, place)
        if found >= 0:
            place = found + 1
            for k in range(kept_starts[found], kept_starts[found + 1]):
                pixels[at], depths[at] = kept_pixels[k], kept_depths[k]
                at += 1
        elif min(lines[i, 2], lines[i, 5]) > near:
            at = covered(lines[i], nearness.shape, pixels, depths, at)
        starts[i + 1] = at
    if len(ends):
        lay_line(colours[-1], pixels[start:at], depths[start:at], canvas, nearness, owner, rows, blocks)
        forget(owner, pixels[start:at], fits)
    return fits


@jit(**OPTIONS)
def lay_line(
    colour: np.ndarray,
    pixels: np.ndarray,
    depths: np.ndarray,
    canvas: np.ndarray,
    nearness: np.ndarray,
    owner: np.ndarray,
    rows: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """A stroke or part of one over what is on the canvas, where it is not behind a solid; each pixel once, of which
    `owner` knows afterwards."""
    red, green, blue, opacity = colour[0], colour[1], colour[2], colour[3]
    alone = packed(0, red, green, blue, opacity)
    for k in range(len(pixels)):
        y, x = pixels[k] >> 16, pixels[k] & 0xFFFF
        below = canvas[y, x]
        if below == 0:  # as below most of a line: nothing is there that could hide it
            canvas[y, x] = alone
            rows[y, 0], rows[y, 1] = min(rows[y, 0], x), max(rows[y, 1], x + 1)
            blocks[y, x // BLOCK] = 1
        elif below != alone and owner[y, x] == 0 and nearness[y, x] * depths[k] <= 1 + SLACK:
            owner[y, x] = 1
            put(canvas, y, x, red, green, blue, opacity)


@jit(**OPTIONS)
def forget(owner: np.ndarray, pixels: np.ndarray, complete: bool) -> None:
    """A stroke is drawn, and `owner` zero again; unless `complete`, it has more pixels than these."""
    if not complete:
        owner[:] = 0
    for k in range(len(pixels)):
        owner[pixels[k] >> 16, pixels[k] & 0xFFFF] = 0


@jit(**OPTIONS)
def position(kept: np.ndarray, lines: np.ndarray, i: int, place: int) -> int:
    """Where line i is among those that were kept, at `place` or soon after; -1 where it is not."""
    for k in range(place, min(place + AHEAD, len(kept))):
        number = 0
        while number < KEY and kept[k, number] == lines[i, number]:
            number += 1
        if number == KEY:
            return k
    return -1


@jit(**OPTIONS)
def covered(line: np.ndarray, shape: tuple[int, int], pixels: np.ndarray, depths: np.ndarray, at: int) -> int:
    """Writes pixels and depths of a line from `at` on, each pixel where the line is nearest; where it has ended."""
    height, columns = shape
    x0, y0, z0, radius = line[0], line[1], line[2], line[6]
    dx, dy, dz = line[3] - x0, line[4] - y0, line[5] - z0
    t0, t1 = clipped(x0, dx, -radius, columns + radius, 0.0, 1.0)
    t0, t1 = clipped(y0, dy, -radius, height + radius, t0, t1)
    if not t0 <= t1:
        return at
    steps = int(math.hypot(dx, dy) * (t1 - t0) / max(0.7 * radius, 1.0)) + 1  # discs that overlap look like a line
    first = 1 if line[7] != 0.0 and t0 == 0.0 else 0
    before_x, before_y = math.inf, math.inf
    for step in range(first, steps + 1):
        k = step if dz >= 0.0 else first + steps - step
        t = t0 + (t1 - t0) * k / steps
        x, y, z = x0 + t * dx, y0 + t * dy, z0 + t * dz
        for py in range(max(math.ceil(y - radius - 0.5), 0), min(math.ceil(y + radius - 0.5), height)):
            left, right = chord(x, y, radius, py, columns)
            done_left, done_right = chord(before_x, before_y, radius, py, columns)
            for px in range(left, right):
                if not done_left <= px < done_right:
                    pixels[at], depths[at] = py << 16 | px, z
                    at += 1
        before_x, before_y = x, y
    return at


@jit(**OPTIONS)
def chord(x: float, y: float, radius: float, row: int, columns: int) -> tuple[int, int]:
    """First pixel of a row within a disc, and the one past the last."""
    square = radius * radius - (row + 0.5 - y) ** 2
    if not square >= 0.0:
        return 0, 0
    half = math.sqrt(square)
    return max(math.ceil(x - half - 0.5), 0), min(math.ceil(x + half - 0.5), columns)


@jit(**OPTIONS)
def alike(colours: np.ndarray, i: int, j: int) -> bool:
    """Whether two lines have one colour."""
    differences = 0
    for k in range(4):
        differences += colours[i, k] != colours[j, k]
    return differences == 0


@jit(**OPTIONS)
def follows(lines: np.ndarray, i: int) -> bool:
    """Whether line i begins where the one before has ended."""
    return lines[i - 1, 3] == lines[i, 0] and lines[i - 1, 4] == lines[i, 1] and lines[i - 1, 5] == lines[i, 2]
