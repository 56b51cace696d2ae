"""The time cursor over all plots with the legend's readings at it, and the two cursors that measure."""

from __future__ import annotations

from PySide6.QtCore import QObject

from denoc_studio.panels.plots.canvas import TIME, PlotCanvas
from denoc_studio.panels.plots.legend import Legend
from denoc_studio.panels.plots.readings import CurveReadings
from denoc_studio.panels.plots.sheet import PlotSheet
from denoc_studio.plots.readout import measured
from denoc_studio.session.playback import Playback


class TimeCursors(QObject):
    def __init__(
        self, playback: Playback, canvas: PlotCanvas, sheet: PlotSheet, readings: CurveReadings, legend: Legend
    ) -> None:
        super().__init__(legend)
        self._playback, self._canvas, self._sheet = playback, canvas, sheet
        self._readings, self._legend = readings, legend
        playback.mark_changed.connect(lambda _: self._move_line())
        playback.reading_changed.connect(lambda _: self._read())
        playback.changed.connect(self.move)
        canvas.line_moved.connect(self._line_moved)

    def move(self) -> None:
        """To where the playback is."""
        self._move_line()
        self._read()

    def measure(self, measuring: bool) -> None:
        left, right = self._sheet.span
        places = {"A": left + (right - left) / 3, "B": left + (right - left) * 2 / 3}
        self._canvas.overlay.measure = places if measuring else {}
        self._legend.show_differences(measuring)
        self._show_measure()

    def keep_inside(self) -> None:
        """A run that has become shorter takes the measuring cursors along."""
        lines, last = self._canvas.overlay.measure, self._sheet.duration
        if any(t > last for t in lines.values()):
            lines.update({name: min(t, last) for name, t in lines.items()})
            self._show_measure()

    def _move_line(self) -> None:
        self._canvas.move_cursor(self._playback.time, self._readings.awaited(self._playback.time))

    def _read(self) -> None:
        self._readings.cursor = self._playback.time
        self._legend.refresh(f"at {self._playback.time:.3f} s")

    def _line_moved(self, name: str, time: float) -> None:
        if name == TIME:
            self._playback.seek(time)
            return
        self._canvas.overlay.measure[name] = min(max(time, 0.0), self._sheet.duration)
        self._show_measure()

    def _show_measure(self) -> None:
        lines = self._readings.measure = self._canvas.overlay.measure
        if lines:
            self._legend.foot.setText(measured(lines["A"], lines["B"]))
        self.move()
