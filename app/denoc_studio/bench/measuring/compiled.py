"""C and C++ compiled for this machine, once: the libraries are kept beside our kernels."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from denoc.files.disk.paths import home, is_there
from denoc.kernels.storage import private_files
from denoc_studio.bench.measuring.machine import processor


class Unavailable(Exception):
    """There is no such library here; the text says why."""


def compiler_version(compiler: str) -> str:
    """The first line of what the compiler says about itself."""
    return subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def kept(name: str, command: Sequence[str], made_of: Sequence[str]) -> Path:
    """Where the library is kept that this command makes of these texts on this machine."""
    parts = [*command, compiler_version(command[0]), processor(), *made_of]
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or home() / ".cache")
    return folder / "denoc-studio" / f"{name}-{key}.so"


def load(path: Path, command: Sequence[str], what: str, source: str = "") -> ctypes.CDLL:
    """The library, compiled at first use; `source` is what the compiler reads where its command names no file.

    Raises `Unavailable` where it cannot be compiled or kept; `what` it is stands in that message.
    """
    try:
        private_files.make_folder(path.parent)
        if not is_there(path):
            _compile(path, command, what, source)
        private_files.read(path)  # refuses what somebody else could have put there
    except OSError as why:
        raise Unavailable(f"no place for compiled code: {why}") from None
    return ctypes.CDLL(str(path))


def _compile(path: Path, command: Sequence[str], what: str, source: str) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}")
    print(f"Compiling {what} for this machine, once ...", file=sys.stderr, flush=True)
    words = [*command, "-o", str(unfinished)]
    made = subprocess.run(words, input=source, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        errors = [line for line in made.stderr.splitlines() if "error" in line] or ["no reason given"]
        raise Unavailable(f"{what} cannot be compiled: {errors[0]}")
    unfinished.rename(path)
