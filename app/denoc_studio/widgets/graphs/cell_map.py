"""A map of cells in colours: the cell under the mouse or the arrow keys is told, and the one that is chosen."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from denoc_studio.look.theme import Theme, Themes
from denoc_studio.plots.many.grids import Cell, Grid, cell_at, middle_of, shape_of
from denoc_studio.widgets.graphs.plane_plot import PlanePlot
from denoc_studio.widgets.imports.graphs import pg

AROUND = 0.04  # of the map, beside it
BESIDE, BELOW = 64, 44  # pixels that the axes take
CURSOR, HALO = 12.0, 4.0  # pixels: of the mark at the cell read out, of what is behind its line
FAR = 5  # cells, with Shift
STEPS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (1, 0), Qt.Key.Key_Down: (-1, 0)}
FRAME = "CellMap {{ border: 1px solid {line}; }} CellMap:focus {{ border: 2px solid {ink}; }}"


class CellMap(PlanePlot):
    """`pointed` tells the cell under the mouse, or else the one that the arrow keys have gone to, None where there is
    none; `chosen` the cell that was clicked, or Enter pressed at. Marks have halos, to be seen on any colour."""

    pointed = Signal(object)
    chosen = Signal(object)

    def __init__(self, name: str, themes: Themes, parent: QWidget | None = None, *, equal: bool = True) -> None:
        """`equal` for one scale both ways."""
        self.grid: Grid | None = None
        self._held: Cell | None = None  # where the arrow keys are
        self.shown: Cell | None = None
        self._halos: list[pg.PlotDataItem] = []
        self._marks: list[pg.PlotDataItem] = []
        super().__init__(name, themes, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        item = self.getPlotItem()
        item.setAspectLocked(equal)
        item.setMouseEnabled(False, False)
        self._cells = pg.ImageItem(axisOrder="row-major")
        self._cells.setZValue(-10)
        self.addItem(self._cells)
        self.add_mark("s", CURSOR)
        self.clicked.connect(self._click)

    def minimumSizeHint(self) -> QSize:
        return QSize(140, 110)

    def show_grid(self, grid: Grid | None, colours: np.ndarray | None, *, same: bool = True) -> None:
        """Cells with their colours, (rows, columns, 4); none for nothing but the axes. `same` where they cover the
        plane as those before did, if more finely."""
        before, self.grid = self.grid, grid
        if grid is None or colours is None:
            self._cells.clear()
            self._held = None
            self._point(None)
            return
        low, high = (np.array([grid.x_edges[k], grid.y_edges[k]]) for k in (0, -1))
        self._cells.setImage(colours, autoLevels=False, levels=None)
        self._cells.setRect(QRectF(*low.tolist(), *(high - low).tolist()))
        self.getPlotItem().getViewBox().setRange(self.bounds(), padding=AROUND)
        if before is None or shape_of(before) != shape_of(grid) or not same:
            self._held, self.shown = (self._moved(before, grid, c, same) for c in (self._held, self.shown))
        self._put_cursor()
        self.pointed.emit(self.shown)

    def bounds(self) -> QRectF:
        """What is to be seen of the plane."""
        if self.grid is None:
            return QRectF()
        x, y = self.grid.x_edges, self.grid.y_edges
        return QRectF(x[0], y[0], x[-1] - x[0], y[-1] - y[0])

    def width_for(self, height: int) -> int:
        """Pixels across which the map needs, of so many high."""
        if self.grid is None:
            return 0
        bounds = self.bounds()
        return round((height - BELOW) * bounds.width() / bounds.height() * (1 + 2 * AROUND)) + BESIDE

    def first(self, grid: Grid) -> Cell:
        """Where the arrow keys begin: in the middle."""
        rows, columns = shape_of(grid)
        return rows // 2, columns // 2

    def add_mark(self, symbol: str, size: float) -> int:
        """A mark, which `place_mark` places by this number."""
        for items in (self._halos, self._marks):
            items.append(self.plot([], [], pen=None, symbol=symbol, symbolSize=size, symbolBrush=None))
        self._colour_marks()
        return len(self._marks) - 1

    def place_mark(self, number: int, point: tuple[float, float] | None, fill: str | None = None) -> None:
        """At a point, or nowhere; filled with a colour, or hollow."""
        places = ([], []) if point is None else ([point[0]], [point[1]])
        self._marks[number].setSymbolBrush(fill)
        for items in (self._halos, self._marks):
            items[number].setData(*places)

    def fit(self) -> None:
        """It is always seen whole."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        box = self.getPlotItem().getViewBox()
        where = self.mapToScene(event.position().toPoint())
        cell = None
        if self.grid is not None and box.sceneBoundingRect().contains(where):
            values = box.mapSceneToView(where)
            cell = cell_at(self.grid, values.x(), values.y())
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
        if self.grid is None or not (key in STEPS or key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            event.ignore()
            return
        if key not in STEPS:
            if self._held is not None:
                self.chosen.emit(self._held)
            return
        far = FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        rows, columns = shape_of(self.grid)
        row, column = self._held or self.first(self.grid)
        up, right = STEPS[key] if self._held is not None else (0, 0)
        self._held = min(max(row + far * up, 0), rows - 1), min(max(column + far * right, 0), columns - 1)
        self._point(self._held)

    @staticmethod
    def _moved(before: Grid | None, now: Grid, cell: Cell | None, same: bool) -> Cell | None:
        """The same place among other cells."""
        if before is None or cell is None or not same:
            return None
        (row, column), old, size = cell, shape_of(before), shape_of(now)
        return int((row + 0.5) / old[0] * size[0]), int((column + 0.5) / old[1] * size[1])

    def _point(self, cell: Cell | None) -> None:
        if cell != self.shown:
            self.shown = cell
            self._put_cursor()
            self.pointed.emit(cell)

    def _click(self, x: float, y: float) -> None:
        cell = cell_at(self.grid, x, y) if self.grid is not None else None
        if cell is not None:
            self._held = cell
            self._point(cell)
            self.chosen.emit(cell)

    def _put_cursor(self) -> None:
        """At the cell that is read out."""
        nowhere = self.shown is None or self.grid is None
        self.place_mark(0, None if nowhere else middle_of(self.grid, self.shown))  # type: ignore[arg-type]

    def _colour_marks(self) -> None:
        for items, colour, width in ((self._halos, self.theme.base, HALO), (self._marks, self.theme.ink, HALO / 2)):
            for item in items:
                item.setSymbolPen(pg.mkPen(colour, width=width))

    def _set_theme(self, theme: Theme) -> None:
        super()._set_theme(theme)
        self._colour_marks()
        self.setStyleSheet(FRAME.format(line=theme.line, ink=theme.ink))
