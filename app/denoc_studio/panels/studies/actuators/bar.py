"""The row above the actuators' table: what can be done, and which run the numbers are of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolBar, QWidget

from denoc_studio.look.icons import make_icon
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.session.run import Run


class ActuatorBar(QWidget):
    """Actions without slots: whoever owns the bar connects them."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons: list[tuple[QAction, str]] = []
        self.choose = self._action("Motor...", "Choose the motor of the selected joint", "engine-outline")
        self.remove = self._action("Remove", "Take the motor of the selected joint away", "engine-off-outline")
        self.copy = self._action("Copy", "The table, for a spreadsheet", "content-copy")
        self.table = self._action("Table...", "Save the table as CSV, in SI units and radians", "table-arrow-right")
        self.report = self._action("Report...", "Save one page as PDF: table, verdicts, plots", "file-pdf-box")
        bar = QToolBar("Actuators")
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        bar.setIconSize(bar.iconSize() * 0.75)
        bar.addActions([action for action, _ in self._icons])
        self.state = QLabel()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(bar, 1)
        row.addWidget(self.state)
        themes.changed.connect(self._set_theme)
        self._set_theme(themes.current)

    def show_state(self, run: Run | None) -> None:
        text = state_of(run)
        self.state.setText(text)
        peaks = f"; peaks are the largest of {run.recording.peaks_of}" if run is not None and run.count > 1 else ""
        self.state.setToolTip(text + peaks)

    def enable(self, has_motor: bool, has_study: bool) -> None:
        self.remove.setEnabled(has_motor)
        for action in (self.copy, self.table, self.report):
            action.setEnabled(has_study)

    def _action(self, text: str, tip: str, icon: str) -> QAction:
        action = QAction(text, self)
        action.setToolTip(tip)
        self._icons.append((action, icon))
        return action

    def _set_theme(self, theme: Theme) -> None:
        self.state.setStyleSheet(f"color: {theme.muted}")
        for action, icon in self._icons:
            action.setIcon(make_icon(icon, theme))


def state_of(run: Run | None) -> str:
    """How far the numbers are those of the arm as it is now."""
    if run is None:
        return "no run yet"
    if run.stale:
        return "out of date"
    if run.running:
        return "computing ..."
    if run.count < 2:
        return "the run has no samples"
    if run.status != "completed":
        return f"{run.status} at {run.end:.4g} s"
    return f"one cycle: the run, {run.end:g} s"
