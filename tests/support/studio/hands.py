"""Hands for the tests of panels: typing into cells and fields, choosing, dragging sliders."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QTableView, QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.panels.editing.slider_table import JointSlider, SliderTable
from denoc_studio.panels.editing.sliding import handle_points
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField


def enter(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def put_text(widget: QWidget, text: str) -> None:
    """Typed in the place of what is there, and ended by Enter."""
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(widget, text)
    QTest.keyClick(widget, Qt.Key.Key_Return)


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def type_number(qtbot: QtBot, field: NumberField, text: str) -> None:
    enter(qtbot, field, text)


def type_cell(qtbot: QtBot, table: QTableView, row: int, column: int, text: str) -> None:
    table.setCurrentIndex(table.model().index(row, column))
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Return)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not table.findChildren(QLineEdit))


def column_of(table: QTableView, heading: str) -> int:
    """The column with this heading, whatever its unit."""
    headings = [str(table.model().headerData(k, Qt.Orientation.Horizontal)) for k in range(table.model().columnCount())]
    return [text.split("[")[0].strip() for text in headings].index(heading)


def type_joint(qtbot: QtBot, table: QTableView, joint: int, heading: str, text: str) -> None:
    type_cell(qtbot, table, joint, column_of(table, heading), text)


def choose(box: QComboBox, key: str) -> None:
    index = box.findData(key)
    assert index >= 0
    box.setCurrentIndex(index)
    box.activated.emit(index)


def slider_point(table: SliderTable, row: int, handle: int = 0) -> QPoint:
    """Where a handle of a row's slider is, in the viewport."""
    return handle_points(table.cells, row, table.handles(), table._groove(row))[handle].toPoint()


def handle_point(slider: JointSlider, handle: int = 0) -> QPoint:
    """Where a handle of the slider below a table is."""
    assert slider.slider is not None
    return handle_points(slider._cells, slider.row, slider.slider.columns, slider._groove())[handle].toPoint()


def drag_slider(table: SliderTable, row: int, handle: int, pixels: int) -> None:
    start = slider_point(table, row, handle)
    QTest.mousePress(table.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for k in range(1, 6):
        QTest.mouseMove(table.viewport(), start + QPoint(pixels * k // 5, 0), delay=2)
    QTest.mouseRelease(table.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(pixels, 0))


def at_rest(qtbot: QtBot, session: Session) -> None:
    """Wait for the run of the project as it is."""
    session.runner.start()
    qtbot.waitUntil(lambda: not session.runner.computing, timeout=20_000)
