"""Can a file be written? Asked before anything is computed for it."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from denoc.basics.errors import ProjectError
from denoc.files.disk.paths import is_folder, real_path, same_file
from denoc.files.disk.versions import reason


def check_target(path: Path, source: str = "") -> Path:
    """The path of a file that can be made or replaced and is not the one that is read; else ProjectError says why."""
    target = real_path(path)
    try:
        mode = _mode(target)
        if not is_folder(target.parent):
            raise OSError(errno.ENOENT, "there is no such folder")
        if mode is not None:
            if not stat.S_ISREG(mode):
                raise OSError(errno.EINVAL, f"it is {'a folder' if stat.S_ISDIR(mode) else 'not a file'}")
            if source and same_file(Path(source), target):
                raise OSError(errno.EINVAL, "it is the file to be read; name another one")
            if not os.access(target, os.W_OK):
                raise OSError(errno.EACCES, "it is write-protected")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise OSError(errno.EACCES, "its folder is write-protected")
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        raise ProjectError(path, f"cannot be written: {reason(error)}") from None
    return path


def make_folder(path: Path) -> None:
    """Where results are to go. ProjectError where something else stands there, OSError where none can be made."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise ProjectError(path, "is not a folder") from None


def _mode(path: Path) -> int | None:
    """What stands there; None for nothing."""
    try:
        return os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
