"""Two columns of a sweep as points, a third as their colour; a line where one entry varies step by step."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.plots.many.scales import shade
from denoc_studio.plots.sweep.points import Points
from denoc_studio.widgets.graphs.plane_plot import PlanePlot
from denoc_studio.widgets.imports.graphs import pg

DOT, RING = 7.0, 15.0  # pixels
NEAR = 24.0  # pixels from a point: farther away the mouse means none
SHADES = 64  # of the scale
DRAWN = 4000  # points at most: more could not be told apart, and would keep the window waiting
NONE = np.empty(0)


class SweepPlot(PlanePlot):
    """`pointed` tells the run under the mouse, from 0, or -1; `picked` the one that is clicked."""

    pointed = Signal(int)
    picked = Signal(int)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__("Plot of the sweep", themes, parent)
        self.points: Points | None = None
        self._line, self._names, self._chosen = False, ("", ""), -1
        self._path = self.line(NONE, NONE, self.theme.slate)
        self._dots = pg.ScatterPlotItem(size=DOT, pen=None)
        self.addItem(self._dots)
        self._ring = self.plot([], [], pen=None, symbol="o", symbolSize=RING, symbolBrush=None)
        self.scene().sigMouseMoved.connect(self._look)
        self.clicked.connect(self._pick)
        self.recoloured.connect(self._draw)

    def show_points(self, points: Points | None, names: tuple[str, str], *, line: bool) -> None:
        """`names` are those of the axes, with units."""
        moved = names != self._names
        self.points, self._names, self._line = points, names, line
        self._draw()
        if moved:
            self.fit()

    def select(self, run: int) -> None:
        self._chosen = run
        self._put_ring()

    def near(self, x: float, y: float) -> int:
        """The run of the point that lies nearest to a place of the plot, -1 where none is near."""
        if self.points is None:
            return -1
        width, height = self.getPlotItem().getViewBox().viewPixelSize()
        found = self.points.nearest(x, y, (width, height), NEAR)
        return -1 if found is None else found

    def _look(self, place: QPointF) -> None:
        box = self.getPlotItem().getViewBox()
        inside = box.sceneBoundingRect().contains(place)
        values = box.mapSceneToView(place)
        self.pointed.emit(self.near(values.x(), values.y()) if inside else -1)

    def _pick(self, x: float, y: float) -> None:
        run = self.near(x, y)
        if run >= 0:
            self.picked.emit(run)

    def _draw(self) -> None:
        theme, points = self.theme, self.points
        self.label(*self._names)
        self._path.setPen(self.pen(theme.slate, 1.6))
        self._ring.setSymbolPen(pg.mkPen(theme.ink, width=1.8))
        x, y = (NONE, NONE) if points is None else (points.x, points.y)
        self._path.setData(*((x, y) if self._line else (NONE, NONE)))
        each = -(-len(x) // DRAWN) or 1
        self._dots.setData(x=x[::each], y=y[::each], brush=self._brushes(each))
        left = 0 if points is None else points.left
        runs = "1 run has" if left == 1 else f"{left} runs have"
        said = [f"– {runs} no such numbers: not drawn"] if left else []
        said += [f"– {len(x[::each])} of {len(x)} points are drawn"] if each > 1 else []
        self.legend(*((words, theme.muted) for words in said))
        self._put_ring()

    def _brushes(self, each: int) -> QBrush | list[QBrush]:
        """Of every so many points."""
        points, theme = self.points, self.theme
        if points is None or points.places is None:
            return QBrush(QColor(theme.slate))
        colours = shade(np.linspace(0, 1, SHADES), theme.dark)
        brushes = [QBrush(QColor.fromRgbF(*map(float, colour))) for colour in colours]
        brushes.append(QBrush(QColor(theme.line)))  # no number there
        places = points.places[::each]
        place = np.clip(np.nan_to_num(places, posinf=1.0, neginf=0.0), 0, 1) * (SHADES - 1)
        which = np.where(np.isnan(places), SHADES, np.rint(place)).astype(int)
        return [brushes[k] for k in which.tolist()]

    def _put_ring(self) -> None:
        points = self.points
        here = np.zeros(0, dtype=bool) if points is None else points.runs == self._chosen
        self._ring.setData(*((NONE, NONE) if points is None else (points.x[here], points.y[here])))
