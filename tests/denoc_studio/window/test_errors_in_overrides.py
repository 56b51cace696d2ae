"""Exceptions inside methods that Qt calls: logged, told, and the window lives on. Real processes: they might crash."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.studio.processes import WindowProcess

BREAK = """
import logging
from functools import wraps
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken
from denoc_studio.widgets import guard
from denoc_studio.window.crash_log import LOG

failing, met = [], set()

def broken(kind, name, method):
    @wraps(method)
    def wrapper(self, *given, **named):
        painter = QPainter(self) if failing and name == "paintEvent" else None  # alive in the traceback
        if failing:
            raise ValueError(f"{kind.__name__}.{name}")
        return method(self, *given, **named)
    return wrapper

class Met(logging.Handler):
    def emit(self, record):
        last = record.getMessage().strip().splitlines()[-1]
        if last.startswith("ValueError: "):
            met.add(last.removeprefix("ValueError: "))

LOG.addHandler(Met())
for kind in set(guard._classes(Shiboken.Object)):
    if kind.__module__.startswith("denoc_studio."):
        for name, method in guard.overrides(kind).items():
            if KINDS.fullmatch(name):
                setattr(kind, name, broken(kind, name, method))

def closing():
    raise ValueError("closing")

def use(window):
    for size in ((1000, 700), (1300, 800)):
        window.resize(*size)
        QTest.qWait(50)
    for widget in window.findChildren(QWidget):
        if Shiboken.isValid(widget) and widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            widget.setFocus()
            QTest.keyClick(widget, Qt.Key.Key_1)
            QTest.keyClick(widget, Qt.Key.Key_Tab)
            QTest.mouseMove(widget, QPoint(3, 3))
            widget.sizeHint()
            widget.repaint()
    QTest.qWait(100)

def begin():
    window = main_window()
    settled = lambda: window.session.playback.complete and not window.session.runner.computing
    def fail():
        failing.append(True)
        edit()
        use(window)
        use(window)
        may_discard = window.files.may_discard
        window.files.may_discard = closing
        window.close()
        window.files.may_discard = may_discard
        say(window.isVisible())
        failing.clear()
        say(window.status.currentMessage())
        say(" ".join(sorted(met)))
        edit(0.5)
        when(settled, lambda: (window.session.document.undo_stack.setClean(), window.close()))
    when(settled, fail)
"""
KINDS = {
    "pictures": (
        r"paint|paintEvent|initStyleOption|data|headerData|flags",
        {"TimeSlider.paintEvent", "NumberField.paintEvent", "CellModel.headerData", "CellTable.paintEvent"},
    ),
    "sizes": (
        r"sizeHint|minimumSizeHint|resizeEvent|boundingRect|rowCount|columnCount|textFromValue|valueFromText|validate",
        {"NumberField.sizeHint", "PlotCanvas.resizeEvent", "PlotAxis.boundingRect", "CellModel.rowCount"},
    ),
    "events": (
        r"event|eventFilter|viewportEvent|(key|mouse|wheel|focus|leave|show|change)\w*Event|undo|redo|mergeWith",
        {"FocusRing.eventFilter", "CellTable.event", "PlotCanvas.viewportEvent", "ReplaceProject.redo"},
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_errors_in_overrides(qapp: QApplication, tmp_path: Path, kind: str) -> None:
    """Every override of some kind in all classes of the window fails for a while, at each call."""
    pattern, least = KINDS[kind]
    with WindowProcess(tmp_path, f"import re\nKINDS = re.compile({pattern!r})\n{BREAK}") as window:
        window.hear("True")
        told, met = window.says.readline(), set(window.says.readline().split())
        code, written, complained = window.end()
        assert (code, written) == (0, ""), complained
        assert complained == ""
        assert told.startswith("The program made an error: ValueError: ")
        assert met >= least | {"closing"}
        assert "ValueError: " in window.log.read_text()
