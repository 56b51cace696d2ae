"""The main window: builds docks and menus around a session, and holds no logic of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc_studio.lessons import is_lesson
from denoc_studio.look.icons import Icons
from denoc_studio.look.plain_text import capitalised, title_text
from denoc_studio.look.theme import sheet_later
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.panels.exports.arm import ArmExport
from denoc_studio.panels.exports.robot import RobotExport
from denoc_studio.panels.lessons.opener import LessonOpener
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.panels.studies.measured.opener import LogOpener, is_log
from denoc_studio.project.entry.joint_units import reason_of
from denoc_studio.session.session import Session
from denoc_studio.widgets.actions import commit_typing
from denoc_studio.widgets.by_turns import ByTurns
from denoc_studio.widgets.notice_bar import NoticeBar
from denoc_studio.window.bars.menu_row import MenuRow
from denoc_studio.window.bars.status_bar import StatusBar
from denoc_studio.window.bars.timeline import Timeline
from denoc_studio.window.bars.trust_badge import TrustBadge
from denoc_studio.window.docks import Docks
from denoc_studio.window.files.disk_notice import DiskNotice
from denoc_studio.window.files.file_manager import FileManager
from denoc_studio.window.hint import Hint
from denoc_studio.window.key_focus import KeyFocus
from denoc_studio.window.later_panels import later_panels
from denoc_studio.window.menus import Menus
from denoc_studio.window.tour.tour import Tour

if TYPE_CHECKING:
    from denoc.playing.play import Played, Step
    from denoc_studio.lessons.lesson import Lesson
    from denoc_studio.panels.lessons.panel import LessonsPanel
    from denoc_studio.panels.studies.actuators.panel import ActuatorPanel
    from denoc_studio.panels.studies.chaos.panel import ChaosPanel
    from denoc_studio.panels.studies.identify.panel import IdentifyPanel
    from denoc_studio.panels.studies.inspector_panel import InspectorPanel
    from denoc_studio.panels.studies.measured.panel import MeasuredPanel
    from denoc_studio.panels.studies.modes.panel import ModesPanel
    from denoc_studio.panels.studies.reach.panel import ReachPanel
    from denoc_studio.panels.studies.sweep.panel import SweepPanel
    from denoc_studio.panels.studies.tolerances.panel import TolerancesPanel
    from denoc_studio.paper.report.order import LabSource

TITLE = "DeNOC Studio"
LOW = 600  # pixels: a lower window has no room for the status bar


class MainWindow(QMainWindow):
    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._build(session)
        self.places.restore()  # with the style sheet: Qt keeps the width of the lines between panels with their places
        self.arm.setFocus()

    @sheet_later()
    def _build(self, session: Session) -> None:
        self._leaving = self._closed = False
        document, playback = session.document, session.playback
        preferences, themes = session.preferences, session.themes
        self.icons = Icons(themes, self)
        self.files = FileManager(document, preferences, themes, self)
        self.exports = RobotExport(document, preferences.settings, self)
        self.notice = NoticeBar(themes)
        self.disk_notice = DiskNotice(themes)
        self.arm = ArmView(document, playback, preferences, themes, session.pushing, clouds=session.cloud_overlay)
        trust = TrustBadge(themes)
        self.timeline = Timeline(playback, themes, self.icons, trust)
        self.robot = RobotPanel(document, preferences, themes)
        self.run = RunPanel(session, self.icons)
        self.plots = PlotPanel(
            document, playback, preferences, themes, log=session.log_overlay, bands=session.band_overlay
        )
        self.lesson_files = LessonOpener(preferences.settings, self)
        self.logs = LogOpener(session, self)
        self.arm_export = ArmExport(
            self, self.arm, lambda: document.project.name, self._lab_source, preferences.settings
        )
        self.menu_row = MenuRow(self)
        self.setMenuBar(self.menu_row)
        self.status = StatusBar(document, playback, session.runner, preferences, themes, trust)
        self.setStatusBar(self.status)
        self.status.messageChanged.connect(lambda _: self._show_status())
        stage = self._stage()
        self.setCentralWidget(stage)
        self._in_turns = ByTurns([self.robot, self.run, self.plots], self)
        self.places = Docks(
            self,
            session,
            stage,
            self.arm,
            {"Robot": self.robot, "Run": self.run, "Plots": self.plots},
            later_panels(self),
            self.icons,
            needed=lambda: self.run.needed_height,
            align=self.plots.align_legend,
            tools=self.plots.bar.side,
            when_laid_out=self._in_turns.when_laid_out,
        )
        self.docks, self.layouts = self.places.all, self.places.layouts
        self.lesson_files.opened.connect(self._begin_file)
        self.menus = Menus(self, stage)
        self.hint = Hint(self.arm, preferences, themes)
        self.tour = Tour(self, preferences, themes)
        self.hint.tour.connect(self.tour.begin)
        self._key_focus = KeyFocus(self.arm)

        self.setAcceptDrops(True)
        self.arm.notice.connect(self.say)
        self.robot.header.explain.connect(self.menus.show_parameters)
        self.arm.painted.connect(self.status.count_frame)
        document.to_be_replaced.connect(self._in_turns.hold)
        document.refused.connect(self._refuse)
        document.replaced.connect(lambda _: self.notice.dismiss())
        told = (self.files.message, self.exports.message, self.plots.message)
        for teller in (*told, self.arm_export.message, self.arm_export.failed):
            teller.connect(self.say)
        for part in (self.files, self.exports):
            part.noted.connect(self.notice.tell)
        session.measured.changed.connect(lambda: self.measured)  # which compares it with runs, seen or not
        self.logs.opened.connect(self._show_measured)
        session.log_overlay.noticed.connect(self.notice.tell)
        self.files.shared.noticed.connect(self.disk_notice.show_sight)
        self.disk_notice.chosen.connect(self.files.settle)
        self.disk_notice.asked.connect(self.files.show_differences)
        document.title_changed.connect(self._show_title)
        self._show_title()

    @property
    def actuators(self) -> ActuatorPanel:
        return self._later("Actuators")

    @property
    def inspector(self) -> InspectorPanel:
        return self._later("Inspector")

    @property
    def reach(self) -> ReachPanel:
        return self._later("Reach")

    @property
    def measured(self) -> MeasuredPanel:
        return self._later("Measured")

    @property
    def identify(self) -> IdentifyPanel:
        return self._later("Identify")

    @property
    def lessons(self) -> LessonsPanel:
        return self._later("Lessons")

    @property
    def modes(self) -> ModesPanel:
        return self._later("Modes")

    @property
    def chaos(self) -> ChaosPanel:
        return self._later("Chaos")

    @property
    def sweep(self) -> SweepPanel:
        return self._later("Sweep")

    @property
    def tolerances(self) -> TolerancesPanel:
        return self._later("Tolerances")

    def _later(self, title: str) -> Any:
        """The panel, made now where it was not yet."""
        return self.places.later[title].panel()

    def light(self, symbol: tuple[Played, Step, str] | None) -> None:
        """On the arm, a symbol of the equation that is played."""
        from denoc_studio.picture.arm.symbols.highlight import highlight

        robot = self.session.document.robot
        if symbol is None or len(symbol[0].frames) != robot.n:
            self.arm.set_highlight(None)
        else:
            self.arm.set_highlight(highlight(robot, *symbol))

    def show_theory(self, page: str = "") -> None:
        """Its links lead into the lessons."""
        from denoc_studio.window.help_dialog import show_theory

        show_theory(self, self.session.themes, page, self._begin_lesson)

    def _begin_lesson(self, name: str) -> None:
        self.places.choose("Lessons")
        self.lessons.begin_named(name)

    def open_lesson(self, path: Path) -> None:
        """A lesson from a file; what is wrong with it is told."""
        self.lesson_files.open_path(path)

    def _begin_file(self, lesson: Lesson, path: Path) -> None:
        self.places.choose("Lessons")
        self.lessons.begin_file(lesson, path)

    def say(self, text: str) -> None:
        """A line in the status bar for some seconds."""
        self.status.showMessage(text, 8000)

    def _refuse(self, error: DynamicsError) -> None:
        """What was attempted, as to start from a pose beyond the limits of a run that stops there."""
        reason = reason_of(error, self.session.document.robot, self.session.preferences["degrees"])
        self.say(f"Joint {error.link}: {reason}" if error.link else capitalised(reason))

    def showEvent(self, event: QShowEvent) -> None:
        """Its panels are painted as when another project is opened: one a turn of the event loop."""
        if not event.spontaneous():
            self._in_turns.hold()
        super().showEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.places.fit(self.width())
        self.layouts.follow()
        self._show_status()

    def _show_status(self) -> None:
        """In a low window only while it has something to say."""
        self.status.setVisible(self.height() >= LOW or bool(self.status.currentMessage()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.files.shared.watch.look()

    def leave(self) -> None:
        """Close without asking; unsaved changes are kept for the next start."""
        self._leaving = True
        commit_typing()
        self.session.recovery.leave()
        if not self._closed:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()  # until all is done: where something fails nothing is lost
        commit_typing()
        if not self._leaving and not self.files.may_discard():
            return
        self._closed = True
        self.places.save()
        self.files.finish()
        self.exports.finish()
        self.arm.finish()
        self.plots.finish()
        self.arm_export.finish()
        self.lesson_files.finish()
        self.logs.finish()
        for title, dock in self.places.later.items():
            if dock.is_made:
                self._later(title).finish()
        self.session.close()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """What is asked then is asked after the drop: until it is over, the program that the file comes from waits."""
        event.acceptProposedAction()
        paths = _files(event)
        if len(paths) == 1:
            QTimer.singleShot(0, self, lambda: self.open_file(paths[0]))
        else:
            self.say(f"{len(paths)} files were dropped: one is opened at a time")

    def open_file(self, path: Path) -> None:
        """What was dropped or double-clicked: a lesson, a measured log, or an arm."""
        if is_lesson(path):
            self.open_lesson(path)
        else:
            self.logs.open_path(path) if is_log(path) else self.files.open_path(path)

    def _show_measured(self) -> None:
        """What a log was opened for: its panel, beside the others of its place."""
        dock = self.places.later["Measured"]
        dock.show()
        dock.raise_()

    def _lab_source(self) -> LabSource | None:
        """What a report would be made of, with the log over its run."""
        from denoc_studio.panels.exports.report_source import source_of_lab_report

        found = source_of_lab_report(self.session.document)
        if self.places.later["Identify"].is_made:
            found = self.identify.in_report(found)
        log = self.session.log_overlay.over(self.session.document.results.current)
        return found if found is None or log is None else replace(found, measured=log)

    def _stage(self) -> QWidget:
        stage = QWidget()
        column = QVBoxLayout(stage)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.disk_notice)
        column.addWidget(self.notice)
        column.addWidget(self.arm, 1)
        column.addWidget(self.timeline)
        return stage

    def _show_title(self) -> None:
        document = self.session.document
        self.setWindowTitle(f"{title_text(document.name)}[*] - {TITLE}")
        self.setWindowModified(document.modified)
        self.menu_row.show_name(title_text(document.name), document.modified)


def _files(event: QDropEvent) -> list[Path]:
    """What is dragged, as far as it lies on this machine."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
