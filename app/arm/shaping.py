"""Triangles from anywhere made fit to be drawn: few enough, facing outward, smooth where the body is."""

from __future__ import annotations

import math

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from app.arm.meshes import Mesh

CREASE = math.cos(math.radians(35))  # faces that meet at less are one round surface
CELLS = 2**20  # per axis, in which corners are one and the same
MOST_FACES_AT_A_CORNER = 48  # more, as at the middle of a disc, are shaded each for itself
PULL = 1e-3  # towards the middle of a cell, where its faces leave a corner's place open


def shaped(vertices: np.ndarray, faces: np.ndarray, budget: int) -> Mesh:
    """The surface with about `budget` faces at most; nothing of it where it has no area."""
    vertices, faces = merged(vertices, faces)
    faces, solid = outward(vertices, faces)
    faces = _with_area(vertices, faces)
    room = budget if solid else budget // 2
    if len(faces) > room:
        vertices, faces = clustered(vertices, faces, room)
    mesh = creased(vertices, faces)
    return mesh if solid else _two_sided(mesh)


def merged(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Corners at one place as one, without the faces that lose one by that."""
    if not len(faces):
        return vertices, faces
    used = vertices[faces.reshape(-1)]
    _, first, same = np.unique(_cells(used, CELLS - 1), return_index=True, return_inverse=True)
    return used[first], _three_cornered(same.reshape(-1, 3))


def outward(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, bool]:
    """Faces that turn counter-clockwise seen from outside, and whether there is an outside: a closed surface."""
    ends = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    forth, back = ends[:, 0] * len(vertices) + ends[:, 1], ends[:, 1] * len(vertices) + ends[:, 0]
    if not len(faces) or not np.array_equal(np.sort(forth), np.sort(back)):
        return faces, False
    ones = np.ones(len(ends), dtype=bool)
    graph = coo_array((ones, (ends[:, 0], ends[:, 1])), shape=(len(vertices), len(vertices)))
    count, part = connected_components(graph, directed=False)
    a, b, c = np.moveaxis(vertices[faces] - vertices.mean(axis=0), 1, 0)
    volume = np.bincount(part[faces[:, 0]], np.einsum("fi,fi->f", a, np.cross(b, c)), count)
    inside_out = volume[part[faces[:, 0]]] < 0
    return np.where(inside_out[:, None], faces[:, ::-1], faces), True


def clustered(vertices: np.ndarray, faces: np.ndarray, budget: int) -> tuple[np.ndarray, np.ndarray]:
    """One corner for each cell of the finest grid that leaves at most `budget` faces."""
    coarse, fine = 1, 512
    while fine - coarse > 1 + coarse // 16:
        cells = (coarse + fine) // 2
        _, group = np.unique(_cells(vertices, cells), return_inverse=True)
        if len(_distinct(group[faces])) > budget:
            fine = cells
        else:
            coarse = cells
    _, group = np.unique(_cells(vertices, coarse), return_inverse=True)
    corners = _corners(vertices, faces, group, np.ptp(vertices, axis=0).max() / coarse)
    return corners, _with_area(corners, _distinct(group[faces]))


def creased(vertices: np.ndarray, faces: np.ndarray) -> Mesh:
    """Each face's corner with the mean normal of those faces around it that meet it at a small angle."""
    normals, areas = _normals(vertices, faces)
    corners = faces.reshape(-1)
    means = np.repeat(normals, 3, axis=0)
    one, other = _neighbours(corners, len(vertices))
    near = np.einsum("pi,pi->p", normals[one // 3], normals[other // 3]) > CREASE
    one, other = one[near], other[near]
    sums = [np.bincount(one, (areas[:, None] * normals)[other // 3, k], len(corners)) for k in range(3)]
    summed = np.stack(sums, axis=1)
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


def _corners(vertices: np.ndarray, faces: np.ndarray, group: np.ndarray, size: float) -> np.ndarray:
    """For each group of vertices the point nearest to the planes of all faces there, so that edges stay sharp."""
    count = int(group.max()) + 1
    sums = np.stack([np.bincount(group, vertices[:, k], count) for k in range(3)], axis=1)
    middles = sums / np.bincount(group, minlength=count)[:, None]
    normals, areas = _normals(vertices, faces)
    planes, pulls = np.zeros((count, 3, 3)), np.zeros((count, 3))
    for k in range(3):
        cell = group[faces[:, k]]
        height = np.einsum("fi,fi->f", normals, vertices[faces[:, 0]] - middles[cell])
        for i in range(3):
            pulls[:, i] += np.bincount(cell, areas * height * normals[:, i], count)
            for j in range(3):
                planes[:, i, j] += np.bincount(cell, areas * normals[:, i] * normals[:, j], count)
    weight = np.trace(planes, axis1=1, axis2=2)
    planes += (PULL * weight + np.where(weight > 0, 0.0, 1.0))[:, None, None] * np.eye(3)
    shift = np.linalg.solve(planes, pulls[..., None])[..., 0]
    return middles + np.clip(shift, -size / 2, size / 2)


def _cells(points: np.ndarray, count: int) -> np.ndarray:
    """One number for the cell that each point is in, with so many cells along the longest side."""
    low = points.min(axis=0)
    size = max(float((points.max(axis=0) - low).max()), 1e-300)
    x, y, z = np.floor((points - low) * (count / size) + 0.5).astype(np.int64).T
    return (x << 42) | (y << 21) | z


def _distinct(faces: np.ndarray) -> np.ndarray:
    """Without faces that lost a corner, and each only once."""
    faces = _three_cornered(faces)
    turned = faces[np.arange(len(faces))[:, None], (np.argmin(faces, axis=1)[:, None] + np.arange(3)) % 3]
    span = int(faces.max()) + 1 if len(faces) else 1
    _, first = np.unique((turned[:, 0] * span + turned[:, 1]) * span + turned[:, 2], return_index=True)
    return turned[np.sort(first)]


def _three_cornered(faces: np.ndarray) -> np.ndarray:
    a, b, c = faces.T
    return faces[(a != b) & (b != c) & (c != a)]


def _with_area(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    return faces[_normals(vertices, faces)[1] > 0]


def _normals(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Unit normals of the faces and twice their areas; zeros for a face without area."""
    a, b, c = np.moveaxis(vertices[faces], 1, 0)
    crosses = np.cross(b - a, c - a)
    areas = np.linalg.norm(crosses, axis=1)
    areas[areas <= 1e-12 * max(float(areas.max(initial=0.0)), 1e-300)] = 0.0
    return crosses / np.where(areas > 0, areas, np.inf)[:, None], areas


def _two_sided(mesh: Mesh) -> Mesh:
    """The same seen from behind as well, for what is open or wound at random."""
    return Mesh(
        np.concatenate([mesh.vertices, mesh.vertices]),
        np.concatenate([mesh.normals, -mesh.normals]),
        np.concatenate([mesh.faces, mesh.faces[:, ::-1] + len(mesh.vertices)]).astype(np.int32),
    )
