"""The sheet that the plots are on: a finished picture of them, repainted only when they change, and an overlay."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QGraphicsWidget, QSizePolicy, QToolTip, QWidget

from denoc_studio.look.theme import Theme
from denoc_studio.panels.plots.overlay import Overlay
from denoc_studio.panels.plots.tile import BARE_HEIGHT, TIME_AXIS, PanelItem, Tile
from denoc_studio.plots.arrangement import LEAST_HEIGHT, LEAST_WIDTH, Grid, grid
from denoc_studio.plots.readout import nearest_time
from denoc_studio.widgets.imports.graphs import pg

NEAR = 6.0  # pixels: a line this close is taken hold of
STILL = 4.0  # pixels: a mouse that moved less has clicked
GAP = 4.0  # pixels between plots
QUICK = 12.0  # milliseconds that plots may take to be painted in the turn in which their curves change
TIME = "time"  # the name of the time cursor beside the measuring cursors A and B


class PlotCanvas(pg.GraphicsView):
    """Clicks and drags become times; panning and zooming are the view boxes' own."""

    line_moved = Signal(str, float)  # the time cursor or a measuring cursor, and its new time
    tile_chosen = Signal(str)
    tile_entered = Signal(str)  # by the mouse
    resized = Signal()
    fit_wanted = Signal(str)
    menu_wanted = Signal(QPointF)  # global
    _settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None)
        self.tiles: list[Tile] = []
        self.overlay = Overlay()
        self.drawing_time = 0.0  # milliseconds of the processor, of the last picture
        self._picture: QPixmap | None = None
        self._is_current = False  # is the picture one of the plots as they are?
        self._settling = False  # is the scene about to say what has changed?
        self._pressed: QPointF | None = None
        self._held = ""
        self._entered = ""
        self._sheet = QGraphicsWidget()
        self.setCentralItem(self._sheet)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Plots")
        self.scene().changed.connect(lambda regions: self._outdated() if regions else None)
        self._settled.connect(self._end_settling, Qt.ConnectionType.QueuedConnection)

    def sizeHint(self) -> QSize:
        return QSize(820, 260)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, LEAST_HEIGHT)

    @property
    def is_quick(self) -> bool:
        return self.drawing_time < QUICK

    def doubt_quickness(self) -> None:
        """The plots are going to be others: how long they take is known once they are drawn."""
        self.drawing_time = max(self.drawing_time, QUICK)

    def set_theme(self, theme: Theme) -> None:
        self.overlay.theme = theme
        for tile in self.tiles:
            tile.recolour(theme)
        self._outdated()

    def set_tiles(self, tiles: list[Tile]) -> None:
        """These plots, in rows; the ones before leave the sheet."""
        for tile in self.tiles:
            if tile not in tiles:
                self.scene().removeItem(tile)
                tile.clear()
        for tile in tiles:
            tile.setParentItem(self._sheet)
        self.tiles = tiles
        self._arrange()

    def move_cursor(self, time: float, awaited: bool) -> None:
        """To this time; only what it leaves and what it comes to is painted. `awaited`: there are no samples yet."""
        overlay = self.overlay
        outdated = overlay.touched(self.tiles)
        overlay.time, overlay.awaited = time, awaited
        self.viewport().update(outdated + overlay.touched(self.tiles))

    def refresh(self) -> None:
        """The overlay has changed, the plots have not."""
        self.viewport().update()

    def settle(self) -> None:
        """The plots have changed: what would follow when they are drawn happens now, and they are drawn once the scene
        has said so, in the next turn; or they would be drawn twice."""
        self.scene().prepareForPaint()
        self._is_current, self._settling = False, True
        self._settled.emit()

    def picture(self) -> QPixmap:
        """What is to be seen now, also where its turn to be painted has not come yet."""
        self.setUpdatesEnabled(True)
        self._settling = False
        return self.grab()

    def places(self, count: int) -> Grid:
        """The rows and columns that there is room for, of so many plots."""
        return grid(count, self.width(), self.height())

    def _arrange(self) -> None:
        """Rows of equal plots; only the lowest of each column has the time below it."""
        if not self.tiles:
            return
        rows, columns = self.places(len(self.tiles))
        below = [not self._under(k, columns) for k in range(len(self.tiles))]
        numbered = rows > 1 and any(tile.kind.over_time for tile in self.tiles[(rows - 1) * columns :])
        numbers = float(TIME_AXIS - BARE_HEIGHT) if numbered else 0.0
        width = (self.width() - (columns - 1) * GAP) / columns
        height = (self.height() - (rows - 1) * GAP - numbers) / rows
        for k, tile in enumerate(self.tiles):
            row, column = divmod(k, columns)
            place = QRectF(column * (width + GAP), row * (height + GAP), width, height)
            place.setHeight(height + (numbers if row == rows - 1 else 0.0))
            tile.set_lowest(below[k])
            tile.setGeometry(place)
        self._outdated()

    def _under(self, k: int, columns: int) -> bool:
        """Is there a plot over time below this one?"""
        return any(tile.kind.over_time for tile in self.tiles[k + columns :: columns])

    def _end_settling(self) -> None:
        if self._settling:  # the scene had nothing to say
            self._outdated()

    def _outdated(self, *_: object) -> None:
        self._is_current = self._settling = False
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if getattr(self, "tiles", None):
            self._arrange()
            self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        size, ratio = self.viewport().size(), self.devicePixelRatioF()
        waits = self._settling or not self.updatesEnabled()  # Qt paints it nevertheless, where that was due before
        if self._picture is None or self._picture.size() != size * ratio or not (self._is_current or waits):
            self._picture = self._drawn(size, ratio)
            self._is_current = True
        painter = QPainter(self.viewport())
        for rect in event.region():  # type: ignore[attr-defined]  # it is iterable, the stubs do not know it
            painter.drawPixmap(QRectF(rect), self._picture, QRectF(rect.topLeft() * ratio, rect.size() * ratio))
        self.overlay.paint(painter, self.tiles, QRectF(self.viewport().rect()), event.region())
        painter.end()

    def _drawn(self, size: QSize, ratio: float) -> QPixmap:
        began = time.thread_time()  # not the clock's: what other programs take is no reason to draw more rarely
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(self.overlay.theme.base))
        painter = QPainter(picture)
        self.render(painter, QRectF(0, 0, size.width(), size.height()), self.viewport().rect())
        painter.end()
        self.drawing_time = 1e3 * (time.thread_time() - began)
        return picture

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.text_at(QPointF(event.pos())), self)
            return True
        return bool(super().viewportEvent(event))

    def text_at(self, point: QPointF) -> str:
        """What happened in the run where the pointer is."""
        item = self.panel_at(point)
        if item is None:
            return ""
        place = point - item.frame.topLeft()
        return item.events.text_at(place) or item.pushes.text_at(place) or item.limits.text_at(place)

    def tile_at(self, point: QPointF) -> Tile | None:
        return next((tile for tile in self.tiles if tile.sceneBoundingRect().contains(point)), None)

    def panel_at(self, point: QPointF) -> PanelItem | None:
        tile = self.tile_at(point)
        return tile.panel_at(point) if tile is not None else None

    def line_at(self, point: QPointF) -> str:
        """The nearest cursor within reach, by name; the measuring cursors lie on top."""
        item = self.panel_at(point)
        if item is None or not item.content.over_time:
            return ""
        lines = {**self.overlay.measure, TIME: self.overlay.time}
        mapping = item.mapping
        distances = {name: abs(mapping.across(t) - point.x()) for name, t in lines.items()}
        name = min(distances, key=lambda name: distances[name])
        return name if distances[name] <= NEAR else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()
        tile = self.tile_at(event.position())
        if tile is not None:
            self.tile_chosen.emit(tile.kind.key)
        self._held = self.line_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else ""
        if not self._held:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self._move_held(event.position())
            return
        super().mouseMoveEvent(event)
        if not event.buttons():
            over = Qt.CursorShape.SplitHCursor if self.line_at(event.position()) else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(over)
            tile = self.tile_at(event.position())
            if tile is not None and tile.kind.key != self._entered:
                self._entered = tile.kind.key
                self.tile_entered.emit(self._entered)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, held = self._pressed, self._held
        self._pressed, self._held = None, ""
        if not held:
            super().mouseReleaseEvent(event)
        if pressed is None or (event.position() - pressed).manhattanLength() > STILL:
            return
        if event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition())
        elif event.button() == Qt.MouseButton.LeftButton and not held:
            self._pick(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        tile = self.tile_at(event.position())
        if tile is not None and event.button() == Qt.MouseButton.LeftButton:
            self.fit_wanted.emit(tile.kind.key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the keyboard; the mouse may still be about to drag."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.menu_wanted.emit(QPointF(self.mapToGlobal(self.rect().center())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def _move_held(self, point: QPointF) -> None:
        item = next((item for tile in self.tiles for item in tile.items if _covers(item, point)), None)
        if item is not None:
            self.line_moved.emit(self._held, item.mapping.values(point)[0])

    def _pick(self, point: QPointF) -> None:
        item = self.panel_at(point)
        if item is None:
            return
        mapping = item.mapping
        x, y = mapping.values(point)
        if item.content.over_time:
            self.line_moved.emit(TIME, x)
            return
        curves = [stroke.curve for stroke in item.curves.strokes]
        when = nearest_time(item.content.t, curves, x, y, (mapping.x_scale, mapping.y_scale))
        if math.isfinite(when):
            self.line_moved.emit(TIME, when)


def _covers(item: PanelItem, point: QPointF) -> bool:
    """Is the point in the panel's column? A drag may leave the panel up or down."""
    return item.content.over_time and item.frame.left() - 40 <= point.x() <= item.frame.right() + 40
