"""Arrows that go round and arrows with two heads, about z and along it: torques and turns, moments."""

from __future__ import annotations

import math

import numpy as np

from denoc_studio.picture.meshes.primitives import Mesh, arrow, joined, lathe, rotation_to

HEAD = 5.0  # thicknesses, as long as `arrow` makes it
WIDE = 2.4  # thicknesses, half of the head's width
STEP = math.radians(9.0)


def shortest_arrow(thickness: float) -> float:
    """How long an arrow is that is little more than its head."""
    return 1.2 * HEAD * thickness


def double_arrow(length: float, thickness: float, sides: int) -> Mesh:
    """Along z with a second head behind the first, as moments are drawn."""
    neck = length - 9 * thickness
    head = lathe([(0, neck), (WIDE * thickness, neck), (0, neck + HEAD * thickness)], sides)
    return joined([arrow(length, thickness, sides), head])


def round_arrow(angle: float, radius: float, thickness: float, sides: int) -> Mesh:
    """About z from x on, through the angle in rad by the right-hand rule; not less than its head takes."""
    length = max(abs(angle) * radius, HEAD * thickness + STEP * radius)
    neck = length - HEAD * thickness
    mesh = _bent([(0, 0), *_shaft(0.0, neck, radius, thickness), (WIDE * thickness, neck), (0, length)], radius, sides)
    return mesh if angle > 0 else mesh.turned(np.diag([1.0, -1.0, -1.0]))


def round_bar(start: float, end: float, radius: float, thickness: float, sides: int) -> Mesh:
    """The same without a head, from one angle to another."""
    low, high = start * radius, end * radius
    return _bent([(0, low), *_shaft(low, high, radius, thickness), (0, high)], radius, sides)


def axes_along(axis: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Axes with z along `axis`, of length 1, and x as near as can be to `across`, as columns."""
    x = across - (across @ axis) * axis
    length = float(np.linalg.norm(x))
    if length < 1e-9:
        return rotation_to(axis)
    x /= length
    return np.column_stack([x, np.cross(axis, x), axis])


def _shaft(low: float, high: float, radius: float, thickness: float) -> list[tuple[float, float]]:
    count = max(2, math.ceil((high - low) / radius / STEP) + 1)
    return [(thickness, z) for z in np.linspace(low, high, count).tolist()]


def _bent(profile: list[tuple[float, float]], radius: float, sides: int) -> Mesh:
    """What the profile makes along z, laid around z at this distance."""
    straight = lathe(profile, sides)
    angle, out = straight.vertices[:, 2] / radius, radius + straight.vertices[:, 0]
    cos, sin, (x, y, z) = np.cos(angle), np.sin(angle), straight.normals.T
    vertices = np.column_stack([out * cos, out * sin, -straight.vertices[:, 1]])
    return Mesh(vertices, np.column_stack([x * cos - z * sin, x * sin + z * cos, -y]), straight.faces)
