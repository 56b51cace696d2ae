"""Reading within limits, and writing all or nothing."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from dynamics.errors import ProjectError

MAX_BYTES = 64 * 1024 * 1024


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The file's bytes; one larger than the limit is refused before it is read."""
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise ProjectError(path, f"cannot be read: {error.strerror or error}") from None
    if len(data) > limit:
        raise ProjectError(path, f"is larger than {limit // 1024 // 1024} MB")
    return data


def save_bytes(path: Path, data: bytes) -> None:
    """Replace the file by `data` so that at every moment either the old or the new one is there, whole."""
    folder = path.parent
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=folder)
        with os.fdopen(handle, "wb") as file:
            if file.write(data) != len(data):
                raise OSError("not every byte was written")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):
            os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
        temporary = ""
        _sync_folder(folder)
    except OSError as error:
        raise ProjectError(path, f"cannot be written: {error.strerror or error}") from None
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _mode(path: Path) -> int:
    """The mode that the file has, or a new one would get."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # folders cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
