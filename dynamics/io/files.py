"""Reading within limits, and writing all or nothing."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from dynamics.errors import DynamicsError, ProjectError

MAX_BYTES = 16 * 1024 * 1024
BACKUP = "~"  # after the name of a file: the version before

_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES}  # file systems that have none


def file_path(path: object, what: str = "a file", field: str = "path") -> Path:
    """The path that a user named."""
    try:
        found = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    except Exception:  # of a foreign object
        found = None
    if not isinstance(found, str) or not found:
        raise DynamicsError(f"the name of {what} is needed", field=field, value=path)
    return Path(found)


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The file's bytes; one larger than the limit, or that is no plain file, is refused before it is read."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "it is not a file")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        raise ProjectError(path, f"cannot be read: {_reason(error)}") from None
    if len(data) > limit:
        raise ProjectError(path, f"is larger than {limit / 1024 / 1024:g} MB")
    return data


def save_bytes(path: Path, data: bytes, *, backup: bool = False) -> None:
    """Replace the file by `data` so that at every moment either the old or the new one is there, whole.

    With `backup` the file that was there is kept beside it, see `BACKUP`. A symbolic link stays one: what it points to
    is replaced.
    """
    try:
        target = Path(os.path.realpath(path))
        _check_target(target)
        with _temporary(target) as temporary:
            _write(temporary, data)
            with contextlib.suppress(OSError):  # a file that is there keeps its mode
                os.chmod(temporary, target.stat().st_mode & 0o777)
            if backup:
                _keep(target, data)
            os.replace(temporary, target)
    except (OSError, ValueError) as error:
        raise ProjectError(path, f"cannot be written: {_reason(error)}") from None
    try:
        _sync_folder(target.parent)
    except OSError as error:
        raise ProjectError(path, f"was written, but the disk does not confirm it: {_reason(error)}") from None


def _check_target(target: Path) -> None:
    """Refuse what must not be replaced: devices, folders, files that are write-protected."""
    if not target.exists():
        return
    if not target.is_file():
        raise OSError(errno.EINVAL, "it is not a file")
    if not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, "it is write-protected")


@contextlib.contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """The name of a new file beside the target; it is gone afterwards, unless it took another name."""
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        yield temporary
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _write(path: Path, data: bytes) -> None:
    """A new file with these bytes, on the disk and not only on its way there."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        rest = memoryview(data)
        while rest:
            count = os.write(handle, rest)  # a disk that is nearly full takes a part
            if count <= 0:
                raise OSError(errno.ENOSPC, "not every byte was written")
            rest = rest[count:]
        os.fsync(handle)
    finally:
        os.close(handle)


def _keep(target: Path, data: bytes) -> None:
    """The target under its backup's name too, unless it is what is to be written.

    A backup that cannot be made does not stop the saving: the document matters more than the version before.
    """
    with contextlib.suppress(OSError):
        size = target.stat().st_size
        if size == len(data) and target.read_bytes() == data:
            return
        name = target.with_name(target.name + BACKUP)
        with _temporary(name) as temporary:
            try:
                os.link(target, temporary)
            except OSError:  # no links on this file system
                _write(temporary, target.read_bytes())
            os.replace(temporary, name)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # folders cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(handle)


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
