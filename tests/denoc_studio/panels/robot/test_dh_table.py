"""The DH table by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.arm.robot import Link
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import ANSWERS, CellModel
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.project.edits import set_links
from denoc_studio.project.entry.refused import Refused
from denoc_studio.session import commands
from denoc_studio.session.document import Document

TYPE, A, B, ALPHA, THETA = range(5)
Key = Qt.Key
Ctrl, Alt, Shift = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def panel(qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes) -> Iterator[RobotPanel]:
    panel = RobotPanel(document, preferences, themes)
    tester = QAbstractItemModelTester(panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.addWidget(panel)
    panel.resize(400, 900)
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    panel.table.setFocus()
    qtbot.waitUntil(panel.table.hasFocus)
    yield panel
    del tester


class Hands:
    """A person at the table."""

    def __init__(self, qtbot: QtBot, panel: RobotPanel) -> None:
        self.qtbot = qtbot
        self.table = panel.table
        self.model = panel.model

    def go(self, row: int, column: int) -> None:
        self.table.go_to(row, column)

    def press(self, key: Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.table, key, modifiers)

    @property
    def editor(self) -> QLineEdit | None:
        return next((each for each in self.table.viewport().findChildren(QLineEdit) if each.isVisible()), None)

    def type(self, text: str, end: Key = Key.Key_Return) -> None:
        """Type over the current cell."""
        first, rest = text[0], text[1:]
        self.qtbot.keyClicks(self.table, first)
        self.qtbot.waitUntil(lambda: self.editor is not None)
        self.qtbot.keyClicks(self.editor, rest)
        self.qtbot.keyClick(self.editor, end)
        self.qtbot.waitUntil(lambda: self.editor is None)

    def place(self, row: int, column: int) -> QPoint:
        return self.table.visualRect(self.model.index(row, column)).center()

    @property
    def here(self) -> tuple[int, int]:
        return self.table.currentIndex().row(), self.table.currentIndex().column()


@pytest.fixture
def hands(qtbot: QtBot, panel: RobotPanel) -> Hands:
    return Hands(qtbot, panel)


def lengths(document: Document) -> list[float]:
    return [link.a for link in document.robot.links]


def test_double_click_type_enter_and_undo(qtbot: QtBot, hands: Hands, document: Document) -> None:
    place = hands.place(1, A)
    qtbot.mouseClick(hands.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(hands.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: hands.editor is not None)
    assert hands.editor.text() == "0.25"
    hands.editor.selectAll()
    qtbot.keyClicks(hands.editor, "0,45")
    qtbot.keyClick(hands.editor, Key.Key_Return)
    qtbot.waitUntil(lambda: lengths(document) == [0.3, 0.45, 0.22])
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Set a of link 2"
    document.undo_stack.undo()
    assert lengths(document) == [0.3, 0.25, 0.22]


def test_enter_goes_down_and_selects_the_link(hands: Hands, document: Document) -> None:
    hands.go(0, A)
    hands.type("1")
    hands.type("2")
    hands.type("3")
    assert lengths(document) == [1.0, 2.0, 3.0]
    assert hands.here == (2, A)
    assert document.selected == 2


def test_opening_and_closing_an_editor_changes_nothing(qtbot: QtBot, hands: Hands, document: Document) -> None:
    hands.go(1, THETA)
    hands.press(Key.Key_Return)
    qtbot.waitUntil(lambda: hands.editor is not None)
    qtbot.keyClick(hands.editor, Key.Key_Return)
    qtbot.waitUntil(lambda: hands.editor is None)
    assert document.undo_stack.count() == 0


def test_bad_text_stays_to_be_corrected(hands: Hands, panel: RobotPanel, document: Document) -> None:
    before = document.robot
    hands.go(1, A)
    hands.type("1.2.3")
    assert document.robot is before
    assert hands.here == (1, A)
    assert hands.model.index(1, A).data() == "1.2.3"
    assert panel.message.isVisible()
    assert panel.message.text == "Link 2, a: “1.2.3” is not a number; 0.25 m stays"
    hands.type("1.2")
    assert document.robot.links[1].a == 1.2
    assert not panel.message.isVisible()


def test_escape_brings_the_good_value_back(hands: Hands, panel: RobotPanel) -> None:
    hands.go(1, A)
    hands.type("abc")
    hands.press(Key.Key_Escape)
    assert hands.model.index(1, A).data() == "0.25"
    hands.type("abc")
    hands.type("x", end=Key.Key_Escape)
    assert hands.model.index(1, A).data() == "0.25"
    assert not panel.message.isVisible()


def test_undo_first_takes_bad_text_back(hands: Hands, panel: RobotPanel, document: Document) -> None:
    undo = QAction(panel)
    undo.setShortcut("Ctrl+Z")
    undo.triggered.connect(document.undo_stack.undo)
    panel.addAction(undo)
    hands.go(0, A)
    hands.type("0.5")
    hands.type("abc")
    hands.press(Key.Key_Z, Ctrl)
    assert (hands.model.pending, document.robot.links[0].a) == (False, 0.5)
    hands.press(Key.Key_Z, Ctrl)
    assert document.robot.links[0].a == 0.3


def test_keys_change_the_type(hands: Hands, document: Document) -> None:
    def joints() -> str:
        return "".join(link.joint for link in document.robot.links)

    hands.go(0, TYPE)
    hands.press(Key.Key_P)
    assert joints() == "PRR"
    hands.go(2, TYPE)
    hands.press(Key.Key_P)
    assert joints() == "PRP"
    hands.press(Key.Key_R)
    hands.go(0, TYPE)
    hands.press(Key.Key_Return)
    assert joints() == "RRR"
    assert document.undo_stack.count() == 4


def test_a_double_click_changes_the_type(qtbot: QtBot, hands: Hands, document: Document) -> None:
    viewport, place = hands.table.viewport(), hands.place(1, TYPE)
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert document.robot.links[1].joint == "P"


def test_arrows_and_tab_move(qtbot: QtBot, hands: Hands, panel: RobotPanel) -> None:
    hands.go(0, A)
    hands.press(Key.Key_Down)
    hands.press(Key.Key_Right)
    hands.press(Key.Key_Tab)
    assert hands.here == (1, ALPHA)
    hands.press(Key.Key_Backtab, Shift)
    assert hands.here == (1, B)
    hands.go(2, THETA)
    hands.press(Key.Key_Tab)
    assert not hands.table.hasFocus()


def test_alt_and_arrows_spin_as_one_step(hands: Hands, document: Document) -> None:
    hands.go(0, A)
    for _ in range(4):
        hands.press(Key.Key_Up, Alt)
    hands.press(Key.Key_PageDown)
    assert document.robot.links[0].a == 0.24
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.robot.links[0].a == 0.3


@pytest.mark.parametrize(
    ("button", "modifier"),
    [
        (Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier),
        (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier),
    ],
)
def test_dragging_a_cell_scrubs_its_value(
    qtbot: QtBot,
    hands: Hands,
    document: Document,
    button: Qt.MouseButton,
    modifier: Qt.KeyboardModifier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commands, "MERGE_WITHIN", -1.0)  # the hand rests longer than that before every move
    viewport, place = hands.table.viewport(), hands.place(0, A)
    qtbot.mousePress(viewport, button, modifier, place)
    for dx in (10, 30, 60):
        qtbot.mouseMove(viewport, place + QPoint(dx, 0))
        qtbot.waitUntil(lambda dx=dx: document.robot.links[0].a == pytest.approx(0.3 + 0.01 * (dx // 6)))
    qtbot.waitUntil(lambda: document.robot.links[0].a == 0.4)
    qtbot.mouseRelease(viewport, button, modifier, place + QPoint(60, 0))
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.robot.links[0].a == 0.3


def test_delete_clears_cells_and_removes_whole_rows(hands: Hands, document: Document) -> None:
    hands.go(0, A)
    hands.press(Key.Key_Down, Shift)
    hands.press(Key.Key_Delete)
    assert lengths(document) == [0.0, 0.0, 0.22]
    assert document.undo_stack.undoText() == "Clear 2 entries"
    hands.go(1, B)
    hands.press(Key.Key_Space, Shift)
    hands.press(Key.Key_Delete)
    assert lengths(document) == [0.0, 0.22]
    assert document.undo_stack.undoText() == "Remove link 2"


def test_the_last_link_cannot_be_removed(hands: Hands, panel: RobotPanel, document: Document) -> None:
    hands.table.selectAll()
    hands.press(Key.Key_Delete)
    assert document.robot.n == 3
    assert "at least one link" in panel.message.text
    assert panel.message.isVisible()


def test_copy_and_paste_through_the_clipboard(hands: Hands, document: Document) -> None:
    before = document.robot
    hands.table.selectAll()
    hands.press(Key.Key_C, Ctrl)
    assert QGuiApplication.clipboard().text().splitlines()[0] == "R\t0.3\t0\t0\t0"
    hands.go(0, TYPE)
    hands.press(Key.Key_V, Ctrl)
    assert document.undo_stack.count() == 0
    hands.go(2, TYPE)
    hands.press(Key.Key_V, Ctrl)
    assert lengths(document) == [0.3, 0.25, 0.3, 0.25, 0.22]
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.robot == before


def test_cut_is_one_step(hands: Hands, document: Document) -> None:
    hands.go(1, A)
    hands.press(Key.Key_X, Ctrl)
    assert QGuiApplication.clipboard().text() == "0.25\n"
    assert document.robot.links[1].a == 0.0
    assert document.undo_stack.count() == 1


def test_a_bad_paste_changes_nothing(hands: Hands, panel: RobotPanel, document: Document) -> None:
    before = document.project
    QGuiApplication.clipboard().setText("1\t2\n3\tx\n")
    hands.go(0, A)
    hands.press(Key.Key_V, Ctrl)
    assert document.project is before
    assert panel.message.text == "Paste: row 2, column b: “x” is not a number; nothing was pasted"


@pytest.mark.parametrize(
    ("text", "after", "selected"),
    [
        ("Add a joint", [0.3, 0.25, 0.25, 0.22], 2),
        ("Duplicate", [0.3, 0.25, 0.25, 0.22], 2),
        ("Remove", [0.3, 0.22], 1),
        ("Move up", [0.25, 0.3, 0.22], 0),
        ("Move down", [0.3, 0.22, 0.25], 2),
    ],
)
def test_buttons(
    qtbot: QtBot, panel: RobotPanel, document: Document, text: str, after: list[float], selected: int
) -> None:
    document.select(1)
    button = next(each for each in panel.findChildren(QToolButton) if each.accessibleName() == text)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert lengths(document) == after
    assert document.selected == selected
    assert panel.table.currentIndex().row() == selected
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert lengths(document) == [0.3, 0.25, 0.22]


@pytest.mark.parametrize(
    ("key", "modifier", "after"),
    [
        (Key.Key_Insert, Qt.KeyboardModifier.NoModifier, 4),
        (Key.Key_D, Ctrl, 4),
        (Key.Key_Delete, Ctrl, 2),
        (Key.Key_Down, Ctrl | Shift, 3),
    ],
)
def test_keys_of_the_row_operations(
    hands: Hands, document: Document, key: Key, modifier: Qt.KeyboardModifier, after: int
) -> None:
    hands.go(0, A)
    hands.press(key, modifier)
    assert document.robot.n == after
    assert document.undo_stack.count() == 1


def test_a_new_link_can_be_run_at_once(panel: RobotPanel, document: Document) -> None:
    panel.rows.add.trigger()
    link = document.robot.links[1]
    assert link.mass > 0
    assert link.inertia[1] == pytest.approx(link.mass * link.a**2 / 12)


def test_the_selection_goes_both_ways(qtbot: QtBot, hands: Hands, document: Document) -> None:
    qtbot.mouseClick(hands.table.viewport(), Qt.MouseButton.LeftButton, pos=hands.place(2, B))
    assert document.selected == 2
    document.select(1)
    assert hands.here == (1, B)


def test_a_hundred_joints_scroll(hands: Hands, panel: RobotPanel, document: Document) -> None:
    project = load("planar-3r-free-fall")
    document.edit(set_links(project, (Link(a=0.1, mass=1.0),) * 100), "Many")
    assert hands.model.rowCount() == 100
    document.select(99)
    assert hands.table.visualRect(hands.model.index(99, A)).intersects(hands.table.viewport().rect())
    assert hands.table.verticalScrollBar().maximum() > 0


def test_plain_cells_are_painted_without_the_style_and_look_as_with_it(
    panel: RobotPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every state: one cell is current, others are selected, marked, italic or cut short."""
    panel.model.setData(panel.model.index(1, A), "12..5")
    panel.model.setData(panel.model.index(2, B), "1.2345678e-17")
    panel.table.go_to(0, A)
    asked: set[tuple[int, int]] = set()
    text = ANSWERS[Qt.ItemDataRole.DisplayRole]

    def counted(model: CellModel, row: int, column: int, refused: Refused | None) -> object:
        asked.add((row, column))
        return text(model, row, column, refused)

    monkeypatch.setitem(ANSWERS, Qt.ItemDataRole.DisplayRole, counted)
    quick = panel.table.viewport().grab().toImage()
    assert asked == {(0, A), (1, A)}  # the current cell and the marked one
    monkeypatch.setattr(CellModel, "look", lambda *_: None)
    assert panel.table.viewport().grab().toImage() == quick
    assert len(asked) == panel.model.rowCount() * panel.model.columnCount()
