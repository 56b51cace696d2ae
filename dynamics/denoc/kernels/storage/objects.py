"""Machine code kept on disk between processes. What is damaged, foreign or unwritable is made anew, never an error.

Loading code is running it: only files of this user are read (see `private_files`), and of these only what was signed
with a key that this user alone can read. Everything else is as if it were not there.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import hmac
import logging
import os
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

import llvmlite
import platformdirs

from denoc.basics.version import __version__
from denoc.kernels.storage import private_files

LOG = logging.getLogger("denoc.kernels")
FOLDER_VARIABLE = "DENOC_STUDIO_CACHE"
ROOMS = ("algebra", "arm", "basics", "kernels", "recursions")
KEPT = 1000  # files of some 30 kB: those of all examples, and of several hundred edits
KEY_FILE = "key"
_KEY = _SIGNATURE = 32  # bytes
_room: dict[Path, int] = {}  # by folder, how many files may come until it is looked at again


def folder() -> Path:
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else platformdirs.user_cache_path("denoc-studio") / "kernels"


def cached(key: str, make: Callable[[], bytes]) -> bytes:
    """The bytes that `make` gives for this key, now or in an earlier process of the same program."""
    found = find(key)
    if found is not None:
        return found
    code = make()
    keep(key, code)
    return code


def find(key: str) -> bytes | None:
    """What was kept under this key by the same program, or None."""
    path = _path(key)
    try:
        private_files.check_folder(path.parent)
        content = private_files.read(path)
        if not hmac.compare_digest(_sign(path, content[_SIGNATURE:]), content[:_SIGNATURE]):
            return None
    except (OSError, ValueError):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used: among the last to be forgotten
    return content[_SIGNATURE:]


def keep(key: str, code: bytes) -> None:
    """For the next `find`; where there is no safe place nothing is kept."""
    path = _path(key)
    try:
        private_files.make_folder(path.parent)
        private_files.write(path, _sign(path, code) + code)
        _forget_oldest(path.parent)
    except private_files.Unsafe as why:
        _tell(str(why))
    except (OSError, ValueError):
        pass


def _path(key: str) -> Path:
    return folder() / f"{hashlib.sha256(f'{_program()} {key}'.encode()).hexdigest()[:40]}.o"


def _sign(path: Path, code: bytes) -> bytes:
    """Of this code under this name: one file is not taken for another."""
    return hmac.digest(_secret(path.parent), path.name.encode() + code, "sha256")


def _secret(place: Path) -> bytes:
    """The user's key, made at the first call; one that is damaged is made anew."""
    path = place / KEY_FILE
    with contextlib.suppress(OSError):
        found = private_files.read(path, _KEY)
        if len(found) == _KEY:
            return found
    if os.path.lexists(path):
        path.unlink()
    private_files.write(path, secrets.token_bytes(_KEY), replace=False)  # or another process's, which came first
    return private_files.read(path, _KEY)


def _forget_oldest(place: Path) -> None:
    """So many that there is room for some more: to list the folder takes as long as a run."""
    _room[place] = _room.get(place, 0) - 1
    if _room[place] >= 0:
        return
    own = [file for file in place.iterdir() if re.fullmatch(r"[0-9a-f]{40}\.(o|[0-9a-f]{12})", file.name)]
    if len(own) > KEPT:
        own.sort(key=lambda file: file.lstat().st_mtime)
        most = KEPT - KEPT // 8
        for file in own[:-most]:
            with contextlib.suppress(OSError):
                file.unlink()
        own = own[-most:]
    _room[place] = KEPT - len(own)


@functools.cache
def _tell(why: str) -> None:
    """Once: without a cache every start takes seconds longer."""
    LOG.warning("compiled code is not kept: %s", why)


@functools.cache
def _program() -> str:
    """Changes with every line that decides what is compiled, with the program's version and with the compiler."""
    words = [llvmlite.__version__, sys.version, __version__]
    if getattr(sys, "frozen", False):  # there are no sources
        found = os.stat(sys.executable)
        words += [str(found.st_size), str(found.st_mtime_ns)]
    digest = hashlib.sha256("\n".join(words).encode())
    for file in sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources() -> list[Path]:
    """The files of the rooms that recursions, arms and their machine code are written in."""
    package = Path(__file__).parents[2]
    return [file for room in ROOMS for file in sorted((package / room).rglob("*.py"))]
