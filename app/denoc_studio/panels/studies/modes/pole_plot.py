"""Poles in their plane: of a place, with the one that is looked at, and all of a run."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QWidget

from denoc.studies.linear.modes import Modes
from denoc.studies.linear.poles import RunPoles
from denoc_studio.look.theme import Themes
from denoc_studio.widgets.graphs.plane_plot import Dash, PlanePlot
from denoc_studio.widgets.imports.graphs import pg

NONE = np.empty(0)
CROSS, RING, DOT = 11.0, 17.0, 3.0  # pixels


class PolePlot(PlanePlot):
    """A click on a pole tells the number of its mode."""

    picked = Signal(int)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__("Poles", themes, parent)
        self._modes: Modes | None = None
        self._run: RunPoles | None = None
        self._selected, self._time = 0, 0.0
        self._edge = pg.InfiniteLine(0.0, 90)
        self.addItem(self._edge)
        self._path = self.dots(self.theme.muted, DOT)
        self._now = self.dots(self.theme.ink, 2 * DOT)
        self._poles = self.plot([], [], pen=None, symbol=_cross(), symbolSize=CROSS, symbolBrush=None)
        self._ring = self.plot([], [], pen=None, symbol="o", symbolSize=RING, symbolBrush=None)
        self.clicked.connect(self._pick)
        self.recoloured.connect(self._draw)
        self._draw()

    @property
    def has_run(self) -> bool:
        """Whether poles of a run are shown."""
        return self._run is not None

    def show_modes(self, modes: Modes | None, selected: int) -> None:
        self._modes, self._selected = modes, selected
        self._draw()

    def show_run(self, run: RunPoles | None) -> None:
        """The poles of a run beside those of the place, or none."""
        self._run = run
        self._draw()

    def set_time(self, time: float) -> None:
        self._time = time
        self._put_now()

    def select(self, mode: int) -> None:
        self._selected = mode
        self._put_ring()

    def _pick(self, x: float, y: float) -> None:
        """The nearest on the screen; below the real axis its twin counts."""
        if self._modes is None or not len(self._modes.modes):
            return
        width, height = self.getPlotItem().getViewBox().viewPixelSize()
        poles = np.array([mode.pole for mode in self._modes.modes])
        self.picked.emit(int(np.argmin(np.hypot((poles.real - x) / width, (poles.imag - abs(y)) / height))))

    def _draw(self) -> None:
        theme = self.theme
        self.label("growth [1/s]", "swing [rad/s]")
        self._edge.setPen(self.pen(theme.muted, 1.0, Dash.DashLine))
        self._poles.setSymbolPen(pg.mkPen(theme.text, width=1.8))
        self._ring.setSymbolPen(pg.mkPen(theme.ink, width=1.8))
        poles = self._modes.poles if self._modes is not None else NONE
        self._poles.setData(poles.real, poles.imag)
        path = self._run.poles.ravel() if self._run is not None else NONE
        self.put_dots(self._path, path.real, path.imag, theme.muted)
        self._now.setSymbolBrush(theme.ink)
        self._put_ring()
        self._put_now()
        run = (("● over the run", theme.muted), ("● at the cursor", theme.ink)) if self._run is not None else ()
        self.legend(("× poles here", theme.text), *run)
        self.fit()

    def _put_ring(self) -> None:
        modes = self._modes
        pole = [modes.modes[self._selected].pole] if modes is not None and self._selected < len(modes.modes) else []
        both = np.array([each for one in pole for each in (one, one.conjugate())])
        self._ring.setData(both.real, both.imag)

    def _put_now(self) -> None:
        run = self._run
        now = NONE if run is None else run.poles[int(np.abs(run.t - self._time).argmin())]
        self._now.setData(now.real, now.imag)


def _cross() -> QPainterPath:
    path = QPainterPath()
    for way in (1, -1):
        path.moveTo(-0.5, -0.5 * way)
        path.lineTo(0.5, 0.5 * way)
    return path
