"""A small plot in a plane, in the theme's colours, its legend above it; no menus, a double click fits."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from denoc_studio.look.colours import mixed
from denoc_studio.look.plain_text import escape
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.plots.decimation import thinned
from denoc_studio.widgets.graphs.number_axis import NumberAxis
from denoc_studio.widgets.imports.graphs import pg

STILL = 4.0  # pixels: a mouse that moved less has clicked
GAP = 16.0  # pixels between entries of the legend
BESIDE, BELOW = 50.0, 36.0  # pixels that the numbers of the other axis take at least
GRID_ALPHA = 38  # of 255
Dash = Qt.PenStyle


class PlanePlot(pg.PlotWidget):
    """`clicked` tells the values at the mouse. Whoever owns the plot draws it anew when `recoloured` is emitted."""

    clicked = Signal(float, float)
    recoloured = Signal()

    def __init__(self, name: str, themes: Themes, parent: QWidget | None = None) -> None:
        axes = {side: NumberAxis(side) for side in ("left", "bottom")}
        super().__init__(parent, background=None, enableMenu=False, axisItems=axes)
        self.setAccessibleName(name)
        self.theme = themes.current
        self._pressed: QPointF | None = None
        self._entries: tuple[tuple[str, str], ...] = ()
        self._titles = "", ""  # of the axes
        item = self.getPlotItem()
        item.setMenuEnabled(False)
        item.hideButtons()
        for axis in axes.values():
            axis.enableAutoSIPrefix(False)
            axis.setStyle(tickTextOffset=4, tickLength=-4, maxTickLevel=1)
        themes.changed.connect(self._set_theme)
        self._set_theme(themes.current)

    def sizeHint(self) -> QSize:
        return QSize(360, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(180, 110)

    def empty(self) -> None:
        """Nothing but the axes."""
        self.getPlotItem().clear()
        self.getPlotItem().setTitle(None)

    def legend(self, *entries: tuple[str, str]) -> None:
        """Above the plot: (text, colour) each, in as many lines as its width needs.

        Only the mark before the first space has that colour: a hue need not be readable.
        """
        self._entries = entries
        self._write_legend()

    def _write_legend(self) -> None:
        """A line that is too long would push the plot out of its own picture."""
        lines: list[list[str]] = [[]]
        used, metrics = 0.0, QFontMetricsF(self._font)
        for text, colour in self._entries:
            width = metrics.horizontalAdvance(text) + GAP
            if used and used + width > self.width() - GAP:
                lines.append([])
                used = 0.0
            mark, _, name = text.partition(" ") if " " in text else ("", "", text)
            lines[-1].append(f'<span style="color: {colour}">{escape(mark)}</span> {escape(name)}')
            used += width
        item, height = self.getPlotItem(), max(30.0, len(lines) * metrics.lineSpacing() + 6)
        title = "<br>".join("&nbsp;&nbsp; ".join(line) for line in lines) or None
        item.setTitle(title, size=self._points(), color=self.theme.text)
        if self._entries:
            item.titleLabel.setMaximumHeight(height)
            item.layout.setRowFixedHeight(0, height)

    def _points(self) -> str:
        return f"{self._font.pointSizeF():.1f}pt"

    def label(self, x: str, y: str) -> None:
        self._titles = x, y
        self._write_titles()

    def _write_titles(self) -> None:
        """What does not fit beside its axis ends in dots."""
        item, style = self.getPlotItem(), {"color": self.theme.muted, "font-size": self._points()}
        left, bottom = item.getAxis("left"), item.getAxis("bottom")
        lengths = self.width() - max(left.width(), BESIDE) - GAP, self.height() - max(bottom.height(), BELOW)
        for axis, title, length in zip((bottom, left), self._titles, lengths, strict=True):
            cut = QFontMetricsF(self._font).elidedText(title, Qt.TextElideMode.ElideRight, length)
            if (escape(cut), style) != (axis.labelText, axis.labelStyle):
                axis.setLabel(escape(cut), **style)

    def line(
        self, x: np.ndarray, y: np.ndarray, colour: str, width: float = 1.0, dash: Dash = Dash.SolidLine
    ) -> pg.PlotDataItem:
        return self.plot(x, y, pen=self.pen(colour, width, dash), antialias=True)

    @staticmethod
    def pen(colour: str, width: float = 1.0, dash: Dash = Dash.SolidLine) -> QPen:
        return pg.mkPen(colour, width=width, style=dash)

    def dots(self, colour: str, size: float) -> pg.PlotDataItem:
        """No points yet; `put_dots` puts them."""
        return self.plot([], [], pen=None, symbol="o", symbolSize=size, symbolPen=None, symbolBrush=colour)

    @staticmethod
    def put_dots(item: pg.PlotDataItem, x: np.ndarray, y: np.ndarray, colour: str) -> None:
        """Other points and another colour for the same dots."""
        item.setSymbolBrush(colour)
        item.setData(*thinned(x, y))

    def fit(self) -> None:
        self.getPlotItem().enableAutoRange()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None and event.size().width() != event.oldSize().width():
            self._write_legend()
        if event is not None and any(self._titles):
            self._write_titles()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        still = pressed is not None and (event.position() - pressed).manhattanLength() <= STILL
        box = self.getPlotItem().getViewBox()
        if still and event.button() == Qt.MouseButton.LeftButton:
            place = self.mapToScene(event.position().toPoint())
            if box.sceneBoundingRect().contains(place):
                values = box.mapSceneToView(place)
                self.clicked.emit(values.x(), values.y())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    def _set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._font = QFont(QApplication.font())
        self._font.setPointSizeF(max(7.0, self._font.pointSizeF() * 0.88))
        self.setBackground(QColor(theme.base))
        item = self.getPlotItem()
        for side in ("left", "bottom"):
            axis = item.getAxis(side)
            axis.setPen(theme.line)
            axis.setTextPen(theme.muted)
            axis.setTickPen(mixed(theme.line, theme.muted, 0.5))
            axis.setTickFont(self._font)
            axis.setGrid(GRID_ALPHA)
        self.recoloured.emit()
