"""Visuals as a project file keeps them: a mesh is a path relative to the file, and lies below its folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec

from denoc.arm.visuals import Colour, Kind, Visual
from denoc.basics.errors import DynamicsError

Row = tuple[float, float, float, float]
MAX_PATH = 1000  # characters


class VisualData(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    link: int
    kind: Kind
    size: tuple[float, ...]
    pose: tuple[Row, Row, Row, Row]
    colour: Colour | None = None
    mesh: str | None = None


def visuals_of(data: Sequence[VisualData], folder: Path) -> tuple[Visual, ...]:
    """What a file in `folder` says; a refusal names the entry and its field."""
    found = []
    for index, item in enumerate(data):
        try:
            mesh = None if item.mesh is None else _mesh_file(item.mesh, folder)
            found.append(Visual(item.link, item.kind, item.size, item.pose, item.colour, mesh))
        except DynamicsError as error:
            field = f"view.visuals[{index}].{error.field}"
            raise DynamicsError(error.reason, field=field, value=error.value) from None
    return tuple(found)


def visual_data(visuals: Sequence[Visual], folder: Path) -> list[VisualData]:
    """The same for a file in `folder`, below which all meshes lie, as `mesh_copies.housed` sees to."""
    here = whole(folder)
    return [
        VisualData(
            visual.link,
            visual.kind,
            visual.size,
            visual.pose,  # type: ignore[arg-type]
            visual.colour,
            None if visual.mesh is None else visual.mesh.relative_to(here).as_posix(),
        )
        for visual in visuals
    ]


def whole(folder: Path) -> Path:
    """The folder from the root on; links in it stay."""
    return Path(os.path.abspath(folder))


def leads_out(path: Path, folder: Path) -> bool:
    """Whether links on the way take a file below `folder` to somewhere else."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _mesh_file(text: str, folder: Path) -> Path:
    name = PurePosixPath(text)
    if not name.parts or len(text) > MAX_PATH or not text.isprintable():
        raise DynamicsError("the path of a file is needed", field="mesh", value=text)
    if name.is_absolute() or ".." in name.parts or "\\" in text or ":" in text:
        reason = "a path relative to the project file is needed, with / and without .."
        raise DynamicsError(reason, field="mesh", value=text)
    path = whole(folder) / name
    if leads_out(path, folder):
        raise DynamicsError("a link leads out of the project's folder", field="mesh", value=text)
    return path
