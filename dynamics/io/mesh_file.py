"""Meshes in files: STL, OBJ and COLLADA as bare triangles, in metres. No other file is ever opened for them."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dynamics.errors import ProjectError
from dynamics.io.files import read_bytes
from dynamics.io.urdf_xml import parse_xml
from dynamics.robot import LARGEST

MAX_BYTES = 64 * 1024 * 1024
MAX_FACES = 1_000_000


class Triangles(NamedTuple):
    vertices: np.ndarray  # (v, 3)
    faces: np.ndarray  # (f, 3), indices


def read_mesh(path: Path) -> Triangles:
    """The file's triangles; a refusal says in words what is wrong with it."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise ProjectError(path, f"is none of the meshes that can be read: {', '.join(READERS)}")
    data = read_bytes(path, MAX_BYTES)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)  # how numpy says that a text is no number
            mesh = _joined([part for part in reader(path, data) if len(part.faces)])
    except ProjectError:
        raise
    except Exception as error:  # a stranger's file read by other people's code
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:120]
        raise ProjectError(path, f"is no mesh that can be read ({reason})") from None
    return _checked(path, mesh)


def _joined(parts: list[Triangles]) -> Triangles | None:
    """The parts as one, None of none."""
    if not parts:
        return None
    starts = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    vertices = np.concatenate([np.asarray(part.vertices, dtype=float) for part in parts])
    faces = np.concatenate([np.asarray(p.faces, np.int64) + s for p, s in zip(parts, starts, strict=True)])
    return Triangles(vertices[:, [0, 1, 2]], faces[:, [0, 1, 2]])


def _checked(path: Path, mesh: Triangles | None) -> Triangles:
    if mesh is None:
        raise ProjectError(path, "holds no triangles")
    vertices, faces = mesh
    if len(faces) > MAX_FACES:
        raise _too_many(path)
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise ProjectError(path, "has faces with corners that are not there")
    used = vertices[faces]
    if not (np.isfinite(used).all() and np.abs(used).max() <= LARGEST):
        raise ProjectError(path, "has corners that are not finite")
    return Triangles(np.nan_to_num(vertices), faces)


def _too_many(path: Path) -> ProjectError:
    return ProjectError(path, f"has more than {MAX_FACES} faces")


def _stl(path: Path, data: bytes) -> list[Triangles]:
    from trimesh.exchange.stl import load_stl_ascii, load_stl_binary

    faces = int.from_bytes(data[80:84], "little")
    if len(data) == 84 + 50 * faces:
        return _parts(load_stl_binary(io.BytesIO(data)))
    if data.lstrip()[:5].lower() == b"solid":
        return _parts(load_stl_ascii(_text(data)))
    raise ProjectError(path, f"is cut off or no STL: it should hold {faces} faces and has {len(data)} bytes")


def _obj(path: Path, data: bytes) -> list[Triangles]:
    from trimesh.exchange.obj import load_obj

    if data.count(b"\nf") > MAX_FACES:
        raise _too_many(path)
    return _parts(load_obj(_text(data), resolver=None, skip_materials=True))


def _dae(path: Path, data: bytes) -> list[Triangles]:
    from dynamics.io.collada_parts import TooManyFaces, collada_parts

    parse_xml(path, data)  # refuses what XML should not hold, before another parser sees it
    try:
        return [Triangles(*part) for part in collada_parts(data, MAX_FACES)]
    except TooManyFaces:
        raise _too_many(path) from None


def _parts(loaded: dict[str, Any]) -> list[Triangles]:
    """Of what trimesh would make a mesh, or a scene of several."""
    found = loaded["geometry"].values() if "geometry" in loaded else [loaded]
    return [Triangles(part["vertices"], _fans(np.asarray(part["faces"]))) for part in found if "faces" in part]


def _fans(faces: np.ndarray) -> np.ndarray:
    """Triangles of polygons that all have the same number of corners, (f, k)."""
    return np.concatenate([faces[:, [0, k, k + 1]] for k in range(1, faces.shape[1] - 1)])


def _text(data: bytes) -> io.StringIO:
    return io.StringIO(data.decode("utf-8", "replace"))


# Imported at first use: trimesh takes half a second.
READERS: dict[str, Callable[[Path, bytes], list[Triangles]]] = {".stl": _stl, ".obj": _obj, ".dae": _dae}
