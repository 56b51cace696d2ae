"""Where a URDF's meshes lie: below one folder, whatever the file names say."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

LEVELS = 6  # upwards to a package's root
MAX_PARTS = 20


def mesh_folder(urdf: Path) -> Path:
    """The package a URDF file is part of, else the folder it lies in, or the one above when that is called urdf."""
    here = Path(os.path.abspath(urdf)).parent
    for folder in (here, *here.parents[:LEVELS]):
        if (folder / "package.xml").is_file():
            return folder
    return here.parent if here.name in ("urdf", "robots") else here


def find_mesh(name: str, urdf: Path, folder: Path) -> Path | None:
    """The file that a URDF names, looked for from its own folder upwards and never outside `folder`."""
    parts = _parts(name)
    root = Path(os.path.realpath(folder))
    for start in range(len(parts)):
        for place in _places(urdf, root):
            found = _inside(place.joinpath(*parts[start:]), root)
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
        rest = unquote(urlsplit(f"file:///{rest}").path)
    parts = tuple(part for part in PurePosixPath(rest.replace("\\", "/")).parts if part not in ("/", "..", "."))
    return parts[-MAX_PARTS:]


def _places(urdf: Path, root: Path) -> list[Path]:
    """The URDF's folder and those above it, up to the root."""
    here = Path(os.path.realpath(urdf)).parent
    return [place for place in (here, *here.parents) if place.is_relative_to(root)] or [root]


def _inside(path: Path, root: Path) -> Path | None:
    try:
        real = Path(os.path.realpath(path))
        return real if real.is_relative_to(root) and real.is_file() else None
    except (OSError, ValueError):  # a name that no file system takes
        return None
