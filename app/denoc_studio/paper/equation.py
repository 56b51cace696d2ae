"""Equations on paper: the layout of the window, as outlines in matplotlib's figures."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import get_font
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from denoc_studio.look.colours import MANY
from denoc_studio.look.palettes import LIGHT
from denoc_studio.look.roles import colour_of
from denoc_studio.typesetting.boxes import Picture
from denoc_studio.typesetting.nodes import Node
from denoc_studio.typesetting.stix import font_file
from denoc_studio.typesetting.wrapping import wrapped

POINTS = 72  # of an inch
FINE = 1000.0  # pixels of an em, at which outlines are read
FULL, LINE = 11.0, 0.4  # points: letters of a display; the thinnest line


class Drawn(NamedTuple):
    """Where an equation stands on its page, in inches from the lower left corner."""

    left: float
    bottom: float
    width: float
    height: float


def draw_equation(
    figure: Figure | SubFigure,
    node: Node,
    left: float,
    top: float,
    *,
    size: float = FULL,
    width: float = float("inf"),
    joints: int = MANY,
) -> Drawn:
    """Into a figure, from (left, top) inches of its lower left corner down, with letters of `size` points.

    It is broken at its signs where it is wider than `width` inches. Indices have the colours of so many joints.
    """
    picture = wrapped(node, size, width * POINTS)
    baseline = top - picture.up / POINTS
    for role, path in _outlines(picture).items():
        placed = Affine2D().scale(1 / POINTS, -1 / POINTS).translate(left, baseline) + figure.dpi_scale_trans
        colour = colour_of(role, LIGHT, joints)
        figure.add_artist(PathPatch(path, facecolor=colour, linewidth=0.0, transform=placed))
    return Drawn(left, top - picture.height / POINTS, picture.width / POINTS, picture.height / POINTS)


def equation_height(node: Node, size: float = FULL, width: float = float("inf")) -> float:
    """Inches that it takes in lines of `width` inches."""
    return wrapped(node, size, width * POINTS).height / POINTS


def _outlines(picture: Picture) -> dict[str | None, Path]:
    """By colour, in the picture's points, y down."""
    found: dict[str | None, list[Path]] = {}
    for glyphs in picture.glyphs:
        paths = found.setdefault(glyphs.colour, [])
        for x, index in zip(glyphs.x, glyphs.indices, strict=True):
            placed = Affine2D().scale(glyphs.size, -glyphs.size).translate(x, glyphs.y)
            paths.append(placed.transform_path(_outline(glyphs.font, index)))
    for rule in picture.rules:
        width, height = max(rule.width, LINE), max(rule.height, LINE)
        placed = Affine2D().scale(width, height).translate(rule.x, rule.y)
        found.setdefault(rule.colour, []).append(placed.transform_path(Path.unit_rectangle()))
    return {colour: Path.make_compound_path(*paths) for colour, paths in found.items() if paths}


@cache
def _outline(font: str, index: int) -> Path:
    """Of one glyph, in em, y up."""
    face: Any = get_font(str(font_file(font)))
    face.set_size(FINE, POINTS)
    face.load_glyph(index)
    vertices, codes = face.get_path()
    return Path(np.asarray(vertices).reshape(-1, 2) / FINE, codes)
