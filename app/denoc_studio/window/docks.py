"""The panels round the arm: where they stand at first, in a narrow window, and as a project or the user wants them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from denoc.files.projects.plot_view import LAYOUTS, Layout
from denoc_studio.look.icons import Icons
from denoc_studio.panels.plots.bar import PlotTools
from denoc_studio.session.session import Session
from denoc_studio.window import strips
from denoc_studio.window.dock_title import DockTitle
from denoc_studio.window.later_dock import LaterDock
from denoc_studio.window.layout import FOLDED, PLOTS, SHARE, VERSION, arrange, restore_layout, save_layout
from denoc_studio.window.plot_layouts import PlotLayouts
from denoc_studio.window.strips import PanelStrip

FILLED, LEAST = 0.9, QSize(800, 480)  # of the screen for the first window, which is no smaller where there is room
FRAME = QSize(0, 40)  # pixels that the desktop may put round it
NARROW, WIDE = 1100, 1440  # pixels of the window: less than these has no room for Robot and Run, or little
LESSON = 1700  # less than this has no room for both beside the arm and a lesson
WIDTHS = {NARROW: [288, 300], WIDE: [320, 392]}  # pixels of Robot and Run, from these widths of the window on
LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)


class Docks(QObject):
    """`all` are Robot, Run, Plots and what shares a place with the plots: one of these is seen, the others are tabs.

    A closed panel leaves a strip. In a narrow window Robot and Run are strips, of which one at a time is open.
    """

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        stage: QWidget,
        arm: QWidget,
        panels: dict[str, QWidget],
        later: dict[str, Callable[[], QWidget]],
        icons: Icons,
        needed: Callable[[], int],
        align: Callable[[int], None],
        tools: PlotTools,
        when_laid_out: Callable[[Callable[[], None]], None],
    ) -> None:
        """`panels` by their titles, and what makes the others, which stand behind tabs; `needed` is the height that Run
        needs now, in pixels; `align` is told Run's width where it stands above the plots; `tools` are of the plots, for
        their title; `when_laid_out` calls what it is given once the panels know what they need."""
        super().__init__(window)
        self._window, self._session, self._needed, self._align = window, session, needed, align
        self._when_laid_out = when_laid_out
        self._kind: tuple[object, ...] = ()  # of the run for which the panels were arranged
        self._band = -1  # of the window's widths
        self._fresh = False  # nobody has moved anything yet
        self._before_lesson: Layout | None = None  # where results stood when a lesson began
        self._open_width = 0  # pixels that the window needs with all that is open, as in a wide one
        self._folded: list[QDockWidget] = []  # what a narrow window has closed
        window.setDockNestingEnabled(True)
        window.setAnimated(False)  # the arm would be drawn anew for every step
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, BOTTOM)
        tabs, areas = ["Plots", *later], {"Robot": LEFT, "Run": RIGHT}
        self.later = {title: LaterDock(title, window, make) for title, make in later.items()}
        self.all = [*(QDockWidget(title, window) for title in panels), *self.later.values()]
        for dock in self.all:
            title = dock.windowTitle()
            self._give_title(dock, icons, tabs if title in tabs else [], tools if title in tabs else None)
            if title in panels:
                dock.setWidget(panels[title])
            window.addDockWidget(areas.get(title, BOTTOM), dock)
        robot, run, plots, *others = self.all
        self._panels, self._results = [robot, run], [plots, *others]
        for dock in others:
            window.tabifyDockWidget(plots, dock)
            dock.hide()
        self.layouts = PlotLayouts(window, stage, arm, self._panels, run, self._results)
        self.strips = [
            PanelStrip(window, [robot], strips.LEFT, " (Alt+1)"),
            PanelStrip(window, [run], strips.RIGHT, " (Alt+3)"),
            PanelStrip(window, self._results, strips.BOTTOM, ""),
        ]
        for dock in self.all:
            dock.toggleViewAction().toggled.connect(lambda shown, dock=dock: self._opened(dock) if shown else None)
            dock.topLevelChanged.connect(lambda out, dock=dock: None if out else self._opened(dock))
        self.layouts.leaving.connect(self._show_folded)
        self.layouts.changed.connect(self._layout_changed)
        run.installEventFilter(self)

    def restore(self) -> None:
        """As they were left, or as they are at first; from now on they follow the project and the window's width."""
        window, document = self._window, self._session.document
        self._first = window.saveState(VERSION)
        screen = window.screen().availableSize()
        least = least_size(screen)
        window.setMinimumSize(least)  # whatever is open now: it makes room, see fit
        settings = self._session.preferences.settings
        layout = str(settings.value(PLOTS, ""))
        placed, arranged = restore_layout(window, settings)
        if not placed:
            window.resize(first_size(screen))
            if least != LEAST:  # its frame would reach beyond the screen
                window.setWindowState(Qt.WindowState.WindowMaximized)
        if arranged:
            self._unfold(str(settings.value(FOLDED, "")).split(","))
            if layout in LAYOUTS:
                self.layouts.assume(layout, str(settings.value(SHARE, "")))
        self._settle()
        self.fit(window.width())
        self._fresh = not arranged
        if self._fresh:
            self.layouts.share_height()
        document.replaced.connect(lambda _: self._show_view())
        document.settings_changed.connect(lambda _: None if document.replacing else self._settings_changed())
        self._show_view()

    def save(self) -> None:
        settings = self._session.preferences.settings
        settings.setValue(PLOTS, self.layouts.current)
        settings.setValue(SHARE, f"{self.layouts.share:.6f}")
        settings.setValue(FOLDED, ",".join(dock.objectName() for dock in self._folded if self._band == 0))
        save_layout(self._window, settings)

    def _unfold(self, names: list[str]) -> None:
        """Open what only a narrow window had closed; where there was nothing of it, all keeps its width."""
        folded = [dock for dock in self._panels if dock.objectName() in names]
        for dock in folded:
            dock.show()
        if not folded:
            self._band = _band(self._window.width()) or -1

    def reset(self) -> None:
        self.layouts.forget()
        for dock in self.all:
            dock.setFloating(False)
        arrange(self._window, self._first)
        self._settle()
        self._band, self._open_width, self._folded = -1, 0, []
        self.fit(self._window.width())
        self.layouts.share_height()
        self._fresh = True
        self._share_corner()

    def make_room(self, lesson: bool) -> None:
        """A lesson stands beside the arm, with Robot and Run as strips where the window is not wide, until it ends."""
        if lesson == (self._before_lesson is not None):
            return
        before, self._before_lesson = self._before_lesson, self.layouts.current if lesson else None
        self.layouts.choose("beside" if lesson else before or "below")
        self.choose("Lessons")

    def fit(self, width: int) -> None:
        """What a window of so many pixels has room for, where that is other than before."""
        layout = self._window.layout()
        if self._band > 0 and layout is not None:
            self._open_width = layout.totalMinimumSize().width()
        narrow = width < (LESSON if self._before_lesson is not None else self._open_width)
        band = 0 if narrow else _band(width)
        if band == self._band:
            return
        before, self._band = self._band, band
        if band == 0:
            self._folded = [dock for dock in self._panels if not dock.isHidden() and not dock.isFloating()]
        for dock in self._folded if band == 0 or before == 0 else []:
            dock.setVisible(band > 0)
        for strip in self.strips:  # a window that is not shown yet tells of nothing
            strip.follow()
        if band:
            widths = list(WIDTHS.values())[band - 1]
            self._window.resizeDocks(self._panels, widths, Qt.Orientation.Horizontal)

    def _show_folded(self) -> None:
        """An arrangement is kept with the panels that only a lack of room has closed: who comes back to it finds them,
        where there is room."""
        if self._band == 0:
            self._band = -1
            for dock in self._folded:
                dock.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide):
            self._line_up()
        return False

    def _give_title(self, dock: QDockWidget, icons: Icons, tabs: list[str], tools: PlotTools | None) -> None:
        dock.setObjectName(dock.windowTitle())
        head = DockTitle(dock, icons, tabs, tools)
        if head.tabs is not None:
            head.tabs.chosen.connect(self.choose)
        dock.setTitleBarWidget(head)

    def choose(self, title: str) -> None:
        """A tab."""
        dock = next(dock for dock in self._results if dock.windowTitle() == title)
        head = dock.titleBarWidget()
        assert isinstance(head, DockTitle)
        focused = any(isinstance(each, DockTitle) and each.tabs and each.tabs.hasFocus() for each in self._heads())
        dock.show()
        dock.raise_()
        if dock.isFloating():
            dock.activateWindow()
        elif focused and head.tabs is not None:
            head.tabs.setFocus(Qt.FocusReason.OtherFocusReason)

    def _heads(self) -> list[QWidget]:
        return [dock.titleBarWidget() for dock in self._results]

    def _opened(self, dock: QDockWidget) -> None:
        """Another tab gives way to it, and in a narrow window the other panel."""
        if dock.isFloating():
            return
        rivals = self._window.tabifiedDockWidgets(dock) if dock in self._results else []
        if dock in self._panels and self._band == 0:
            rivals = self._panels
        for other in rivals:
            if other is not dock and not other.isHidden() and not other.isFloating():
                other.hide()
        self._line_up()

    def _settle(self) -> None:
        """After an arrangement as Qt keeps it: one tab in front, strips for what is closed."""
        for dock in self._results:
            if not dock.isHidden():
                self._opened(dock)
        for strip in self.strips:
            strip.follow()

    def _line_up(self) -> None:
        """The legend stands below Run, as wide, where results reach there."""
        _, run, plots, *_ = self.all
        window = self._window
        above = (
            run.isVisible()
            and not run.isFloating()
            and not plots.isFloating()
            and (window.dockWidgetArea(run), window.dockWidgetArea(plots)) == (RIGHT, BOTTOM)
            and window.corner(Qt.Corner.BottomRightCorner) == BOTTOM
        )
        self._align(run.width() if above else 0)

    def _layout_changed(self) -> None:
        self._settle()
        self._open_width = 0
        QTimer.singleShot(0, self, lambda: self.fit(self._window.width()))

    def _show_view(self) -> None:
        """The plots where the project wants them."""
        if self._before_lesson is None:
            self.layouts.choose(self._session.document.project.view.layout)
        self._share_corner()

    def _share_corner(self) -> None:
        """Decided when a project is opened and when its run is of another kind, never while somebody types."""
        run = self._session.document.project.run
        self._kind = run.mode, type(run.torque), type(run.motion)
        self._when_laid_out(self._give_corner)

    def _give_corner(self) -> None:
        if self._fresh and self._window.isVisible():
            self._fresh = False
            self.layouts.share_height(self._needed())
            self._when_laid_out(self._give_corner)
            return
        self.layouts.share_corner(self._needed())
        self._line_up()

    def _settings_changed(self) -> None:
        run = self._session.document.project.run
        if self._kind != (run.mode, type(run.torque), type(run.motion)):
            self._share_corner()


def least_size(screen: QSize) -> QSize:
    """Of any window: with its frame it is no larger than the screen."""
    return LEAST.boundedTo(screen - FRAME)


def first_size(screen: QSize) -> QSize:
    """Of a window that was never opened before, on a screen with so much room."""
    return (screen * FILLED).expandedTo(LEAST).boundedTo(screen)


def _band(width: int) -> int:
    """0 where there is no room for Robot and Run, else the place among `WIDTHS`, from 1 on."""
    return sum(width >= least for least in WIDTHS)
