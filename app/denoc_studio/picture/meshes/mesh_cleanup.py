"""Triangles from anywhere made fit to be drawn: few enough, facing outward, smooth where the body is."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from denoc_studio.picture.meshes.primitives import Mesh, joined

CREASE = math.cos(math.radians(35))  # faces that meet at less are one round surface
CELLS = 2**20  # per axis, in which corners are one and the same
MOST_FACES_AT_A_CORNER = 48  # more, as at the middle of a disc, are shaded each for itself
FIRST_GRID, FINEST_GRID, TRIES = 48, 1024, 8
BLOCK = 50_000  # faces whose planes are added up at once
PULL = 1e-3  # towards the middle of a cell, where its faces leave a corner's place open


def shaped(vertices: np.ndarray, faces: np.ndarray, budget: int, pause: Callable[[], None] = lambda: None) -> Mesh:
    """The surface with about `budget` faces at most; nothing of it where it has no area.

    Parts that are not closed are seen from both sides, since nobody knows which one is meant. `pause` is called
    between the steps; what it raises ends the work.
    """
    vertices, faces = merged(vertices, faces)
    pause()
    faces, closed = outward(vertices, faces)
    pause()
    room = round(budget / (1.5 - 0.5 * closed.mean())) if len(faces) else budget
    if len(faces) > room:
        vertices, faces, kept = clustered(vertices, faces, room, pause)
        closed = closed[kept]
    areas = _normals(vertices, faces)[1]
    return _two_sided(creased(vertices, faces[areas > 0]), ~closed[areas > 0])


def merged(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Corners at one place as one, without the faces that lose one by that."""
    if not len(faces):
        return vertices, faces
    used = vertices[faces.reshape(-1)]
    _, first, same = np.unique(_cells(used, CELLS - 1), return_index=True, return_inverse=True)
    faces = same.reshape(-1, 3)
    return used[first], faces[_three_cornered(faces)]


