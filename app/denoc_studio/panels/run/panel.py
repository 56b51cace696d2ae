"""The Run panel: what is computed, how, from which state; and the buttons that start and stop it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from denoc.files.projects.project import Project
from denoc.torques.torque_laws import follows_motion
from denoc_studio.look.icons import Icons, make_icon
from denoc_studio.look.theme import sheet_later
from denoc_studio.panels.editing.free_height import FreeHeight
from denoc_studio.panels.run.joints import JointsEditor
from denoc_studio.panels.run.motion import MotionPanel
from denoc_studio.panels.run.pushes import PushesPanel
from denoc_studio.panels.run.settings import RunSettingsForm
from denoc_studio.panels.run.torque import TorquePanel
from denoc_studio.project.run_edits import set_mode
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.combo import Combo
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import make_form, put_in_order, share_labels, tab_stops
from denoc_studio.widgets.one_layout import laid_out_once

SHORT = 0.12  # seconds: over before anybody could press a button, which would only flicker
PADDING, RUN_WIDTH, NARROWEST = 12, 64, 300  # pixels
Mode = Literal["forward", "inverse"]
MODES: dict[Mode, tuple[str, str]] = {
    "forward": ("Forward", "From torques to motion (RFDSIM)"),
    "inverse": ("Inverse", "From a motion to its torques (RIDIM)"),
}


class RunPanel(QWidget):
    @sheet_later()  # it has some 400 parts, up to nine deep
    def __init__(self, session: Session, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._icons = icons
        self._paused: bool | None = None
        self.joints = JointsEditor(session)
        self.torque = TorquePanel(session)
        self.motion = MotionPanel(session, self.joints)
        self.pushes = PushesPanel(session)
        self.settings = RunSettingsForm(session)
        self._lay_out()
        self._document.project_changed.connect(self.show_project)
        session.themes.changed.connect(self._put_icon)
        self._put_icon()
        self._later = QTimer(self, singleShot=True, interval=round(1e3 * SHORT))
        self._later.timeout.connect(self._show_buttons)
        session.runner.changed.connect(self._show_buttons)
        self.show_project(self._document.project)
        self._show_buttons()

    def show_project(self, project: Project) -> None:
        forward = project.run.mode == "forward"
        moved = not forward or follows_motion(project.run.torque)
        with laid_out_once(self._inside):
            self.mode_buttons[project.run.mode].setChecked(True)
            for part in (self.torque, self.motion, self.pushes, self.settings, self.joints):
                part.show_project(project)
            self.torque.setVisible(forward)
            self.motion.setVisible(moved)
            for field, shown in ((self.torque.law, forward), (self.motion.kind, moved)):
                if self._choices.isRowVisible(field) != shown:
                    self._choices.setRowVisible(field, shown)

    def offered(self) -> Iterator[Combo]:
        """Lists of words whose choice matters now, also those in closed sections."""
        folds = self.findChildren(Fold)
        for box in self.findChildren(Combo):
            fold = next((fold for fold in folds if fold.isAncestorOf(box)), None)
            if box.isVisibleTo(fold.body) and fold.isVisibleTo(self) if fold is not None else box.isVisibleTo(self):
                yield box

    @property
    def needed_height(self) -> int:
        """Pixels without which it scrolls, with what has just been shown or hidden."""
        for layout in reversed(self._inside.findChildren(QLayout)):  # the inner ones first
            layout.update()
            layout.activate()
        return self._inside.sizeHint().height() + self.height() - self._area.height()

    def _lay_out(self) -> None:
        inside = self._inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(PADDING, PADDING, PADDING, 8)
        column.setSpacing(8)
        column.addLayout(self._mode_row())
        form = self._choices = make_form()
        form.addRow("Torques", self.torque.law)
        form.addRow("Motion", self.motion.kind)
        form.addRow("Duration", self.settings.length)
        column.addLayout(form)
        column.addWidget(self.settings.length_message)
        column.addWidget(self.joints)
        sections = QVBoxLayout()
        sections.setSpacing(0)  # those without anything to say now leave no gap
        for part in (self.torque, self.motion, self.pushes, self.settings):
            part.column.setSpacing(0)
            sections.addWidget(part)
        column.addLayout(sections)
        column.addStretch(1)
        share_labels(inside)
        area = self._area = ColumnScroll(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area, 1)
        foot = self._buttons()
        whole.addLayout(foot)
        put_in_order([*tab_stops(column), *tab_stops(foot)])
        self.setMinimumWidth(NARROWEST)

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

    def _buttons(self) -> QHBoxLayout:
        """Run; in its place Stop, with Pause beside it, while something is computed."""
        row = QHBoxLayout()
        row.setContentsMargins(PADDING, 8, PADDING, PADDING)
        runner = self._session.runner
        self.run_button = QPushButton("Run")
        self.run_button.setToolTip("Compute from the start and play it (F5)")
        self.run_button.clicked.connect(self._session.run)
        self.stop_button = QPushButton("Stop")
        self.stop_button.setToolTip("End the computation; what there is stays (Shift+F5)")
        self.stop_button.clicked.connect(runner.stop)
        self.pause_button = QPushButton("Pause")
        self.pause_button.setToolTip("Hold the computation; what there is can be played")
        self.pause_button.clicked.connect(lambda: runner.resume() if runner.paused else runner.pause())
        for button in (self.run_button, self.stop_button):
            button.setProperty("primary", True)
            button.setMinimumWidth(RUN_WIDTH)
        self.pause_button.setFixedWidth(self.fontMetrics().horizontalAdvance("Resume") + 16)
        for button in (self.run_button, self.stop_button, self.pause_button):
            row.addWidget(button)
        row.addWidget(self._recompute_box())
        row.addStretch(1)
        return row

    def _put_icon(self, *_: object) -> None:
        theme = self._session.themes.current
        self.run_button.setIcon(make_icon("play", theme, theme.on_ink))

    def _recompute_box(self) -> QCheckBox:
        preferences = self._session.preferences
        box = QCheckBox("Compute again\nafter every change")
        box.setChecked(preferences["recompute"])
        box.toggled.connect(lambda on: preferences.__setitem__("recompute", on))
        preferences.changed.connect(lambda _: box.setChecked(preferences["recompute"]))
        return box

    def _show_buttons(self) -> None:
        runner = self._session.runner
        holdable = runner.computing and (runner.paused or runner.elapsed > SHORT)
        if holdable:
            for button in (self.stop_button, self.pause_button):  # no higher and no lower: all above would move
                button.setFixedHeight(self.run_button.sizeHint().height())
        for button, shown in (
            (self.run_button, not holdable),
            (self.stop_button, holdable),
            (self.pause_button, holdable),
        ):
            button.setVisible(shown)
        if runner.computing and not holdable:
            self._later.start()
        if runner.paused != self._paused:
            self._paused = runner.paused
            self.pause_button.setText("Resume" if runner.paused else "Pause")

    def _set_mode(self, mode: Mode) -> None:
        self._document.edit(set_mode(self._document.project, mode), f"Switch to {mode} dynamics")


class ColumnScroll(QScrollArea):
    """Scrolls up and down and is never cut off at its side: as wide as its contents need, with the bar beside them."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what it holds
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inside)
        self._inside = inside
        inside.installEventFilter(self)
        FreeHeight(self, inside)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self._inside:
            bar = self.verticalScrollBar().sizeHint().width()
            self.setMinimumWidth(self._inside.minimumSizeHint().width() + bar)
        return super().eventFilter(watched, event)
