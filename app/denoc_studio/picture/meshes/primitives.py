"""Closed triangle meshes with outward normals, made by turning a profile about z or from six sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

ROUND_STEPS, COARSE_STEPS = 4, 2  # segments of a quarter circle, and of one that is too small to be looked at
COARSE_SIDES = 8


class Mesh(NamedTuple):
    """Counter-clockwise faces seen from outside."""

    vertices: np.ndarray  # (v, 3)
    normals: np.ndarray  # (v, 3), of length 1
    faces: np.ndarray  # (f, 3), indices

    def moved(self, offset: Sequence[float] | np.ndarray) -> Mesh:
        return self._replace(vertices=self.vertices + np.asarray(offset))

    def scaled(self, factor: float) -> Mesh:
        return self._replace(vertices=self.vertices * factor)

    def turned(self, rotation: np.ndarray) -> Mesh:
        return self._replace(vertices=self.vertices @ rotation.T, normals=self.normals @ rotation.T)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one; a single one is handed on as it is."""
    if len(meshes) == 1:
        return meshes[0]
    if not meshes:
        return Mesh(np.empty((0, 3)), np.empty((0, 3)), np.empty((0, 3), dtype=np.int32))
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes[:-1])])
    faces = np.concatenate([mesh.faces for mesh in meshes])
    faces += np.repeat(starts, [len(mesh.faces) for mesh in meshes])[:, None]
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        faces.astype(np.int32),
    )


def lathe(profile: Sequence[tuple[float, float]], sides: int, smooth: bool = False) -> Mesh:
    """The profile of (radius, z), from the bottom up, turned about z; `smooth` rounds its corners by shading."""
    points = np.array(profile, dtype=float)
    along = np.diff(points, axis=0)
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    ends = np.stack([points[:-1], points[1:]], axis=1)  # (segments, 2, (radius, z))
    normals = np.repeat(outward[:, None], 2, axis=1)
    if smooth:
        shared = np.concatenate([outward[:1], outward[:-1] + outward[1:], outward[-1:]])
        shared[0], shared[-1] = _at_pole(points[0], shared[0], -1), _at_pole(points[-1], shared[-1], 1)
        shared /= np.linalg.norm(shared, axis=1, keepdims=True)
        normals = np.stack([shared[:-1], shared[1:]], axis=1)
    return _revolved(ends, normals, sides)


def _at_pole(point: np.ndarray, normal: np.ndarray, side: int) -> np.ndarray:
    return np.array([0.0, float(side)]) if point[0] == 0 else normal


def _revolved(ends: np.ndarray, normals: np.ndarray, sides: int) -> Mesh:
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    turn = np.column_stack([np.cos(angles), np.sin(angles)])

    def rings(values: np.ndarray) -> np.ndarray:
        out = np.empty((*values.shape[:2], sides, 3))
        out[..., :2] = values[:, :, None, :1] * turn
        out[..., 2] = values[:, :, None, 1]
        return out.reshape(-1, 3)

    low = np.arange(sides)
    following = (low + 1) % sides
    lower = np.column_stack([low, following, following + sides])
    upper = np.column_stack([low, following + sides, low + sides])
    ring_faces = np.concatenate([lower, upper])
    starts = 2 * sides * np.arange(len(ends))
    faces = (starts[:, None, None] + ring_faces).reshape(-1, 3)
    vertices = rings(ends)
    return Mesh(vertices, rings(normals), _without_slivers(vertices, faces).astype(np.int32))


def _without_slivers(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Faces without those that a pole of the profile has collapsed."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return faces[(a != b).any(axis=1) & (b != c).any(axis=1) & (c != a).any(axis=1)]


def cylinder(radius: float, low: float, high: float, sides: int, bevel: float = 0.0) -> Mesh:
    """Along z, closed, its rims bevelled."""
    if not bevel:
        return lathe([(0, low), (radius, low), (radius, high), (0, high)], sides)
    inner = radius - bevel
    return lathe(
        [(0, low), (inner, low), (radius, low + bevel), (radius, high - bevel), (inner, high), (0, high)], sides
    )


def capsule(radius: float, start: Sequence[float], end: Sequence[float], sides: int) -> Mesh:
    """A rod with round ends, whose middle line runs from start to end."""
    axis = np.subtract(end, start)
    ball, upper = _split_ball(sides)
    vertices = radius * ball.vertices
    vertices[upper, 2] += math.hypot(*axis)
    return ball._replace(vertices=vertices).turned(rotation_to(axis)).moved(start)


@lru_cache(maxsize=32)
def _split_ball(sides: int) -> tuple[Mesh, np.ndarray]:
    """A ball of radius 1 with a band of no height around it, and which vertices belong above the band."""
    steps = ROUND_STEPS if sides > COARSE_SIDES else COARSE_STEPS
    quarter = np.linspace(-np.pi / 2, 0, steps + 1)
    bottom = [(float(np.cos(x)), float(np.sin(x))) for x in quarter]
    bottom[0], bottom[-1] = (0.0, -1.0), (1.0, 0.0)
    profile = [*bottom, *((r, 1.0 - z) for r, z in reversed(bottom))]
    mesh = lathe(profile, sides, smooth=True)
    upper = mesh.vertices[:, 2] > 0.5
    mesh.vertices[upper, 2] -= 1.0
    return mesh, upper


def box(low: Sequence[float], high: Sequence[float]) -> Mesh:
    """Between two corners."""
    unit = np.array([[-1.0, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]])
    axes = np.eye(3)
    corners, normals = [], []
    for k in range(3):
        for side in (1.0, -1.0):
            turn = np.column_stack([side * axes[(k + 1) % 3], axes[(k + 2) % 3], side * axes[k]])
            corners.append(unit @ turn.T)
            normals.append(np.tile(side * axes[k], (4, 1)))
    middle, half = np.add(low, high) / 2, np.subtract(high, low) / 2
    faces = np.concatenate([[[s, s + 1, s + 2], [s, s + 2, s + 3]] for s in range(0, 24, 4)])
    return Mesh(middle + half * np.concatenate(corners), np.concatenate(normals), faces.astype(np.int32))


def arrow(length: float, radius: float, sides: int) -> Mesh:
    """Along z from the origin, a cone as its head."""
    neck, head = length - 5 * radius, 2.4 * radius
    return lathe([(0, 0), (radius, 0), (radius, neck), (head, neck), (0, length)], sides)


def sphere(radius: float, sides: int) -> Mesh:
    steps = max(sides // 2, 3)
    angles = np.linspace(-np.pi / 2, np.pi / 2, steps + 1)
    profile = [(float(radius * np.cos(x)), float(radius * np.sin(x))) for x in angles]
    profile[0], profile[-1] = (0.0, -radius), (0.0, radius)
    return lathe(profile, sides, smooth=True)


def rotation_to(direction: np.ndarray) -> np.ndarray:
    """A rotation that takes z to `direction`; the identity where that has no length."""
    largest = max(abs(float(component)) for component in direction)
    if largest == 0:
        return np.eye(3)
    scaled = [float(component) / largest for component in direction]  # the length of a tiny one would be rounded
    length = math.hypot(*scaled)
    x, y, z = (component / length for component in scaled)
    sign = math.copysign(1.0, z)
    a = -1.0 / (sign + z)
    b = x * y * a
    return np.array([[1.0 + sign * x * x * a, b, x], [sign * b, sign + y * y * a, y], [-sign * x, -y, z]])
