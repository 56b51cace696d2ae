"""Files that nobody but this user can have written: what is loaded as code is read from no others.

A folder serves when it belongs to this user, is no link, and neither it nor a folder above it can be changed by anybody
else. On Windows the user's profile has rights of its own, and nothing is looked at.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import sys
from pathlib import Path

LARGEST = 64 * 1024 * 1024  # bytes of a file
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Unsafe(OSError):
    """Somebody else could have written there."""


def make_folder(folder: Path) -> None:
    """The folder and those above it that are missing, for this user alone; `Unsafe` where it does not serve."""
    missing = [folder, *folder.parents]
    missing = missing[: next((i for i, place in enumerate(missing) if os.path.lexists(place)), 0)]
    for place in reversed(missing):
        with contextlib.suppress(FileExistsError):  # another process was quicker
            place.mkdir(mode=0o700)
    check_folder(folder)


def check_folder(folder: Path) -> None:
    """`Unsafe` unless the folder serves; another OSError where there is none."""
    if sys.platform == "win32":
        return
    folder = Path(os.path.abspath(folder))
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise Unsafe(f"{folder} is no folder")
    if found.st_uid != os.geteuid() or _others_write(found):
        raise Unsafe(f"{folder} can be written by others")
    for place in (*folder.parents, *Path(os.path.realpath(folder)).parents):
        for found in (place.lstat(), place.stat()):  # a link on the way, and what it leads to
            sticky = found.st_mode & stat.S_ISVTX  # nobody moves what belongs to somebody else
            link = stat.S_ISLNK(found.st_mode)
            if found.st_uid not in (0, os.geteuid()) or (_others_write(found) and not sticky and not link):
                raise Unsafe(f"{folder} can be replaced by others, who can write {place}")


def read(path: Path, limit: int = LARGEST) -> bytes:
    """The bytes of a regular file of this user; an OSError for everything else, at once."""
    handle = os.open(path, _READ)
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise Unsafe(f"{path} is no regular file")
        if sys.platform != "win32" and (found.st_uid != os.geteuid() or _others_write(found)):
            raise Unsafe(f"{path} can be written by others")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise Unsafe(f"{path} is larger than {limit} bytes")
    return data


def write(path: Path, data: bytes, *, replace: bool = True) -> None:
    """A file for this user alone, whole or not at all. Without `replace` one that is there stays as it is."""
    unfinished = path.with_suffix(f".{secrets.token_hex(6)}")
    try:
        with os.fdopen(os.open(unfinished, _CREATE, 0o600), "wb") as file:
            file.write(data)
        if not replace:
            try:
                os.link(unfinished, path)
            except FileExistsError:
                return
            except OSError:  # no links on this file system
                os.replace(unfinished, path)
        else:
            os.replace(unfinished, path)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)


def _others_write(found: os.stat_result) -> bool:
    """A group that is this user's own, as many systems have it, is nobody else."""
    return bool(found.st_mode & stat.S_IWOTH) or (
        bool(found.st_mode & stat.S_IWGRP) and not _is_own_group(found.st_gid)
    )


def _is_own_group(number: int) -> bool:
    """Whether the group is named after this user and has no other members."""
    if sys.platform == "win32":
        return True
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return group.gr_name == user and set(group.gr_mem) <= {user}
