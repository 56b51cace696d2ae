"""Lines to pixels as compiled loops, over the solids that `raster_loops` has drawn.

A line is discs side by side. Which pixels they cover, and how deep, is kept from one picture to the next: while the
camera stands still, most of a path is where it was, and only what hides it has to be looked at again. What was not
near a solid, and is not now, is not even drawn again.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.jit_options import OPTIONS, jit
from denoc_studio.picture.image.raster_loops import BLOCK, FRESH, INK, freshen, grow, packed, put

THINNEST = 0.71  # pixels: a thinner line would fall between them
SLACK = 1e-3  # of its depth, by which a line may be behind a solid and is still seen
RADIUS, JOINED, COLOUR, KEY = 6, 7, 8, 12  # after both ends: see `fill_keys`
AHEAD = 64  # lines of the picture before among which a line is looked for
ROOM = 1 << 18  # pixels of lines that are kept


class LineMemory:
    """The pixels of the lines of one picture on a canvas of one size, and room for those of the next."""

    def __init__(self) -> None:
        self._lists = [_lists(ROOM), _lists(ROOM)]
        self._lines, self._starts = np.empty((0, KEY)), np.zeros(1, dtype=np.int64)
        self._all = True  # they are all that there were

    def stroke(
        self, ends: np.ndarray, colours: np.ndarray, width: float, near: float, again: bool, *canvas: np.ndarray
    ) -> bool:
        """Lines (k, 2, 3), each of one colour (k, 4), before the eye and not behind a solid, over what is on a canvas,
        given as words, nearness, owner, rows and blocks.

        `again`: the lines of the picture before are still there, but for fresh blocks, and only what has changed is
        drawn; False, and nothing done, where that cannot be. Lines of the same colour in a row are one stroke: where
        they overlap, a faint one does not grow stronger.
        """
        reach = 2.0 * max(width / 2, THINNEST) + 3.0
        longest = math.ceil((sum(canvas[0].shape) + 2 * reach) * reach)  # pixels of one line, at most
        if longest > len(self._lists[1][0]):
            self._lists[1] = _lists(longest)
        old, new = self._lists
        lines, starts = np.empty((len(ends), KEY)), np.zeros(len(ends) + 1, dtype=np.int64)
        places = np.empty(len(ends), dtype=np.int64)
        fill_keys(ends, colours, width, lines)
        if again and not (self._all and strokes(lines) == strokes(self._lines)):
            return False  # what was one stroke may be two now, also where no line has changed
        if gather(lines, near, canvas[1].shape, self._lines, self._starts, *old, places, starts, *new, longest):
            if again:
                mark(places, self._starts, old[0], starts, new[0], canvas[0], canvas[3], canvas[4])
            lay_strokes(lines, starts, *new, again, *canvas)
            self._lines, self._starts, self._all = lines, starts, True
        elif again:
            return False
        else:
            lay_by_and_by(lines, near, *new, longest, *canvas)
            self._lines, self._starts, self._all = lines[:0], starts[:1], False
        self._lists = [new, old]
        return True


def load() -> None:
    """Compiles everything here, or reads it from disk, by drawing one short line."""
    canvas, nearness = np.zeros((2, 2), dtype=np.uint32), np.zeros((2, 2), dtype=np.float32)
    owner, rows = np.zeros((2, 2), dtype=np.int32), np.tile(np.array([2, 0, 2, 0], dtype=np.int32), (2, 1))
    memory = canvas, nearness, owner, rows, np.zeros((2, 1), dtype=np.uint8)
    lines = LineMemory()
    for again in (False, True):
        lines.stroke(np.ones((1, 2, 3)), np.ones((1, 4)), 1.0, 0.1, again, *memory)
    lay_by_and_by(np.ones((1, KEY)), 0.1, *_lists(100), 100, *memory)


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
def fill_keys(ends: np.ndarray, colours: np.ndarray, width: float, lines: np.ndarray) -> None:
    """What a line's pixels and colours depend on, (k, KEY): both ends, radius, how it goes on from the one before, and
    its colour."""
    for i in range(len(ends)):
        for k in range(3):
            lines[i, k], lines[i, 3 + k] = ends[i, 0, k], ends[i, 1, k]
        lines[i, RADIUS] = max(width / 2 if colours[i, 3] == 1.0 else width / 4, THINNEST)  # what is faint is thin
        for k in range(4):
            lines[i, COLOUR + k] = colours[i, k]
        lines[i, JOINED] = 0.0
        if i > 0 and alike(lines, i):
            lines[i, JOINED] = 2.0 if follows(lines, i) else 1.0  # with 2 it is begun by the end of the one before


@jit(**OPTIONS)
def strokes(lines: np.ndarray) -> int:
    """How many there are."""
    count = 0
    for i in range(len(lines)):
        count += lines[i, JOINED] == 0.0
    return count


@jit(**OPTIONS)
def gather(
    lines: np.ndarray,
    near: float,
    shape: tuple[int, int],
    kept_lines: np.ndarray,
    kept_starts: np.ndarray,
    kept_pixels: np.ndarray,
    kept_depths: np.ndarray,
    places: np.ndarray,
    starts: np.ndarray,
    pixels: np.ndarray,
    depths: np.ndarray,
    longest: int,
) -> bool:
    """Pixels and depths of all lines, those of line i from starts[i] on, and their `places` among the lines of another
    picture, -1 where they are new; False where there is no room. One line has at most `longest` pixels."""
    place, at = 0, 0
    for i in range(len(lines)):
        if at + longest > len(pixels):
            return False
        places[i] = position(kept_lines, lines, i, place)
        if places[i] >= 0:
            place = places[i] + 1
            for k in range(kept_starts[place - 1], kept_starts[place]):
                pixels[at], depths[at] = kept_pixels[k], kept_depths[k]
                at += 1
        elif min(lines[i, 2], lines[i, 5]) > near:
            at = covered(lines[i], shape, pixels, depths, at)
        starts[i + 1] = at
    return True


@jit(**OPTIONS)
def mark(
    places: np.ndarray,
    kept_starts: np.ndarray,
    kept_pixels: np.ndarray,
    starts: np.ndarray,
    pixels: np.ndarray,
    canvas: np.ndarray,
    rows: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """Blocks of lines that are new, and of those that have gone, are fresh."""
    place = 0
    for i in range(len(places)):
        if places[i] < 0:
            freshen_pixels(pixels[starts[i] : starts[i + 1]], canvas, rows, blocks)
            continue
        if places[i] > place:
            freshen_pixels(kept_pixels[kept_starts[place] : kept_starts[places[i]]], canvas, rows, blocks)
        place = places[i] + 1
    freshen_pixels(kept_pixels[kept_starts[place] : kept_starts[-1]], canvas, rows, blocks)


@jit(**OPTIONS)
def freshen_pixels(pixels: np.ndarray, canvas: np.ndarray, rows: np.ndarray, blocks: np.ndarray) -> None:
    for k in range(len(pixels)):
        y, x = pixels[k] >> 16, pixels[k] & 0xFFFF
        freshen(canvas, blocks, y, x // BLOCK)
        grow(rows, y, x // BLOCK * BLOCK, min((x // BLOCK + 1) * BLOCK, canvas.shape[1]))


@jit(**OPTIONS)
def lay_strokes(
    lines: np.ndarray,
    starts: np.ndarray,
    pixels: np.ndarray,
    depths: np.ndarray,
    again: bool,
    canvas: np.ndarray,
    nearness: np.ndarray,
    owner: np.ndarray,
    rows: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """All lines over what is on the canvas; `again` only where it is fresh."""
    first = 0
    for i in range(1, len(lines) + 1):
        if i < len(lines) and lines[i, JOINED] != 0.0:
            continue
        own, deep = pixels[starts[first] : starts[i]], depths[starts[first] : starts[i]]
        colour = lines[first, COLOUR:]
        if again:
            lay_fresh(colour, own, deep, canvas, nearness, owner, blocks)
        else:
            lay_line(colour, own, deep, canvas, nearness, owner, rows, blocks)
            forget(owner, own)
        first = i


@jit(**OPTIONS)
def lay_by_and_by(
    lines: np.ndarray,
    near: float,
    pixels: np.ndarray,
    depths: np.ndarray,
    longest: int,
    canvas: np.ndarray,
    nearness: np.ndarray,
    owner: np.ndarray,
    rows: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """As `lay_strokes`, line by line as far as there is room for their pixels."""
    at, whole = 0, True
    for i in range(len(lines)):
        if lines[i, JOINED] == 0.0 or at + longest > len(pixels):
            lay_line(lines[max(i - 1, 0), COLOUR:], pixels[:at], depths[:at], canvas, nearness, owner, rows, blocks)
            whole = whole and lines[i, JOINED] == 0.0
            if lines[i, JOINED] == 0.0:
                if whole:
                    forget(owner, pixels[:at])
                else:
                    owner[:] = 0
                whole = True
            at = 0
        if min(lines[i, 2], lines[i, 5]) > near:
            at = covered(lines[i], nearness.shape, pixels, depths, at)
    if len(lines):
        lay_line(lines[-1, COLOUR:], pixels[:at], depths[:at], canvas, nearness, owner, rows, blocks)
        owner[:] = 0


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
            grow(rows, y, x, x + 1)
            blocks[y, x // BLOCK] |= INK | FRESH
        elif below != alone and owner[y, x] == 0 and nearness[y, x] * depths[k] <= 1 + SLACK:
            owner[y, x] = 1
            put(canvas, y, x, red, green, blue, opacity)


@jit(**OPTIONS)
def lay_fresh(
    colour: np.ndarray,
    pixels: np.ndarray,
    depths: np.ndarray,
    canvas: np.ndarray,
    nearness: np.ndarray,
    owner: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """As `lay_line`, of a whole stroke whose other pixels are on the canvas already; `owner` is zero afterwards."""
    red, green, blue, opacity = colour[0], colour[1], colour[2], colour[3]
    alone = packed(0, red, green, blue, opacity)
    first, past = len(pixels), 0  # around those over something else
    for k in range(len(pixels)):
        y, x = pixels[k] >> 16, pixels[k] & 0xFFFF
        if not blocks[y, x // BLOCK] & FRESH:
            continue
        below = canvas[y, x]
        if below == 0:
            canvas[y, x] = alone
        elif below != alone and owner[y, x] == 0 and nearness[y, x] * depths[k] <= 1 + SLACK:
            owner[y, x] = 1
            first, past = min(first, k), k + 1
            put(canvas, y, x, red, green, blue, opacity)
    if first < past:
        forget(owner, pixels[first:past])


@jit(**OPTIONS)
def forget(owner: np.ndarray, pixels: np.ndarray) -> None:
    """A stroke is drawn, and `owner` zero again."""
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
    x0, y0, z0, radius = line[0], line[1], line[2], line[RADIUS]
    dx, dy, dz = line[3] - x0, line[4] - y0, line[5] - z0
    t0, t1 = clipped(x0, dx, -radius, columns + radius, 0.0, 1.0)
    t0, t1 = clipped(y0, dy, -radius, height + radius, t0, t1)
    if not t0 <= t1:
        return at
    steps = int(math.hypot(dx, dy) * (t1 - t0) / max(0.7 * radius, 1.0)) + 1  # discs that overlap look like a line
    first = 1 if line[JOINED] == 2.0 and t0 == 0.0 else 0
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
def alike(lines: np.ndarray, i: int) -> bool:
    """Whether line i has the colour of the one before."""
    differences = 0
    for k in range(COLOUR, COLOUR + 4):
        differences += lines[i - 1, k] != lines[i, k]
    return differences == 0


@jit(**OPTIONS)
def follows(lines: np.ndarray, i: int) -> bool:
    """Whether line i begins where the one before has ended."""
    return lines[i - 1, 3] == lines[i, 0] and lines[i - 1, 4] == lines[i, 1] and lines[i - 1, 5] == lines[i, 2]
