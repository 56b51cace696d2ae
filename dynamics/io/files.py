"""Reading within limits, and writing all or nothing."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from dynamics.errors import DynamicsError, ProjectError

MAX_BYTES = 16 * 1024 * 1024


def file_path(path: object, what: str = "a file") -> Path:
    """The path that a user named."""
    if not isinstance(path, (str, os.PathLike)) or not str(path):
        raise DynamicsError(f"the name of {what} is needed", field="path", value=path)
    return Path(path)


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The file's bytes; one larger than the limit, or that is no plain file, is refused before it is read."""
    try:
        if path.exists() and not path.is_file():
            raise ProjectError(path, "cannot be read: it is not a file")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise ProjectError(path, f"cannot be read: {error.strerror or error}") from None
    if len(data) > limit:
        raise ProjectError(path, f"is larger than {limit / 1024 / 1024:g} MB")
    return data


def save_bytes(path: Path, data: bytes) -> None:
    """Replace the file by `data` so that at every moment either the old or the new one is there, whole.

    A symbolic link stays one: what it points to is replaced.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")
    made = False
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        made = True
        with os.fdopen(handle, "wb") as file:
            if file.write(data) != len(data):
                raise OSError("not every byte was written")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):  # a file that is there keeps its mode
            os.chmod(temporary, target.stat().st_mode & 0o777)
        os.replace(temporary, target)
        made = False
        _sync_folder(target.parent)
    except OSError as error:
        raise ProjectError(path, f"cannot be written: {error.strerror or error}") from None
    finally:
        if made:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # folders cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
