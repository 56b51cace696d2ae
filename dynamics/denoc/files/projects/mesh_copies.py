"""A project's meshes beside its file: where they will lie, and the copies that takes.

A copy's name holds a part of its digest. So nothing that is there already is ever changed, an older project file keeps
its meshes, and saving twice writes nothing new.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from denoc.arm.visuals import Visual
from denoc.basics.errors import ProjectError
from denoc.files.disk.files import read_bytes, save_bytes
from denoc.files.meshes.mesh_file import MAX_BYTES
from denoc.files.projects.visual_data import MAX_PATH, leads_out, whole
from denoc.files.text.file_names import no_device

FOLDER = "-meshes"  # after the project's name
MOST_BYTES = 512 * 1024 * 1024  # of all copies
LONGEST_NAME, DIGITS = 60, 10

log = logging.getLogger("denoc")


class Copy(NamedTuple):
    source: Path
    target: Path
    size: int


def housed(visuals: Sequence[Visual], file: Path, suffix: str) -> tuple[tuple[Visual, ...], list[Copy]]:
    """The visuals with their meshes below the folder of `file`, and the copies that are needed first."""
    here = whole(file.parent)
    beside = here / (file.name.removesuffix(suffix).removesuffix(".json") + FOLDER)
    places: dict[Path, Path] = {}
    copies = []
    for mesh in {visual.mesh: None for visual in visuals if visual.mesh is not None}:
        inside = _inside(mesh, here)
        if inside is None:
            copy = _copy(mesh, beside)
            copies += [copy] if copy.size >= 0 else []
            inside = copy.target
        places[mesh] = inside
    if sum(copy.size for copy in copies) > MOST_BYTES:
        raise ProjectError(file, f"its meshes are larger than {MOST_BYTES // 1024**2} MB together; nothing was saved")
    return tuple(v if v.mesh is None else replace(v, mesh=places[v.mesh]) for v in visuals), copies


def copy_meshes(copies: Sequence[Copy]) -> None:
    """All of them, each whole; the first that fails is named."""
    for source, target, size in copies:
        try:
            if target.is_file() and target.stat().st_size == size:
                continue
            target.parent.mkdir(exist_ok=True)
        except OSError as error:
            raise ProjectError(target.parent, f"meshes cannot be kept there: {error.strerror or error}") from None
        save_bytes(target, read_bytes(source, MAX_BYTES))


def _inside(mesh: Path, here: Path) -> Path | None:
    """The mesh as a file below the folder, None where it lies elsewhere or its name cannot be written."""
    for path, folder in ((mesh, here), (Path(os.path.realpath(mesh)), Path(os.path.realpath(here)))):
        if path.is_relative_to(folder) and not leads_out(path, folder):
            name = path.relative_to(folder).as_posix()
            if name.isprintable() and len(name) <= MAX_PATH and not re.search(r"[\\:]", name):
                return here / name
    return None


def _copy(mesh: Path, folder: Path) -> Copy:
    """One that is not there any more has no size: its earlier copy serves, or it gets a name to be found by again."""
    stem, ending = (re.sub(r"[^A-Za-z0-9_.-]", "_", part) for part in (mesh.stem, mesh.suffix.lower()))
    stem = no_device(stem[:LONGEST_NAME])
    try:
        status = mesh.stat()
    except OSError:
        earlier = [item for item in folder.glob(f"{stem}-*{ending}") if len(item.stem) == len(stem) + 1 + DIGITS]
        if len(earlier) == 1:
            return Copy(mesh, earlier[0], -1)
        log.warning("%s: this mesh is not there, so it was not copied", mesh)
        return Copy(mesh, folder / f"{stem}{ending}", -1)
    return Copy(mesh, folder / f"{stem}-{_digest(mesh, status.st_mtime_ns, status.st_size)}{ending}", status.st_size)


@lru_cache(maxsize=1024)
def _digest(mesh: Path, changed: int, size: int) -> str:
    return hashlib.sha256(read_bytes(mesh, MAX_BYTES)).hexdigest()[:DIGITS]
