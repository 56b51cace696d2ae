"""What may be shown besides the solids: frames, mass centres, inertia ellipsoids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from denoc.arm.robot import Robot, inertia_matrix
from denoc.arm.robot_arrays import pack
from denoc_studio.picture.meshes.assembly import Piece, Role
from denoc_studio.picture.meshes.primitives import Mesh, arrow, joined, sphere

AXIS_LENGTH, AXIS_RADIUS = 4.2, 0.18  # in radii of a link, as all sizes here
CENTRE_RADIUS = 1.8  # of the heaviest link; the others by the cube root of their mass
SMALLEST_CENTRE = 1.2
THINNEST = 1.2  # half axis of an ellipsoid: those of rods and plates would vanish inside the links
TURNS = {
    "x": np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),
    "y": np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    "z": np.eye(3),
}


def triads(count: int, radius: float) -> Iterator[Piece]:
    """Three arrows in each of `count` frames."""
    for frame in range(count):
        for role, turn in TURNS.items():
            yield Piece(_axis().turned(turn).scaled(radius), frame, frame - 1, role)  # type: ignore[arg-type]


def mass_centres(robot: Robot, radius: float) -> Iterator[Piece]:
    """A quartered ball at each mass centre; the last link's includes the payload."""
    arrays = pack(robot)
    heaviest = float(arrays.mass.max())
    for i in range(robot.n):
        if arrays.mass[i] <= 0:
            continue
        share = float(np.cbrt(arrays.mass[i] / heaviest))
        size = max(CENTRE_RADIUS * share, SMALLEST_CENTRE) * radius
        for role, octants in _quarters().items():
            yield Piece(octants.scaled(size).moved(arrays.com[i]), i + 1, i, role)


def ellipsoids(robot: Robot, radius: float, sides: int) -> Iterator[Piece]:
    """For each link the solid ellipsoid of the same mass and inertia."""
    arrays = pack(robot)
    for i in range(robot.n):
        mass = float(arrays.mass[i])
        if mass <= 0 or not arrays.inertia[i].any():
            continue
        halves, axes = half_axes(mass, inertia_matrix(arrays.inertia[i].tolist()))
        yield Piece(ellipsoid(np.maximum(halves, THINNEST * radius), axes, arrays.com[i], sides), i + 1, i, "joint")


def half_axes(mass: float, inertia: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Half axes of the equivalent ellipsoid, and their directions as columns; 0 where no real body has the moments."""
    moments, axes = np.linalg.eigh(inertia)
    squares = 2.5 / mass * (moments.sum() - 2 * moments)
    if np.linalg.det(axes) < 0:
        axes[:, 0] *= -1
    return np.sqrt(np.maximum(squares, 0.0)), axes


def ellipsoid(halves: np.ndarray, axes: np.ndarray, centre: np.ndarray, sides: int) -> Mesh:
    """Of half axes along the columns of `axes`."""
    ball = _fine_ball(2 * sides)
    normals = ball.normals / halves
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(ball.vertices * halves, normals, ball.faces).turned(axes).moved(centre)


@lru_cache(maxsize=8)
def _fine_ball(sides: int) -> Mesh:
    return sphere(1.0, sides)


@lru_cache(maxsize=1)
def _axis() -> Mesh:
    return arrow(AXIS_LENGTH, AXIS_RADIUS, 8)


@lru_cache(maxsize=1)
def _quarters() -> dict[Role, Mesh]:
    """The eight octants of a ball of radius 1, every other one dark."""
    parts: dict[Role, list[Mesh]] = {"dark": [], "light": []}
    for signs in np.stack(np.meshgrid([1, -1], [1, -1], [1, -1]), axis=-1).reshape(-1, 3):
        even = bool(signs.prod() > 0)
        patch = _octant()
        faces = patch.faces if even else patch.faces[:, ::-1]
        parts["dark" if even else "light"].append(Mesh(patch.vertices * signs, patch.normals * signs, faces))
    return {role: joined(meshes) for role, meshes in parts.items()}


def _octant(steps: int = 5) -> Mesh:
    """The part of the unit sphere with positive coordinates."""
    points: list[tuple[int, int, int]] = []
    index: dict[tuple[int, int], int] = {}
    for i in range(steps + 1):
        for j in range(steps + 1 - i):
            index[i, j] = len(points)
            points.append((i, j, steps - i - j))
    faces = []
    for i in range(steps):
        for j in range(steps - i):
            faces.append((index[i + 1, j], index[i, j + 1], index[i, j]))
            if i + j < steps - 1:
                faces.append((index[i + 1, j], index[i + 1, j + 1], index[i, j + 1]))
    vertices = np.array(points, dtype=float)
    vertices /= np.linalg.norm(vertices, axis=1, keepdims=True)
    return Mesh(vertices, vertices.copy(), np.array(faces, dtype=np.int32))
