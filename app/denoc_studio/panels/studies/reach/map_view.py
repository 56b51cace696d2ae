"""The map itself: cells in colours, the outline of the reach, the tip, and the cell that is read out."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from denoc.studies.reach import ReachMap
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.plots.reach.planes import place
from denoc_studio.plots.reach.quantities import cell_at, middle_of
from denoc_studio.widgets.graphs.plane_plot import PlanePlot
from denoc_studio.widgets.imports.graphs import pg

AROUND = 0.04  # of the map, beside it
BESIDE, BELOW = 64, 44  # pixels that the axes take
TIP, CURSOR, HALO = 10.0, 12.0, 4.0  # pixels: of the tip, of the mark at the cell read out, of what is behind its line
OFF = 1e-3  # of the map: a tip so far off the plane is not in it
FAR = 5  # cells, with Shift
STEPS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (1, 0), Qt.Key.Key_Down: (-1, 0)}
FRAME = "ReachView {{ border: 1px solid {line}; }} ReachView:focus {{ border: 2px solid {ink}; }}"
NONE = np.empty(0)
Cell = tuple[int, int]  # row and column


class ReachView(PlanePlot):
    """`pointed` tells the cell under the mouse, or else the one that the arrow keys have gone to, None where there is
    none; `chosen` the cell that was clicked, or Enter pressed at."""

    pointed = Signal(object)
    chosen = Signal(object)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        self._found: ReachMap | None = None
        self._tip: np.ndarray | None = None
        self._held: Cell | None = None  # where the arrow keys are
        self.shown: Cell | None = None
        super().__init__("Map of the reach", themes, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setToolTip("Click to pose the arm there; arrow keys move the read-out, Enter poses")
        item = self.getPlotItem()
        item.setAspectLocked(True)
        item.setMouseEnabled(False, False)
        self._cells = pg.ImageItem(axisOrder="row-major")
        self._cells.setZValue(-10)
        self.addItem(self._cells)
        self._outline = self.line(NONE, NONE, self.theme.text, 1.2)
        self._halos = [self._mark("s", CURSOR), self._mark("o", TIP)]  # so that marks are seen on any colour
        self._marks = [self._mark("s", CURSOR), self._mark("o", TIP)]
        self.clicked.connect(self._click)
        self.recoloured.connect(self._recolour)
        self._recolour()

    def minimumSizeHint(self) -> QSize:
        return QSize(140, 110)

    @property
    def found(self) -> ReachMap | None:
        """The map that is shown."""
        return self._found

    def show_map(self, found: ReachMap | None, colours: np.ndarray | None) -> None:
        """A map with the colours of its cells, (rows, columns, 4); none for nothing but the axes."""
        before, self._found = self._found, found
        if found is None or colours is None:
            self._cells.clear()
            self._outline.setData(NONE, NONE)
            self._point(None)
            self._put_tip()
            return
        low, high = (np.array([found.x_edges[k], found.y_edges[k]]) for k in (0, -1))
        self._cells.setImage(colours, autoLevels=False, levels=None)
        self._cells.setRect(QRectF(*low.tolist(), *(high - low).tolist()))
        closed = np.vstack([found.boundary, found.boundary[:1]])
        self._outline.setData(*closed.T)
        self.label(f"{found.axes[0]} [m]", f"{found.axes[1]} [m]")
        self.getPlotItem().getViewBox().setRange(self._bounds(found), padding=AROUND)
        if before is None or before.values.shape != found.values.shape or before.axes != found.axes:
            self._held = self._moved(before, self._held)
            self.shown = self._moved(before, self.shown)
        self._put_cursor()
        self._put_tip()
        self.pointed.emit(self.shown)

    def width_for(self, height: int) -> int:
        """Pixels across which the map needs, of so many high."""
        if self._found is None:
            return 0
        bounds = self._bounds(self._found)
        return round((height - BELOW) * bounds.width() / bounds.height() * (1 + 2 * AROUND)) + BESIDE

    def show_tip(self, tip: np.ndarray | None) -> None:
        """Where the tip is now, (3,) in m, world axes."""
        self._tip = tip
        self._put_tip()

    def fit(self) -> None:
        """It is always seen whole."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        box = self.getPlotItem().getViewBox()
        where = self.mapToScene(event.position().toPoint())
        cell = None
        if self._found is not None and box.sceneBoundingRect().contains(where):
            values = box.mapSceneToView(where)
            cell = cell_at(self._found, values.x(), values.y())
        self._point(cell if cell is not None else self._held)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(self._held)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._held = None
        self._point(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self._found is None or not (key in STEPS or key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            event.ignore()
            return
        if key not in STEPS:
            if self._held is not None:
                self.chosen.emit(self._held)
            return
        far = FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        rows, columns = self._found.values.shape
        row, column = self._held or self._first(self._found)
        up, right = STEPS[key] if self._held is not None else (0, 0)
        self._held = min(max(row + far * up, 0), rows - 1), min(max(column + far * right, 0), columns - 1)
        self._point(self._held)

    def _first(self, found: ReachMap) -> Cell:
        """Where the arrow keys begin: at the tip, or in the middle."""
        x, y, _ = place(found, self._tip) if self._tip is not None else (np.nan,) * 3
        rows, columns = found.values.shape
        return cell_at(found, x, y) or (rows // 2, columns // 2)

    def _moved(self, before: ReachMap | None, cell: Cell | None) -> Cell | None:
        """The same place among other cells."""
        if before is None or cell is None or self._found is None or before.axes != self._found.axes:
            return None
        (row, column), size = cell, self._found.values.shape
        share = (row + 0.5) / before.values.shape[0], (column + 0.5) / before.values.shape[1]
        return int(share[0] * size[0]), int(share[1] * size[1])

    def _point(self, cell: Cell | None) -> None:
        if cell != self.shown:
            self.shown = cell
            self._put_cursor()
            self.pointed.emit(cell)

    def _click(self, x: float, y: float) -> None:
        cell = cell_at(self._found, x, y) if self._found is not None else None
        if cell is not None:
            self._held = cell
            self._point(cell)
            self.chosen.emit(cell)

    def _mark(self, symbol: str, size: float) -> pg.PlotDataItem:
        return self.plot([], [], pen=None, symbol=symbol, symbolSize=size, symbolBrush=None)

    def _place_mark(self, number: int, point: tuple[float, float] | None) -> None:
        """At a point (m), or nowhere."""
        places = ([], []) if point is None else ([point[0]], [point[1]])
        for items in (self._halos, self._marks):
            items[number].setData(*places)

    def _put_cursor(self) -> None:
        """At the cell that is read out."""
        nowhere = self.shown is None or self._found is None
        self._place_mark(0, None if nowhere else middle_of(self._found, self.shown))  # type: ignore[arg-type]

    def _put_tip(self) -> None:
        """Filled where it is in the plane, a ring where it is beside it."""
        if self._found is None or self._tip is None:
            self._place_mark(1, None)
            return
        x, y, off = place(self._found, self._tip)
        beside = abs(off) > OFF * float(np.ptp(self._found.x_edges))
        self._marks[1].setSymbolBrush(None if beside else self.theme.ink)
        self._place_mark(1, (x, y))

    @staticmethod
    def _bounds(found: ReachMap) -> QRectF:
        low, high = found.boundary.min(axis=0), found.boundary.max(axis=0)
        size = (found.x_edges[-1] - found.x_edges[0], found.y_edges[-1] - found.y_edges[0])
        cells = QRectF(found.x_edges[0], found.y_edges[0], *size)
        return QRectF(*low.tolist(), *(high - low).tolist()).united(cells)

    def _recolour(self) -> None:
        self._outline.setPen(self.pen(self.theme.text, 1.2))
        for items, colour, width in ((self._halos, self.theme.base, HALO), (self._marks, self.theme.ink, HALO / 2)):
            for item in items:
                item.setSymbolPen(pg.mkPen(colour, width=width))
        self._put_tip()

    def _set_theme(self, theme: Theme) -> None:
        super()._set_theme(theme)
        self.setStyleSheet(FRAME.format(line=theme.line, ink=theme.ink))
