"""Chaos: how far runs part that begin almost alike, how fast, and which starts turn the arm over when."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from denoc_studio.panels.studies.chaos.cloud_page import CloudPage
from denoc_studio.panels.studies.chaos.map_page import MapPage
from denoc_studio.panels.studies.page_tabs import PageTabs
from denoc_studio.session.session import Session
from denoc_studio.widgets.empty_state import EmptyState
from denoc_studio.widgets.form_parts import put_in_order

TIPS = {
    "Cloud": "Arms that fall with the run from almost the same start, and how fast errors grow along it",
    "Map": "When an arm that is let go first turns over, over two first angles",
}
INVERSE = "An inverse run follows its motion from any start: chaos is a matter of forward runs."
LEAST = 320, 160  # pixels


class ChaosPanel(QWidget):
    """Computes when it is asked to, beside the window."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = session.document
        self.cloud, self.map = CloudPage(session), MapPage(session)
        self.tabs = PageTabs("Cloud and map")
        for page, (title, tip) in zip((self.cloud, self.map), TIPS.items(), strict=True):
            self.tabs.setTabToolTip(self.tabs.addTab(page, title), tip)
        self.tabs.setMinimumSize(*LEAST)  # words that wrap must not take the room of the arm
        self.empty = EmptyState("")
        self.empty.say(INVERSE, False)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.tabs)
        self.pages.addWidget(self.empty)
        put_in_order([self.tabs.tabBar(), *self.cloud.stops, *self.map.stops])
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 0, 4, 2)
        column.addWidget(self.pages)
        self._document.follow(self._changed, self._document.project_changed)
        self._changed(False)

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        self.cloud.finish()
        self.map.finish()

    def _changed(self, afresh: bool) -> None:
        forward = self._document.project.run.mode == "forward"
        self.pages.setCurrentIndex(0 if forward else 1)
        for page in (self.cloud, self.map):
            page.clear() if afresh else page.judge()
