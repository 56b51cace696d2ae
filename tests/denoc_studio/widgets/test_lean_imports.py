"""What PySide and pyqtgraph would do at an import, and need not."""

from __future__ import annotations

import builtins

from PySide6 import QtCore, QtWidgets

from denoc_studio.widgets.imports.graphs import pg
from denoc_studio.widgets.imports.plain_import import restore_import


def test_modules_are_imported_as_without_pyside() -> None:
    restore_import()
    assert builtins.__import__ is builtins.__orig_import__  # type: ignore[attr-defined]


def test_pyqtgraph_has_the_classes_of_qt_and_qt_its_names() -> None:
    assert pg.Qt.QtWidgets.QWidget is QtWidgets.QWidget
    assert pg.Qt.QtCore.Qt.AlignmentFlag is QtCore.Qt.AlignmentFlag
    assert "QWidget" in dir(QtWidgets)
