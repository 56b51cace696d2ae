"""The torques of all joints by cause at the time cursor, in a window of their own."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QIcon, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTableView, QVBoxLayout, QWidget

from denoc_studio.plots.motion import empty_motion
from denoc_studio.plots.tables.cause_values import values_at
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.widgets.tables.grid_model import GridModel


class CauseTable(QDialog):
    """Follows the cursor while it is open."""

    def __init__(self, document: Document, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._playback = playback
        self.model = GridModel(self)
        self.view = QTableView()
        self.view.setModel(self.model)
        self.view.setAccessibleName("Torque of each joint by cause")
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = self.buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setToolTip("The table, for a spreadsheet (Ctrl+C)")
        self.copy_button.clicked.connect(self.copy)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.copy)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        self.buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.buttons)
        self.resize(720, 280)
        playback.time_changed.connect(lambda _: self._update())
        for signal in (document.results.started, document.results.extended, document.results.ended):
            signal.connect(lambda _: self._update())
        document.replaced.connect(lambda _: self._update())

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.model.content.text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update()

    def _update(self) -> None:
        if not self.isVisible():
            return
        run, t = self._document.results.current, self._playback.time
        robot = run.project.robot if run is not None else self._document.robot
        self.model.show_values(values_at(robot, run.recording if run else empty_motion(robot).recording, t))
        self.setWindowTitle(f"Causes at t = {t:.3f} s")