def outward(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Faces that turn counter-clockwise seen from outside, and which of them have an outside, (f,).

    Those are the faces of parts that are closed: each edge is run through as often one way as the other.
    """
    if not len(faces):
        return faces, np.zeros(0, dtype=bool)
    starts, ends = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    ways = np.where(starts < ends, 1.0, -1.0)
    edges = np.minimum(starts, ends) * len(vertices) + np.maximum(starts, ends)
    _, edge = np.unique(edges, return_inverse=True)
    graph = coo_array((np.ones(len(edge), dtype=bool), (starts, ends)), shape=(len(vertices), len(vertices)))
    count, part = connected_components(graph, directed=False)
    unmatched = np.bincount(edge, ways)[edge] != 0
    open_parts = np.bincount(part[starts], unmatched, count) > 0
    a, b, c = np.moveaxis(vertices[faces] - vertices.mean(axis=0), 1, 0)
    owner = part[faces[:, 0]]
    volume = np.bincount(owner, np.einsum("fi,fi->f", a, np.cross(b, c)), count)
    return np.where((volume[owner] < 0)[:, None], faces[:, ::-1], faces), ~open_parts[owner]


def clustered(
    vertices: np.ndarray, faces: np.ndarray, budget: int, pause: Callable[[], None]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One corner for each cell of the finest grid that leaves at most `budget` faces, and which faces those were."""
    cells, best = FIRST_GRID, _on_grid(vertices, faces, 1)
    coarse, fine = 1, FINEST_GRID + 1  # the finest grid known to be coarse enough, the coarsest known to be too fine
    for _ in range(TRIES):  # a surface has so many faces as the square of the grid's fineness
        pause()
        found = _on_grid(vertices, faces, cells)
        count = len(found.faces)
        coarse, fine = (cells, fine) if count <= budget else (coarse, cells)
        if len(best.faces) < count <= budget:
            best = found
        if 0.85 * budget < count <= budget or fine - coarse <= 1:
            break
        guess = int(cells * math.sqrt(0.93 * budget / max(count, 1)))
        cells = min(max(guess, coarse + 1), fine - 1)
    return _corners(vertices, faces, best), best.faces, best.kept


class OnGrid(NamedTuple):
    """Vertices by the cells that they are in, and the faces that are left between different cells."""

    cells: int  # along the longest side
    group: np.ndarray  # (v,)
    faces: np.ndarray
    kept: np.ndarray  # which faces they were


def _on_grid(vertices: np.ndarray, faces: np.ndarray, cells: int) -> OnGrid:
    _, group = np.unique(_cells(vertices, cells), return_inverse=True)
    return OnGrid(cells, group, *_distinct(group[faces]))


def creased(vertices: np.ndarray, faces: np.ndarray) -> Mesh:
    """Each face's corner with the mean normal of those faces around it that meet it at a small angle."""
    normals, areas = _normals(vertices, faces)
    corners = faces.reshape(-1)
    means = np.repeat(normals, 3, axis=0)
    one, other = _neighbours(corners, len(vertices))
    near = np.einsum("pi,pi->p", normals[one // 3], normals[other // 3]) > CREASE
    one, other = one[near], other[near]
    summed = _sums(one, (areas[:, None] * normals)[other // 3], len(corners))
    lengths = np.linalg.norm(summed, axis=1)
    means[lengths > 0] = summed[lengths > 0] / lengths[lengths > 0, None]
    rounded = np.round((means + 1) * 500).astype(np.int64)
    key = ((corners * 1001 + rounded[:, 0]) * 1001 + rounded[:, 1]) * 1001 + rounded[:, 2]
    _, first, same = np.unique(key, return_index=True, return_inverse=True)
    return Mesh(vertices[corners[first]], means[first], same.reshape(-1, 3).astype(np.int32))


def _neighbours(corners: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of faces' corners at the same vertex, each with itself too."""
    order = np.argsort(corners, kind="stable")
    valence = np.bincount(corners, minlength=count)
    start = np.cumsum(valence) - valence
    some = order[valence[corners[order]] <= MOST_FACES_AT_A_CORNER]
    vertex = corners[some]
    repeats = valence[vertex]
    step = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    return np.repeat(some, repeats), order[np.repeat(start[vertex], repeats) + step]


def _corners(vertices: np.ndarray, faces: np.ndarray, grid: OnGrid) -> np.ndarray:
    """For each cell the point nearest to the planes of all faces there, so that edges stay sharp."""
    count = int(grid.group.max()) + 1
    middles = _sums(grid.group, np.column_stack([vertices, np.ones(len(vertices))]), count)
    middles = middles[:, :3] / middles[:, 3:]
    summed = np.zeros((count, 12))
    for start in range(0, len(faces), BLOCK):  # the products of all faces at once would take a kilobyte each
        summed += _planes(vertices, faces[start : start + BLOCK], grid.group, middles)
    planes, pulls = summed[:, :9].reshape(-1, 3, 3), summed[:, 9:]
    weight = np.trace(planes, axis1=1, axis2=2)
    planes = planes + (PULL * weight + np.where(weight > 0, 0.0, 1.0))[:, None, None] * np.eye(3)
    reach = np.ptp(vertices, axis=0).max() / grid.cells / 2
    return middles + np.clip(np.linalg.solve(planes, pulls[..., None])[..., 0], -reach, reach)


def _planes(vertices: np.ndarray, faces: np.ndarray, group: np.ndarray, middles: np.ndarray) -> np.ndarray:
    """(cells, 12): the planes of these faces as nine products of their normals, and three pulls towards them."""
    normals, areas = _normals(vertices, faces)
    normals, areas = np.repeat(normals, 3, axis=0), np.repeat(areas, 3)
    cell = group[faces.reshape(-1)]
    height = np.einsum("ci,ci->c", normals, np.repeat(vertices[faces[:, 0]], 3, axis=0) - middles[cell])
    planes = areas[:, None, None] * normals[:, :, None] * normals[:, None, :]
    pulls = (areas * height)[:, None] * normals
    return _sums(cell, np.column_stack([planes.reshape(-1, 9), pulls]), len(middles))


def _sums(place: np.ndarray, rows: np.ndarray, count: int) -> np.ndarray:
    """Rows (k, m) that go to the same place added up, (count, m)."""
    shape = (count, len(place))
    return coo_array((np.ones(len(place)), (place, np.arange(len(place)))), shape=shape).tocsr() @ rows


def _cells(points: np.ndarray, count: int) -> np.ndarray:
    """One number for the cell that each point is in, with so many cells along the longest side."""
    low = points.min(axis=0)
    size = max(float((points.max(axis=0) - low).max()), 1e-300)
    x, y, z = np.floor((points - low) * (count / size) + 0.5).astype(np.int64).T
    return (x << 42) | (y << 21) | z


def _distinct(faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Without faces that lost a corner, each of the others only once; and which ones they are."""
    kept = np.flatnonzero(_three_cornered(faces))
    turn = np.argmin(faces[kept], axis=1)[:, None]
    turned = np.take_along_axis(faces[kept], (turn + np.arange(3)) % 3, axis=1)
    span = int(faces.max(initial=0)) + 1
    _, first = np.unique((turned[:, 0] * span + turned[:, 1]) * span + turned[:, 2], return_index=True)
    return turned[first], kept[first]


def _three_cornered(faces: np.ndarray) -> np.ndarray:
    a, b, c = faces.T
    return (a != b) & (b != c) & (c != a)


def _normals(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Unit normals of the faces and twice their areas; zeros for a face without area."""
    a, b, c = np.moveaxis(vertices[faces], 1, 0)
    crosses = np.cross(b - a, c - a)
    areas = np.linalg.norm(crosses, axis=1)
    areas[areas <= 1e-12 * max(float(areas.max(initial=0.0)), 1e-300)] = 0.0
    return crosses / np.where(areas > 0, areas, np.inf)[:, None], areas


def _two_sided(mesh: Mesh, some: np.ndarray) -> Mesh:
    """With the back of some of its faces."""
    used, back = np.unique(mesh.faces[some][:, ::-1], return_inverse=True)
    back = back.reshape(-1, 3).astype(np.int32)
    return joined([mesh, Mesh(mesh.vertices[used], -mesh.normals[used], back)])
