"""The inspector: what is inside the equations at the time cursor."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from denoc_studio.look.fonts import numeral_width
from denoc_studio.look.plain_text import escape
from denoc_studio.plots.readout import WIDEST
from denoc_studio.plots.tables.inspector import Entry, Moment, entries, summary
from denoc_studio.plots.tables.number_grid import EMPTY, NumberGrid
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.widgets.form_parts import note
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.rich_label import RichLabel
from denoc_studio.widgets.tables.grid_model import GridModel
from denoc_studio.widgets.visibility import in_sight

EVERY = 100  # milliseconds between two looks while time goes on
WIDEST_NAME = 190  # pixels of a row's name
MARGINS = 14  # pixels beside the text of a cell
AS_TORQUES = "the push counts as joint torques here, not as a force on its link"


class InspectorPanel(QWidget):
    """Follows the time cursor and the selected link while it can be seen; computes beside the window."""

    def __init__(self, document: Document, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._playback = document, playback
        self._due = True  # something has happened since the last look
        self.list = self._make_list()
        self.heading, self.note = RichLabel(), note()
        self.heading.setWordWrap(True)
        self.model = GridModel(self)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setAccessibleName("Values at the time cursor")
        self.table.verticalHeader().setDefaultSectionSize(22)
        self.table.verticalHeader().setMaximumWidth(WIDEST_NAME)
        self.table.verticalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.copy_button = QPushButton("Copy")
        self.copy_button.setToolTip("The whole table, for a spreadsheet (Ctrl+C)")
        self.copy_button.clicked.connect(self.copy)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table, self.copy)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._answers = NewestOnly(self)
        self._answers.done.connect(lambda found: self._show(*found))
        self._answers.failed.connect(self._empty)
        self._timer = QTimer(self, singleShot=True, interval=EVERY)
        self._timer.timeout.connect(self.refresh)
        self._lay_out()
        self._connect()

    @property
    def entry(self) -> Entry:
        item = self.list.currentItem()
        index = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        return entries()[index if index is not None else 0]

    def refresh(self) -> None:
        """Look again, now if it can be seen, or else when it is."""
        self._due = not in_sight(self)
        if self._due:
            return
        entry, link, (moment, when) = self.entry, self._document.selected, self._moment()
        place = f"{entry.name}, link {link + 1}" if entry.per_link else entry.name
        self.heading.setText(f"<b>{escape(place)}</b>: {escape(entry.meaning)}")
        if moment is None:
            self._answers.forget()
            self._empty(when)
        else:
            known = moment
            corner = f"{place}, {when}"
            self._answers.ask(lambda: (entry.table(known, link)._replace(corner=corner), f"{when}    {summary(known)}"))

    def copy(self) -> None:
        if self.model.content.rows:
            QGuiApplication.clipboard().setText(self.model.content.text)

    def finish(self) -> None:
        """Nothing is computed any more; before the window goes."""
        self._timer.stop()
        self._answers.wait()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._due and not self._timer.isActive():
            self._timer.start(0)

    def _make_list(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setHeaderHidden(True)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.setAccessibleName("Quantities")
        groups: dict[str, QTreeWidgetItem] = {}
        for index, entry in enumerate(entries()):
            if entry.group not in groups:
                groups[entry.group] = QTreeWidgetItem(tree, [entry.group])
                groups[entry.group].setFlags(Qt.ItemFlag.ItemIsEnabled)
                groups[entry.group].setToolTip(0, entry.group)
            item = QTreeWidgetItem(groups[entry.group], [entry.name])
            item.setToolTip(0, entry.meaning)
            item.setData(0, Qt.ItemDataRole.UserRole, index)
        first = tree.topLevelItem(0)
        assert first is not None
        first.setExpanded(True)
        tree.setCurrentItem(first.child(0) or first)
        tree.itemClicked.connect(lambda item: item.setExpanded(True))
        return tree

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(6, 4, 6, 4)
        column.addWidget(self.heading)
        column.addWidget(self.table, 1)
        row = QHBoxLayout()
        row.addWidget(self.note, 1)
        row.addWidget(self.copy_button)
        column.addLayout(row)
        splitter = QSplitter()
        splitter.addWidget(self.list)
        splitter.addWidget(right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([190, 700])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    def _connect(self) -> None:
        document, results = self._document, self._document.results
        self.list.currentItemChanged.connect(lambda *_: self.refresh())
        for signal in (
            self._playback.time_changed,
            document.selection_changed,
            document.project_changed,
            document.replaced,
            results.started,
            results.extended,
            results.ended,
        ):
            signal.connect(self._later)

    def _later(self, *_: object) -> None:
        """Soon, but not at every frame."""
        self._due = True
        if not self._timer.isActive() and in_sight(self):
            self._timer.start()

    def _moment(self) -> tuple[Moment | None, str]:
        """What is looked at, and when that is, in words; nothing where a run has not come so far."""
        project, run, t = self._document.project, self._document.results.current, self._playback.time
        if run is None or not run.count or run.project.robot != project.robot:
            still = np.zeros(project.robot.n)
            q, qd = np.array(project.q0), np.array(project.qd0)
            moment = Moment(project.robot, q, qd, still, still, project.run.tip_wrench)
            return moment, "initial state, no accelerations, no torques"
        if run.awaits(t):
            return None, f"t = {t:.3f} s: not computed yet"
        q, qd, qdd, tau = run.state_at(t)
        pushed = run.pushed_at(t)
        words = f"t = {t:.3f} s"
        if pushed is not None and pushed.forces.any():
            tau = tau + pushed.torques
            words += f"; {AS_TORQUES}"
        return Moment(run.project.robot, q, qd, qdd, tau, run.job.tip_wrench), words

    def _show(self, grid: NumberGrid, words: str) -> None:
        before = self.model.content
        self.model.show_values(grid)
        if (before.rows, before.columns) != (grid.rows, grid.columns):
            self._fit_columns()
        self.note.setText(words)
        self.copy_button.setEnabled(True)

    def _fit_columns(self) -> None:
        """They share the room, and scroll where it is too narrow: no number loses its exponent."""
        header, names = self.table.horizontalHeader(), self.model.content.columns
        words = max((header.fontMetrics().horizontalAdvance(name) for name in names), default=0)
        header.setMinimumSectionSize(max(math.ceil(numeral_width(WIDEST)), words) + MARGINS)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def _empty(self, reason: str) -> None:
        self.model.show_values(EMPTY)
        self.note.setText(reason)
        self.copy_button.setEnabled(False)
