"""Nothing is written outside one folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGING = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
ALWAYS = ("/dev/", "/proc/self/")


def forbid_writing_outside(folder: Path) -> list[str]:
    """From now on such a write is refused by a PermissionError; the list gets what was tried."""
    tried: list[str] = []
    inside = str(folder.resolve())

    def refuse(path: object) -> None:
        if isinstance(path, int) or path is None:
            return
        place = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
        if place != inside and not place.startswith((inside + "/", *ALWAYS)):
            tried.append(f"wrote outside the folder: {place}")
            raise PermissionError(13, "outside of the test's folder", place)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, _mode, flags = arguments
            if isinstance(flags, int) and flags & WRITING:
                refuse(path)
        elif event in CHANGING:
            refuse(arguments[0])

    sys.addaudithook(hook)
    return tried
