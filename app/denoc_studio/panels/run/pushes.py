"""The pushes of a forward run: a list to delete from, and how stiff the next one will be."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QPushButton, QTableView, QVBoxLayout, QWidget

from denoc.files.projects.project import Project
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.run.faults import watch_faults
from denoc_studio.plots.tables.push_table import push_table
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.project.pushes import remove_pushes, span_words, summary
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import make_form, muted
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.tables.grid_model import GridModel

HINT = "Ctrl+drag a link of the arm while the run plays: a spring pulls it after the mouse."
MOST_ROWS = 6  # that are seen without scrolling
FIELDS = {
    "stiffness": ("Stiffness", Unit("N/m", step="1"), "Of the spring from the link to the mouse, for the next push"),
    "damping": ("Damping", Unit("N s/m", step="0.1"), "Of the point that is held, for the next push"),
}


class _Table(QTableView):
    delete_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Delete):
            self.delete_wanted.emit()
        else:
            super().keyPressEvent(event)


class PushesPanel(Editor):
    """There in forward runs; `fold` is all of it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.hint = muted()
        self.hint.setText(HINT)
        self.model = GridModel(self)
        self.table = self._table()
        self.delete_button = self._button("Delete", "Delete the selected push (Del)", self._delete)
        self.clear_button = self._button("Delete all", "Delete all pushes", self._clear)
        self.fields = {name: self._field(name) for name in FIELDS}
        self.message = MessageLine(session.themes)
        self.fold = Fold("Pushes", self._lay_out(), kept=(session.preferences, "open_pushes"))
        watch_faults(self.fold)
        self.column.addWidget(self.fold)
        self.problem.connect(lambda words, source: self.message.say("error", words, source))
        results = session.document.results
        for signal in (results.started, results.ended):
            signal.connect(lambda _: self._show_table(self.document.project))
        session.pushing.changed.connect(self._show_fields)
        session.document.robot_changed.connect(lambda _: self._show_fields())
        self._show_fields()

    def show_project(self, project: Project) -> None:
        self.setVisible(project.run.mode == "forward")
        self.fold.say(summary(project))
        self._show_table(project)

    def _show_table(self, project: Project) -> None:
        pushes, run = project.run.pushes, self.document.results.current
        there = run is not None and not run.running and not run.stale and run.job.pushes == pushes
        self.model.show_values(push_table(pushes, run.recording if run is not None and there else None))
        for widget in (self.table, self.delete_button, self.clear_button):
            widget.setVisible(bool(pushes))
        rows = min(len(pushes), MOST_ROWS)
        height = (
            self.table.horizontalHeader().sizeHint().height() + rows * self.table.verticalHeader().defaultSectionSize()
        )
        self.table.setFixedHeight(height + 2 * self.table.frameWidth())
        self.delete_button.setEnabled(self.table.currentIndex().isValid())

    def _show_fields(self) -> None:
        pushing = self.session.pushing
        for name, chosen in zip(FIELDS, pushing.chosen, strict=True):
            self.fields[name].set_value(chosen)
            self.fields[name].setPlaceholderText(f"{getattr(pushing, name):.4g} {FIELDS[name][1].label}, fits the arm")

    def _choose(self, name: str, value: float | None) -> None:
        if name == "stiffness" and value == 0:
            self.fields[name].refuse("must be above zero")
            return
        chosen = dict(zip(FIELDS, self.session.pushing.chosen, strict=True)) | {name: value}
        self.session.pushing.choose(**chosen)

    def _delete(self) -> None:
        row = self.table.currentIndex().row()
        pushes = self.document.project.run.pushes
        if 0 <= row < len(pushes):
            text = f"Delete the push of link {pushes[row].link}, {span_words(pushes[row])}"
            self.attempt(lambda project: remove_pushes(project, {row}), text)

    def _clear(self) -> None:
        self.attempt(remove_pushes, "Delete all pushes")

    def _go_to(self, index: QModelIndex) -> None:
        """Where the push begins."""
        self.session.playback.pause()
        self.session.playback.seek(self.document.project.run.pushes[index.row()].t[0])

    def _table(self) -> QTableView:
        table = _Table()
        table.setModel(self.model)
        table.setAccessibleName("Pushes of this run")
        table.setToolTip("Double-click: to the time where it begins")
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.activated.connect(self._go_to)
        table.selectionModel().currentChanged.connect(lambda now, _: self.delete_button.setEnabled(now.isValid()))
        table.delete_wanted.connect(self._delete)
        return table

    def _button(self, text: str, tip: str, slot: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.clicked.connect(lambda: slot())  # type: ignore[operator]
        return button

    def _field(self, name: str) -> NumberField:
        label, unit, tip = FIELDS[name]
        field = NumberField(unit, minimum=0.0, optional=True)
        field.setToolTip(f"{tip}. Empty: by the arm's mass and reach")
        field.setAccessibleName(f"{label} of the next push")
        for signal in (field.edited, field.stepped):
            signal.connect(lambda value: self._choose(name, value))
        field.problem_changed.connect(lambda _: self.message.say("error", field.complaint(label), field))
        return field

    def _lay_out(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 8)
        column.addWidget(self.hint)
        column.addWidget(self.table)
        buttons = QHBoxLayout()
        buttons.addWidget(self.delete_button)
        buttons.addWidget(self.clear_button)
        buttons.addStretch(1)
        column.addLayout(buttons)
        form = make_form()
        for name, field in self.fields.items():
            form.addRow(FIELDS[name][0], field)
        column.addLayout(form)
        column.addWidget(self.message)
        return inside
