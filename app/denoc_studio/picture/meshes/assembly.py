"""Many pieces as one mesh, each carried by its own frame and painted in its own colour."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from denoc_studio.picture.meshes.primitives import Mesh, joined

Role = Literal["base", "joint", "link", "tip", "x", "y", "z", "dark", "light"]
NO_LINK = -1


class Piece(NamedTuple):
    mesh: Mesh
    frame: int
    link: int
    role: Role
    colour: str = ""  # #rrggbb, where it is not its role that says


class Assembly:
    """`roles`, `colours` and `links` have one entry a piece."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        made = list(pieces)
        counts = [len(piece.mesh.vertices) for piece in made]
        self.mesh = joined([piece.mesh for piece in made])
        self.roles = [piece.role for piece in made]
        self.colours = [piece.colour for piece in made]
        self.links = np.array([piece.link for piece in made], dtype=int)
        self._piece_of_vertex = np.repeat(np.arange(len(made)), counts)
        self._runs = _runs(np.repeat(np.array([piece.frame for piece in made], dtype=int), counts))

    def placed(self, frames: np.ndarray) -> Mesh:
        """All pieces in world axes; a frame may stretch along its own axes."""
        stretched = frames[:, :3, :3].transpose(0, 2, 1)
        turns = stretched / np.linalg.norm(stretched, axis=2, keepdims=True)
        vertices, normals = np.empty_like(self.mesh.vertices), np.empty_like(self.mesh.normals)
        for frame, start, stop in self._runs:
            np.matmul(self.mesh.vertices[start:stop], stretched[frame], out=vertices[start:stop])
            vertices[start:stop] += frames[frame, :3, 3]
            np.matmul(self.mesh.normals[start:stop], turns[frame], out=normals[start:stop])
        return Mesh(vertices, normals, self.mesh.faces)

    def vertices_of(self, kept: np.ndarray) -> np.ndarray:
        """Which vertices belong to pieces that are kept, (v,), from whether each is, (p,)."""
        return kept[self._piece_of_vertex]

    def painted(self, palette: np.ndarray) -> np.ndarray:
        """Colours of the vertices, (v, 4), from those of the pieces."""
        return palette[self._piece_of_vertex]


def _runs(frames: np.ndarray) -> list[tuple[int, int, int]]:
    """Vertices in a row with the same frame: which one, the first of them, and the one past the last."""
    ends = [*(np.flatnonzero(np.diff(frames)) + 1).tolist(), len(frames)]
    return [(int(frames[start]), start, stop) for start, stop in pairwise([0, *ends]) if start < stop]
