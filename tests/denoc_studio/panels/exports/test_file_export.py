"""Tables out of the window: under the name that was typed, with its ending, and never over another file unasked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.exports.file_export import FileExport

Button = QMessageBox.StandardButton


@pytest.mark.parametrize("typed", ["a", "arm v1.2"])
def test_an_ending_that_is_added_replaces_nothing_unasked(
    qtbot: QtBot,
    preferences: Preferences,
    choose: Callable[[Path], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    typed: str,
) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    export, answers = FileExport(owner, preferences.settings), [Button.No, Button.Yes]
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "question", lambda *given: asked.append(given[2]) or answers[len(asked) - 1])
    choose(tmp_path / typed)
    path = tmp_path / f"{typed}.csv"
    for data, there in ((b"first", b"first"), (b"refused", b"first"), (b"second", b"second")):
        export.save_data("Save the sweep", "arm-sweep.csv", data)
        assert path.read_bytes() == there
    assert asked == [f"{path.name} exists already. Replace it?"] * 2
    assert list(tmp_path.iterdir()) == [path]
    choose(path)
    export.save_data("Save the sweep", "arm-sweep.csv", b"third")
    assert path.read_bytes() == b"third"
    assert len(asked) == 2, "Qt's dialog has asked about the name that was typed"
