"""Statistics of the curves that are shown, found in slices between turns of the event loop, once for each run."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from denoc_studio.plots.curves import Curve, Panel
from denoc_studio.plots.statistics import Accumulator, Statistics

AT_A_TIME = 0.008  # seconds of a turn
NEXT_TURN, NEXT_LOOK = 2, 300  # ms: of a run that is over, of one that goes on


class CurveName(NamedTuple):
    """What tells a curve of a run from all others of it."""

    plot: str
    unit: str
    symbol: str
    x_symbol: str


def name_of(plot: str, panel: Panel, curve: Curve) -> CurveName:
    return CurveName(plot, panel.y.unit, curve.symbol, curve.x_symbol)


class CurveFigures(QObject):
    """`changed` when there are more of them."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._source: object = None
        self._curves: Mapping[CurveName, tuple[np.ndarray, np.ndarray]] = {}
        self._running = False
        self._found: dict[CurveName, Accumulator] = {}
        self._figures: dict[CurveName, Statistics] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)

    def follow(
        self, source: object, curves: Mapping[CurveName, tuple[np.ndarray, np.ndarray]], *, running: bool
    ) -> None:
        """Times and values of curves, which only grow as long as they are of the same `source`."""
        if source != self._source:
            self._source = source
            self._found.clear()
            self._figures.clear()
        self._curves, self._running = curves, running
        if not running:
            self._work()
        elif not self._timer.isActive():
            self._timer.start(NEXT_LOOK)

    def of(self, name: CurveName) -> Statistics | None:
        """None while they are not known: of all samples, or of a run that goes on, of those at the last look."""
        found, curve = self._found.get(name), self._curves.get(name)
        if found is None or curve is None or (not self._running and found.count < len(curve[1])):
            return None
        return self._figures.get(name)

    def _work(self) -> None:
        until = time.perf_counter() + AT_A_TIME
        fresh = False
        for name, (t, y) in self._curves.items():
            found = self._found.setdefault(name, Accumulator())
            if found.count == len(y) and name in self._figures:
                continue
            while (more := found.take(t, y)) and time.perf_counter() < until:
                pass
            if not more:
                self._figures[name] = found.statistics
                fresh = True
            if time.perf_counter() >= until:
                self._timer.start(NEXT_TURN)
                break
        if fresh:
            self.changed.emit()
