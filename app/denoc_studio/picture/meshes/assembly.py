"""Many pieces as one mesh, each carried by its own frame and painted in its own colour."""

from __future__ import annotations

from collections.abc import Iterable
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
        self._frame_of_vertex = np.repeat(np.array([piece.frame for piece in made], dtype=int), counts)

    def placed(self, frames: np.ndarray) -> Mesh:
        """All pieces in world axes; a frame may stretch along its own axes."""
        turns = frames[:, :3, :3] / np.linalg.norm(frames[:, :3, :3], axis=1, keepdims=True)
        matrices = frames[self._frame_of_vertex]
        vertices = np.einsum("vij,vj->vi", matrices[:, :3, :3], self.mesh.vertices) + matrices[:, :3, 3]
        normals = np.einsum("vij,vj->vi", turns[self._frame_of_vertex], self.mesh.normals)
        return Mesh(vertices, normals, self.mesh.faces)

    def vertices_of(self, kept: np.ndarray) -> np.ndarray:
        """Which vertices belong to pieces that are kept, (v,), from whether each is, (p,)."""
        return kept[self._piece_of_vertex]

    def painted(self, palette: np.ndarray) -> np.ndarray:
        """Colours of the vertices, (v, 4), from those of the pieces."""
        return palette[self._piece_of_vertex]
