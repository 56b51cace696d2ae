"""The numbers of the legend: of the curves that are drawn, at the time cursor and over the whole run."""

from __future__ import annotations

import math
from collections.abc import Sequence

from denoc_studio.panels.plots.curve_figures import CurveFigures
from denoc_studio.panels.plots.legend_model import ACROSS, DIFFERENCE, HIGH, LOW, PEAK, RMS, VALUE, Entry
from denoc_studio.panels.plots.sheet import PlotSheet
from denoc_studio.plots.measured import Overlay
from denoc_studio.plots.readout import awaited, four_digits, locate, value
from denoc_studio.session.run import Run


class CurveReadings:
    """What is set here is of the run that is drawn."""

    def __init__(self, sheet: PlotSheet, figures: CurveFigures) -> None:
        self._sheet = sheet
        self._figures = figures
        self.run: Run | None = None
        self.minus: Run | None = None  # the run that is subtracted
        self.log: Overlay | None = None  # that is laid over it
        self.cursor = 0.0  # seconds
        self.measure: dict[str, float] = {}  # "A" and "B" to their times
        self.doubtful_from = math.inf

    def follow(self, entries: Sequence[Entry]) -> None:
        """The curves that are drawn now, which the legend lists in the same order.

        Of a run that is over only whole ones have figures.
        """
        running = self.run is not None and self.run.running
        panels = [(tile.kind.key, panel) for tile in self._sheet.shown for panel in tile.panels]
        drawn = [(key, panel, curve) for key, panel in panels for curve in panel.listed]
        curves = {
            entry.curve: (curve.x if curve.measured else panel.t, curve.y)
            for entry, (key, panel, curve) in zip(entries, drawn, strict=True)
            if running or curve.measured or key == "residual" or not self._sheet.lacks(panel, curve)
        }
        self._figures.follow((self.run, self.minus, self.log), curves, running=running)

    def awaited(self, t: float) -> bool:
        """Are the samples of the run still short of this time?"""
        return self.run is not None and awaited(self.run.end, t)

    def value(self, plot: str, name: str, t: float, across: bool = False) -> float:
        """Of a curve of a plot by its symbol, or its key, in the plot's unit; nan where it has none there, or not yet.
        In a plane, `across` asks for the other coordinate."""
        found = self._sheet.curve(plot, name)
        if found is None or self.awaited(t):
            return math.nan
        panel, drawn = found
        if drawn.measured or plot == "residual":
            inside = len(drawn.x) and drawn.x[0] <= t <= drawn.x[-1]
            return value(drawn.y, locate(drawn.x, t)) if inside else math.nan
        if 0 < len(panel.t) < self._sheet.count and t > panel.t[-1]:
            return math.nan  # it is not known yet, or only one of two runs has come so far
        return value(drawn.x if across else drawn.y, locate(panel.t, t))

    def text(self, entry: Entry, column: int) -> str:
        found = self._figures.of(entry.curve)
        largest = found.largest if found is not None else 0.0
        if column in (ACROSS, VALUE):
            if column == ACROSS and entry.curve.x_symbol == "t":
                return ""
            at_cursor = self.value(entry.plot, entry.curve.symbol, self.cursor, column == ACROSS)
            return four_digits(at_cursor, largest if column == VALUE else 0.0)
        if column == DIFFERENCE:
            if not self.measure:
                return ""
            a, b = (self.value(entry.plot, entry.curve.symbol, self.measure[name]) for name in "AB")
            return four_digits(b - a, largest)
        if found is None or math.isnan(found.low):
            return ""
        if column == PEAK:
            return f"{found.peak_time:.3f}" if found.peak_time == found.peak_time else ""
        return four_digits({LOW: found.low, HIGH: found.high, RMS: found.rms}[column], largest)

    def time(self, entry: Entry, column: int) -> float:
        found = self._figures.of(entry.curve)
        if found is None:
            return math.nan
        return {LOW: found.low_time, HIGH: found.high_time, PEAK: found.peak_time}.get(column, math.nan)

    def doubtful(self, t: float) -> bool:
        return t > self.doubtful_from
