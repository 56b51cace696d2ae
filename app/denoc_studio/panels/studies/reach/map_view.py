"""The map of the reach: cells in colours, the outline of the reach, the tip, and the cell that is read out."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from denoc.studies.reach import ReachMap
from denoc_studio.look.theme import Themes
from denoc_studio.plots.many.grids import Cell, Grid, cell_at
from denoc_studio.plots.reach.planes import place
from denoc_studio.widgets.graphs.cell_map import CellMap

TIP = 10.0  # pixels
OFF = 1e-3  # of the map: a tip so far off the plane is not in it
NONE = np.empty(0)


class ReachView(CellMap):
    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        self._tip: np.ndarray | None = None
        self.found: ReachMap | None = None  # the map that is shown
        super().__init__("Map of the reach", themes, parent)
        self.setToolTip("Click to pose the arm there; arrow keys move the read-out, Enter poses")
        self._outline = self.line(NONE, NONE, self.theme.text, 1.2)
        self._tip_mark = self.add_mark("o", TIP)
        self.recoloured.connect(self._recolour)

    def show_map(self, found: ReachMap | None, colours: np.ndarray | None) -> None:
        """A map with the colours of its cells, (rows, columns, 4); none for nothing but the axes."""
        before, self.found = self.found, found
        if found is None or colours is None:
            self._outline.setData(NONE, NONE)
        else:
            self._outline.setData(*np.vstack([found.boundary, found.boundary[:1]]).T)
            self.label(f"{found.axes[0]} [m]", f"{found.axes[1]} [m]")
        same = before is None or found is None or before.axes == found.axes
        self.show_grid(found, colours, same=same)
        self._put_tip()

    def show_tip(self, tip: np.ndarray | None) -> None:
        """Where the tip is now, (3,) in m, world axes."""
        self._tip = tip
        self._put_tip()

    def bounds(self) -> QRectF:
        if self.found is None:
            return QRectF()
        low, high = self.found.boundary.min(axis=0), self.found.boundary.max(axis=0)
        return QRectF(*low.tolist(), *(high - low).tolist()).united(super().bounds())

    def first(self, grid: Grid) -> Cell:
        """At the tip, or in the middle."""
        found = self.found
        x, y, _ = place(found, self._tip) if self._tip is not None and found is not None else (np.nan,) * 3
        return cell_at(grid, x, y) or super().first(grid)

    def _put_tip(self) -> None:
        """Filled where it is in the plane, a ring where it is beside it."""
        if self.found is None or self._tip is None:
            self.place_mark(self._tip_mark, None)
            return
        x, y, off = place(self.found, self._tip)
        beside = abs(off) > OFF * float(np.ptp(self.found.x_edges))
        self.place_mark(self._tip_mark, (x, y), None if beside else self.theme.ink)

    def _recolour(self) -> None:
        self._outline.setPen(self.pen(self.theme.text, 1.2))
        self._put_tip()
