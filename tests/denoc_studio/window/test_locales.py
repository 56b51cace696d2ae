"""Numbers mean the same everywhere: typed in any locale, saved, and read again. `python -m tests.long locales` does it
at length."""

from __future__ import annotations

import contextlib
import locale
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from denoc import Link, Project, Robot, load
from denoc_studio.project.entry.numbers import METRE
from denoc_studio.widgets.fields.number_field import NumberField
from tests.support.locales import typed_in_a_window, typed_numbers

LOCALES = ["de_DE", "fr_FR", "ar_EG", "hi_IN", "ru_RU", "en_US"]
STARTED = ["tr_TR", "fa_IR"]  # decimal commas and another i, other digits from right to left
COUNT = 80


@pytest.fixture(params=LOCALES)
def foreign(request: pytest.FixtureRequest) -> Iterator[str]:
    """Qt in this locale, and the C library too where the system has it."""
    before, numeric = QLocale(), locale.setlocale(locale.LC_NUMERIC)
    QLocale.setDefault(QLocale(request.param))
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_NUMERIC, f"{request.param}.UTF-8")
    yield request.param
    locale.setlocale(locale.LC_NUMERIC, numeric)
    QLocale.setDefault(before)


def test_typed_and_saved_numbers_are_unchanged(qtbot: QtBot, foreign: str, tmp_path: Path) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    field = NumberField(METRE)
    QVBoxLayout(window).addWidget(field)
    window.show()
    heard: list[float] = []
    field.edited.connect(heard.append)
    numbers = typed_numbers(COUNT)
    for text, value in numbers:
        field.set_value(value + 1.0)  # something else, so that every entry is a change
        field.setText(text)
        field.setModified(True)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert heard[-1] == value, text
    assert len(heard) == COUNT

    robot = Robot("arm", tuple(Link("P", a=value, mass=abs(value)) for value in heard))
    project = Project("arm", robot, heard, [-value for value in heard])
    project.save(tmp_path / "foreign.arm.json")
    again = load(tmp_path / "foreign.arm.json")
    assert [link.a for link in again.robot.links] == [value for _, value in numbers]
    assert again == project
    locale.setlocale(locale.LC_NUMERIC, "C")
    project.save(tmp_path / "plain.arm.json")
    assert (tmp_path / "foreign.arm.json").read_bytes() == (tmp_path / "plain.arm.json").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="the display is Xvfb's")
@pytest.mark.parametrize("name", STARTED)
def test_the_window_starts_everywhere(qapp: QApplication, tmp_path: Path, name: str) -> None:
    """A real process, with Qt and the C library in this locale."""
    assert typed_in_a_window(name, typed_numbers(10, seed=5), tmp_path) == []
