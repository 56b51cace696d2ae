"""Files that live for the moment of a save, beside their target; what killed saves left of them is swept away."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from pathlib import Path

LONGEST_NAME = 200  # bytes of a file's own name in that of its temporary file, of the 255 that most systems take
OLD = 600.0  # seconds: no save takes so long, and one that was asleep meanwhile fails and says so
MOST = 10_000  # entries of a folder that are looked at

_OURS = re.compile(r"\..+\.denoc-[0-9a-f]{12}\.tmp", re.DOTALL)
_swept: dict[Path, float] = {}  # when, of the folders that files were saved into


def discard(path: str | Path) -> None:
    """Remove a file where that can be done: it is of no more use."""
    with contextlib.suppress(OSError, ValueError):
        os.unlink(path)


@contextlib.contextmanager
def temporary(target: Path) -> Iterator[Path]:
    """The name of a new file beside the target; it is gone afterwards, unless it took another name."""
    path = target.with_name(f".{shortened(target.name, LONGEST_NAME)}.denoc-{secrets.token_hex(6)}.tmp")
    try:
        yield path
    finally:
        discard(path)


def shortened(name: str, most: int) -> str:
    """The beginning of a file's name that has at most so many bytes."""
    return os.fsencode(name)[:most].decode(errors="ignore")


def sweep(folder: Path) -> None:
    """Remove what saves that were killed left in the folder: old files of this user that bear our name for them."""
    now = time.time()
    if now - _swept.get(folder, -OLD) < OLD:
        return
    _swept[folder] = now
    with contextlib.suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in itertools.islice(entries, MOST):
            if _OURS.fullmatch(entry.name) and _abandoned(entry, now):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)


def _abandoned(entry: os.DirEntry[str], now: float) -> bool:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return mine and stat.S_ISREG(status.st_mode) and now - status.st_mtime > OLD
