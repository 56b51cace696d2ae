"""A highlight's marks as solids in one colour, to be drawn over the arm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from denoc_studio.look.colours import components
from denoc_studio.picture.arm.markers import ellipsoid
from denoc_studio.picture.arm.picture import Label, PictureColours, Solid
from denoc_studio.picture.arm.symbols.marks import Arrow, Ball, Ellipsoid, Highlight, Line, Mark, Ring, Turn
from denoc_studio.picture.meshes.arrows import double_arrow, round_arrow, round_bar
from denoc_studio.picture.meshes.primitives import Mesh, arrow, cylinder, joined, rotation_to, sphere

THICKNESS, THIN, SIDES = 0.42, 0.26, 14  # in radii of a link
DASH, GAP, DOT_LENGTH = 1.5, 0.9, 0.3
RING_DASHES, RING_SHARE, RING_SIDES = 8, 0.6, 8
VEIL = 0.4  # opacity of an ellipsoid
EDGE, EDGE_OPACITY = 0.16, 0.8


def highlight_solids(shown: Highlight, radius: float, look: PictureColours) -> tuple[Solid, ...]:
    """What lies over the arm, the last on top: ellipsoids that one sees through, then all other marks, with an edge
    that sets them off from a link of nearly their colour."""
    veils = [_mesh(mark, radius) for mark in shown.marks if isinstance(mark, Ellipsoid)]
    marks = [_mesh(mark, radius) for mark in shown.marks if not isinstance(mark, Ellipsoid)]
    edges = [_grown(mesh, EDGE * radius) for mesh in marks]
    layers = ((veils, look.lit, VEIL), (edges, look.bottom, EDGE_OPACITY), (marks, look.lit, 1.0))
    return tuple(_painted(joined(meshes), colour, opacity) for meshes, colour, opacity in layers if meshes)


def highlight_label(shown: Highlight, look: PictureColours) -> Label:
    return Label(np.array(shown.at), shown.text, look.lit, kept=True)


def _grown(mesh: Mesh, by: float) -> Mesh:
    return mesh._replace(vertices=mesh.vertices + by * mesh.normals)


def _painted(mesh: Mesh, colour: str, opacity: float) -> Solid:
    return Solid(mesh, np.tile((*components(colour), opacity), (len(mesh.vertices), 1)))


def _mesh(mark: Mark, radius: float) -> Mesh:
    thick, thin = THICKNESS * radius, THIN * radius
    match mark:
        case Arrow(start, end, heads):
            along = np.subtract(end, start)
            make = arrow if heads == 1 else double_arrow
            return _placed(make(float(np.linalg.norm(along)), thick, SIDES), along, start)
        case Turn(centre, axis, angle, wide):
            return _placed(round_arrow(angle, wide, thick, SIDES), axis, centre)
        case Ring(centre, axis, wide):
            return _placed(_ring(wide, thin), axis, centre)
        case Line(start, end, pattern):
            along = np.subtract(end, start)
            dashes = [
                cylinder(thin, low, high, SIDES) for low, high in _dashes(float(np.linalg.norm(along)), pattern, radius)
            ]
            return _placed(joined(dashes), along, start)
        case Ball(centre, size):
            return sphere(size, SIDES).moved(centre)
        case Ellipsoid(centre, halves, axes):
            return ellipsoid(np.array(halves), np.array(axes).T, np.array(centre), SIDES)


@lru_cache(maxsize=4)  # an articulated body has many that are alike
def _ring(wide: float, thin: float) -> Mesh:
    step = 2 * math.pi / RING_DASHES
    starts = [step * number for number in range(RING_DASHES)]
    return joined([round_bar(start, start + RING_SHARE * step, wide, thin, RING_SIDES) for start in starts])


def _placed(mesh: Mesh, along: object, start: object) -> Mesh:
    return mesh.turned(rotation_to(np.asarray(along))).moved(np.asarray(start))


def _dashes(length: float, pattern: str, radius: float) -> Iterator[tuple[float, float]]:
    """From where to where, whole ones only but for the last."""
    parts = (DASH,) if pattern == "dashed" else (DASH, DOT_LENGTH)
    place, number = 0.0, 0
    while place < length:
        end = min(place + parts[number % len(parts)] * radius, length)
        yield place, end
        place, number = end + GAP * radius, number + 1
