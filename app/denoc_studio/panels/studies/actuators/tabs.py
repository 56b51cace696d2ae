"""One joint's actuator in three ways: torque against speed, every gear ratio, and what moves its torque."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from denoc.runs.recording import Recording
from denoc.studies.sensitivity import Sensitivity, sensitivity
from denoc.studies.sizing import GearSweep
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.actuators.gear_sweep_plot import GearSweepPlot
from denoc_studio.panels.studies.actuators.sensitivity_table import SensitivityTable
from denoc_studio.panels.studies.actuators.torque_speed_plot import TorqueSpeedPlot
from denoc_studio.panels.studies.page_tabs import PageTabs
from denoc_studio.plots.tables.actuator_study import Study
from denoc_studio.session.playback import Playback
from denoc_studio.widgets.newest_only import NewestOnly

TIPS = {
    "Torque-speed": "The run inside the motor's curve; the large dot is the time cursor",
    "Gear ratio": "What every ratio asks of the motor; click to set one",
    "Sensitivity": "Which inertial parameter moves the joint's torque most",
}
NO_MOTOR = "Choose a motor for this joint to compare gear ratios."
NO_RUN = "Gear ratios are judged by a run, and there is none yet."


class ActuatorTabs(PageTabs):
    """What a tab needs is computed beside the window when it is looked at."""

    ratio_chosen = Signal(float, str)  # and the gesture that it belongs to, empty for a click

    def __init__(self, playback: Playback, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__("Views of the joint's drive", parent)
        self._study: Study | None = None
        self._joint = 0
        self._degrees = True
        self._swept: tuple[object, ...] = ()  # what the sweep that is shown or under way is of
        self._swept_run: Recording | None = None
        self._ranked: Study | None = None
        self.cloud = TorqueSpeedPlot(themes)
        self.sweep = GearSweepPlot(themes)
        self.effects = SensitivityTable()
        self.nothing = QLabel(NO_RUN)
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.ratios = QStackedWidget()
        self.ratios.addWidget(self.nothing)
        self.ratios.addWidget(self.sweep)
        pages: tuple[QWidget, ...] = (self.cloud, self.ratios, self.effects)
        for page, (title, tip) in zip(pages, TIPS.items(), strict=True):
            self.setTabToolTip(self.addTab(page, title), tip)
        self._sweeps, self._sensitivities = NewestOnly(self), NewestOnly(self)
        self._sweeps.done.connect(self._show_sweep)
        self._sensitivities.done.connect(self._show_effects)
        self._sensitivities.failed.connect(self.effects.clear)
        self.sweep.ratio_chosen.connect(self.ratio_chosen)
        self.currentChanged.connect(lambda _: self._update())
        self.cloud.set_time(playback.time)
        playback.time_changed.connect(self.cloud.set_time)

    def show_study(self, study: Study | None, joint: int, degrees: bool) -> None:
        self._study, self._joint, self._degrees = study, joint, degrees
        self.effects.show_joint(joint)
        self._update()

    def finish(self) -> None:
        """Ends what is under way."""
        for latest in (self._sweeps, self._sensitivities):
            latest.wait()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update()

    def _update(self) -> None:
        """Show the tab in front, and ask for what it needs and does not have yet."""
        if not self.isVisible():
            return
        if self.currentWidget() is self.cloud:
            self.cloud.show_study(self._study, self._joint, self._degrees)
        elif self.currentWidget() is self.ratios:
            self._update_sweep()
        elif self.currentWidget() is self.effects:
            self._update_effects()

    def _update_sweep(self) -> None:
        study, joint = self._study, self._joint
        actuator = study.rows[joint].actuator if study is not None else None
        self.nothing.setText(NO_RUN if study is None else NO_MOTOR)
        self.ratios.setCurrentIndex(0 if actuator is None else 1)
        if study is None or actuator is None:
            return
        key = (study.robot, joint, actuator.motor, actuator.gear.efficiency)
        if self._swept_run is study.recording and key == self._swept:  # only the ratio is another one
            self.sweep.set_ratio(actuator.gear.ratio)
            return
        self._swept, self._swept_run = key, study.recording
        self._sweeps.ask(lambda: (study, joint, study.sweep(joint)))

    def _show_sweep(self, found: tuple[Study, int, GearSweep | None]) -> None:
        study, joint, sweep = found
        actuator = study.rows[joint].actuator
        if actuator is not None and sweep is not None:
            revolute = study.robot.links[joint].revolute
            self.sweep.show_sweep(sweep, actuator.motor, actuator.gear.ratio, revolute)

    def _update_effects(self) -> None:
        study = self._study
        if study is None:
            self._ranked = None
            self._sensitivities.forget()
            self.effects.clear()
        elif self._ranked is None or study.recording is not self._ranked.recording:
            self._ranked = study
            self.effects.clear("Computing ...")
            self._sensitivities.ask(lambda: (study, sensitivity(study.robot, study.recording)))

    def _show_effects(self, found: tuple[Study, Sensitivity]) -> None:
        self.effects.show_sensitivity(*found)
