"""Pieces that the pages of the Identify panel share."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from denoc.basics.cancelling import Cancelled
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import note
from denoc_studio.widgets.task import Task

SIDE = 248  # pixels of the column of fields
PADDING = 8


class Search(QObject):
    """One computation at a time that tells how far it is and can be given up; what was given up says nothing."""

    started = Signal()
    reached = Signal(float)  # the share that is done
    done = Signal(object)
    failed = Signal(str)
    ended = Signal()  # in whichever way

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._cancel = threading.Event()

    @property
    def busy(self) -> bool:
        return self._task is not None

    def start(self, work: Callable[[Callable[[float], None], threading.Event], Any]) -> None:
        """`work` is given a function for its progress and the flag that ends it with Cancelled."""
        if self._task is not None:
            return
        cancel = self._cancel = threading.Event()

        def carried_out(tell: Callable[..., None]) -> Any:
            try:
                return work(lambda share: tell("", share), cancel)
            except Cancelled:
                return None

        self._task = Task(carried_out, self)
        self._task.reached.connect(self.reached)
        self._task.done.connect(lambda found: None if cancel.is_set() else self.done.emit(found))
        self._task.failed.connect(lambda reason: None if cancel.is_set() else self.failed.emit(reason))
        self._task.finished.connect(self._finished)
        self._task.start()
        self.started.emit()

    def stop(self) -> None:
        self._cancel.set()

    def finish(self) -> None:
        """Give up and wait; before the window goes."""
        self.stop()
        if self._task is not None:
            self._task.wait()

    def _finished(self) -> None:
        if self._task is not None:
            self._task.deleteLater()
        self._task = None
        self.ended.emit()


def number(unit: Unit, name: str, tip: str, value: float | None, *, least: float = 0.0, empty: str = "") -> NumberField:
    """A field that is `optional` where its value is None, and says `empty` then."""
    field = NumberField(unit, minimum=least, optional=value is None)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    field.setPlaceholderText(empty)
    field.set_value(value)
    return field


def button(text: str, tip: str, slot: Callable[[], object], *, primary: bool = False) -> QPushButton:
    made = QPushButton(text)
    made.setToolTip(tip)
    made.setProperty("primary", primary)
    made.setAutoDefault(False)
    made.clicked.connect(lambda: slot())
    return made


def muted() -> QLabel:
    """Plain words of less weight, that wrap and never widen a panel."""
    label = note()
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    label.setMinimumWidth(1)
    return label


def side(inside: QWidget, width: int = SIDE) -> QScrollArea:
    """A column of fields of a fixed width in pixels, which scrolls where the panel is low."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    area.setFixedWidth(width)
    area.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
    return area


class EmptyState(QWidget):
    """One muted sentence and one plain button in the place of the thing."""

    def __init__(self, words: str, offered: QPushButton) -> None:
        super().__init__()
        self.words = muted()
        self.words.setText(words)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self.words)
        column.addWidget(offered, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
