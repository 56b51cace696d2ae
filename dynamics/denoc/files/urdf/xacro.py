"""xacro templates, by the user's own program of that name: it can run code of the file, so only where asked to."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from denoc.basics.errors import ProjectError
from denoc.files.text.strict_xml import MAX_BYTES

XACRO = ".xacro"
PATIENCE = 30.0  # seconds
MAX_WORDS = 4000  # bytes of what it says


def is_xacro(path: Path) -> bool:
    return path.suffix.lower() == XACRO


def xacro_program() -> str | None:
    """The path of ROS's xacro program; None where it is not installed."""
    return shutil.which("xacro")


def expanded(path: Path, patience: float = PATIENCE) -> bytes:
    """The URDF that xacro makes of a template. ProjectError where it is not installed, fails or takes too long."""
    program = xacro_program()
    if program is None:
        raise ProjectError(path, "is a xacro template, and the program xacro is not installed here")
    file = Path(os.path.abspath(path))
    late = threading.Event()
    with tempfile.TemporaryFile() as words:
        process = subprocess.Popen(
            [program, str(file)],
            cwd=file.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=words,
            start_new_session=True,
        )

        def end() -> None:
            late.set()
            _kill(process)

        timer = threading.Timer(patience, end)
        timer.start()
        try:
            assert process.stdout is not None
            text = process.stdout.read(MAX_BYTES + 1)
            if len(text) > MAX_BYTES:
                raise ProjectError(path, f"xacro makes more than {MAX_BYTES / 1024 / 1024:g} MB of it")
            code = process.wait()
        finally:
            timer.cancel()
            _kill(process)
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if late.is_set():
            raise ProjectError(path, f"xacro was ended: it took longer than {patience:g} s")
        if code:
            words.seek(0)
            raise ProjectError(path, f"xacro refuses it: {_last_line(words.read(MAX_WORDS))}")
    return text


def _kill(process: subprocess.Popen[bytes]) -> None:
    """With everything that it has started."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _last_line(words: bytes) -> str:
    lines = [line.strip() for line in words.decode(errors="replace").splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it says nothing"
