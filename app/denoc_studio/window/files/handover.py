"""A second start with a file hands it to the window that is open already. No Qt: nothing waits for its import.

Each user has one socket, in a folder that nobody else can enter; on Windows a pipe, whose name nobody else can read. A
message can only name a file, which is then opened as if it had been double-clicked.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import sys
import threading
import warnings
from pathlib import Path

from platformdirs import user_runtime_path

from denoc.kernels.storage.private_files import make_folder

NAME = "window"
PATIENCE = 2.0  # seconds for every step: a window that does not answer is none
LONGEST = 64 * 1024  # bytes of a message
warnings.filterwarnings("ignore", "XDG_RUNTIME_DIR")  # without one: the folder is checked all the same
FREE, GO = b"free\n", b"go\n"  # the window's answer, and what makes it open the file: a late answer opens nothing


def socket_path() -> Path | None:
    """Where this user's window listens; None where there is no such place."""
    folder = user_runtime_path("denoc-studio", appauthor=False)
    try:
        make_folder(folder)
        if sys.platform == "win32":
            return pipe_path(folder)
    except OSError:  # also where others could write there
        return None
    path = folder / NAME
    return path if len(os.fsencode(path)) < 100 else None  # what a socket's name may have


def pipe_path(folder: Path) -> Path:
    """Of a Windows pipe; the part of its name that cannot be guessed is kept in the user's folder."""
    secret = folder / NAME
    with contextlib.suppress(FileExistsError), secret.open("x", encoding="ascii") as file:
        file.write(secrets.token_hex(16))
    return Path(rf"\\.\pipe\denoc-studio-{secret.read_text('ascii')}")


def hand_over(file: Path, patience: float = PATIENCE) -> bool:
    """Whether an open window has taken the file. It never waits long, whatever is or was at the other end."""
    path = socket_path()
    if path is None:
        return False
    if sys.platform == "win32":
        return through_pipe(path, file, patience)
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(patience)
        line.connect(os.fspath(path))
        line.sendall(message(file))
        if line.recv(len(FREE)) == FREE:
            line.sendall(GO)
            return True
    return False


def through_pipe(path: Path, file: Path, patience: float) -> bool:
    """As `hand_over`, where Python has no sockets of the file system. Nothing bounds how long a pipe blocks: a thread
    waits, and may stay behind."""
    taken: list[bool] = []  # the first entry decides: once the wait is over, nothing is said to a late window
    decided = threading.Lock()

    def decide(answer: bool) -> bool:
        with decided:
            taken.append(answer)
            return taken[0]

    def ask() -> None:
        with contextlib.suppress(OSError), path.open("r+b", buffering=0) as line:
            line.write(message(file))
            if line.read(len(FREE)) == FREE and decide(True):
                line.write(GO)

    thread = threading.Thread(target=ask, name="handover", daemon=True)
    thread.start()
    thread.join(patience)
    return decide(False)


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
