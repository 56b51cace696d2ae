"""Scrubbing: a value follows a sideways drag of its cell."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

from app.views.dh_model import DhModel

PIXELS = 6  # a step


class Scrub:
    """One drag. The value is always counted from where it began, so the way back leads to the same numbers."""

    def __init__(self, model: DhModel, index: QModelIndex, x: float, gesture: str) -> None:
        self._model = model
        self._index = QPersistentModelIndex(index)
        self._start = model.value(index)
        self._x = x
        self._gesture = gesture

    def move(self, x: float, shift: int) -> None:
        if self._index.isValid():
            self._model.spin_from(self._start, self._index, int((x - self._x) / PIXELS), shift, self._gesture)
