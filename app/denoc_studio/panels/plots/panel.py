"""The plots: live curves of the current run, one legend, one time cursor, and what can be done with them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLayout, QMenu, QVBoxLayout, QWidget

from denoc.files.projects.plot_view import MOST_HIDDEN
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.panels.exports.plots import PlotExport
from denoc_studio.panels.plots.bar import PlotBar
from denoc_studio.panels.plots.canvas import PlotCanvas
from denoc_studio.panels.plots.cause_table import CauseTable
from denoc_studio.panels.plots.compare import Comparison
from denoc_studio.panels.plots.cursors import TimeCursors
from denoc_studio.panels.plots.curve_figures import CurveFigures
from denoc_studio.panels.plots.legend import Legend
from denoc_studio.panels.plots.legend_place import LegendPlace
from denoc_studio.panels.plots.readings import CurveReadings
from denoc_studio.panels.plots.sheet import PlotSheet
from denoc_studio.panels.plots.shown_plots import ShownPlots
from denoc_studio.panels.plots.subject import ending_of, subject_of
from denoc_studio.panels.plots.tile import PanelItem
from denoc_studio.plots.arrangement import LEAST_HEIGHT, LEAST_WIDTH, with_room
from denoc_studio.plots.comparison import Pinned
from denoc_studio.plots.horizon import doubt_words
from denoc_studio.plots.limits import words_of
from denoc_studio.plots.load_series import check_words
from denoc_studio.plots.many.bands import Bands
from denoc_studio.plots.motion import Motion, friction_jumps, motion_of
from denoc_studio.plots.series import PLOTS, Options
from denoc_studio.session.document import Document
from denoc_studio.session.log_overlay import LogOverlay
from denoc_studio.session.measured_log import MeasuredLog
from denoc_studio.session.playback import Playback
from denoc_studio.session.results import STALE_AFTER
from denoc_studio.session.run import Run
from denoc_studio.session.run_overlay import RunOverlay
from denoc_studio.widgets.by_turns import ByTurns
from denoc_studio.widgets.questions import open_beside

if TYPE_CHECKING:
    from denoc_studio.paper.export import Source

REDRAW_EVERY = 33  # milliseconds
AWAITED = 150  # milliseconds that a change of the arm waits for its run: its samples are drawn at once
REST_PER_DRAWING = 4  # times as long as the last drawing took
JUMPS = "ends jump: at rest no dry friction is counted"
PREFERRED = ("degrees", "ghost", "numbers")  # preferences that change what is drawn


class PlotPanel(QWidget):
    message = Signal(str)
    _at_once = Signal()  # what a timer of 0 ms calls comes after painting

    def __init__(
        self,
        document: Document,
        playback: Playback,
        preferences: Preferences,
        themes: Themes,
        parent: QWidget | None = None,
        *,
        log: LogOverlay | None = None,
        bands: RunOverlay[Bands] | None = None,
    ) -> None:
        super().__init__(parent)
        self._log = LogOverlay(document, MeasuredLog(self), self) if log is None else log
        self._bands = RunOverlay[Bands](self) if bands is None else bands
        self._document, self._playback, self._preferences = document, playback, preferences
        self.shown = ShownPlots()
        self.canvas = PlotCanvas()
        self.sheet = PlotSheet(self.canvas)
        self.legend = Legend()
        self.figures = CurveFigures(self)
        self.readings = self.legend.model.readings = CurveReadings(self.sheet, self.figures)
        self.cursors = TimeCursors(playback, self.canvas, self.sheet, self.readings, self.legend)
        self.comparison = Comparison(document, preferences, themes, self)
        self.cause_table = CauseTable(document, playback, self)
        self._export = PlotExport(self, self.source, preferences.settings)
        self._export.message.connect(self.message)
        self._make_actions()
        self.bar = PlotBar(
            [
                (self.comparison.pin_action, "pin"),
                (self.comparison.difference_action, "delta"),
                (self.comparison.why_action, "help-circle-outline"),
                (self.measure_action, "ruler"),
                (self.fit_action, "fit-to-page-outline"),
                (self.export_action, "export-variant"),
            ]
        )
        self._place = LegendPlace(self.canvas, self.legend)
        self._lay_out()
        self._parts = ByTurns([self.canvas, self.legend], self)
        self._redrawn = 0.0  # when, by the clock
        self._redraw_timer = QTimer(self, singleShot=True, interval=REDRAW_EVERY)
        self._stale_timer = QTimer(self, singleShot=True, interval=STALE_AFTER)
        self._connect()
        self.sheet.set_grid(preferences.settings.value("plots/grid", "true") != "false")
        self.grid_action.setChecked(self.sheet.grid)
        self._show_view()
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
        """Ends what is under way; before the window goes."""
        self._export.wait()
        self.comparison.finish()

    def source(self) -> Source | None:
        """What an export would be made of; None before there is anything to draw."""
        from denoc_studio.paper.export import Source

        run = self._document.results.current
        if run is None or run.count < 2:
            return None
        log = self._log.over(run)
        motion, pinned = motion_of(run.project, run.recording, log, self._bands.over(run)), self.comparison.subtracted
        minus = None
        if pinned is not None:
            minus = Pinned(motion_of(pinned.project, pinned.recording), self._document.results.pinned_name)
        hidden = frozenset(self.sheet.hidden)
        return Source(run.project, motion, self.current_name, hidden, self.sheet.options, self.sheet.span, minus)

    def _make_actions(self) -> None:
        self.fit_action = self._action("Fit", "The whole run, all values (double-click a plot)", self.autorange)
        self.measure_action = self._action("Measure", "Two cursors, A and B: drag them", self.cursors.measure, True)
        self.grid_action = self._action("Grid", "", self._set_grid, True)
        self.export_action = self._action("Export this plot...", "As PNG, SVG, PDF or CSV", self.export_current)
        self.export_all_action = self._action("Export all...", "", self.export_all)
        self.copy_picture_action = self._action(
            "Copy picture", "", lambda: self._export.copy_picture(self.canvas.picture())
        )
        self.copy_data_action = self._action("Copy data", "", self._export.copy_data)

    def _action(self, text: str, tip: str, slot: object, checkable: bool = False) -> QAction:
        action = QAction(text, self)
        action.setToolTip(f"{text}: {tip[0].lower()}{tip[1:]}" if tip else text)
        action.setCheckable(checkable)
        (action.toggled if checkable else action.triggered).connect(slot)
        return action

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # see minimumSizeHint
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(self._place, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        self._place.share(self.size(), len(self.shown.keys))

    def align_legend(self, width: int) -> None:
        """So wide at least, as what stands above it; 0 where nothing does."""
        if self._place.widen(width):
            self._share_room()

    def minimumSizeHint(self) -> QSize:
        """Of one plot: the legend makes room."""
        bar = self.bar.minimumSizeHint()
        return QSize(max(bar.width(), LEAST_WIDTH), bar.height() + LEAST_HEIGHT)

    def _connect(self) -> None:
        results = self._document.results
        for signal in (results.started, results.extended, results.ghost_changed):
            signal.connect(lambda _: self._schedule())  # a run that ends before that is drawn once, and whole
        results.ended.connect(lambda _: self._at_once.emit() if self.canvas.is_quick else self._schedule(0))
        results.judged.connect(lambda _: self._schedule(0))
        self._at_once.connect(self._redraw_in_turn, Qt.ConnectionType.QueuedConnection)
        self._redraw_timer.timeout.connect(self._redraw_in_turn)
        self._stale_timer.timeout.connect(self._show_stale)
        results.stale.connect(lambda _: self._stale_timer.start())
        self.comparison.changed.connect(self._schedule)
        self._log.found_changed.connect(self._schedule)
        self._bands.changed.connect(self._schedule)
        self.legend.residual_chosen.connect(lambda name: self._set_options(self.sheet.options._replace(residual=name)))
        self._document.replaced.connect(lambda _: self._replaced())
        self._document.selection_changed.connect(lambda _: self._schedule())
        self._document.robot_changed.connect(lambda _: self._schedule(AWAITED))
        self._document.settings_changed.connect(lambda _: self._schedule(AWAITED))
        self._preferences.changed.connect(lambda name: self._schedule() if name in PREFERRED else None)
        self.bar.plot_chosen.connect(self._choose)
        self.bar.tiles_chosen.connect(self._set_count)
        self.canvas.tile_chosen.connect(self._to_front)
        self.canvas.fit_wanted.connect(self.sheet.autorange)
        self.canvas.menu_wanted.connect(self._menu)
        self.legend.plane_chosen.connect(lambda name: self._set_options(self.sheet.options._replace(plane=name)))
        self.legend.table_button.clicked.connect(lambda: open_beside(self.cause_table))
        self.legend.model.hidden_changed.connect(self._hide)
        self.legend.view.time_chosen.connect(self._playback.seek)
        self.legend.view.plot_chosen.connect(self._to_front)
        self.legend.view.plot_chosen.connect(self.legend.view.open)
        self.canvas.tile_entered.connect(self.legend.view.open)
        self.canvas.resized.connect(self._resized)
        self.figures.changed.connect(self.legend.figures_changed)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.redraw()

    def _schedule(self, within: int = REDRAW_EVERY) -> None:
        """In so many milliseconds, but never so often that the window would do nothing else."""
        rest = max(REDRAW_EVERY, REST_PER_DRAWING * self.canvas.drawing_time)
        delay = max(within, round(rest - 1e3 * (time.perf_counter() - self._redrawn)))
        if not self._redraw_timer.isActive() or delay < self._redraw_timer.remainingTime():
            self._redraw_timer.start(delay)

    def _redraw_in_turn(self) -> None:
        """Not while the panels are painted, these or all of another project: each has a turn of its own."""
        self._schedule() if self._parts.busy or not self.updatesEnabled() else self.redraw()

    def redraw(self) -> None:
        """Everything that is visible, from the run as it is now."""
        self._redrawn = time.perf_counter()
        self._redraw_timer.stop()
        run = self._document.results.current
        if run is not None and run.running and not run.count:
            return  # the curves before stay until there are others
        project = run.project if run else self._document.project
        log = self._log.over(run)
        self.bar.set_project(project, self._log.usable)
        self.shown.drop({key for key, kind in PLOTS.items() if not kind.fits(project, self._log.usable)})
        self.bar.show_state(self.shown.keys, self.shown.current, len(self.shown.keys))
        if not self.isVisible():
            return
        degrees, joint = self._preferences["degrees"], self._document.selected
        self.sheet.options = self.sheet.options._replace(degrees=degrees, joint=joint)
        self.sheet.numbered = self._preferences["numbers"]
        minus, bands = self.comparison.subtracted, self._bands.over(run)
        subject = subject_of(self._document, minus, self._preferences["ghost"], log, bands)
        self.readings.run, self.readings.minus, self.readings.log = run, minus, log
        judged = self.readings.doubtful_from != subject.doubtful[0]
        self.readings.doubtful_from = subject.doubtful[0]
        self.canvas.overlay.doubt = doubt_words(subject.doubtful[0])
        rows, columns = self.canvas.places(len(self.shown.keys))
        with_places = with_room(self.shown.keys, self.shown.current, rows * columns)
        same = [tile.kind.key for tile in self.canvas.tiles] == with_places
        self._parts.hold(but=self.canvas if same and self.canvas.is_quick else None)
        if not self.sheet.show(with_places, subject):
            self._schedule()
        for action in (self.export_action, self.export_all_action, self.copy_data_action):
            action.setEnabled(run is not None and run.count > 1)
        self.legend.show_residuals(log if "residual" in self.shown.keys else None, self.sheet.options.residual)
        self._show_status(run)
        self._share_room()
        self._list_curves(run)
        if judged:
            self.legend.figures_changed()
        self.legend.set_note(self._note(subject.motion, len(with_places)))
        self.cursors.keep_inside()
        self.cursors.move()

    def _resized(self) -> None:
        """As many plots as there is room for now."""
        rows, columns = self.canvas.places(len(self.shown.keys))
        if len(self.canvas.tiles) != min(rows * columns, len(self.shown.keys)):
            self._schedule()

    def _note(self, motion: Motion, seen: int) -> str:
        """What else there is to see in the plots, and why; and what there is no room for."""
        look = self.sheet.ghost_look
        over_time = any(tile.kind.over_time for tile in self.canvas.tiles)
        compared = self.comparison.text(over_time) or (f"{look}: the run before" if look else "")
        jumps = self.current_name in ("torques", "causes") and friction_jumps(motion)
        few = f"room for {seen} of {len(self.shown.keys)} plots" if seen < len(self.shown.keys) else ""
        check = check_words(motion) if self.current_name == "bearings" else ""
        logged = "rings: measured" if any(item.measured.strokes for item in self._items) else ""
        banded = motion.bands.label if motion.bands is not None and any(i.bands.shades for i in self._items) else ""
        said = (few, logged, banded, words_of(motion, self.current_name), check, compared, JUMPS if jumps else "")
        return "; ".join(words for words in said if words)

    def _show_status(self, run: Run | None) -> None:
        overlay = self.canvas.overlay
        overlay.current = self.current_name
        overlay.note = "" if run else "no run yet"
        overlay.end = run.end if run else 0.0
        overlay.stopped = ending_of(run) if run else ""
        overlay.stale = overlay.stale and run is not None and run.stale

    def _show_stale(self) -> None:
        run = self._document.results.current
        self.canvas.overlay.stale = run is not None and run.stale
        self.canvas.refresh()

    def _list_curves(self, run: Run | None) -> None:
        n = (run.project.robot if run else self._document.robot).n
        self.legend.list_curves(self.canvas.tiles, n, self.sheet.theme.dark)
        if self.legend.view.open_plot not in [tile.kind.key for tile in self.canvas.tiles]:
            self.legend.view.open(self.current_name)
        self.readings.follow(self.legend.model.entries)
        self.legend.table_button.setVisible("causes" in self.shown.keys)
        self.legend.plane.setVisible("path" in self.shown.keys)

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
        self._document.set_view(plots=tuple(self.shown.keys))
        self.legend.view.open(self.current_name)
        self.redraw()

    def _set_options(self, options: Options) -> None:
        self.sheet.options = options
        self.redraw()

    @property
    def _items(self) -> list[PanelItem]:
        return [item for tile in self.canvas.tiles for item in tile.items]

    def _set_grid(self, grid: bool) -> None:
        self._preferences.settings.setValue("plots/grid", "true" if grid else "false")
        self.sheet.set_grid(grid)

    def _hide(self) -> None:
        self.sheet.hidden = set(self.legend.model.hidden)
        self._document.set_view(hidden=tuple(sorted(self.sheet.hidden)[:MOST_HIDDEN]))
        self.redraw()

    def _replaced(self) -> None:
        """Another project: nothing of the one before applies."""
        self._show_view()
        self.measure_action.setChecked(False)
        self.sheet.autorange()
        self.canvas.doubt_quickness()
        self._schedule()

    def _show_view(self) -> None:
        """The plots that the project wants to be shown, or those that the user had, and what it hides."""
        view = self._document.project.view
        if view.plots:
            self.shown.show(view.plots)
        else:
            self.shown = ShownPlots.load(self._preferences.settings)
        self.legend.model.hidden = set(view.hidden)
        self.sheet.hidden = set(view.hidden)
        self.legend.view.open(self.shown.current)

    def _set_theme(self, theme: Theme) -> None:
        self.sheet.recolour(theme)
        self.canvas.set_theme(theme)
        self.bar.set_theme(theme)
        self.legend.set_theme(theme)
        self._schedule()

    def _menu(self, place: QPointF) -> None:
        menu = QMenu(self)
        menu.addActions([self.fit_action, self.measure_action, self.grid_action])
        menu.addAction(self.comparison.why_action)
        menu.addSeparator()
        menu.addActions([self.copy_picture_action, self.copy_data_action])
        menu.addSeparator()
        menu.addActions([self.export_action, self.export_all_action])
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place.toPoint())
