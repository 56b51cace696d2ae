"""A xacro template in the window: the program runs only after the user has agreed."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from denoc_studio.window.main_window import MainWindow
from tests.support.places import URDF_FILES

Button = QMessageBox.StandardButton


@pytest.mark.skipif(sys.platform == "win32", reason="a program is made otherwise there")
def test_it_is_asked_first(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: list[str]
) -> None:
    template, ran, program = tmp_path / "arm.xacro", tmp_path / "ran", tmp_path / "xacro"
    template.write_text("<robot xmlns:xacro='http://x'/>")
    monkeypatch.setenv("PATH", "/nowhere")
    window.open_file(template)
    assert complaints
    assert "is not installed here" in complaints[0]
    program.write_text(f'#!/bin/sh\n/bin/echo yes > "{ran}"\n/bin/cat "{URDF_FILES / "six_axis.urdf"}"\n')
    program.chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", str(tmp_path))
    asked: list[str] = []
    answers = iter((Button.Cancel, Button.Yes))
    monkeypatch.setattr(QMessageBox, "question", lambda *given: asked.append(given[2]) or next(answers))
    before = window.session.document.project
    window.open_file(template)
    assert window.session.document.project is before
    assert not ran.exists()
    window.open_file(template)
    qtbot.waitUntil(lambda: window.session.document.robot.n == 6)
    assert ran.exists()
    assert all(str(program) in words and "can run code" in words for words in asked)
    assert len(asked) == 2
