"""Runs drawn into tiles: their curves and those of the ghost, one visible stretch of time, ranges that follow."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from denoc.runs.recording import Recording
from denoc_studio.look.colours import FROM_OUTSIDE, joint_colours, mixed
from denoc_studio.look.theme import LIGHT, Theme
from denoc_studio.panels.plots.canvas import PlotCanvas
from denoc_studio.panels.plots.items.curves import BETWEEN_NUMBERS, CROWD, RINGED, SOLID, THIN, WIDE, Line, Stroke
from denoc_studio.panels.plots.subject import Subject
from denoc_studio.panels.plots.tile import PanelItem, Tile
from denoc_studio.plots.comparison import panels_of
from denoc_studio.plots.curves import Curve, Panel
from denoc_studio.plots.ranges import Range
from denoc_studio.plots.series import PLOTS, Options

DOTTED_FADE, PALE_FADE = 0.3, 0.6  # of a ghost's colours
MOST_GHOSTS = 60  # curves: of more, the run before is drawn only where it was pinned
NOISE_FADE = 0.45  # of a measured curve's line
UNSURE_FADE = 0.7  # of what a filter has spoilt
WHOLE, MOSTLY, NO_MATTER = math.inf, 10.0, 0.0  # how many times as wide a range may become for the ghost
PAST_END = 1.03  # of a run that ended early, so that its end is seen


class PlotSheet:
    """What is set here (theme, options, hidden curves, grid) shows at the next `show`."""

    def __init__(self, canvas: PlotCanvas) -> None:
        self._canvas = canvas
        self._tiles: dict[str, Tile] = {}
        self.theme: Theme = LIGHT
        self.options = Options()
        self.numbered = False  # whether curves carry the numbers of their joints
        self.hidden: set[str] = set()
        self.grid = True
        self.duration = 0.0
        self.until = 0.0  # the time that is shown while nobody has zoomed
        self.span: Range = (0.0, 1.0)  # the visible time
        self.following = True  # all of it, as long as nobody has zoomed
        self._subject: Subject | None = None
        self._fitted_with: dict[str, Recording | None] = {}  # by plots, the ghost when they were asked to fit

    def show(self, keys: Sequence[str], subject: Subject) -> bool:
        """These plots; False where some of their curves are still to be completed."""
        self._subject = subject
        self._set_duration(subject.duration)
        self._set_until(subject)
        with np.errstate(over="ignore"):  # a run that diverged may leave numbers at the end of their range
            tiles = [self._drawn(key, subject) for key in keys]
            if tiles != self._canvas.tiles:
                self._canvas.set_tiles(tiles)
            for tile in tiles:
                self._draw_ghost(tile, subject)
                tile.fit(subject.share, self._for_ghost(tile))
        self._canvas.settle()
        return not any(_lacking(tile, subject) for tile in tiles)

    def autorange(self, key: str | None = None) -> None:
        """All that was computed again, and ranges that follow the curves: in one plot or in every one.

        The run before is seen too where the curves do not become tiny, until another one takes its place.
        """
        self.following = True
        self._set_span((0.0, self.until))
        for name, tile in self._tiles.items():
            if key in (None, name):
                for item in tile.items:
                    item.fitting = True
                self._fitted_with[name] = self._ghost
                tile.fit(1.0, self._for_ghost(tile))

    def recolour(self, theme: Theme) -> None:
        self.theme = theme
        for tile in self._tiles.values():
            tile.recolour(theme)

    def set_grid(self, grid: bool) -> None:
        self.grid = grid
        for tile in self._tiles.values():
            tile.set_grid(grid)

    @property
    def ghost_look(self) -> str:
        """How another run is drawn behind this one, in a word; empty where there is none."""
        drawn = [item.ghosts.strokes for tile in self._canvas.tiles for item in tile.items if item.ghosts.strokes]
        return "" if not drawn else "pale" if len(max(drawn, key=len)) > CROWD else "dotted"

    @property
    def shown(self) -> list[Tile]:
        """The plots on the sheet, in their order."""
        return self._canvas.tiles

    def lacks(self, panel: Panel, curve: Curve) -> bool:
        """Does the curve still end before what it is of does?"""
        return self._subject is not None and len(curve.y) < _samples(self._subject, panel.over_time)

    @property
    def count(self) -> int:
        """Samples of the run."""
        return len(self._subject.motion.recording.t) if self._subject is not None else 0

    def tile(self, key: str) -> Tile | None:
        return self._tiles.get(key)

    def curve(self, key: str, name: str) -> tuple[Panel, Curve] | None:
        """The curve `name` of a plot, shown or hidden."""
        tile = self._tiles.get(key)
        return tile.named.get(name) if tile is not None else None

    def _drawn(self, key: str, subject: Subject) -> Tile:
        n = subject.motion.robot.n
        panels = panels_of(PLOTS[key], subject.motion, self.options, subject.minus)
        tile = self._tiles.get(key)
        if tile is None or Tile.shape_of(tile.panels) != Tile.shape_of(panels):
            tile = self._tiles[key] = self._built(key, panels)
        tile.draw(panels, lambda curves, line: self._strokes(curves, n, line))
        tile.draw_limits(self.hidden, n, self.theme.dark)
        tile.draw_bands(self.hidden, n, self.theme.dark)
        tile.draw_events(subject.events, joint_colours(n, self.theme.dark))
        tile.draw_pushes(subject.pushes, FROM_OUTSIDE[self.theme.dark])
        tile.draw_doubt(subject.doubtful)
        return tile

    def _draw_ghost(self, tile: Tile, subject: Subject) -> None:
        ghost = subject.ghost if subject.minus is None or not tile.kind.over_time else None
        if ghost is None or (ghost.robot.n > MOST_GHOSTS and not subject.pinned):
            tile.draw_ghost([], lambda curves, line: [])
            return
        n = ghost.robot.n
        fade = PALE_FADE if n > CROWD else DOTTED_FADE  # many are drawn as plain lines
        panels = PLOTS[tile.kind.key].panels(ghost, self.options)
        tile.draw_ghost(panels, lambda curves, line: self._strokes(curves, n, line, fade))

    @property
    def _ghost(self) -> Recording | None:
        return self._subject.ghost.recording if self._subject is not None and self._subject.ghost is not None else None

    def _for_ghost(self, tile: Tile) -> float:
        """How much wider the plot's range may become for the ghost's sake."""
        if self._ghost is None or self._subject is None:
            return NO_MATTER
        if self._subject.pinned:
            return WHOLE
        return MOSTLY if self._fitted_with.get(tile.kind.key) is self._ghost else NO_MATTER

    def _built(self, key: str, panels: Sequence[Panel]) -> Tile:
        tile = Tile(PLOTS[key], panels)
        tile.recolour(self.theme)
        tile.set_grid(self.grid)
        tile.set_duration(self.duration)
        tile.set_span(self.span)
        for item in tile.items:
            item.zoomed.connect(self._zoomed)
        return tile

    def _strokes(self, curves: Sequence[Curve], n: int, line: Line, fade: float = 0.0) -> list[Stroke]:
        dark, base = self.theme.dark, self.theme.base
        shown = [curve for curve in curves if curve.key not in self.hidden] if self.hidden else curves
        colours = [curve.colour(n, dark) for curve in shown]
        fade = UNSURE_FADE if line is THIN else fade
        if fade:
            colours = [mixed(colour, base, fade) for colour in colours]
        if line is RINGED:  # the run's own curve, in the same colour, is to be seen in the noise of what was measured
            return [Stroke(curve, c, line, mixed(c, base, NOISE_FADE)) for curve, c in zip(shown, colours, strict=True)]
        lines = (WIDE if line is SOLID and curve.wide(n, dark) else line for curve in shown)
        if self.numbered and line is SOLID:
            lines = (each._replace(numbers=BETWEEN_NUMBERS) for each in lines)
        return [Stroke(*look) for look in zip(shown, colours, lines, strict=True)]

    def _set_duration(self, duration: float) -> None:
        if duration == self.duration:
            return
        self.duration = self.until = duration
        for tile in self._tiles.values():
            tile.set_duration(duration)
        if self.following or self.span[1] > duration:
            self.following = True
            self._set_span((0.0, duration))

    def _set_until(self, subject: Subject) -> None:
        """A run that begins stays in the stretch of one that ended early, until it is past it."""
        so_far = subject.motion.recording.t
        if subject.share < 1 and len(so_far) and so_far[-1] <= self.until:
            return
        until = min(PAST_END * subject.until, self.duration)
        if until != self.until:
            self.until = until
            if self.following:
                self._set_span((0.0, until))

    def _zoomed(self, item: PanelItem) -> None:
        if item.content.over_time:
            left, right = item.box.viewRange()[0]
            self.following = False
            self._set_span((left, right))

    def _set_span(self, span: Range) -> None:
        self.span = span
        for tile in self._tiles.values():
            tile.set_span(span)


def _lacking(tile: Tile, subject: Subject) -> bool:
    """Do curves end before the samples do?"""
    if tile.kind.needs == "measured":
        return False  # at times of its own
    samples = _samples(subject, tile.kind.over_time)
    drawn = [curve for panel in tile.panels for curve in (*panel.lines[:1], *panel.references[:1])]
    faded = [stroke.curve for item in tile.items for stroke in item.ghosts.strokes[:1]]
    behind = len(subject.ghost.recording.t) if subject.ghost is not None else 0
    return any(len(curve.x) < samples for curve in drawn) or any(len(curve.x) < behind for curve in faded)


def _samples(subject: Subject, over_time: bool = True) -> int:
    """How many there will be of each curve: of a difference, as many as lie within both runs."""
    times = subject.motion.recording.t
    if subject.minus is None or not over_time:
        return len(times)
    other = subject.minus.motion.recording.t
    return int(np.searchsorted(times, other[-1], side="right")) if len(other) else 0
