"""GIF: one palette for the whole film, so that nothing flickers, and only what changes from frame to frame."""

from __future__ import annotations

import io

import numpy as np
from PIL import GifImagePlugin, Image

from denoc_studio.picture.film.frames import Film, check_gif_rate
from denoc_studio.picture.image.pens import rgb

COLOURS = 255  # and one that lets the frame before shine through
UNCHANGED = 255
UNKNOWN = -1
SHADES = 64  # of the background's, at most
LOOKED_AT = 16  # frames that the palette is made for
MOST_PIXELS = 400_000  # that it is made of
TICK = 100  # in a second: GIF counts hundredths
AT_ONCE = 4096  # colours that are looked up together


class GifWriter:
    """Takes frames in their order; `bytes` is the whole file then."""

    def __init__(self, film: Film) -> None:
        check_gif_rate(film.pace.fps)
        self._rate = film.pace.fps
        colours = _palette(film)
        self._numbers = _Numbers(colours)
        self._before: np.ndarray | None = None
        self._frame = 0
        self._out = io.BytesIO()
        self._out.write(_header(film.size, colours))

    def add(self, image: Image.Image) -> None:
        ticks = delay(self._frame, self._rate)
        self._frame += 1
        indices = self._numbers.of(np.asarray(image))
        shown, (left, top) = _change(self._before, indices)
        self._before = indices
        part = Image.fromarray(shown)  # grey levels stand for colours of the palette
        blocks = GifImagePlugin.getdata(part, (left, top), duration=10 * ticks, disposal=1, transparency=UNCHANGED)
        self._out.writelines(blocks)

    def bytes(self) -> bytes:
        return self._out.getvalue() + b";"

    def close(self) -> None: ...


class _Numbers:
    """Which colour of the palette is nearest to each pixel's, exactly: Pillow's own way rounds first, and makes bands.

    A colour that was met once is known from then on.
    """

    def __init__(self, colours: np.ndarray) -> None:
        self._colours = colours.astype(np.float32)  # whole numbers, whose products and sums are exact
        self._squares = (self._colours**2).sum(axis=1)
        self._known = np.full(1 << 24, UNKNOWN, dtype=np.int16)

    def of(self, pixels: np.ndarray) -> np.ndarray:
        """(h, w) in bytes, of pixels (h, w, 3)."""
        codes = _codes(pixels)
        found = self._known[codes]
        new = np.unique(codes[found == UNKNOWN])
        for some in np.split(new, range(AT_ONCE, len(new), AT_ONCE)) if len(new) else ():
            distances = self._squares - 2.0 * (_colours_of(some).astype(np.float32) @ self._colours.T)
            self._known[some] = distances.argmin(axis=1)
        return (self._known[codes] if len(new) else found).astype(np.uint8)


def _codes(pixels: np.ndarray) -> np.ndarray:
    """Each pixel's colour as one number, (...) of (..., 3): rows of three are sorted with the interpreter held, which
    stops the window."""
    red, green, blue = (pixels[..., k].astype(np.int32) for k in range(3))
    return (red << 16) | (green << 8) | blue


def _colours_of(codes: np.ndarray) -> np.ndarray:
    """(c, 3) in bytes, of numbers (c,)."""
    return np.stack([codes >> 16, (codes >> 8) & 255, codes & 255], axis=1).astype(np.uint8)


def delay(frame: int, rate: float) -> int:
    """Hundredths of a second that a frame stays, so that all frames together keep to the rate."""
    return round((frame + 1) * TICK / rate) - round(frame * TICK / rate)


def _change(before: np.ndarray | None, now: np.ndarray) -> tuple[np.ndarray, tuple[int, int]]:
    """The smallest rectangle that holds all changes, the rest of it marked as unchanged, and its place."""
    if before is None:
        return now, (0, 0)
    changed = now != before
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return np.full((1, 1), UNCHANGED, dtype=np.uint8), (0, 0)
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.where(changed[part], now[part], np.uint8(UNCHANGED)), (int(columns[0]), int(rows[0]))


def _palette(film: Film) -> np.ndarray:
    """Colours (c, 3): the background's own shades, what has a meaning, then those that suit what moves."""
    backdrop = film.backdrop()
    moving = []
    for frame in np.unique(np.linspace(0, film.count - 1, LOOKED_AT).astype(int)).tolist():
        pixels = np.asarray(film.image(frame))
        moving.append(pixels[(pixels != backdrop).any(axis=2)])
    found, uses = np.unique(_codes(backdrop), return_counts=True)
    plain = _colours_of(found)
    shades = plain[np.sort(np.argsort(-uses, kind="stable")[:SHADES])]
    signals = np.array([rgb(colour) for colour in film.signals()])
    fixed = _colours_of(np.unique(_codes(np.concatenate([shades, signals]))))
    pixels = np.concatenate([*moving, plain])
    pixels = pixels[:: -(-len(pixels) // MOST_PIXELS)]
    room = COLOURS - len(fixed)
    reduced = Image.fromarray(pixels[None]).quantize(room, method=Image.Quantize.MEDIANCUT)
    adapted = np.array(reduced.getpalette(), dtype=np.uint8).reshape(-1, 3)[:room]
    return np.concatenate([fixed, adapted])


def _header(size: tuple[int, int], colours: np.ndarray) -> bytes:
    """Of a film that begins again at its end, for ever."""
    width, height = size
    table = colours.astype(np.uint8).tobytes().ljust(3 * 256, b"\0")
    screen = width.to_bytes(2, "little") + height.to_bytes(2, "little") + b"\xf7\0\0"  # 256 colours of 8 bits
    return b"GIF89a" + screen + table + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
