"""Comparing runs in the plots: pin one, and show the others against it or minus it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from denoc_studio.session.results import Results, Run

PIN = "Pin this run: those that follow are drawn against it (P)"
DIFFERENCE = "Difference: curves show the run minus the pinned one"


class Comparison(QObject):
    """The two switches and what they say; `changed` when the plots must be drawn again."""

    changed = Signal()

    def __init__(self, results: Results, parent: QObject) -> None:
        super().__init__(parent)
        self._results = results
        self.pin_action = QAction("Pin this run", parent)
        self.difference_action = QAction("Difference", parent)
        self.difference_action.setToolTip(DIFFERENCE)
        for action in (self.pin_action, self.difference_action):
            action.setCheckable(True)
        self.pin_action.triggered.connect(self._toggle)
        self.difference_action.toggled.connect(lambda _: self.changed.emit())
        results.pinned_changed.connect(lambda _: self._show())
        results.started.connect(lambda _: self._name())
        self._show()

    @property
    def subtracted(self) -> Run | None:
        """The run that is taken off the current one."""
        return self._results.pinned if self.difference_action.isChecked() else None

    @property
    def text(self) -> str:
        """What is compared, in words; empty without a pinned run."""
        name = self._results.pinned_name
        if not name:
            return ""
        return f"minus pinned: {name}" if self.difference_action.isChecked() else f"pinned: {name}"

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
        self.difference_action.setVisible(run is not None)  # its sign would only puzzle
        if run is None:
            self.difference_action.setChecked(False)
        self.changed.emit()
