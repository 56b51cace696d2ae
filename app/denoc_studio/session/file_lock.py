"""A lock that the system lets go when its process ends, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from denoc.files.disk.temporary_files import discard

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held from the moment it is made until `release`; a BlockingIOError or another OSError where it cannot be had."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._handle)
        except OSError:
            os.close(self._handle)
            raise

    def release(self, *, remove: bool) -> None:
        if remove and sys.platform != "win32":  # while it is held: nobody else takes it in between
            discard(self.path)
        os.close(self._handle)
        if remove and sys.platform == "win32":  # which removes no open file
            discard(self.path)
