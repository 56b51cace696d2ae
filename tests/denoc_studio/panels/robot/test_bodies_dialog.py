"""All bodies in one table, the menus of the tables, and the way from panel to panel by key."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from denoc import load
from denoc.arm.robot import Link
from denoc_studio.panels.robot.all_links_dialog import BodiesDialog
from denoc_studio.project.edits import change_link, set_links
from denoc_studio.project.sheets.bodies import COLUMNS, BodySheet
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import type_cell
from tests.support.studio.showing import action, recolour

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
MASS, X, IXX, IYY = 0, 1, 4, 5


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> BodiesDialog:
    qtbot.mouseClick(window.robot.inertia.all_links, Qt.MouseButton.LeftButton)
    dialog = window.findChild(BodiesDialog)
    assert dialog is not None
    qtbot.waitExposed(dialog)
    return dialog


def body(link: Link) -> tuple[object, ...]:
    return link.mass, link.com, link.inertia


def test_every_body_is_there_and_can_be_typed(qtbot: QtBot, window: MainWindow, dialog: BodiesDialog) -> None:
    document = window.session.document
    tester = QAbstractItemModelTester(dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert (dialog.model.rowCount(), dialog.model.columnCount()) == (3, 10)
    type_cell(qtbot, dialog.table, 1, MASS, "750 g")
    assert document.robot.links[1].mass == 0.75
    assert document.undo_stack.undoText() == "Set mass of link 2"
    assert document.selected == 2, "Enter goes down"
    document.select(1)
    assert window.robot.inertia.body.mass.value == 0.75
    type_cell(qtbot, dialog.table, 1, IXX, "-1")
    assert "Link 2, inertia xx" in dialog.message.text
    assert dialog.model.index(1, IXX).data() == "-1"
    document.undo_stack.undo()
    assert document.robot.links[1].mass == 0.4
    assert not dialog.message.isVisible()
    del tester


def test_a_block_goes_to_a_spreadsheet_and_back(qtbot: QtBot, window: MainWindow, dialog: BodiesDialog) -> None:
    document = window.session.document
    before = document.robot
    qtbot.mouseClick(dialog.copy_all, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    assert text.splitlines()[0].split("\t")[:5] == ["mass [kg]", "x [m]", "y [m]", "z [m]", "Ixx [kg m²]"]
    massless = tuple(replace(link, mass=0.0, com=(0.0,) * 3, inertia=(0.0,) * 6) for link in before.links)
    document.edit(set_links(document.project, massless), "empty")
    dialog.table.setFocus()
    dialog.table.go_to(0, 0)
    qtbot.keyClick(dialog.table, Key.Key_V, CTRL)
    assert document.robot == before
    assert document.undo_stack.undoText() == "Paste into the table"


def test_a_tensor_is_pasted_as_a_whole_or_refused(qtbot: QtBot, window: MainWindow, dialog: BodiesDialog) -> None:
    document = window.session.document
    before = document.project
    dialog.table.setFocus()
    dialog.table.go_to(0, IXX)
    QGuiApplication.clipboard().setText("1\t2\t3\t0.1\t0.2\t0.3\n1\t1\t1\t5\t0\t0")
    qtbot.keyClick(dialog.table, Key.Key_V, CTRL)
    assert document.project is before
    assert dialog.message.text.startswith("Pasting: link 2:")
    QGuiApplication.clipboard().setText("1\t2\t3\t0,1\t0,2\t0,3\n10000 kg cm²\t1\t1\t0\t0\t0")
    qtbot.keyClick(dialog.table, Key.Key_V, CTRL)
    assert document.robot.links[0].inertia == (1.0, 2.0, 3.0, 0.1, 0.2, 0.3)
    assert document.robot.links[1].inertia == (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)


def test_delete_and_cut_clear_cells(qtbot: QtBot, window: MainWindow, dialog: BodiesDialog) -> None:
    document = window.session.document
    dialog.table.setFocus()
    dialog.table.go_to(0, X)
    qtbot.keyClick(dialog.table, Key.Key_X, CTRL)
    assert QGuiApplication.clipboard().text() == "-0.15\n"
    assert document.robot.links[0].com == (0.0, 0.0, 0.0)
    dialog.table.go_to(2, MASS)
    qtbot.keyClick(dialog.table, Key.Key_Delete)
    assert document.robot.links[2].mass == 0.0
    assert document.undo_stack.undoText() == "Clear mass of link 3"


def test_a_tensor_is_pasted_into_the_fields_of_one_link(qtbot: QtBot, window: MainWindow) -> None:
    document, body = window.session.document, window.robot.inertia.body

    def paste(field: NumberField, text: str) -> None:
        field.setFocus()
        QGuiApplication.clipboard().setText(text)
        qtbot.keyClick(field, Key.Key_V, CTRL)

    paste(body.entries[0], "1\t-0,1\t0.3\n-0.1\t2\t0.2\n0.3\t0.2\t2.5\n")
    assert document.robot.links[0].inertia == (1.0, 2.0, 2.5, -0.1, 0.2, 0.3)
    assert document.undo_stack.undoText() == "Set inertia of link 1"
    paste(body.com[1], "-10 mm; 0; 20 mm")
    assert document.robot.links[0].com == (-0.01, 0.0, 0.02)
    before = document.project
    for text, words in (
        ("1\t0.1\t0\n-0.1\t1\t0\n0\t0\t1", "a tensor is symmetric, but xy and yx are 0.1 and -0.1"),
        ("1\t1\t1\t0\t0\t0", "three rows of three"),
        ("1\t5\t0\n5\t1\t0\n0\t0\t1", "inertia xx"),
        ("1\t0\t0\n0\tnan\t0\n0\t0\t1", "finite"),
    ):
        paste(body.entries[0], text)
        assert words in window.robot.inertia.advice.text
        assert document.project is before
        qtbot.keyClick(body.entries[0], Key.Key_Escape)
    assert window.robot.inertia.advice.severity != "error"


def test_it_is_opened_once_and_again(qtbot: QtBot, window: MainWindow, dialog: BodiesDialog) -> None:
    action(window, "Bodies of all links").trigger()
    assert len(window.findChildren(BodiesDialog)) == 1
    dialog.close()
    qtbot.waitUntil(lambda: not window.findChildren(BodiesDialog))
    action(window, "Bodies of all links").trigger()
    assert len(window.findChildren(BodiesDialog)) == 1


def test_a_long_arm_opens_at_once(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    document.replace(set_links(load("planar-3r-free-fall"), document.robot.links[:1] * 200))
    start = time.thread_time()
    dialog = window.robot.inertia.open_bodies()
    qtbot.waitExposed(dialog)
    assert time.thread_time() - start < 3.0  # what every row costs another time takes far longer
    model, heard = dialog.model, []
    model.dataChanged.connect(lambda *_: heard.append(1))
    document.edit(set_links(document.project, document.robot.links), "nothing")
    assert heard == []


def test_the_sheet_names_every_column_once(window: MainWindow) -> None:
    names = [column.name for column in COLUMNS]
    assert len(set(names)) == 10
    assert BodySheet().get(window.session.document.project, 0, IYY) == 0.00375


def edit_menu(window: MainWindow) -> QMenu:
    return next(each for each in window.menuBar().findChildren(QMenu) if each.title() == "&Edit")


def choose(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """By mouse, as it is done."""
    menu = edit_menu(window)
    bar = window.menuBar()
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(menu.menuAction()).center())
    qtbot.waitUntil(menu.isVisible)
    entry = next(each for each in menu.actions() if each.text().startswith(name))
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())
    qtbot.waitUntil(lambda: not menu.isVisible())


def test_the_edit_menu_copies_and_pastes_in_tables(qtbot: QtBot, window: MainWindow) -> None:
    document, table = window.session.document, window.robot.table
    table.setFocus()
    table.go_to(0, 1)
    choose(qtbot, window, "Copy")
    assert QGuiApplication.clipboard().text() == "0.3\n"
    table.go_to(2, 1)
    choose(qtbot, window, "Paste")
    assert document.robot.links[2].a == 0.3
    field = window.robot.inertia.body.mass
    field.setFocus()
    field.selectAll()
    choose(qtbot, window, "Cut")
    assert QGuiApplication.clipboard().text() == "0.3"
    assert field.text() == ""


def test_the_edit_menu_shows_keys_and_what_cannot_be_done(qtbot: QtBot, window: MainWindow) -> None:
    texts = [each.text() for each in edit_menu(window).actions()]
    assert "Cut\tCtrl+X" in texts
    assert any(text.startswith("Duplicate\tCtrl+D") for text in texts)
    window.arm.setFocus()
    edit_menu(window).aboutToShow.emit()
    assert not any(each.isEnabled() for each in window.menus.clipboard.actions)
    window.robot.table.setFocus()
    edit_menu(window).aboutToShow.emit()
    assert all(each.isEnabled() for each in window.menus.clipboard.actions)


def test_a_row_number_has_a_menu(qtbot: QtBot, window: MainWindow) -> None:
    table = window.robot.table
    header = table.verticalHeader()
    place = QPoint(8, header.sectionViewportPosition(1) + 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, header.viewport().mapToGlobal(place))
    QApplication.sendEvent(header.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert table.full_rows() == [1]
    remove = next(each for each in menu.actions() if each.text() == "Remove")
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(remove).center())
    assert [link.a for link in window.session.document.robot.links] == [0.3, 0.22]


def test_f6_leads_out_of_a_table_and_round(qtbot: QtBot, window: MainWindow) -> None:
    def panel() -> QWidget | None:
        focus = QApplication.focusWidget()
        panels = (window.robot, window.arm, window.run, window.plots, window.actuators)
        return next((each for each in panels if each is focus or each.isAncestorOf(focus)), None)

    table = window.robot.table
    table.setFocus()
    table.go_to(0, 1)
    seen = []
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Key.Key_F6)
        seen.append(panel())
    assert seen == [window.arm, window.run, window.plots, window.robot]
    assert table.hasFocus()
    qtbot.keyClick(table, Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert panel() is window.plots
    window.docks[2].hide()
    table.setFocus()
    qtbot.keyClick(table, Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert panel() in (window.run, window.actuators)


def test_f6_keeps_what_was_being_typed(qtbot: QtBot, window: MainWindow) -> None:
    table = window.robot.table
    table.setFocus()
    table.go_to(0, 1)
    qtbot.keyClicks(table, "0")
    editor = table.viewport().findChild(QLineEdit)
    assert editor is not None
    qtbot.keyClicks(editor, ".7")
    qtbot.keyClick(editor, Key.Key_F6)
    assert window.session.document.robot.links[0].a == 0.7
    assert QApplication.focusWidget() is window.arm


def test_a_closed_dialog_is_told_of_nothing_any_more(qtbot: QtBot, window: MainWindow, dialog: BodiesDialog) -> None:
    preferences = window.session.preferences
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()
    with qtbot.captureExceptions() as found:
        preferences["degrees"] = not preferences["degrees"]
        preferences["theme"] = "dark" if preferences["theme"] == "light" else "light"
        window.session.document.replace(load("puma560"))
        QApplication.processEvents()
    assert not found


def test_nothing_is_told_to_a_dialog_that_has_gone(qtbot: QtBot, window: MainWindow, dialog: BodiesDialog) -> None:
    dialog.close()
    dialog.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(dialog)
    preferences, document = window.session.preferences, window.session.document
    recolour(qtbot, preferences, "dark" if preferences["theme"] != "dark" else "light")
    preferences["degrees"] = not preferences["degrees"]
    document.edit(change_link(document.project, 0, mass=2.0), "Set the mass")
    document.undo_stack.undo()
    document.replace(load("scara"))
