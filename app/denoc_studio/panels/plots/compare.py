"""Comparing runs in the plots: pin one, and show the others against it or minus it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.widgets.guard import guarded
from denoc_studio.widgets.questions import open_beside

if TYPE_CHECKING:
    from denoc_studio.panels.plots.why import WhyDialog

PIN = "Pin this run: those that follow are drawn against it (P)"
WHY = "Why did it change? What differs from the pinned run, shared out among the edits between them"
DIFFERENCE = "Difference: curves show the run minus the pinned one"


class Comparison(QObject):
    """The two switches and what they say; `changed` when the plots must be drawn again."""

    changed = Signal()

    def __init__(self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget) -> None:
        super().__init__(parent)
        self._document, self._preferences, self._themes, self._owner = document, preferences, themes, parent
        self._results = results = document.results
        self._why: WhyDialog | None = None
        self.pin_action = QAction("Pin this run", parent)
        self.difference_action = QAction("Difference", parent)
        self.difference_action.setToolTip(DIFFERENCE)
        self.why_action = QAction("Why did it change?...", parent)
        self.why_action.setToolTip(WHY)
        for action in (self.pin_action, self.difference_action):
            action.setCheckable(True)
        self.pin_action.triggered.connect(self._toggle)
        self.why_action.triggered.connect(lambda: self.open_why())
        self.difference_action.toggled.connect(lambda _: self.changed.emit())
        results.pinned_changed.connect(lambda _: self._show())
        results.started.connect(lambda _: self._name())
        self._show()

    @property
    def subtracted(self) -> Run | None:
        """The run that is taken off the current one."""
        return self._results.pinned if self.difference_action.isChecked() else None

    def text(self, over_time: bool) -> str:
        """What is compared, in words; empty without a pinned run. In a plane both runs are shown."""
        name = self._results.pinned_name
        if not name:
            return ""
        return f"minus pinned: {name}" if over_time and self.difference_action.isChecked() else f"pinned: {name}"

    def open_why(self) -> WhyDialog:
        """Why the run differs from the pinned one, or from the one before."""
        if self._why is None:
            from denoc_studio.panels.plots.why import WhyDialog

            self._why = guarded(WhyDialog)(self._document, self._preferences, self._themes, self._owner)
        open_beside(self._why)
        return self._why

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        if self._why is not None:
            self._why.finish()

    def _toggle(self) -> None:
        self._results.toggle_pin()
        self._show()  # there may have been nothing to pin

    def _name(self) -> None:
        """By what it differs in from the current run."""
        name = self._results.pinned_name
        self.pin_action.setToolTip(f"Pinned: {name}. Press again to let it go (P)" if name else PIN)

    def _show(self) -> None:
        run = self._results.pinned
        self.pin_action.setChecked(run is not None)
        self._name()
        self.difference_action.setEnabled(run is not None)
        for action in (self.difference_action, self.why_action):
            action.setVisible(run is not None)  # their signs would only puzzle
        if run is None:
            self.difference_action.setChecked(False)
        self.changed.emit()
