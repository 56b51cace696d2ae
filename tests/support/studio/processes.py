"""The real window in a process of its own, driven by a script, with files of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

from tests.support.places import PYTHONPATH

PATIENCE = 300.0  # seconds after which a process is taken to hang

TOLD_OFTEN = [
    sys.executable,
    "-c",
    """
import sys
from denoc_studio.__main__ import main
from denoc_studio.command_line import progress
progress.LINE_EVERY = 0.0
sys.exit(main())
""",
]
"""`denoc-studio` that says how far it is at once, not after seconds of work."""

START = """
import os
import sys
import traceback
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from denoc_studio.project import edits
from denoc_studio.window import start
from denoc_studio.window.main_window import MainWindow
from denoc import load

def main_window():
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))

def say(*words):
    print(*words, flush=True)

def when(condition, act):
    '''Calls `act` once the condition holds; a mistake in either ends the process.'''
    try:
        if condition():
            act()
        else:
            QTimer.singleShot(20, lambda: when(condition, act))
    except Exception:
        traceback.print_exc()
        os._exit(99)

def edit(a=0.4321):
    document = main_window().session.document
    document.edit(edits.change_link(document.project, 1, a=a), "Set a of link 2")

"""
RUN = """
start.make_application()
QTimer.singleShot(0, lambda: when(lambda: main_window().isVisible(), begin))
sys.exit(start.run(load("planar-3r-free-fall")))
"""


class WindowProcess:
    """`begin` is the text of a function without arguments, called when the window is there."""

    def __init__(self, folder: Path, begin: str, **environment: str) -> None:
        self.folder = folder
        self.recovery = folder / "data" / "denoc-studio" / "recovery"
        self.settings = folder / "config" / "denoc-studio" / "denoc-studio.conf"
        self.log = folder / "state" / "denoc-studio" / "log" / "denoc-studio.log"
        script = folder / "drive.py"
        script.write_text(START + begin + RUN)
        places = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("DATA", "CONFIG", "STATE")}
        self.process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", str(script)],
            env={**os.environ, **places, "PYTHONPATH": PYTHONPATH, **environment},
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> WindowProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def says(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def hear(self, line: str) -> None:
        """Waits for this line; what the process wrote before it ended otherwise is the failure's text."""
        limit = threading.Timer(PATIENCE, self.process.kill)
        limit.start()
        heard = self.says.readline()
        limit.cancel()
        if heard != line + "\n":
            self.process.kill()
            raise AssertionError(heard + "".join(self.process.communicate()))

    def end(self) -> tuple[int, str, str]:
        """Waits: exit code, and the rest of what it wrote."""
        try:
            written, complained = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            said = "".join(self.process.communicate())
            raise AssertionError(f"it hangs: {said}\n{self.log.with_suffix('.crash').read_text()}") from None
        return self.process.returncode, written, complained
