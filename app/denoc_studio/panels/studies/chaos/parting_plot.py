"""How far the arms of a cloud have parted from the run over time: decades upwards, so that a steady growth of errors is
a straight line."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtWidgets import QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.picture.arm.cloud_lines import Parting
from denoc_studio.plots.many.scales import length_words
from denoc_studio.widgets.graphs.plane_plot import Dash, PlanePlot
from denoc_studio.widgets.imports.graphs import pg

LEAST = 1e-15  # m: less is rounding
MOST_TICKS = 7


class PartingPlot(PlanePlot):
    """A click tells a time."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__("How far the arms have parted from the run, over time", themes, parent)
        self._found: Parting | None = None
        self._tenfold = math.inf
        self._time = 0.0
        self._cursor = pg.InfiniteLine(0.0, 90)
        self.getPlotItem().setMouseEnabled(False, False)
        self.recoloured.connect(self._draw)
        self._draw()

    def show_parting(self, found: Parting | None, tenfold: float = math.inf) -> None:
        """With a line along which errors grow tenfold every so many seconds."""
        self._found, self._tenfold = found, tenfold
        self._draw()

    def set_time(self, time: float) -> None:
        self._time = time
        self._cursor.setValue(time)

    def fit(self) -> None:
        """It is always seen whole."""

    def _draw(self) -> None:
        self.empty()
        self.label("time [s]", "distance from the run")
        found = self._found
        if found is None:
            self.legend()
            return
        theme = self.theme
        low, middle, high = np.log10(np.maximum(found.lengths, LEAST))
        edges = [self.line(found.t, values, theme.muted, 0.8) for values in (low, high)]
        shade = pg.mkColor(theme.muted)
        shade.setAlpha(60)
        self.addItem(pg.FillBetweenItem(*edges, brush=shade))
        self.line(found.t, middle, theme.text, 1.8)
        entries = [("\u2501 half of the arms", theme.text), ("\u2588 5 to 95 %", theme.muted)]
        known = np.flatnonzero(np.isfinite(middle))
        top = float(np.nanmax(high)) if len(known) else 0.0
        bottom = float(np.nanmin(low)) if len(known) else -1.0
        if math.isfinite(self._tenfold) and len(known):
            self.line(*self._slope(found.t[known], middle[known]), theme.text, 1.0, Dash.DashLine)
            entries.append(("\u2504 tenfold every " + f"{self._tenfold:.2g} s", theme.text))
        self.legend(*entries)
        self._cursor = pg.InfiniteLine(self._time, 90, pen=pg.mkPen(theme.ink, width=1))
        self.addItem(self._cursor)
        self._scale(bottom, top, float(found.t[-1]))

    def _slope(self, t: np.ndarray, middle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A line of the exponent's slope through where half of the arms are half of the way, by decades, and as high as
        they come."""
        low, high = float(middle.min()), float(middle.max())
        place = int(np.argmax(middle >= (low + high) / 2))
        heights = np.array([low, high])
        return t[place] + (heights - middle[place]) * self._tenfold, heights

    def _scale(self, bottom: float, top: float, end: float) -> None:
        first, last = math.floor(bottom), max(math.ceil(top), math.floor(bottom) + 1)
        every = -(-(last - first) // MOST_TICKS)
        ticks = [(power, length_words(power)) for power in range(first, last + 1, every)]
        self.getPlotItem().getAxis("left").setTicks([ticks])
        box = self.getPlotItem().getViewBox()
        box.setRange(xRange=(0.0, end), yRange=(first, last), padding=0.02)
