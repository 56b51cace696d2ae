"""Identification in three steps: what torques can tell, a motion worth logging, the arm as a log tells it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.identify.log_page import LogPage, OpenLog
from denoc_studio.panels.studies.identify.motion_page import MotionPage
from denoc_studio.panels.studies.identify.torques_page import TorquesPage
from denoc_studio.panels.studies.page_tabs import PageTabs
from denoc_studio.paper.report.identified_part import identified_part
from denoc_studio.paper.report.order import LabSource
from denoc_studio.plots.tables.identify.told import Unknowns
from denoc_studio.session.document import Document
from denoc_studio.session.measured_log import MeasuredLog
from denoc_studio.widgets.form_parts import put_in_order

TIPS = {
    "What torques tell": "Which combinations of parameters show, and which of them the run's motion excites",
    "Motion to log": "Sums of sines within the joints' limits that tell them well",
    "From a log": "Estimates with standard deviations, from measured positions and torques",
}

LEAST = 320, 160  # pixels


class IdentifyPanel(QWidget):
    """`open_log` asks for a log: it is given what takes it."""

    def __init__(
        self,
        document: Document,
        measured: MeasuredLog,
        preferences: Preferences,
        themes: Themes,
        open_log: OpenLog,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.friction = self._choice("Friction", "Viscous and Coulomb friction of the joints is looked for, too")
        self.rotors = self._choice("Rotor inertia", "The rotors' inertia is looked for, too")
        self.torques = TorquesPage(document, themes, self.unknowns)
        self.motion = MotionPage(document, preferences, themes, self.unknowns, lambda: self.torques.log)
        self.log = LogPage(document, measured, preferences, themes, self.unknowns, open_log)
        self.tabs = PageTabs("Steps of identification")
        for page, (title, tip) in zip((self.torques, self.motion, self.log), TIPS.items(), strict=True):
            self.tabs.setTabToolTip(self.tabs.addTab(page, title), tip)
        self._lay_out()
        self._connect()

    def unknowns(self) -> Unknowns:
        return Unknowns(self.friction.isChecked(), self.rotors.isChecked())

    def in_report(self, source: LabSource | None) -> LabSource | None:
        """What a lab report would be made of, with what was identified, where that is of the report's arm."""
        found = self.log.outcome
        if source is None or found is None or not found.stands_for(source.project.robot):
            return source
        return replace(source, identified=identified_part(found))

    def show_page(self, page: QWidget) -> None:
        self.tabs.setCurrentWidget(page)

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        self.torques.finish()
        self.motion.search.finish()
        self.log.finish()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.torques.look()

    def _choice(self, text: str, tip: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setToolTip(tip)
        box.setChecked(True)
        box.toggled.connect(lambda _: self._choices_changed())
        return box

    def _choices_changed(self) -> None:
        self.torques.later()
        self.log.judge()

    def _lay_out(self) -> None:
        corner = QWidget()
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, 8, 6)
        row.setSpacing(12)
        row.addWidget(self.friction)
        row.addWidget(self.rotors)
        self.tabs.setCornerWidget(corner)
        self.tabs.setMinimumSize(*LEAST)  # words that wrap must not take the room of the arm
        pages = (*self.torques.stops, *self.motion.stops, *self.log.stops)
        put_in_order([self.tabs.tabBar(), *pages, self.friction, self.rotors])
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 0, 4, 2)
        column.addWidget(self.tabs)

    def _connect(self) -> None:
        document = self._document
        document.project_changed.connect(lambda _: self.torques.later())
        document.results.ended.connect(lambda _: self.torques.later())
        self.tabs.currentChanged.connect(lambda _: self.torques.look())
