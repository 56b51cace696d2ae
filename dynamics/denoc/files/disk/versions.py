"""What a file held at one moment, so that a change by somebody else is noticed by comparing."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path
from typing import NamedTuple

from denoc.basics.errors import ProjectError

LARGEST = 64 * 1024 * 1024  # bytes that are looked at; no project is as large
ABSENT = ""


class Version(NamedTuple):
    """`place` is where the file's name led, `digest` stands for its bytes; `ABSENT` where there was no file, and words
    with a question mark before them where it could not be read."""

    place: str
    digest: str

    @property
    def absent(self) -> bool:
        return self.digest == ABSENT

    @property
    def problem(self) -> str:
        """Why it could not be read; empty where it could."""
        return self.digest.removeprefix("? ") if self.digest.startswith("? ") else ""


class FileChanged(ProjectError):
    """The file is not the one that was to be replaced; `found` is what is there instead."""

    found: Version


def changed(path: Path, found: Version) -> FileChanged:
    error = FileChanged(path, "was removed meanwhile" if found.absent else "was changed meanwhile by somebody else")
    error.found = found
    return error


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def version_of(path: Path) -> Version:
    """The file as it is now; whatever stands in its place, this neither waits nor fails."""
    place = str(path)
    try:
        place = os.path.realpath(path)
        return Version(place, digest(_read(Path(place))))
    except FileNotFoundError:
        return Version(place, ABSENT)
    except (OSError, ValueError) as error:
        return Version(place, f"? {reason(error)}")


def absent(path: Path) -> Version:
    """The version of a file that is not there, to save expecting that it still is not."""
    try:
        return Version(os.path.realpath(path), ABSENT)
    except (OSError, ValueError):
        return Version(str(path), ABSENT)


def open_plain(path: Path) -> int:
    """A handle to read the file by; pipes and devices are refused, and never waited for."""
    _refuse_special(os.stat(path).st_mode)  # before it is opened: to open some devices is to do something
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _refuse_special(os.fstat(handle).st_mode)
    except OSError:
        os.close(handle)
        raise
    return handle


def reason(error: OSError | ValueError) -> str:
    """Why the system refused something, in its own words."""
    return getattr(error, "strerror", None) or str(error)


def _refuse_special(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a file")


def _read(path: Path) -> bytes:
    with open(open_plain(path), "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST // 1024**2} MB")
    return data
