"""The panels round the arm: where they stand at first, on a small screen, and as a project or the user wants them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from denoc.files.projects.plot_view import LAYOUTS
from denoc_studio.look.icons import Icons
from denoc_studio.session.session import Session
from denoc_studio.window.dock_title import DockTitle
from denoc_studio.window.layout import PLOTS, VERSION, arrange, restore_layout, save_layout
from denoc_studio.window.plot_layouts import PlotLayouts

SIZE = QSize(1440, 900)
SMALL = 1000  # pixels: a narrower screen has no room for Robot and Run on both sides of the arm
LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)


class Docks(QObject):
    """`all` are Robot, Run, Plots and what stands with the plots."""

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        stage: QWidget,
        arm: QWidget,
        panels: dict[str, QWidget],
        icons: Icons,
        needed: Callable[[], int],
    ) -> None:
        """`panels` by their titles; `needed` is the height that Run needs now, in pixels."""
        super().__init__(window)
        self._window, self._session, self._needed = window, session, needed
        self._kind: tuple[object, ...] = ()  # of the run for which the panels were arranged
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        areas = {"Robot": LEFT, "Run": RIGHT}
        self.all = [self._dock(title, panel, areas.get(title, BOTTOM), icons) for title, panel in panels.items()]
        robot, run, plots, *others = self.all
        for dock in others:
            window.tabifyDockWidget(plots, dock)
        plots.raise_()
        window.resizeDocks([robot, run], [372, 290], Qt.Orientation.Horizontal)
        self.layouts = PlotLayouts(window, stage, arm, [robot, run], run, [plots, *others])

    def restore(self) -> None:
        """As they were left, or as they are at first; from now on they follow the project."""
        window, document = self._window, self._session.document
        screen = window.screen().availableSize()
        if screen.width() < SMALL:
            self.fold()
        self._first = window.saveState(VERSION)
        settings = self._session.preferences.settings
        layout = str(settings.value(PLOTS, ""))
        placed, arranged = restore_layout(window, settings)
        if not placed:
            window.resize(SIZE.boundedTo(screen * 0.95))
        if not arranged:
            self.layouts.share_height()
        elif layout in LAYOUTS:
            self.layouts.assume(layout)
        document.replaced.connect(lambda _: self._show_view())
        document.settings_changed.connect(lambda _: None if document.replacing else self._settings_changed())
        self._show_view()

    def save(self) -> None:
        settings = self._session.preferences.settings
        settings.setValue(PLOTS, self.layouts.current)
        save_layout(self._window, settings)

    def reset(self) -> None:
        self.layouts.forget()
        for dock in self.all:
            dock.setFloating(False)
            dock.show()
        arrange(self._window, self._first)
        self.layouts.share_height()
        self._share_corner()

    def fold(self) -> None:
        """Robot and Run in one place, as tabs."""
        robot, run = self.all[:2]
        self._window.tabifyDockWidget(robot, run)
        robot.raise_()

    def _dock(self, title: str, panel: QWidget, area: Qt.DockWidgetArea, icons: Icons) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(title)
        dock.setTitleBarWidget(DockTitle(dock, icons))
        dock.setWidget(panel)
        self._window.addDockWidget(area, dock)
        return dock

    def _show_view(self) -> None:
        """The plots where the project wants them."""
        self.layouts.choose(self._session.document.project.view.layout)
        self._share_corner()

    def _share_corner(self) -> None:
        """Decided when a project is opened and when its run is of another kind, never while somebody types."""
        run = self._session.document.project.run
        self._kind = run.mode, type(run.torque), type(run.motion)
        QTimer.singleShot(0, self, lambda: self.layouts.share_corner(self._needed()))

    def _settings_changed(self) -> None:
        run = self._session.document.project.run
        if self._kind != (run.mode, type(run.torque), type(run.motion)):
            self._share_corner()
