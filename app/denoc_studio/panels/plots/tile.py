"""One plot on the screen: a heading and one or two panels with axes, drawn from the table of plots."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsWidget

from denoc.runs.events.event_search import Event
from denoc.torques.pushes import Pushes
from denoc_studio.look.colours import mixed
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.plain_text import escape
from denoc_studio.look.theme import Theme
from denoc_studio.panels.plots.items.areas import AreasItem
from denoc_studio.panels.plots.items.bands import BandsItem, Shade
from denoc_studio.panels.plots.items.beyond_horizon import BeyondHorizon
from denoc_studio.panels.plots.items.curves import DASHED, DOTTED, RINGED, SOLID, THIN, CurvesItem, Line, Stroke
from denoc_studio.panels.plots.items.events import EventsItem
from denoc_studio.panels.plots.items.limits import LimitsItem, Mark
from denoc_studio.panels.plots.items.push_spans import PushSpans
from denoc_studio.plots.curves import Curve, Panel
from denoc_studio.plots.limits import reaching
from denoc_studio.plots.ranges import Range, around, calm, extent, fitted, joined, telling, widened, within
from denoc_studio.plots.series import Kind, heading
from denoc_studio.widgets.graphs.number_axis import NumberAxis
from denoc_studio.widgets.imports.graphs import pg

HEADING = 20  # pixels
AXIS_WIDTH, NAMED_AXIS_WIDTH, NAMED_AXIS_HEIGHT = 48, 62, 34
TIME_AXIS = 20  # pixels: numbers, without a name
SHORT_AXIS, LINE = 75, 14  # pixels: below this height, numbers of an axis keep this distance
OVERHANG = 12  # pixels
BARE_HEIGHT = 4  # of a time axis whose numbers stand below another panel
GRID_ALPHA = 38  # of 255
BANDS = 2.5  # times as wide a range may become for the bands' sake: how they leave it is seen too
ROOM = 0.02  # of the run, to both sides


class Mapping(NamedTuple):
    """Between values and pixels of the canvas; x_scale and y_scale are pixels per unit."""

    x: float
    x_pixel: float
    x_scale: float
    y: float
    y_pixel: float
    y_scale: float

    def across(self, x: float) -> float:
        return self.x_pixel + (x - self.x) * self.x_scale

    def up(self, y: float) -> float:
        return self.y_pixel - (y - self.y) * self.y_scale

    def values(self, point: QPointF) -> tuple[float, float]:
        return (
            self.x + (point.x() - self.x_pixel) / self.x_scale,
            self.y + (self.y_pixel - point.y()) / self.y_scale,
        )


class PlotBox(pg.ViewBox):
    """The wheel zooms time, with Ctrl the values; in a plane it zooms both."""

    def __init__(self, over_time: bool, equal: bool) -> None:
        super().__init__(enableMenu=False, lockAspect=equal, defaultPadding=0.0)
        self._over_time = over_time
        self.disableAutoRange()

    def wheelEvent(self, event: Any, axis: int | None = None) -> None:
        if axis is None and self._over_time:
            axis = 1 if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 0
        super().wheelEvent(event, axis)

    def keyPressEvent(self, event: Any) -> None:
        event.ignore()


class PlotAxis(NumberAxis):
    """Keeps the number at its very end, half of which stands out; a short one has no more numbers than fit.

    The last number carries the `unit`, where there is one.
    """

    unit = ""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        texts = super().tickStrings(values, scale, spacing)
        low, high = self.range
        if self.unit and texts and spacing == self.tickSpacing(low, high, self.size().width())[0][0]:
            texts[-1] = f"{texts[-1]} {self.unit}"
        return texts

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        if self.orientation != "left" or size > SHORT_AXIS or not high > low:
            return list(super().tickSpacing(low, high, size))
        least = (high - low) * LINE / size
        power = 10.0 ** math.floor(math.log10(least))
        return [(next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least), 0.0)]

    def _updateLabel(self) -> None:
        """pyqtgraph writes the label again with every pen and every size, each time as HTML."""
        text = self.labelString() if self.labelText else ""
        if text != getattr(self, "_written", ""):
            self._written = text
            super()._updateLabel()
        self.picture = None
        self.update()

    def boundingRect(self) -> QRectF:
        return super().boundingRect().adjusted(-OVERHANG, -OVERHANG, OVERHANG, OVERHANG)


class PanelItem(QGraphicsWidget):
    """Axes, a grid, the curves and those of the ghost. Scene coordinates are pixels of the canvas."""

    zoomed = Signal(object)  # PanelItem, by the user

    def __init__(self, panel: Panel, name: str) -> None:
        """`name` stands above it."""
        super().__init__()
        self.content = panel
        self.name = name
        self.fitting = True  # the range of values follows the curves
        self._fitted: Range = (0.0, 0.0)  # the range that it was given
        self.box = PlotBox(panel.over_time, panel.equal)
        self.left = PlotAxis("left")
        self.bottom = PlotAxis("bottom")
        layout = QGraphicsGridLayout(self)
        layout.setContentsMargins(0, HEADING, 0, 0)
        layout.setSpacing(0)
        for item, row, column in ((self.left, 0, 0), (self.box, 0, 1), (self.bottom, 1, 1)):
            layout.addItem(item, row, column)
            item.setZValue(1 if item is self.box else 0)
        for axis in (self.left, self.bottom):
            axis.linkToView(self.box)
            axis.enableAutoSIPrefix(False)
            axis.setStyle(autoExpandTextSpace=False, tickTextOffset=4, tickLength=-4, maxTickLevel=1)
        self.left.setWidth(AXIS_WIDTH if panel.over_time else NAMED_AXIS_WIDTH)
        if panel.over_time:
            self.bottom.unit = panel.x.unit
        self.numbered = True  # the time stands below it
        self._label_style: dict[str, str] = {}
        self.doubt = BeyondHorizon(self.box)
        self.limits = LimitsItem(self.box)
        self.bands = BandsItem(self.box)
        self.areas = AreasItem(self.box)
        self.ghosts = CurvesItem(self.box, panel.over_time)
        self.unsure = CurvesItem(self.box, panel.over_time)
        self.measured = CurvesItem(self.box, panel.over_time)
        self.curves = CurvesItem(self.box, panel.over_time)
        self.references = CurvesItem(self.box, panel.over_time)
        self.events = EventsItem(self.box)
        self.pushes = PushSpans(self.box)
        self._frame: QRectF | None = None
        self._mapping: Mapping | None = None
        self.box.sigRangeChangedManually.connect(self._zoomed)
        self.box.sigRangeChanged.connect(lambda *_: self.forget_place())
        for part in (self, self.box):
            part.geometryChanged.connect(self.forget_place)

    def recolour(self, theme: Theme) -> None:
        font = scaled_font(11)
        self.doubt.theme = theme
        for axis in (self.left, self.bottom):
            axis.setPen(theme.line)
            axis.setTextPen(theme.muted)
            axis.setTickPen(mixed(theme.line, theme.muted, 0.5))
            axis.setStyle(tickFont=font)
        self._label_style = {"color": theme.muted, "font-size": f"{font.pointSizeF():.1f}pt"}
        self._name_axes()

    def set_numbered(self, numbered: bool) -> None:
        """Whether the time stands below it."""
        if numbered != self.numbered:
            self.numbered = numbered
            self._name_axes()

    def set_grid(self, grid: bool) -> None:
        for axis in (self.left, self.bottom):
            axis.setGrid(GRID_ALPHA if grid else False)

    def _name_axes(self) -> None:
        """Axes of time have numbers only, and the lowest ones of the sheet; those of a plane have names too."""
        if self.content.over_time:
            self.bottom.setStyle(showValues=self.numbered)
            self.bottom.setHeight(TIME_AXIS if self.numbered else BARE_HEIGHT)
            return
        self.bottom.setLabel(escape(self.content.x.label), **self._label_style)
        self.bottom.setHeight(NAMED_AXIS_HEIGHT)
        self.left.setLabel(escape(self.content.y.label), **self._label_style)

    @property
    def tagged(self) -> bool:
        """Does the cursor's time stand below it?"""
        return self.numbered and self.content.over_time

    @property
    def frame(self) -> QRectF:
        """Where the curves are, in pixels of the canvas."""
        if self._frame is None:
            self._frame = self.box.sceneBoundingRect()
        return self._frame

    @property
    def mapping(self) -> Mapping:
        if self._mapping is None:
            (left, right), (low, high) = self.box.viewRange()
            frame = self.frame
            across, up = frame.width() / (right - left), frame.height() / (high - low)
            self._mapping = Mapping(left, frame.left(), across, low, frame.bottom(), up)
        return self._mapping

    def forget_place(self) -> None:
        """It has moved, or shows another range; both are looked up again when they are needed."""
        self._frame = self._mapping = None

    def fit(self, share: float, ghost: float) -> None:
        """The range of values around the curves, of a run of which `share` is done.

        The ghost's curves are seen whole where that makes the range at most `ghost` times as wide, and where the others
        have nothing to tell.
        """
        own, behind = _drawn(self.curves, self.references, self.measured), _drawn(self.ghosts)
        up = joined(extent(curve.y for curve in own), self.areas.extent())
        up = around(up, self.bands.extent(), BANDS)
        up = reaching(up, [mark.limit for mark in self.limits.marks])
        if not self.content.over_time:
            across = widened(extent(curve.x for curve in own), (curve.x for curve in behind), ghost)
            up = widened(up, (curve.y for curve in behind), ghost)
            self.box.setRange(xRange=fitted(across), yRange=fitted(up), padding=0)
            return
        shown = self._range()
        if share < 1 and not telling(up) and within(up or shown, shown):
            return  # too early to judge by
        wanted = fitted(widened(up, (curve.y for curve in behind), ghost))
        self.box.setYRange(*(calm(shown, wanted, share) if share < 1 else wanted), padding=0)
        self._fitted = self._range()

    def _range(self) -> Range:
        low, high = self.box.viewRange()[1]
        return (low, high)

    def _zoomed(self, _: object) -> None:
        if not self.content.over_time or self._range() != self._fitted:
            self.fitting = False
        self.zoomed.emit(self)


