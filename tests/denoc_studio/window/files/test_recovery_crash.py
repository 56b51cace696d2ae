"""A window that is killed without warning, and the one that is started after it: real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from denoc import load
from denoc_studio.project import edits
from denoc_studio.session.recovery import DELAY
from tests.support.places import PYTHONPATH

DRIVE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from denoc_studio.project import edits
from denoc_studio.window import start
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.files.recovery_dialog import RecoveryDialog
from denoc import load

def main_window():
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))

def edit():
    document = main_window().session.document
    document.edit(edits.change_link(document.project, 1, a=0.4321), "Set a of link 2")
    print("edited", flush=True)

def recover():
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, RecoveryDialog):
        QTimer.singleShot(50, recover)
        return
    if sys.argv[2:]:
        dialog.grab().save(sys.argv[2])
    dialog.recover.click()
    QTimer.singleShot(0, tell)

def tell():
    document = main_window().session.document
    document.project.save(sys.argv[1] + "/recovered.arm.json")
    print("recovered", document.modified, document.path, main_window().isWindowModified(), flush=True)
    document.undo_stack.setClean()
    main_window().close()

application = start.make_application()
QTimer.singleShot(300, globals()[sys.argv[1] if sys.argv[1] == "edit" else "recover"])
sys.exit(start.run(load("planar-3r-free-fall")))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_killed_window_gives_its_work_back(tmp_path: Path, qapp: QApplication) -> None:
    """Two real processes: the first is killed without warning, the second is asked and goes on."""
    script = tmp_path / "drive.py"
    script.write_text(DRIVE)
    places = {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("DATA", "CONFIG", "STATE")}
    environment = {**os.environ, **places, "PYTHONPATH": PYTHONPATH}
    folder = tmp_path / "data" / "denoc-studio" / "recovery"

    first = subprocess.Popen(
        [sys.executable, str(script), "edit"], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == "edited\n"
        assert DELAY <= 5000, "a change is on the disk within ten seconds, a slow disk included"
        begun = time.monotonic()
        while not list(folder.glob("*.arm.json")):
            assert time.monotonic() - begun < 300
            time.sleep(0.05)
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate()

    second = subprocess.run(
        [sys.executable, str(script), str(tmp_path), str(tmp_path / "dialog.png")],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert second.stdout == "recovered True None True\n", second.stderr
    assert second.returncode == 0
    expected = edits.change_link(load("planar-3r-free-fall"), 1, a=0.4321)
    assert load(tmp_path / "recovered.arm.json") == expected
    assert list(folder.iterdir()) == [], "a proper end leaves nothing"
