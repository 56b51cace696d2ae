"""Where a URDF's meshes lie: below one folder, whatever the file names say."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote

from denoc.files.disk.paths import is_file

LEVELS = 6  # upwards to a package's root
MAX_PARTS = 20


def mesh_folder(urdf: Path) -> Path:
    """The package a URDF file is part of, else the folder it lies in, or the one above when that is called urdf."""
    here = Path(os.path.abspath(urdf)).parent
    for folder in (here, *here.parents[:LEVELS]):
        if is_file(folder / "package.xml"):
            return folder
    return here.parent if here.name in ("urdf", "robots") else here


def find_meshes(names: Iterable[str], urdf: Path, folder: Path) -> dict[str, Path | None]:
    """The files that a URDF names, looked for from its own folder upwards and never outside `folder`."""
    root = os.path.realpath(folder)
    places = _places(urdf, Path(root))
    return {name: _find(_parts(name), places, root) for name in names}


def _find(parts: Sequence[str], places: Sequence[Path], root: str) -> Path | None:
    for start in range(len(parts)):
        for place in places:
            found = _inside(os.path.join(place, *parts[start:]), root)
            if found is not None:
                return found
    return None


def _parts(name: str) -> tuple[str, ...]:
    """The folders and the file: `package://name/` and the like are the folder `name`. Web addresses are nothing."""
    scheme, separator, rest = name.partition("://")
    if not separator:
        rest = name
    elif scheme not in ("package", "model", "file"):
        return ()
    if separator and "%" in rest:
        rest = unquote(rest)
    parts = rest.replace("\\", "/").split("/")
    return tuple(part for part in parts if part not in ("", "..", "."))[-MAX_PARTS:]


def _places(urdf: Path, root: Path) -> list[Path]:
    """The URDF's folder and those above it, up to the root."""
    here = Path(os.path.realpath(urdf)).parent
    return [place for place in (here, *here.parents) if place.is_relative_to(root)] or [root]


def _inside(path: str, root: str) -> Path | None:
    try:
        if not os.path.isfile(path):
            return None
        real = Path(os.path.realpath(path))  # a link may lead anywhere
        return real if real.is_relative_to(root) else None
    except (OSError, ValueError):  # a name that no file system takes
        return None
