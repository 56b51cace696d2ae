"""What systems do differently: bytes that reach the disk, a file replaced while others look, a folder held."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 1.0  # seconds in which another program may let go of a file

_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES}  # file systems that have none
_HELD = {5, 32, 33}  # Windows: access denied, sharing violation, lock violation; a scanner or a synchroniser reads it


def sync(handle: int) -> None:
    """The file's bytes are on the disk itself; what macOS calls fsync leaves them in its cache."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is not None:
        try:
            fcntl.fcntl(handle, full)
        except OSError:  # a file system without it
            pass
        else:
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
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


def replace(source: Path, target: Path) -> None:
    """os.replace, tried again for a moment where another program has the target open."""
    waits = _waits()
    while True:
        try:
            os.replace(source, target)
        except OSError as error:
            if getattr(error, "winerror", None) not in _HELD or not next(waits, False):
                raise
        else:
            return


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Inside, no other process that asks the same is at work in this folder on this machine.

    The folder itself is locked, so nothing is left behind. Where that cannot be had within a moment, as on Windows and
    on some network drives, it goes on all the same: what is compared inside then has a gap of a millisecond.
    """
    handle = _lock(folder)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(folder: Path) -> int | None:
    if fcntl is None:
        return None
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    waits = _waits()
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if isinstance(error, BlockingIOError) and next(waits, False):
                continue
            os.close(handle)
            return None
        return handle


def _waits() -> Iterator[bool]:
    """Each step waits for some hundredths of a second, at random, until the patience is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(random.uniform(0.01, 0.08))
        yield True
