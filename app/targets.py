"""Can a file be written? Asked before anything is computed for it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from dynamics.errors import ProjectError


def check_target(path: Path, source: str = "") -> Path:
    """The path of a file that can be made or replaced and is not the one that is read; else ProjectError says why."""
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise OSError(errno.EISDIR, "it is a folder")
        if not target.parent.is_dir():
            raise OSError(errno.ENOENT, "there is no such folder")
        if target.exists():
            if not target.is_file():
                raise OSError(errno.EINVAL, "it is not a file")
            if source and os.path.exists(source) and os.path.samefile(source, target):
                raise OSError(errno.EINVAL, "it is the file to be read; name another one")
            if not os.access(target, os.W_OK):
                raise OSError(errno.EACCES, "it is write-protected")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise OSError(errno.EACCES, "its folder is write-protected")
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise ProjectError(path, f"cannot be written: {reason}") from None
    return path
