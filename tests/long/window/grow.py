"""A process that does one thing again and again: `python -m tests.long.window.grow kind times`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QSettings

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.window.start import make_application, open_window
from tests.long.window.child import tell
from tests.long.window.switches import KINDS, prepare
from tests.long.window.watch import Complaints, memory

SAMPLES = 20  # figures of the memory along the way


def main(arguments: list[str]) -> int:
    kind, times, folder = arguments[0], int(arguments[1]), Path.cwd()
    make_application()
    settings = QSettings(str(folder / "config" / f"{kind}.ini"), QSettings.Format.IniFormat)
    window = open_window(load("planar-3r-free-fall"), None, Preferences(settings))
    complaints = Complaints()
    window.session.run()
    prepare(window, kind, folder)
    every = max(times // SAMPLES, 1)
    for k in range(times):
        KINDS[kind](window, k)
        if (k + 1) % every == 0:
            tell(done=k + 1, memory=memory())
    tell(failures=complaints.take())
    window.session.document.undo_stack.setClean()
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
