"""Where standard output and standard error are None, as under Windows without a console."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from denoc_studio import __version__
from denoc_studio.__main__ import main_without_console


def boxes(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, list[tuple[str, Qt.TextFormat]]]:
    """The exit code, and what was shown."""
    shown = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: shown.append((box.text(), box.textFormat())) or 0)
    for name, value in (("argv", ["denoc-studio-window", *arguments]), ("stdout", None), ("stderr", None)):
        monkeypatch.setattr(sys, name, value)
    code = main_without_console()
    assert (sys.stdout, sys.stderr) == (None, None)
    return code, shown


def test_an_error_is_shown_as_plain_text(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ((words, kind),) = boxes(monkeypatch, "check", str(tmp_path / "<b>no.arm.json"))
    assert code == 2
    assert "<b>no.arm.json" in words
    assert kind == Qt.TextFormat.PlainText


def test_bad_usage_is_shown(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ((words, _),) = boxes(monkeypatch, "--nothing")
    assert code == 2
    assert "--nothing" in words


def test_the_version_is_shown(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ((words, _),) = boxes(monkeypatch, "--version")
    assert code == 0
    assert __version__ in words


def test_what_takes_long_gets_no_box(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from denoc_studio.command_line import cli

    def speaking() -> int:
        print("compiling", file=sys.stderr)
        return 0

    monkeypatch.setattr(cli, "main", speaking)
    assert boxes(monkeypatch) == (0, [])


def test_with_a_console_it_has_the_words(
    qapp: QApplication, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["denoc-studio-window", "--version"])
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail(box.text()))
    assert main_without_console() == 0
    assert __version__ in capsys.readouterr().out
