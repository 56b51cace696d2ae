"""The torques of all joints by cause at the time cursor, in a window of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTableView, QVBoxLayout, QWidget

from app.document import Document
from app.playback import Playback
from app.plots.cause_values import CauseValues, values_at
from app.plots.motion import empty_motion
from app.plots.readout import tabular
from app.views.plot_overlay import numeral_font

Index = QModelIndex | QPersistentModelIndex
EMPTY = CauseValues(0.0, (), (), np.empty((0, 0)))


class CauseModel(QAbstractTableModel):
    """Rows are joints, columns causes and their total."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = EMPTY

    def show_values(self, content: CauseValues) -> None:
        before, self.content = self.content, content
        if (before.rows, before.columns) != (content.rows, content.columns):
            self.beginResetModel()
            self.endResetModel()
        elif content.values.size:
            self.dataChanged.emit(self.index(0, 0), self.index(len(content.rows) - 1, len(content.columns) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.content.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.content.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tabular(float(self.content.values[index.row(), index.column()]))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return numeral_font() if role == Qt.ItemDataRole.FontRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.content.columns if orientation == Qt.Orientation.Horizontal else self.content.rows)[section]


class CauseTable(QDialog):
    """Follows the cursor while it is open."""

    def __init__(self, document: Document, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._playback = playback
        self.model = CauseModel(self)
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

    def open_beside(self) -> None:
        """Shown, or to the front; the window behind it stays usable."""
        self.show()
        self.raise_()
        self.activateWindow()

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
