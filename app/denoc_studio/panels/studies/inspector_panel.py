"""The inspector: what is inside the equations at the time cursor, every number with its paper, unit and axes."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QPushButton, QSplitter, QTableView, QVBoxLayout, QWidget

from denoc_studio.lessons import step_nodes
from denoc_studio.look.fonts import numeral_font, numeral_width
from denoc_studio.look.plain_text import escape
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.inspector_list import EntryList
from denoc_studio.plots.readout import WIDEST
from denoc_studio.plots.tables.inspector.entries import summary
from denoc_studio.plots.tables.inspector.entry import Entry, Inspected
from denoc_studio.plots.tables.number_grid import EMPTY
from denoc_studio.session.document import Document
from denoc_studio.session.moment import moment_at, moment_signals
from denoc_studio.session.playback import Playback
from denoc_studio.typesetting.notation import parse
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.form_parts import note
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.rich_label import RichLabel
from denoc_studio.widgets.tables.grid_model import GridModel
from denoc_studio.widgets.texts.equation import Equation
from denoc_studio.widgets.visibility import in_sight

EVERY = 100  # milliseconds between two looks while time goes on
EQUATION = 18.0  # pixels
WIDEST_NAME = 190  # pixels of a row's name
MARGINS = 14  # pixels beside the text of a cell


class InspectorPanel(QWidget):
    """Follows the time cursor and the selected link while it can be seen; computes beside the window."""

    def __init__(self, document: Document, playback: Playback, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._playback = document, playback
        self._due = True  # something has happened since the last look
        self.list = EntryList(themes)
        self.heading, self.note = RichLabel(), note()
        self.heading.setWordWrap(True)
        self.equation = Equation(themes, EQUATION)
        self.axes = Switch({"link": "Values in the axes of the links, z on the joint", "world": "In world axes"})
        self.axes.show_choice("link")
        self.axes.chosen.connect(lambda _: self.refresh())
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

    def refresh(self) -> None:
        """Look again, now if it can be seen, or else when it is."""
        self._due = not in_sight(self)
        if self._due:
            return
        entry, link = self.list.entry, self._document.selected
        if entry is None:
            self._show_group()
            return
        moment, when = moment_at(self._document, self._playback)
        if moment is None:
            self._answers.forget()
            self._empty(when)
        else:
            world = self.axes.buttons["world"].isChecked()
            self._answers.ask(lambda: (entry, link, entry.look(moment, link, world), when, summary(moment)))

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

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(6, 4, 6, 4)
        top = QHBoxLayout()
        top.addWidget(self.equation, 1)
        top.addWidget(QLabel("Axes"))
        top.addWidget(self.axes)
        column.addLayout(top)
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
        splitter.setSizes([200, 700])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    def _connect(self) -> None:
        self.list.currentItemChanged.connect(lambda *_: self.refresh())
        for signal in (self._document.selection_changed, *moment_signals(self._document, self._playback)):
            signal.connect(self._later)

    def _later(self, *_: object) -> None:
        """Soon, but not at every frame."""
        self._due = True
        if not self._timer.isActive() and in_sight(self):
            self._timer.start()

    def _show(self, entry: Entry, link: int, found: Inspected, when: str, words: str) -> None:
        if entry is not self.list.entry:
            return
        place = f"{entry.name}, link {link + 1}" if entry.per_link else entry.name
        source = f" ({entry.source})" if entry.source else ""
        self.heading.setText(f"<b>{escape(place)}</b>{escape(source)}: {escape(entry.meaning)}; {escape(found.place)}")
        step, joints = found.step, self._document.robot.n
        written = step_nodes.equation(step) if step is not None else parse(entry.equation) if entry.equation else None
        self.equation.show_lines(*(() if written is None else (written,)), joints=joints)
        before = self.model.content
        self.model.show_values(found.grid._replace(corner=f"{place}{source}, {found.place}, {when}"))
        if before.headings != found.grid.headings:
            self._fit_columns()
        self.note.setText(f"{when}    {words}" if found.grid.rows else f"{when}    an arm of one joint has none of it")
        self.copy_button.setEnabled(bool(found.grid.rows))

    def _show_group(self) -> None:
        """What a heading of the list says, and no numbers."""
        self._answers.forget()
        group = self.list.group
        self._empty("Choose one of them.")
        names = ", ".join(entry.name for entry in group)
        self.heading.setText(f"<b>{escape(group[0].group)}</b>: {escape(names)}" if group else "")

    def _fit_columns(self) -> None:
        """They share the room, and scroll where it is too narrow: no number loses its exponent or its unit."""
        header, content = self.table.horizontalHeader(), self.model.content
        words = max(
            (header.fontMetrics().horizontalAdvance(line) for name in content.headings[1] for line in name.split("\n")),
            default=0,
        )
        beside = set(content.units.flat) if content.units is not None and content.units_stand == "cells" else {""}
        numbers = numeral_width(WIDEST) + max(QFontMetricsF(numeral_font()).horizontalAdvance(f" {u}") for u in beside)
        header.setMinimumSectionSize(max(math.ceil(numbers), words) + MARGINS)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def _empty(self, reason: str) -> None:
        self.model.show_values(EMPTY)
        self.heading.clear()
        self.equation.show_lines()
        self.note.setText(reason)
        self.copy_button.setEnabled(False)
