"""The gallery: families, words, keys, and pictures one at a time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from denoc.files.examples import gallery, load
from denoc_studio.look.theme import Themes
from denoc_studio.window.files import gallery as module
from denoc_studio.window.files.gallery import EXAMPLE, Gallery


@pytest.fixture
def dialog(qtbot: QtBot, themes: Themes) -> Gallery:
    made = Gallery(themes.current)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def shown(dialog: Gallery) -> list[str]:
    """The names of what is there to be chosen."""
    items = [dialog.list.item(row) for row in range(dialog.list.count())]
    return [item.data(EXAMPLE)[0] for item in items if not item.isHidden()]


def chosen(dialog: Gallery) -> str:
    item = dialog.list.currentItem()
    return "" if item is None else str(item.text())


def family(dialog: Gallery, name: str) -> int:
    return next(row for row in range(dialog.families.count()) if dialog.families.item(row).data(EXAMPLE) == name)


def test_all_of_them_with_their_titles(dialog: Gallery) -> None:
    assert shown(dialog) == [example.name for example in gallery()]
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == [each.title for each in gallery()]
    assert chosen(dialog) == "Triple pendulum"
    assert "Triple pendulum" in dialog.words.text()
    assert "S. K. Saha" in dialog.words.text()


def test_a_family_is_picked(qtbot: QtBot, dialog: Gallery) -> None:
    row = dialog.families.item(family(dialog, "Pendulums"))
    qtbot.mouseClick(
        dialog.families.viewport(), Qt.MouseButton.LeftButton, pos=dialog.families.visualItemRect(row).center()
    )
    members = [example.name for example in gallery() if example.family == "Pendulums"]
    assert shown(dialog) == members
    assert row.text() == f"Pendulums ({len(members)})"
    qtbot.keyClicks(dialog.search, "motor")
    assert set(shown(dialog)) == {"acrobot", "pendubot"}  # in their descriptions
    dialog.search.clear()
    dialog.families.setCurrentRow(0)
    assert len(shown(dialog)) == len(gallery())


def test_words_are_found_anywhere(qtbot: QtBot, dialog: Gallery) -> None:
    for typed, found in {
        "kuka": {"iiwa14"},  # a title
        "KINOVA redundant cobot": {"gen3"},  # a title and a family, in any order and case
        "irb120": {"irb120"},  # a name
        "identified sines": {"wam"},  # a description
        "deisenroth": {"pendubot"},  # a source
        "barto": {"cart-pole"},
        "franka": {"panda", "fr3"},
    }.items():
        qtbot.keyClicks(dialog.search, typed)
        assert set(shown(dialog)) == found
        assert dialog.families.item(0).text() == f"All ({len(found)})"
        assert chosen(dialog) in {example.title for example in gallery() if example.name in found}
        dialog.search.clear()


def test_nothing_found_opens_nothing(qtbot: QtBot, dialog: Gallery) -> None:
    qtbot.keyClicks(dialog.search, "xyzzy")
    assert shown(dialog) == []
    assert dialog.nothing.isVisible()
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Open).isEnabled()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Backspace)
    dialog.search.clear()
    assert chosen(dialog) == "Triple pendulum"
    assert dialog.list.isVisible()


def test_keys_alone(qtbot: QtBot, dialog: Gallery) -> None:
    """Type, move, go on typing, open."""
    assert dialog.focusWidget() is dialog.search
    qtbot.keyClick(dialog.search, Qt.Key.Key_Right)
    assert chosen(dialog) == "Simple pendulum"
    qtbot.keyClicks(dialog.search, "franka")
    assert chosen(dialog) == "Franka Panda"
    dialog.search.clear()
    dialog.list.setFocus()
    qtbot.keyClicks(dialog.list, "u")
    assert dialog.focusWidget() is dialog.search
    qtbot.keyClicks(dialog.search, "r10e")
    assert chosen(dialog) == "UR10e"
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.search, Qt.Key.Key_Return)


def test_down_goes_to_the_next_row_and_escape_closes(qtbot: QtBot, dialog: Gallery) -> None:
    first = dialog.list.visualItemRect(dialog.list.currentItem())
    qtbot.keyClick(dialog.search, Qt.Key.Key_Down)
    below = dialog.list.visualItemRect(dialog.list.currentItem())
    assert below.left() == first.left()
    assert below.top() > first.top()
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.search, Qt.Key.Key_Escape)


def test_projects_are_read_and_drawn_by_turns(qtbot: QtBot, themes: Themes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening reads the one project that is described, each turn of the event loop at most one more."""
    read: list[str] = []
    monkeypatch.setattr(module, "load", lambda name: read.append(name) or load(name))
    made = Gallery(themes.current)
    qtbot.addWidget(made)
    assert read == [gallery()[0].name]
    made.families.setCurrentRow(family(made, "Redundant arms"))  # drawn before the others
    before = len(read)
    made._draw_one()
    assert len(read) <= before + 1
    icons = [made.list.item(row).icon().isNull() for row in range(made.list.count())]
    assert icons.count(False) == 1
    drawn = made.list.item(icons.index(False)).data(EXAMPLE)
    assert drawn[2] == "Redundant arms"
    made.show()
    qtbot.waitUntil(lambda: not any(made.list.item(row).icon().isNull() for row in range(made.list.count())))
    assert sorted(read) == sorted(example.name for example in gallery())  # each once
