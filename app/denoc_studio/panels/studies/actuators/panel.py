"""The actuators: what the run asks of every joint, the motors chosen for it, and whether they fit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QToolButton, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc.studies.sizing import MotorLoad, motor_sizing
from denoc.torques.actuators import Actuator
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.exports.report_source import actuator_source, chosen_motors, finished_run
from denoc_studio.panels.studies.actuators.bar import ActuatorBar
from denoc_studio.panels.studies.actuators.export import ActuatorExport
from denoc_studio.panels.studies.actuators.motor_dialog import MotorDialog
from denoc_studio.panels.studies.actuators.tabs import ActuatorTabs
from denoc_studio.panels.studies.actuators.view import ActuatorView
from denoc_studio.paper.actuator_report import ReportSource
from denoc_studio.plots.tables.actuator_sheet import ActuatorSheet
from denoc_studio.plots.tables.actuator_study import Study, beyond_limits, missing_rotors, study
from denoc_studio.plots.tables.actuator_table import RATIO, verdict
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.results import STALE_AFTER
from denoc_studio.widgets.form_parts import tool
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.visibility import in_sight

LEAST = 200  # pixels of height
QUICK = 12_000  # numbers of a run, samples times joints, that are judged within a few milliseconds


class ActuatorPanel(QWidget):
    """Judges the run while it is in sight; a long one beside the window."""

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
        self._preferences = preferences
        self._themes = themes
        self.study: Study | None = None
        self._due = False  # to be judged and drawn as soon as it is in sight
        self.dialog: MotorDialog | None = None
        self.bar = ActuatorBar(themes)
        self.sheet = ActuatorSheet()
        self.model = CellModel(self.sheet, document, preferences, themes, self)
        self.table = ActuatorView(document, self.model)
        self.tabs = ActuatorTabs(playback, themes)
        self.message = MessageLine(themes)
        self.use = self._use_button()
        self.export = ActuatorExport(self, preferences.settings)
        self._studies = NewestOnly(self)
        self._stale_timer = self._timer(STALE_AFTER, self._show_state)
        self._refresh_timer = self._timer(0, self.refresh)
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Judge the run as it is now with the motors as they are now."""
        self._due = not in_sight(self)
        self._show_state()
        current, run = self._document.results.current, finished_run(self._document)
        if run is None:
            self._studies.forget()
            if current is None or not current.running:  # while one runs, the numbers before stay, pale
                self._show_study(None)
        elif not self._due:
            robot, recording, chosen = run.project.robot, run.recording, chosen_motors(self._document, run)
            put = self._studies.answer if len(recording.grid.times) * robot.n <= QUICK else self._studies.ask
            put(lambda: study(robot, recording, chosen))

    def choose_motor(self) -> None:
        """Of the selected joint, in a dialog."""
        degrees = self._preferences["degrees"]
        self.dialog = MotorDialog(self._document, self._themes, degrees, self._judge, self)
        self.dialog.open()

    def remove_motor(self) -> None:
        index = self._document.selected
        after = edits.set_actuator(self._document.project, index, None)
        self._document.edit(after, f"Remove the motor of joint {index + 1}")

    def use_motors(self, *, everywhere: bool = False) -> None:
        """Rotor and gear ratio of the selected joint's motor, or of all that were chosen, into the arm itself."""
        project, index = self._document.project, self._document.selected
        after = edits.use_motors(project, range(project.robot.n) if everywhere else [index])
        words = "Use all motors in the model" if everywhere else f"Use the motor of joint {index + 1} in the model"
        self._document.edit(after, words)

    def report_source(self) -> ReportSource | None:
        """What a report would be made of; None before there is a run."""
        return actuator_source(self._document, self._preferences["degrees"])

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        self.export.finish()
        self._studies.wait()
        self.tabs.finish()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._due:
            self._refresh_timer.start()

    def _judge(self, actuator: Actuator) -> MotorLoad | None:
        """The selected joint with another actuator; None without a run."""
        found, index = self.study, self._document.selected
        if found is None or index >= found.robot.n:
            return None
        return motor_sizing(found.robot, found.recording, index + 1, actuator.motor, actuator.gear)

    def _use_button(self) -> QToolButton:
        """For the selected joint; its menu has the others."""
        button = tool("Use in the model", "Rotor inertia and gear ratio of this motor into the joint", self.use_motors)
        menu = QMenu(button)
        menu.addAction("For this joint", self.use_motors)
        menu.addAction("For all joints with a motor", lambda: self.use_motors(everywhere=True))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        return button

    def _timer(self, interval: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(slot)
        return timer

    def _lay_out(self) -> None:
        below = QHBoxLayout()
        below.addWidget(self.message, 1)
        below.addWidget(self.use, 0, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        self.setMinimumHeight(LEAST)  # words that wrap must not take the room of the arm
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.table)
        splitter.addWidget(self.tabs)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setSizes([600, 400])  # shares: a table says nothing of the room that its columns need
        splitter.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 2)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(splitter, 1)
        layout.addLayout(below)

    def _connect(self) -> None:
        document = self._document
        document.results.started.connect(lambda _: self._stale_timer.start())
        document.results.ended.connect(lambda _: self._refresh_timer.start())
        document.results.stale.connect(lambda _: self._stale_timer.start())
        document.replaced.connect(lambda _: self.refresh())
        document.project_changed.connect(lambda _: self._project_changed())
        document.selection_changed.connect(lambda _: self._show_joint())
        self._preferences.degrees_changed.connect(self._units_changed)
        self._studies.done.connect(self._show_study)
        self._studies.failed.connect(lambda reason: self.message.say("error", reason))
        self.table.motor_wanted.connect(self.choose_motor)
        self.model.message.connect(lambda reasons: self.message.say("error", reasons, self.model))
        self.tabs.ratio_chosen.connect(self._set_ratio)
        self.bar.choose.triggered.connect(self.choose_motor)
        self.bar.remove.triggered.connect(self.remove_motor)
        self.bar.copy.triggered.connect(self._copy)
        self.bar.table.triggered.connect(self._save_table)
        self.bar.report.triggered.connect(self._save_report)
        self.export.message.connect(lambda text: self.message.say("good", text))
        self.export.failed.connect(lambda text: self.message.say("error", text))

    def _project_changed(self) -> None:
        run = finished_run(self._document)
        if run is not None and self.study is not None:
            judged = tuple(row.actuator for row in self.study.rows)
            if judged != (chosen_motors(self._document, run) or (None,) * len(judged)):
                self._refresh_timer.start()  # once for all that changes with it
        self._say_verdict()
        self._enable()

    def _show_study(self, found: Study | None) -> None:
        first = self.study is None
        self.study = found
        self.sheet.study = found
        self.model.refresh()
        if first:
            self.table.fit_columns()
        self._show_joint()

    def _show_joint(self) -> None:
        """The selected one in the tabs and in words."""
        found, joint = self.study, self._document.selected
        usable = found if found is not None and joint < found.robot.n else None
        if in_sight(self):
            self.tabs.show_study(usable, joint, self._preferences["degrees"])
        else:
            self._due = True
        self._say_verdict()
        self._enable()

    def _show_state(self) -> None:
        run = self._document.results.current
        faded = run is not None and (run.stale or run.running)
        if faded != self.sheet.faded:
            self.sheet.faded = faded
            self.model.refresh()
        self.bar.show_state(run)
        self._say_verdict()
        self._enable()

    def _say_verdict(self) -> None:
        joint = self._document.selected
        row = self.sheet.known(self._document.project, joint)
        if row.load is None:
            self.message.say("good", "")
            return
        if self._outdated():
            self.message.say("warning", "Out of date: the project has changed since this run")
            return
        fits = row.drive is not None and row.drive.fits
        beyond = beyond_limits(self._document.robot, [(joint, row.load)], self._preferences["degrees"])
        doubts = [*beyond, *self._missing()]
        words = "\n".join([f"Joint {joint + 1}: {verdict(row)}", *doubts])
        self.message.say("good" if fits and not doubts else "warning", words)

    def _missing(self) -> list[str]:
        """What the arm itself has not of the selected joint's motor, in words."""
        return missing_rotors(self._document.robot, self._document.project.actuators, [self._document.selected])

    def _outdated(self) -> bool:
        run = self._document.results.current
        return run is not None and run.stale

    def _enable(self) -> None:
        chosen, joint = self._document.project.actuators, self._document.selected
        exportable = self.study is not None and not self._outdated()
        self.bar.enable(bool(chosen) and chosen[joint] is not None, exportable)
        self.use.setVisible(bool(self._missing()))

    def _units_changed(self) -> None:
        self.table.fit_columns()
        self._show_joint()

    def _set_ratio(self, ratio: float, gesture: str) -> None:
        try:
            self.model.put(self._document.selected, RATIO, ratio, gesture)
        except DynamicsError as error:
            self.message.say("error", error.reason)

    def _copy(self) -> None:
        if self.study is not None:
            self.export.copy(self.study, self._preferences["degrees"])

    def _save_table(self) -> None:
        if self.study is not None:
            self.export.save_table(self.study, self._document.project.name)

    def _save_report(self) -> None:
        source = self.report_source()
        if source is not None:
            self.export.save_report(source)
