"""A place of its own for a window that must touch nothing else: home folder, caches, display."""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.places import PYTHONPATH

SCREEN = "1600x1000x24"


@contextmanager
def environment(folder: Path) -> Iterator[dict[str, str]]:
    """The variables of a process whose home is `folder`; without a display it gets Xvfb's. It finds the bytecode that
    an installed program has: to compile a module holds up the window."""
    for place in PYTHONPATH.split(os.pathsep)[1:]:
        compileall.compile_dir(place, quiet=2)
    for name in ("home", "cache", "config", "data", "state", "run", "tmp"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "run").chmod(0o700)
    variables = {
        **os.environ,
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "NUMBA_CACHE_DIR": str(folder / "cache" / "numba"),
        "PYTHONPATH": PYTHONPATH,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONFAULTHANDLER": "1",
    }
    variables.pop("DENOC_STUDIO_CACHE", None)
    with _display() as display:
        yield {**variables, "DISPLAY": display}


@contextmanager
def _display() -> Iterator[str]:
    given = os.environ.get("DISPLAY")
    if given:
        yield given
        return
    program = shutil.which("Xvfb")
    if program is None:
        raise SystemExit("no display, and no Xvfb")
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        if not number:
            raise SystemExit("Xvfb does not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
