"""Reading within limits, and writing all or nothing."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import time
from pathlib import Path
from typing import NamedTuple

from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.disk.system_calls import alone_in, replace, sync, sync_folder
from denoc.files.disk.temporary_files import discard, shortened, sweep, temporary
from denoc.files.disk.versions import FileChanged, Version, changed, digest, open_plain, reason, version_of

MAX_BYTES = 16 * 1024 * 1024
BACKUP = "~"  # after the name of a file: the version before
MOST_KEPT = 1000  # names that are tried for a version that is kept
LONGEST_STEM = 180  # bytes of the file's own name in such a name


class Saved(NamedTuple):
    """What was written, and where the version of somebody else that it replaced is kept; None where there was none."""

    version: Version
    kept: Path | None


def file_path(path: object, what: str = "a file", field: str = "path") -> Path:
    """A path as a caller names it: a text or an os.PathLike; a DynamicsError for anything else, or nothing."""
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
        with open(open_plain(path), "rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        raise ProjectError(path, f"cannot be read: {reason(error)}") from None
    if len(data) > limit:
        raise ProjectError(path, f"is larger than {limit / 1024 / 1024:g} MB")
    return data


def save_bytes(
    path: Path, data: bytes, *, backup: bool = False, expected: Version | None = None, keep: bool = False
) -> Saved:
    """Replace the file by `data` so that at every moment either the old or the new one is there, whole.

    With `backup` the file that was there is kept beside it, see `BACKUP`, until the next time. With `keep` it is kept
    beside it under a name of its own, for good, and where that cannot be the saving fails. With `expected` a file that
    is another one than that is not replaced: FileChanged. A symbolic link stays one: what it points to is replaced.
    """
    kept = None
    try:
        target = Path(os.path.realpath(path))
        _check_target(target)
        sweep(target.parent)
        with temporary(target) as new:
            _write(new, data)
            with contextlib.suppress(OSError):  # a file that is there keeps its mode
                os.chmod(new, target.stat().st_mode & 0o777)
            with alone_in(target.parent):
                found = version_of(path) if expected is not None or keep else None
                if found is not None and found.problem:
                    raise OSError(errno.EIO, f"what is there cannot be read: {found.problem}")
                if expected is not None and found is not None and found != expected:
                    raise changed(path, found)
                if keep and found is not None and not found.absent and found.digest != digest(data):
                    kept = _keep_for_good(target)
                elif backup:
                    _keep(target, data)
                _put(new, target, kept)
    except FileChanged:
        raise
    except (OSError, ValueError) as error:
        raise ProjectError(path, f"cannot be written: {reason(error)}") from None
    try:
        sync_folder(target.parent)
    except OSError as error:
        raise ProjectError(path, f"was written, but the disk does not confirm it: {reason(error)}") from None
    return Saved(Version(str(target), digest(data)), kept)


def _check_target(target: Path) -> None:
    """Refuse what must not be replaced: devices, folders, files that are write-protected."""
    if not target.exists():
        return
    if not target.is_file():
        raise OSError(errno.EINVAL, "it is not a file")
    if not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, "it is write-protected")


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
        sync(handle)
    finally:
        os.close(handle)


def _put(new: Path, target: Path, kept: Path | None) -> None:
    """The new file takes the target's name; where it cannot, what was kept of that is needless."""
    try:
        replace(new, target)
    except OSError:
        if kept is not None:
            discard(kept)
        raise


def _keep(target: Path, data: bytes) -> None:
    """The target under its backup's name too, unless it is what is to be written.

    A backup that cannot be made does not stop the saving: the document matters more than the version before.
    """
    with contextlib.suppress(OSError):
        size = target.stat().st_size
        if size == len(data) and target.read_bytes() == data:
            return
        name = target.with_name(target.name + BACKUP)
        with temporary(name) as second:
            _second_name(target, second)
            os.replace(second, name)


def _keep_for_good(target: Path) -> Path:
    """The target under a name that no file has, which says what it is and when that was."""
    parts = re.fullmatch(r"(.*?)((?:\.[A-Za-z]{1,8}){0,2})", target.name, re.DOTALL)
    stem, ending = parts.groups() if parts else (target.name, "")
    moment = time.strftime("%Y-%m-%d %H.%M.%S")
    for number in range(1, MOST_KEPT):
        which = moment if number == 1 else f"{moment} {number}"
        name = target.with_name(f"{shortened(stem, LONGEST_STEM)} (other version {which}){ending}")
        try:
            _second_name(target, name)
        except FileExistsError:
            continue
        return name
    raise OSError(errno.EEXIST, "there are too many other versions beside it")


def _second_name(target: Path, name: Path) -> None:
    """The same file under a name that is not taken; a copy of it where the file system has no such links."""
    try:
        os.link(target, name)
    except FileExistsError:
        raise
    except OSError:
        with open(open_plain(target), "rb") as file:
            data = file.read()
        try:
            _write(name, data)
        except FileExistsError:
            raise
        except OSError:
            discard(name)
            raise
