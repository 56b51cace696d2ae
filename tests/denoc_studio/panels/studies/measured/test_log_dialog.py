"""Which column is what: guessed, chosen, and what is wrong said with file, line, column and value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from denoc import rod_chain
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.measured.log_dialog import LogDialog
from denoc_studio.project.log_columns import Choice, guessed
from tests.support.studio.hands import choose

Open = Callable[[str], LogDialog]


@pytest.fixture
def opened(qtbot: QtBot, themes: Themes, tmp_path: Path) -> Open:
    """The dialog of a file with this text, for an arm of two joints, once it has something to say."""

    def open_text(text: str) -> LogDialog:
        path = tmp_path / "log.csv"
        path.write_text(text)
        dialog = LogDialog(path, rod_chain(2).robot, themes)
        qtbot.addWidget(dialog, before_close_func=lambda dialog: dialog.finish())
        dialog.show()
        qtbot.waitUntil(lambda: bool(dialog.message.text))
        return dialog

    return open_text


def said(qtbot: QtBot, dialog: LogDialog, words: str) -> None:
    qtbot.waitUntil(lambda: words in dialog.message.text)


def test_headings_are_understood() -> None:
    header = ["Timestamp [ms]", "axis 1 [deg]", "pos_2", "vel1 [°/s]", "effort 2 (Nm)", "i1 [mA]", "q9", "state"]
    found = guessed(header, rod_chain(2).robot)
    assert [(c.kind, c.joint, c.unit) for c in found.choices[:6]] == [
        ("t", 1, "ms"),
        ("q", 1, "deg"),
        ("q", 2, "rad"),
        ("qd", 1, "deg/s"),
        ("tau", 2, "N m"),
        ("current", 1, "mA"),
    ]
    assert found.choices[6:] == [Choice(), Choice()]
    assert found.beyond == "q9"
    counted_from_0 = guessed(["time", "joint_0", "joint_1"], rod_chain(2).robot)
    assert [c.joint for c in counted_from_0.choices[1:]] == [1, 2]


def test_a_current_is_worth_a_torque(qtbot: QtBot, opened: Open) -> None:
    dialog = opened("t [ms];axis 1 [deg];motor 1 [A]\n0;0,5;1\n10;1,5;2\n20;2,5;4\n30;4,5;8\n")
    assert "'motor 1 [A]': a current needs a torque constant" in dialog.message.text
    row = dialog.rows[2]
    assert not row.constant.isHidden()
    assert dialog.rows[1].constant.isHidden()
    qtbot.keyClicks(row.constant, "0.05")
    qtbot.waitUntil(lambda: dialog.measurement is not None)  # before Enter, with the arm's gear of 1
    assert np.allclose(dialog.measurement.tau[:, 0], [0.05, 0.1, 0.2, 0.4])
    qtbot.keyClicks(row.gear, "100")
    qtbot.waitUntil(lambda: dialog.measurement is not None and dialog.measurement.tau[0, 0] > 1)
    assert np.allclose(dialog.measurement.tau[:, 0], [5, 10, 20, 40])
    assert np.allclose(dialog.measurement.q[:, 0], np.radians([0.5, 1.5, 2.5, 4.5]))
    choose(dialog.rows[1].kind, "qd")
    dialog.rows[1].unit.setCurrentText("rad/s")
    dialog.rows[1].unit.activated.emit(0)
    qtbot.waitUntil(lambda: dialog.measurement is not None and dialog.measurement.q is None)
    assert np.allclose(dialog.measurement.qd[:, 0], [0.5, 1.5, 2.5, 4.5])


def test_what_is_wrong_is_named(qtbot: QtBot, opened: Open) -> None:
    dialog = opened("t,q1,q2,q3\n0,1,1,1\n1,x1,2,1\n2,3,3,1\n")
    said(qtbot, dialog, "log.csv")
    said(qtbot, dialog, "line 3, column 'q1': 'x1' is not a finite number")
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Open).isEnabled()
    assert "Not read: q3. The arm has 2 joints." in dialog.notes.text()
    choose(dialog.rows[1].kind, "")
    qtbot.waitUntil(lambda: dialog.measurement is not None)  # the other columns can be read
    choose(dialog.rows[1].kind, "t")
    said(qtbot, dialog, "'t' and 'q1' are both chosen to be the time")
    choose(dialog.rows[0].kind, "")
    choose(dialog.rows[1].kind, "")
    said(qtbot, dialog, "No column is chosen to be the time")
    assert dialog.measurement is None


@pytest.mark.parametrize(
    ("times", "words"),
    [("0 1 1 3", "the times must rise, and 1 s does not come after 1 s"), ("0 1 2 99", "a gap"), ("0 1 nan 3", "nan")],
)
def test_times_that_cannot_be(qtbot: QtBot, opened: Open, times: str, words: str) -> None:
    dialog = opened("t,q1\n" + "".join(f"{t},0\n" for t in times.split()))
    said(qtbot, dialog, words)
    said(qtbot, dialog, "column 't'")


def test_commas_in_doubt_are_asked_about(qtbot: QtBot, opened: Open) -> None:
    dialog = opened("t;q1\n0;1,000\n1;2,000\n2;3,000\n")
    said(qtbot, dialog, "1,000 may be 1.0 or 1000: choose the decimal mark")
    choose(dialog.decimal, ",")
    qtbot.waitUntil(lambda: dialog.measurement is not None)
    assert dialog.measurement.q[:, 0].tolist() == [1.0, 2.0, 3.0]


def test_names_from_the_file_are_plain_text(opened: Open) -> None:
    dialog = opened("t,<b>q1</b><img src=/dev/zero>,q1,q1\n0,<i>1</i>,1,2\n1,2,2,3\n2,3,3,4\n")
    assert [row.heading for row in dialog.rows][2:] == ["q1", "q1 (2)"]
    shown = [label for label in dialog.findChildren(QLabel) if "<" in label.text()]
    assert shown
    assert all(label.textFormat() == label.textFormat().PlainText for label in shown)


def test_a_file_that_is_no_table(qtbot: QtBot, opened: Open) -> None:
    dialog = opened("1,2\n3,4\n")
    said(qtbot, dialog, "has no header")
    assert not dialog.rows
    assert dialog.facts.text() == "The file cannot be read."
