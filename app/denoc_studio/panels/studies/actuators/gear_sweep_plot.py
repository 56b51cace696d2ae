"""What every gear ratio asks of a joint's motor, in shares of what the motor has; a click sets the ratio."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QWidget

from denoc.studies.sizing import GearSweep
from denoc.torques.motors import Motor
from denoc_studio.look.colours import joint_colours
from denoc_studio.look.theme import Themes
from denoc_studio.session.commands import held
from denoc_studio.widgets.graphs.plane_plot import PlanePlot
from denoc_studio.widgets.imports.graphs import pg

DIGITS = 3  # of a ratio that was clicked
LOWEST, HIGHEST = 1.0, 1000.0  # per cent: far enough to both sides of what there is
NOTHING = 1e-9  # per cent: what a logarithm shows of it
SHADE = 38  # of 255
FARTHEST = 12.0  # powers of ten: nobody means a ratio beyond
TIP = "Click to set the gear ratio, or drag the line. The shaded ratios fit"


class GearSweepPlot(PlanePlot):
    """Both axes are logarithmic. The vertical line is the present ratio: drag it, or click elsewhere."""

    ratio_chosen = Signal(float, str)  # and the gesture that it belongs to, empty for a click

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__("Gear ratios", themes, parent)
        self.setToolTip(TIP)
        self._shown: tuple[GearSweep, Motor, float, bool] | None = None
        self._gesture = ""
        self.line_item: pg.InfiniteLine | None = None
        self.getPlotItem().setLogMode(x=True, y=True)
        self.clicked.connect(lambda x, _: self._choose(x, ""))
        self.recoloured.connect(self._draw)

    def show_sweep(self, sweep: GearSweep | None, motor: Motor | None, ratio: float, revolute: bool) -> None:
        """None clears the plot."""
        self._shown = None if sweep is None or motor is None else (sweep, motor, ratio, revolute)
        self._draw()

    def set_ratio(self, ratio: float) -> None:
        """The present ratio, while the sweep stays what it is."""
        if self._shown is not None and self.line_item is not None:
            self._shown = (*self._shown[:2], ratio, self._shown[3])
            self.line_item.setValue(math.log10(ratio))
            self.line_item.label.setFormat(_written(ratio))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._gesture = held("ratio")
        super().mousePressEvent(event)

    def _choose(self, place: float, gesture: str) -> None:
        if self._shown is not None and abs(place) < FARTHEST:
            self.ratio_chosen.emit(float(f"{10**place:.{DIGITS}g}"), gesture)

    def _draw(self) -> None:
        self.empty()
        self.line_item = None
        if self._shown is None:
            return
        sweep, motor, ratio, revolute = self._shown
        why = f"best {_written(sweep.best)}: {sweep.reason}" if sweep.best is not None else "none fits"
        self.setToolTip(f"{TIP}; {why}")
        self.label(f"gear ratio{'' if revolute else ' [rad/m]'}; {why}", "needed of what there is [%]")
        self._shade(sweep)
        colours = joint_colours(3, self.theme.dark)
        for needed, there, colour in (
            (sweep.rms_torque, motor.continuous_torque, colours[0]),
            (sweep.peak_torque, motor.peak_torque, colours[1]),
            (sweep.peak_speed, motor.top_speed, colours[2]),
        ):
            self.line(sweep.ratios, np.maximum(100 * needed / there, NOTHING), colour, 1.6)
        names = ("continuous", "peak", "speed")
        self.legend(*(zip((f"— {name}" for name in names), colours, strict=True)))
        self._mark(2.0, 0, "", self.theme.error, Qt.PenStyle.DashLine)
        if sweep.best is not None:
            self._mark(math.log10(sweep.best), 90, f"best {_written(sweep.best)}", self.theme.muted)
        self.line_item = self._mark(math.log10(ratio), 90, _written(ratio), self.theme.ink)
        self.line_item.setMovable(True)
        self.line_item.sigDragged.connect(lambda line: self._choose(line.value(), self._gesture))
        self.fit()

    def fit(self) -> None:
        if self._shown is None:
            return
        ratios = self._shown[0].ratios
        box = self.getPlotItem().getViewBox()
        box.setXRange(math.log10(ratios[0]), math.log10(ratios[-1]), padding=0.02)
        box.setYRange(math.log10(LOWEST), math.log10(HIGHEST), padding=0.02)

    def _shade(self, sweep: GearSweep) -> None:
        if sweep.interval is None:
            return
        fill = QColor(joint_colours(3, self.theme.dark)[2])
        fill.setAlpha(SHADE)
        ends = [math.log10(ratio) for ratio in sweep.interval]
        region = pg.LinearRegionItem(ends, brush=fill, pen=pg.mkPen(None), movable=False)
        region.setZValue(-10)
        self.addItem(region)

    def _mark(
        self, value: float, angle: int, text: str, colour: str, dash: Qt.PenStyle = Qt.PenStyle.SolidLine
    ) -> pg.InfiniteLine:
        place = 0.12 if colour == self.theme.muted else 0.04
        options = {"position": place, "color": colour, "fill": self.theme.base}
        pen = pg.mkPen(colour, width=1.5, style=dash)
        line = pg.InfiniteLine(value, angle, pen=pen, label=text or None, labelOpts=options if text else None)
        self.addItem(line)
        return line


def _written(ratio: float) -> str:
    return f"{float(f'{ratio:.{DIGITS}g}'):g}"
