"""Runs drawn into tiles: their curves and those of the ghost, one visible stretch of time, ranges that follow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.colours import mixed
from app.plots.ranges import Range
from app.plots.series import PLOTS, Curve, Motion, Options, Panel
from app.results import Run
from app.theme import LIGHT, Theme
from app.views.plot_canvas import PlotCanvas
from app.views.plot_curves import Stroke
from app.views.plot_tile import PanelItem, Tile

CURVE_WIDTH, GHOST_WIDTH = 1.6, 1.0  # pixels
GHOST_FADE = 0.6


def motion_of(run: Run) -> Motion:
    """What the run has computed so far."""
    return Motion(run.project.robot, run.recording, run.tip_path)


class PlotSheet:
    """What is set here (theme, options, hidden curves, grid) shows at the next `show`."""

    def __init__(self, canvas: PlotCanvas) -> None:
        self._canvas = canvas
        self._tiles: dict[str, Tile] = {}
        self.theme: Theme = LIGHT
        self.options = Options()
        self.hidden: set[str] = set()
        self.grid = True
        self.duration = 0.0
        self.span: Range = (0.0, 1.0)  # the visible time
        self.following = True  # all of it, as long as nobody has zoomed

    def show(self, keys: Sequence[str], motion: Motion, ghost: Motion | None, duration: float, share: float) -> None:
        """These plots of a run of which `share` is done."""
        self._set_duration(duration)
        with np.errstate(over="ignore"):  # a run that diverged may leave numbers at the end of their range
            self._show(keys, motion, ghost, share)

    def _show(self, keys: Sequence[str], motion: Motion, ghost: Motion | None, share: float) -> None:
        tiles = [self._drawn(key, motion) for key in keys]
        if tiles != self._canvas.tiles:
            self._canvas.set_tiles(tiles)
        for tile in tiles:
            faded = PLOTS[tile.kind.key].panels(ghost, self.options) if ghost is not None else []
            tile.draw_ghost(faded, lambda panel: self._strokes(panel, ghost, GHOST_WIDTH, GHOST_FADE))
            tile.fit(share)

    def autorange(self, key: str | None = None) -> None:
        """All of the run again, and ranges that follow the curves: in one plot or in every one."""
        self.following = True
        self._set_span((0.0, self.duration))
        for name, tile in self._tiles.items():
            if key in (None, name):
                for item in tile.items:
                    item.fitting = True
                tile.fit()

    def recolour(self, theme: Theme) -> None:
        self.theme = theme
        for tile in self._tiles.values():
            tile.recolour(theme)

    def set_grid(self, grid: bool) -> None:
        self.grid = grid
        for tile in self._tiles.values():
            tile.set_grid(grid)

    def tile(self, key: str) -> Tile | None:
        return self._tiles.get(key)

    def curve(self, key: str, name: str) -> tuple[Panel, Curve] | None:
        """The curve `name` of a plot, shown or hidden."""
        tile = self._tiles.get(key)
        return tile.named.get(name) if tile is not None else None

    def _drawn(self, key: str, motion: Motion) -> Tile:
        panels = PLOTS[key].panels(motion, self.options)
        tile = self._tiles.get(key)
        if tile is None or Tile.shape_of(tile.panels) != Tile.shape_of(panels):
            tile = self._tiles[key] = self._built(key, panels)
        tile.draw(panels, lambda panel: self._strokes(panel, motion, CURVE_WIDTH, 0.0))
        return tile

    def _built(self, key: str, panels: Sequence[Panel]) -> Tile:
        tile = Tile(PLOTS[key], panels)
        tile.recolour(self.theme)
        tile.set_grid(self.grid)
        tile.set_duration(self.duration)
        tile.set_span(self.span)
        for item in tile.items:
            item.zoomed.connect(self._zoomed)
        return tile

    def _strokes(self, panel: Panel, motion: Motion | None, width: float, fade: float) -> list[Stroke]:
        n = motion.robot.n if motion is not None else 0
        return [
            Stroke(curve, mixed(curve.colour(n, self.theme.dark), self.theme.base, fade), width)
            for curve in panel.curves
            if curve.key not in self.hidden
        ]

    def _set_duration(self, duration: float) -> None:
        if duration == self.duration:
            return
        self.duration = duration
        for tile in self._tiles.values():
            tile.set_duration(duration)
        if self.following or self.span[1] > duration:
            self.following = True
            self._set_span((0.0, duration))

    def _zoomed(self, item: PanelItem) -> None:
        if item.content.over_time:
            left, right = item.box.viewRange()[0]
            self.following = False
            self._set_span((left, right))

    def _set_span(self, span: Range) -> None:
        self.span = span
        for tile in self._tiles.values():
            tile.set_span(span)
