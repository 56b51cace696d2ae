"""Meshes in files: STL, OBJ and COLLADA as bare triangles, in metres. No other file is ever opened for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from denoc.arm.robot import LARGEST
from denoc.basics.errors import ProjectError
from denoc.files.disk.files import read_bytes
from denoc.files.meshes.collada_mesh import dae_triangles
from denoc.files.meshes.mesh_reading import Reading, Triangles
from denoc.files.meshes.obj_mesh import obj_triangles
from denoc.files.meshes.stl_mesh import stl_triangles

MAX_BYTES = 64 * 1024 * 1024
MAX_FACES = 500_000  # twice the largest known of a robot; to draw more takes too long

DECODERS: dict[str, Callable[[Reading, bytes], list[Triangles]]] = {
    ".stl": stl_triangles,
    ".obj": obj_triangles,
    ".dae": dae_triangles,
}


def read_mesh(path: Path, pause: Callable[[], None] = lambda: None) -> Triangles:
    """The file's triangles; a refusal says in words what is wrong with it.

    `pause` is called every few milliseconds; what it raises ends the reading.
    """
    decoder = DECODERS.get(path.suffix.lower())
    if decoder is None:
        raise ProjectError(path, f"is none of the meshes that can be read: {', '.join(DECODERS)}")
    reading = Reading(path, MAX_FACES, pause)
    with np.errstate(all="ignore"):  # what overflows is refused below
        parts = decoder(reading, read_bytes(path, MAX_BYTES))
        return _checked(reading, _joined([part for part in parts if len(part.faces)]))


def _joined(parts: list[Triangles]) -> Triangles | None:
    """The parts as one, None of none."""
    if len(parts) <= 1:
        return parts[0] if parts else None
    starts = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    vertices = np.concatenate([part.vertices for part in parts])
    return Triangles(vertices, np.concatenate([part.faces + s for part, s in zip(parts, starts, strict=True)]))


def _checked(reading: Reading, mesh: Triangles | None) -> Triangles:
    if mesh is None:
        raise reading.error("holds no triangles")
    vertices, faces = mesh
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise reading.error("has faces with corners that are not there")
    nowhere = ~(np.abs(vertices) <= LARGEST).all(axis=1)
    if nowhere[faces].any():
        raise reading.error("has corners that are not finite")
    return Triangles(np.where(nowhere[:, None], 0.0, vertices) if nowhere.any() else vertices, faces)
