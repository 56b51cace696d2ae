"""The plots: live curves of the current run, one legend, one time cursor, and what can be done with them."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.document import Document
from app.playback import Playback
from app.plots.comparison import Pinned
from app.plots.doubt import doubt_words
from app.plots.export import Source
from app.plots.motion import Motion, friction_jumps, motion_of
from app.plots.readout import awaited, locate, measured, tabular, value
from app.plots.series import PLOTS
from app.preferences import Preferences
from app.results import Run
from app.theme import Theme, Themes
from app.views.cause_table import CauseTable
from app.views.plot_bar import PlotBar
from app.views.plot_canvas import TIME, PlotCanvas
from app.views.plot_compare import Comparison
from app.views.plot_export import PlotExport
from app.views.plot_legend import Legend
from app.views.plot_legend_model import entries_of
from app.views.plot_sheet import PlotSheet
from app.views.plot_state import Shown
from app.views.plot_subject import subject_of

REDRAW_EVERY = 33  # milliseconds
REST_PER_DRAWING = 4  # times as long as the last drawing took
JUMPS = "ends jump: at rest no Coulomb friction is counted"
STALE_AFTER = 400  # milliseconds: while a value is dragged the next run is already on its way


class PlotPanel(QWidget):
    def __init__(
        self,
        document: Document,
        playback: Playback,
        preferences: Preferences,
        themes: Themes,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._playback = playback
        self._preferences = preferences
        self._drawn: Run | None = None
        self.shown = Shown.load(preferences.settings)
        self.canvas = PlotCanvas()
        self.sheet = PlotSheet(self.canvas)
        self.legend = Legend()
        self.comparison = Comparison(document.results, self)
        self.cause_table = CauseTable(document, playback, self)
        self._export = PlotExport(self, self.source, preferences.settings)
        self._make_actions()
        self.bar = PlotBar(
            [
                (self.comparison.pin_action, "pin"),
                (self.comparison.difference_action, "delta"),
                (self.measure_action, "ruler"),
                (self.fit_action, "fit-to-page-outline"),
                (self.export_action, "export-variant"),
            ]
        )
        self._lay_out()
        self._redraw_timer = self._timer(REDRAW_EVERY, self.redraw)
        self._stale_timer = self._timer(STALE_AFTER, self._show_stale)
        self._connect()
        self.sheet.set_grid(preferences.settings.value("plots/grid", "true") != "false")
        self.grid_action.setChecked(self.sheet.grid)
        self._set_theme(themes.current)
        themes.changed.connect(self._set_theme)
        self.redraw()

    @property
    def current_name(self) -> str:
        """The key of the plot in front."""
        return self.shown.current

    def show_plot(self, name: str) -> None:
        """To the front; where it is not shown yet it takes the place of the plot in front."""
        self.shown.choose(name)
        self._shown_changed()

    def autorange(self) -> None:
        """The whole run, and ranges of values that follow the curves."""
        self.sheet.autorange()

    def export_current(self) -> None:
        self._export.open(everything=False)

    def export_all(self) -> None:
        self._export.open(everything=True)

    def finish(self) -> None:
        """Ends an export that is under way; before the window goes."""
        self._export.wait()

    def source(self) -> Source | None:
        """What an export would be made of; None before there is anything to draw."""
        run = self._document.results.current
        if run is None or run.count < 2:
            return None
        motion, pinned = motion_of(run.project, run.recording), self.comparison.subtracted
        minus = Pinned(motion_of(pinned.project, pinned.recording), pinned.name) if pinned is not None else None
        hidden = frozenset(self.sheet.hidden)
        return Source(run.project, motion, self.current_name, hidden, self.sheet.options, self.sheet.span, minus)

    def value_at_cursor(self, key: str, time: float | None = None, across: bool = False) -> float:
        """Of a curve of the plot in front, in the plot's unit; nan where it has none there, or not yet.

        In a plane, `across` asks for the other coordinate.
        """
        found = self.sheet.curve(self.current_name, key)
        t = self._playback.time if time is None else time
        if found is None or self._awaited(t):
            return math.nan
        panel, curve = found
        if self.comparison.subtracted is not None and panel.over_time and len(panel.t) and t > panel.t[-1]:
            return math.nan  # only one of the two runs has come so far
        return value(curve.x if across else curve.y, locate(panel.t, t))

    def _awaited(self, t: float) -> bool:
        """Are the samples of the run that is drawn still short of this time?"""
        return self._drawn is not None and awaited(self._drawn.end, t)

    def _written(self, key: str, number: float) -> str:
        """A dash where a curve has no value; nothing for a curve of another plot."""
        return tabular(number) if self.sheet.curve(self.current_name, key) is not None else ""

    def _make_actions(self) -> None:
        self.fit_action = self._action("Fit", "The whole run, all values (double-click a plot)", self.autorange)
        self.measure_action = self._action("Measure", "Two cursors, A and B: drag them", self._measure, True)
        self.grid_action = self._action("Grid", "", self._set_grid, True)
        self.export_action = self._action("Export this plot...", "As PNG, SVG, PDF or CSV", self.export_current)
        self.export_all_action = self._action("Export all...", "", self.export_all)
        self.copy_picture_action = self._action(
            "Copy picture", "", lambda: self._export.copy_picture(self.canvas.grab())
        )
        self.copy_data_action = self._action("Copy data", "", self._export.copy_data)

    def _action(self, text: str, tip: str, slot: object, checkable: bool = False) -> QAction:
        action = QAction(text, self)
        action.setToolTip(f"{text}: {tip[0].lower()}{tip[1:]}" if tip else text)
        action.setCheckable(checkable)
        (action.toggled if checkable else action.triggered).connect(slot)
        return action

    def _timer(self, interval: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(slot)
        return timer

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.canvas, 1)
        row.addWidget(self.legend)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(row, 1)

    def _connect(self) -> None:
        results = self._document.results
        for signal in (results.started, results.extended, results.ended, results.judged, results.ghost_changed):
            signal.connect(lambda _: self._schedule())
        results.stale.connect(lambda _: self._stale_timer.start())
        self.comparison.changed.connect(self._schedule)
        self._document.replaced.connect(lambda _: self._replaced())
        self._document.selection_changed.connect(lambda _: self._schedule())
        self._document.robot_changed.connect(lambda _: self._schedule())
        self._document.settings_changed.connect(lambda _: self._schedule())
        self._playback.time_changed.connect(lambda _: self._move_cursor())
        self._playback.changed.connect(self._move_cursor)
        self._preferences.changed.connect(lambda name: self._schedule() if name in ("degrees", "ghost") else None)
        self.bar.plot_chosen.connect(self._choose)
        self.bar.tiles_chosen.connect(self._set_count)
        self.canvas.line_moved.connect(self._line_moved)
        self.canvas.tile_chosen.connect(self._to_front)
        self.canvas.fit_wanted.connect(self.sheet.autorange)
        self.canvas.menu_wanted.connect(self._menu)
        self.legend.plane_chosen.connect(self._set_plane)
        self.legend.table_button.clicked.connect(self.cause_table.open_beside)
        self.legend.model.hidden_changed.connect(self._hide)
        self.legend.model.value = lambda key: self._written(key, self.value_at_cursor(key))
        self.legend.model.across = lambda key: self._written(key, self.value_at_cursor(key, across=True))
        self.legend.model.difference = self._difference

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.redraw()

    def _schedule(self) -> None:
        """Soon, but never so often that the window would do nothing else."""
        if not self._redraw_timer.isActive():
            self._redraw_timer.start(max(REDRAW_EVERY, round(REST_PER_DRAWING * self.canvas.drawing_time)))

    def redraw(self) -> None:
        """Everything that is visible, from the run as it is now."""
        run = self._document.results.current
        if run is not None and run.running and not run.count:
            return  # the curves before stay until there are others
        project = run.project if run else self._document.project
        self.bar.set_project(project)
        self.shown.drop({key for key, kind in PLOTS.items() if not kind.fits(project)})
        self.bar.show_state(self.shown.keys, self.shown.current, len(self.shown.keys))
        if not self.isVisible():
            return
        degrees, joint = self._preferences["degrees"], self._document.selected
        self.sheet.options = self.sheet.options._replace(degrees=degrees, joint=joint)
        subject = subject_of(self._document, self.comparison.subtracted, self._preferences["ghost"])
        self._drawn = run
        self.canvas.overlay.doubt = doubt_words(subject.doubtful[0])
        if not self.sheet.show(self.shown.keys, subject):
            self._schedule()
        for action in (self.export_action, self.export_all_action, self.copy_data_action):
            action.setEnabled(run is not None and run.count > 1)
        self._show_status(run)
        self._list_curves(run)
        self.legend.set_note(self._note(subject.motion))
        self._keep_measure_inside()
        self._move_cursor()

    def _note(self, motion: Motion) -> str:
        """What else there is to see in the plots, and why."""
        look = self.sheet.ghost_look
        compared = self.comparison.text or (f"{look}: the run before" if look else "")
        jumps = self.current_name in ("torques", "causes") and friction_jumps(motion)
        return "; ".join(words for words in (compared, JUMPS if jumps else "") if words)

    def _show_status(self, run: Run | None) -> None:
        overlay = self.canvas.overlay
        overlay.current = self.current_name
        overlay.note = "" if run else "no run yet"
        overlay.end = run.end if run else 0.0
        overlay.stopped = _ending(run) if run else ""
        overlay.stale = overlay.stale and run is not None and run.stale

    def _show_stale(self) -> None:
        run = self._document.results.current
        self.canvas.overlay.stale = run is not None and run.stale
        self.canvas.refresh()

    def _list_curves(self, run: Run | None) -> None:
        n = (run.project.robot if run else self._document.robot).n
        panels = [panel for tile in self.canvas.tiles for panel in tile.panels]
        self.legend.model.set_entries(entries_of(panels, n, self.sheet.theme.dark))
        tile = self.sheet.tile(self.current_name)
        if tile is not None:
            self.legend.set_subject(PLOTS[self.current_name].name, tile.panels)
        self.legend.table_button.setVisible("causes" in self.shown.keys)
        self.legend.plane.setVisible("path" in self.shown.keys)

    def _move_cursor(self) -> None:
        overlay, playback = self.canvas.overlay, self._playback
        overlay.time, overlay.awaited = playback.time, self._awaited(playback.time)
        overlay.veiled = playback.time < overlay.end and (playback.playing or playback.time > 0)
        self.canvas.refresh()
        self.legend.refresh()

    def _line_moved(self, name: str, time: float) -> None:
        if name == TIME:
            self._playback.seek(time)
            return
        self.canvas.overlay.measure[name] = min(max(time, 0.0), self.sheet.duration)
        self._show_measure()

    def _measure(self, measuring: bool) -> None:
        left, right = self.sheet.span
        places = {"A": left + (right - left) / 3, "B": left + (right - left) * 2 / 3}
        self.canvas.overlay.measure = places if measuring else {}
        self.legend.show_differences(measuring)
        self._show_measure()

    def _keep_measure_inside(self) -> None:
        """A run that has become shorter takes the measuring cursors along."""
        lines, last = self.canvas.overlay.measure, self.sheet.duration
        if any(t > last for t in lines.values()):
            lines.update({name: min(t, last) for name, t in lines.items()})
            self._show_measure()

    def _show_measure(self) -> None:
        lines = self.canvas.overlay.measure
        if lines:
            self.legend.foot.setText(measured(lines["A"], lines["B"]))
        self.canvas.refresh()
        self.legend.refresh()

    def _difference(self, key: str) -> str:
        lines = self.canvas.overlay.measure
        if not lines:
            return ""
        return self._written(key, self.value_at_cursor(key, lines["B"]) - self.value_at_cursor(key, lines["A"]))

    def _choose(self, key: str, beside: bool) -> None:
        self.shown.toggle(key) if beside else self.shown.choose(key)
        self._shown_changed()

    def _set_count(self, count: int) -> None:
        self.shown.set_count(count)
        self._shown_changed()

    def _to_front(self, key: str) -> None:
        if key != self.shown.current:
            self.show_plot(key)

    def _shown_changed(self) -> None:
        self.shown.save(self._preferences.settings)
        self.redraw()

    def _set_plane(self, plane: str) -> None:
        self.sheet.options = self.sheet.options._replace(plane=plane)
        self.redraw()

    def _set_grid(self, grid: bool) -> None:
        self._preferences.settings.setValue("plots/grid", "true" if grid else "false")
        self.sheet.set_grid(grid)

    def _hide(self) -> None:
        self.sheet.hidden = set(self.legend.model.hidden)
        self.redraw()

    def _replaced(self) -> None:
        """Another project: nothing of the one before applies."""
        self.legend.model.hidden.clear()
        self.sheet.hidden.clear()
        self.measure_action.setChecked(False)
        self.sheet.autorange()
        self._schedule()

    def _set_theme(self, theme: Theme) -> None:
        self.sheet.recolour(theme)
        self.canvas.set_theme(theme)
        self.bar.set_theme(theme)
        self._schedule()

    def _menu(self, place: QPointF) -> None:
        menu = QMenu(self)
        menu.addActions([self.fit_action, self.measure_action, self.grid_action])
        menu.addSeparator()
        menu.addActions([self.copy_picture_action, self.copy_data_action])
        menu.addSeparator()
        menu.addActions([self.export_action, self.export_all_action])
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place.toPoint())


def _ending(run: Run) -> str:
    """Of a run that ended before its time: how and when; one that diverged did so behind its last sample."""
    if run.status == "diverged":
        return f"diverged after {run.end:.6g} s"
    return f"{run.status} at {run.reached:.6g} s" if run.status in ("failed", "cancelled", "stopped") else ""
