"""The triangles of a COLLADA document, placed by its scene, in metres.

Its up axis is left alone, as RViz does: a URDF says how a mesh is turned. Images, effects and other files are not read.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

import collada
import numpy as np
from collada.geometry import Geometry
from collada.polylist import Polylist
from collada.scene import GeometryNode, Node
from collada.triangleset import TriangleSet

MOST_NODES = 20_000  # visited: nodes may be used again and again inside each other


class TooManyFaces(Exception):
    """More than it would make sense to draw."""


def collada_parts(data: bytes, most_faces: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(vertices, faces) of each part of the scene. `data` is known to be plain XML without entities."""
    document = collada.Collada(io.BytesIO(data), ignore=[collada.DaeError], aux_file_loader=lambda name: None)
    unit = document.assetInfo.unitmeter
    if document.scene is None or unit is None or not (math.isfinite(unit) and unit > 0):
        raise ValueError("no scene, or no unit of length")
    faces = 0
    for geometry, matrix in _placed(document.scene.nodes):
        for vertices, corners in _triangles(geometry):
            faces += len(corners)
            if faces > most_faces:
                raise TooManyFaces
            yield unit * (vertices @ matrix[:3, :3].T + matrix[:3, 3]), corners


def _placed(nodes: list[Node]) -> Iterator[tuple[Geometry, np.ndarray]]:
    """Geometries with the transforms of all nodes above them."""
    waiting = [(node, np.eye(4)) for node in reversed(nodes)]
    visited = 0
    while waiting:
        node, above = waiting.pop()
        visited += 1
        if visited > MOST_NODES:
            raise ValueError(f"more than {MOST_NODES} nodes")
        if isinstance(node, GeometryNode):
            yield node.geometry, above
        elif isinstance(node, Node):
            here = above @ np.asarray(node.matrix, dtype=float)
            waiting += [(child, here) for child in reversed(node.children)]


def _triangles(geometry: Geometry) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for primitive in geometry.primitives:
        found = primitive.triangleset() if isinstance(primitive, Polylist) else primitive
        if isinstance(found, TriangleSet) and found.vertex is not None and len(found.vertex_index):
            yield np.asarray(found.vertex, dtype=float), np.asarray(found.vertex_index, dtype=np.int64).reshape(-1, 3)