def _drawn(*items: CurvesItem) -> list[Curve]:
    """The curves that are to be seen: one sample makes no line."""
    return [stroke.curve for item in items for stroke in item.strokes if len(stroke.curve.x) > 1]


class Tile(QGraphicsWidget):
    """A plot of one kind."""

    def __init__(self, kind: Kind, panels: Sequence[Panel]) -> None:
        super().__init__()
        self.kind = kind
        self.named: dict[str, tuple[Panel, Curve]] = {}
        self.items = [PanelItem(panel, heading(kind, panels, k)) for k, panel in enumerate(panels)]
        layout = QGraphicsGridLayout(self)
        layout.setContentsMargins(2, 0, 12, 0)
        layout.setSpacing(2)
        for row, item in enumerate(self.items):
            layout.addItem(item, row, 0)
            self.geometryChanged.connect(item.forget_place)

    @staticmethod
    def shape_of(panels: Sequence[Panel]) -> list[tuple[str, str]]:
        """What a tile is built for; another shape needs another tile."""
        return [(panel.x.label, panel.y.label) for panel in panels]

    def set_lowest(self, lowest: bool) -> None:
        """Whether no other plot over time is below this one."""
        for item in self.items:
            item.set_numbered(lowest and item is self.items[-1])

    @property
    def panels(self) -> list[Panel]:
        return [item.content for item in self.items]

    def recolour(self, theme: Theme) -> None:
        for item in self.items:
            item.recolour(theme)

    def set_grid(self, grid: bool) -> None:
        for item in self.items:
            item.set_grid(grid)

    def draw(self, panels: Sequence[Panel], strokes: Callable[[Sequence[Curve], Line], list[Stroke]]) -> None:
        """`strokes` gives curves their looks, in lines of the given kind."""
        for item, panel in zip(self.items, panels, strict=True):
            item.content = panel
            item.areas.draw(strokes(panel.layers, SOLID))
            item.curves.draw(strokes(panel.lines, SOLID))
            item.references.draw(strokes(panel.references, DASHED))
            item.measured.draw(strokes(panel.measured, RINGED))
            item.unsure.draw(strokes(panel.unsure, THIN))
        drawn = [(panel, curve) for panel in panels for curve in panel.listed]
        self.named = {curve.key: (panel, curve) for panel, curve in drawn}
        self.named |= {curve.symbol: (panel, curve) for panel, curve in drawn}  # of one key there may be several

    def draw_ghost(self, panels: Sequence[Panel], strokes: Callable[[Sequence[Curve], Line], list[Stroke]]) -> None:
        """The same lines of another run, as far as it has them."""
        for item in self.items:
            same = [panel for panel in panels if (panel.x, panel.y) == (item.content.x, item.content.y)]
            item.ghosts.draw([stroke for panel in same for stroke in strokes(panel.lines, DOTTED)])

    def clear(self) -> None:
        """Its ranges stay, its curves go: they would keep the run that they are of, long after it."""
        nothing = [Panel(each.x, each.y, np.empty(0), (), each.equal) for each in self.panels]
        self.draw(nothing, lambda curves, line: [])
        self.draw_ghost([], lambda curves, line: [])
        self.draw_limits(set(), 0, False)
        self.draw_bands(set(), 0, False)

    def draw_limits(self, hidden: set[str], joints: int, dark: bool) -> None:
        """How large the curves that are shown can be."""
        for item in self.items:
            shown = [limit for limit in item.content.limits if limit.key not in hidden]
            item.limits.draw([Mark(limit, limit.colour(joints, dark)) for limit in shown])

    def draw_bands(self, hidden: set[str], joints: int, dark: bool) -> None:
        """Where many runs have the curves that are shown."""
        for item in self.items:
            shown = [band for band in item.content.bands if band.key not in hidden]
            item.bands.draw([Shade(band, band.colour(joints, dark)) for band in shown])

    def draw_events(self, events: Sequence[Event], colours: Sequence[str]) -> None:
        for item in self.items:
            if item.content.over_time:
                item.events.draw(events, colours)

    def draw_pushes(self, pushes: Pushes, colour: str) -> None:
        for item in self.items:
            if item.content.over_time:
                item.pushes.draw(pushes, colour)

    def draw_doubt(self, span: Range) -> None:
        """The stretch of time that cannot be reproduced."""
        for item in self.items:
            if item.content.over_time:
                item.doubt.draw(span)

    def fit(self, share: float, ghost: float) -> None:
        """As each of the panels does, where nobody has chosen a range."""
        for item in self.items:
            if item.fitting:
                item.fit(share, ghost)

    def set_span(self, span: Range) -> None:
        """The visible time."""
        for item in self.items:
            if item.content.over_time:
                item.box.setXRange(*span, padding=0)

    def set_duration(self, duration: float) -> None:
        for item in self.items:
            if item.content.over_time:
                room = ROOM * duration
                item.box.setLimits(xMin=-room, xMax=duration + room, minXRange=1e-6 * duration)

    def panel_at(self, point: QPointF) -> PanelItem | None:
        return next((item for item in self.items if item.frame.contains(point)), None)
