"""Questions about paths that never fail: a name that is too long, a zero in it, a folder without permission, a mount
whose server is gone are answered with no, and whoever then opens the file says why not."""

from __future__ import annotations

import os
from pathlib import Path


def is_folder(path: str | os.PathLike[str]) -> bool:
    return os.path.isdir(path)


def is_file(path: str | os.PathLike[str]) -> bool:
    return os.path.isfile(path)


def is_there(path: str | os.PathLike[str]) -> bool:
    return os.path.exists(path)


def same_file(one: Path, other: Path) -> bool:
    """Whether both names lead to one file, also where it is not there yet."""
    if real_path(one) == real_path(other):
        return True
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def real_path(path: Path) -> Path:
    """Where the name leads; the name itself where that cannot be found out."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def whole_path(path: Path) -> Path:
    """The path from the root on, links in it stay; unchanged where the working folder is gone."""
    try:
        return path.absolute()
    except OSError:
        return path


def typed_path(text: str) -> Path:
    """What a person typed, ~ being their home."""
    return Path(os.path.expanduser(text))


def home() -> Path:
    return typed_path("~")
