"""Visuals as meshes: read, shaped, and put into the frames of a scene."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from denoc.arm.conventions import inverse
from denoc.arm.robot import Robot
from denoc.arm.visuals import Colour, Visual, anchor
from denoc.basics.errors import DynamicsError
from denoc.files.meshes.mesh_file import read_mesh
from denoc_studio.picture.meshes.assembly import NO_LINK, Piece
from denoc_studio.picture.meshes.primitives import Mesh, box, cylinder, sphere

FACES, MOST, LEAST = 28_000, 4_000, 100  # of the whole arm, of a visual, and of one among very many
MOST_VISUALS = 500

log = logging.getLogger("denoc_studio")

Key = tuple[str, tuple[float, ...], Path | None]


class Shape(NamedTuple):
    """A visual whose geometry is at hand."""

    visual: Visual
    mesh: Mesh  # in the axes of the visual's pose


class Cancelled(Exception):
    """Nobody waits for the mesh any more."""


class Loaded(NamedTuple):
    meshes: dict[Key, Mesh | None]  # None for what cannot be drawn
    reports: tuple[str, ...]


def key_of(visual: Visual) -> Key:
    """Visuals with the same key look the same, apart from their place and colour."""
    return visual.kind, visual.size, visual.mesh


def load_meshes(visuals: Sequence[Visual], cancelled: Callable[[], bool] = lambda: False) -> Loaded:
    """The geometry of all visuals; a file that cannot be read becomes a report and nothing more."""
    budget = min(max(FACES // max(len(visuals), 1), LEAST), MOST)
    found: dict[Key, Mesh | None] = {}
    reports = []
    for key in {key_of(visual): None for visual in visuals}:
        if cancelled():
            break
        try:
            found[key] = _mesh(key, budget, partial(_go_on, cancelled))
        except Cancelled:
            break
        except Exception as error:  # whatever is wrong with one file, the others are drawn
            found[key] = None
            reports.append(_words(error, key))
            log.warning("a mesh is not drawn: %s", reports[-1])
    return Loaded(found, tuple(reports))


def shapes_of(visuals: Sequence[Visual]) -> tuple[Shape, ...]:
    """Read here and now, for what is not a window."""
    shown = visuals[:MOST_VISUALS]
    return dressed_in(shown, load_meshes(shown).meshes)


def dressed_in(visuals: Sequence[Visual], meshes: Mapping[Key, Mesh | None]) -> tuple[Shape, ...]:
    """Those visuals of which there is anything to see."""
    found = ((visual, meshes.get(key_of(visual))) for visual in visuals if visual.colour is None or visual.colour[3])
    return tuple(Shape(visual, mesh) for visual, mesh in found if mesh is not None and len(mesh.faces))


def placed(robot: Robot, foot: np.ndarray, shapes: Sequence[Shape]) -> list[Piece]:
    """Pieces in the frames of `Scene.frames`: `foot` for the base, then each link's with z on its joint."""
    pieces = []
    for visual, mesh in shapes:
        pose = anchor(robot, visual.link) @ np.array(visual.pose)
        if visual.link == 0:
            pose = inverse(foot) @ pose
        moved = mesh.turned(pose[:3, :3]).moved(pose[:3, 3])
        link, role = (NO_LINK, "base") if visual.link == 0 else (visual.link - 1, "link")
        pieces.append(Piece(moved, visual.link, link, role, _hex(visual.colour)))  # type: ignore[arg-type]
    return pieces


def _go_on(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise Cancelled


def _mesh(key: Key, budget: int, pause: Callable[[], None]) -> Mesh | None:
    kind, size, path = key
    if kind == "mesh":
        return None if path is None else _from_file(path, size, budget, pause)
    if min(size) <= 0:
        return None
    sides = min(2 * (math.isqrt(budget) // 2), 32)
    if kind == "box":
        return box([-edge / 2 for edge in size], [edge / 2 for edge in size])
    if kind == "cylinder":
        return cylinder(size[0], -size[1] / 2, size[1] / 2, sides)
    return sphere(size[0], sides)


def _words(error: Exception, key: Key) -> str:
    if isinstance(error, DynamicsError):
        return str(error)
    if isinstance(error, FileNotFoundError):
        return f"{key[2]}: is not there"
    return f"{key[2]}: {type(error).__name__}: {error}"


def _from_file(path: Path, scale: tuple[float, ...], budget: int, pause: Callable[[], None]) -> Mesh:
    """As long as the file stays the same it is read once."""
    status = path.stat()
    key = path, status.st_mtime_ns, status.st_size, scale, budget
    known = _files.get(key)
    if known is None:
        from denoc_studio.picture.meshes.mesh_cleanup import (
            shaped,
        )  # SciPy's graphs take a third of a second, which a window without meshes saves

        found = read_mesh(path, pause)
        known = shaped(found.vertices * np.array(scale), found.faces, budget, pause)
        for oldest in list(_files)[: -MOST_FILES + 1]:
            _files.pop(oldest, None)
        _files[key] = known
    return known


MOST_FILES = 256
_files: dict[tuple[Path, int, int, tuple[float, ...], int], Mesh] = {}  # by what says that a file is the same


def _hex(colour: Colour | None) -> str:
    return "" if colour is None else "#" + "".join(f"{round(255 * part):02x}" for part in colour[:3])
