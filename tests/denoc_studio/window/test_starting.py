"""The window starts as it was left, with bad settings too, and where there is no screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from tests.support.studio.windows import open_window


def test_the_layout_is_remembered_and_can_be_reset(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    window.docks[0].hide()
    window.resize(1200, 800)
    window.close()
    other = open_window(qtbot, preferences)
    other.resize(1200, 800)  # which the screen of the tests may be too small for
    qtbot.waitUntil(other.docks[1].isVisible)
    assert other.docks[0].isHidden()
    other.places.reset()
    assert other.docks[0].isVisible()
    other.close()


def test_bad_settings_never_block_the_start(qtbot: QtBot, preferences: Preferences) -> None:
    settings = preferences.settings
    for key, value in {
        "window/geometry": "rubbish",
        "window/state": 5,
        "recent": {"a": 1},
        "preferences/speed": "fast",
        "preferences/degrees": "maybe",
        "preferences/theme": 7,
        "plots/grid": "purple",
    }.items():
        settings.setValue(key, value)
    window = open_window(qtbot, Preferences(settings))
    assert window.session.playback.speed == 1.0
    window.close()


def test_it_starts_on_the_offscreen_platform(tmp_path: Path) -> None:
    script = (
        "from PySide6.QtCore import QSettings, QTimer\n"
        "from denoc_studio.window.start import make_application\n"
        "from denoc_studio.window.main_window import MainWindow\n"
        "from denoc_studio.look.preferences import Preferences\n"
        "from denoc_studio.session.session import Session\n"
        "from denoc import load\n"
        "application = make_application()\n"
        f"settings = QSettings({str(tmp_path / 's.ini')!r}, QSettings.Format.IniFormat)\n"
        "window = MainWindow(Session(load('planar-3r-free-fall'), Preferences(settings)))\n"
        "window.show(); window.session.run()\n"
        "def look():\n"
        "    if window.session.playback.time > 0.1:\n"
        "        print(window.arm.canvas_name, window.session.document.results.current.status)\n"
        "        window.close(); application.quit()\n"
        "timer = QTimer(); timer.timeout.connect(look); timer.start(50)\n"
        "application.exec()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["painter", "completed"]
    assert "Traceback" not in done.stderr
