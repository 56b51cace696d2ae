"""A second start with a file hands it to the window that is open already. No Qt: nothing waits for its import.

Each user has one socket, in a folder that nobody else can enter. A message can only name a file, which is then opened
as if it had been double-clicked.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import warnings
from pathlib import Path

from platformdirs import user_runtime_path

from denoc.kernels.storage.private_files import make_folder

NAME = "window"
PATIENCE = 2.0  # seconds for every step: a window that does not answer is none
LONGEST = 64 * 1024  # bytes of a message
FREE, GO = b"free\n", b"go\n"  # the window's answer, and what makes it open the file: a late answer opens nothing


def socket_path() -> Path | None:
    """Where this user's window listens; None where there is no such place, as on Windows."""
    if sys.platform == "win32":
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no XDG_RUNTIME_DIR: the folder is checked all the same
        folder = user_runtime_path("denoc-studio", appauthor=False)
    try:
        make_folder(folder)
    except OSError:  # also where others could write there
        return None
    path = folder / NAME
    return path if len(os.fsencode(path)) < 100 else None  # what a socket's name may have


def hand_over(file: Path, patience: float = PATIENCE) -> bool:
    """Whether an open window has taken the file. It never waits long, whatever is or was at the other end."""
    path = socket_path()
    if path is None or not hasattr(socket, "AF_UNIX"):
        return False
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(patience)
        line.connect(os.fspath(path))
        line.sendall(message(file))
        if line.recv(len(FREE)) == FREE:
            line.sendall(GO)
            return True
    return False


def message(file: Path) -> bytes:
    return json.dumps({"open": os.path.abspath(file)}).encode() + b"\n"


def file_named(line: bytes) -> Path | None:
    """The file that a message names; None for everything else."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    name = found.get("open") if isinstance(found, dict) and len(found) == 1 else None
    if not isinstance(name, str) or "\0" in name or not os.path.isabs(name):
        return None
    return Path(name)
