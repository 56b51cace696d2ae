"""Smooth lines, shapes and letters on an image without Qt: drawn finer than the image, then averaged."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from denoc_studio.look.colours import components

FINE = 4  # pixels of a shape for one of the image

Point = tuple[float, float]
Box = tuple[float, float, float, float]
At = Callable[[Point], Point]  # where a point of the image is on the finer one
Paint = Callable[[ImageDraw.ImageDraw, At], None]


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (round(255 * part) for part in components(colour))
    return red, green, blue


@lru_cache(maxsize=32)
def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The one that matplotlib brings along, so that every machine has it."""
    found = importlib.util.find_spec("matplotlib")
    assert found is not None
    assert found.submodule_search_locations is not None
    folder = Path(found.submodule_search_locations[0]) / "mpl-data" / "fonts" / "ttf"
    return ImageFont.truetype(str(folder / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")), size)


class Pen:
    """Draws on an RGB image, in its pixels."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self._draw = ImageDraw.Draw(image)

    def line(self, start: Point, end: Point, width: float, colour: str) -> None:
        """With round ends."""
        across = np.array(end) - np.array(start)
        length = float(np.hypot(*across))
        if length:
            step = np.array([-across[1], across[0]]) / length * width / 2
            corners = [(x + sign * step[0], y + sign * step[1]) for (x, y), sign in _around(start, end)]
            self.polygon(corners, colour)
        for x, y in (start, end):
            self.disc((x, y), width / 2, colour)

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        x, y = np.array(points).T
        box = (x.min(), y.min(), x.max(), y.max())
        self._shape(box, colour, lambda draw, at: draw.polygon([at(p) for p in points], fill=255))

    def disc(self, centre: Point, radius: float, colour: str, hole: float = 0.0) -> None:
        """A ring where there is a hole."""
        (x, y), r = centre, radius
        box = (x - r, y - r, x + r, y + r)

        def ring(draw: ImageDraw.ImageDraw, at: At) -> None:
            for size, fill in ((r, 255), (hole, 0)):
                if size:
                    draw.ellipse([at((x - size, y - size)), at((x + size, y + size))], fill=fill)

        self._shape(box, colour, ring)

    def pill(self, box: Box, colour: str) -> None:
        """A rectangle with round ends."""
        left, top, right, bottom = box
        radius = (bottom - top) / 2 * FINE

        def paint(draw: ImageDraw.ImageDraw, at: At) -> None:
            draw.rounded_rectangle([at((left, top)), at((right, bottom))], radius, fill=255)

        self._shape(box, colour, paint)

    def text(self, place: Point, text: str, size: float, colour: str, anchor: str = "lm", bold: bool = False) -> None:
        """`anchor` as Pillow has it: left, middle, right and ascender, middle, baseline."""
        self._draw.text(place, text, fill=rgb(colour), font=font(size, bold), anchor=anchor)

    def _shape(self, box: Box, colour: str, paint: Paint) -> None:
        left, top = int(np.floor(box[0])) - 1, int(np.floor(box[1])) - 1
        width, height = int(np.ceil(box[2])) + 2 - left, int(np.ceil(box[3])) + 2 - top
        mask = Image.new("L", (width * FINE, height * FINE))
        paint(ImageDraw.Draw(mask), lambda p: ((p[0] - left) * FINE, (p[1] - top) * FINE))
        self.image.paste(rgb(colour), (left, top), mask.reduce(FINE))


def _around(start: Point, end: Point) -> list[tuple[Point, int]]:
    """Both ends of a line on its one side, then on the other."""
    return [(start, 1), (end, 1), (end, -1), (start, -1)]
