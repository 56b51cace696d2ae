"""The Run panel: what is computed, how, from which state; and the buttons that start and stop it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.icons import Icons
from app.run_edits import set_mode
from app.session import Session
from app.views.column_scroll import ColumnScroll
from app.views.motion_panel import MotionPanel
from app.views.run_settings import RunSettingsForm
from app.views.start_panel import StartPanel
from app.views.torque_panel import TorquePanel
from dynamics.project import Project
from dynamics.torque_laws import follows_motion

SHORT = 0.12  # seconds: over before anybody could press a button, which would only flicker
Mode = Literal["forward", "inverse"]
MODES: dict[Mode, tuple[str, str]] = {
    "forward": ("Forward", "From torques to motion (RFDSIM)"),
    "inverse": ("Inverse", "From a motion to its torques (RIDIM)"),
}


class RunPanel(QWidget):
    def __init__(self, session: Session, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._icons = icons
        self._paused: bool | None = None
        self.torque = TorquePanel(session)
        self.motion = MotionPanel(session)
        self.settings = RunSettingsForm(session)
        self.initial = StartPanel(session)
        self.start = self.initial.table
        self._lay_out()
        self._document.project_changed.connect(self.show_project)
        self._document.replaced.connect(self.show_project)
        self._later = QTimer(self, singleShot=True, interval=round(1e3 * SHORT))
        self._later.timeout.connect(self._show_buttons)
        session.runner.changed.connect(self._show_buttons)
        self.show_project(self._document.project)
        self._show_buttons()

    def show_project(self, project: Project) -> None:
        forward = project.run.mode == "forward"
        self.mode_buttons[project.run.mode].setChecked(True)
        self.torque.setVisible(forward)
        self.initial.setVisible(forward)
        self.motion.setVisible(not forward or follows_motion(project.run.torque))
        for part in (self.torque, self.motion, self.settings, self.initial):
            part.show_project(project)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(8)
        column.addLayout(self._mode_row())
        for part in (self.torque, self.motion, self.settings, self.initial):
            column.addWidget(part)
        column.addStretch(1)
        area = ColumnScroll(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area, 1)
        whole.addLayout(self._buttons())
        self.setMinimumWidth(270)

    def _mode_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(0)
        self.modes = QButtonGroup(self)
        self.mode_buttons: dict[Mode, QPushButton] = {}
        for mode, (text, tip) in MODES.items():
            button = QPushButton(text)
            button.setCheckable(True)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, mode=mode: self._set_mode(mode))
            self.modes.addButton(button)
            self.mode_buttons[mode] = button
            row.addWidget(button)
        return row

    def _buttons(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(10, 4, 10, 8)
        row = QHBoxLayout()
        runner = self._session.runner
        self.run_button = QPushButton("Run")
        self.run_button.setToolTip("Compute from the start and play it (F5)")
        self.run_button.clicked.connect(self._session.run)
        self.pause_button = QPushButton("Pause")
        self.pause_button.setToolTip("Hold the computation; what there is can be played")
        self.pause_button.clicked.connect(lambda: runner.resume() if runner.paused else runner.pause())
        self.stop_button = QPushButton("Stop")
        self.stop_button.setToolTip("End the computation; what there is stays (Shift+F5)")
        self.stop_button.clicked.connect(runner.stop)
        for button, icon in (
            (self.run_button, "rocket-launch-outline"),
            (self.pause_button, "pause"),
            (self.stop_button, "stop"),
        ):
            self._icons.put(button, icon)
            row.addWidget(button)
        column.addLayout(row)
        column.addWidget(self._recompute_box())
        return column

    def _recompute_box(self) -> QCheckBox:
        preferences = self._session.preferences
        box = QCheckBox("Compute again after every change")
        box.setChecked(preferences["recompute"])
        box.toggled.connect(lambda on: preferences.__setitem__("recompute", on))
        preferences.changed.connect(lambda _: box.setChecked(preferences["recompute"]))
        return box

    def _show_buttons(self) -> None:
        runner = self._session.runner
        holdable = runner.computing and (runner.paused or runner.elapsed > SHORT)
        self.pause_button.setEnabled(holdable)
        self.stop_button.setEnabled(holdable)
        if runner.computing and not holdable:
            self._later.start()
        if runner.paused != self._paused:
            self._paused = runner.paused
            self.pause_button.setText("Resume" if runner.paused else "Pause")
            self._icons.put(self.pause_button, "play" if runner.paused else "pause")

    def _set_mode(self, mode: Mode) -> None:
        self._document.edit(set_mode(self._document.project, mode), f"Switch to {mode} dynamics")
