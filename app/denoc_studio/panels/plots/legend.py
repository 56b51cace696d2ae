"""The one legend: a table of the curves of every plot that is shown, with their figures; it shows and hides them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import Theme
from denoc_studio.panels.plots.legend_model import (
    ACROSS,
    DIFFERENCE,
    HIGH,
    LOW,
    PEAK,
    RMS,
    TIMED,
    TITLES,
    Entry,
    Group,
    LegendModel,
    contents,
    rows_of,
)
from denoc_studio.panels.plots.legend_view import SHORTEST_NAMES, LegendView
from denoc_studio.panels.plots.tile import Tile
from denoc_studio.plots.measured import WORDS, Overlay
from denoc_studio.plots.series import PLANES

QWIDGETSIZE_MAX = 16_777_215  # Qt's word for no limit
LONGEST_NOTE = 70  # characters


class Legend(QWidget):
    """The table, what is to be said of it, and buttons for all, none and the table of causes."""

    plane_chosen = Signal(str)
    residual_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LegendModel(self)
        self.view = LegendView(self.model)
        self.note, self.amber, self.foot = QLabel(), QLabel(), QLabel()
        for label in (self.note, self.amber, self.foot):
            label.setContentsMargins(6, 2, 4, 2)
            label.setWordWrap(True)
            label.setFont(scaled_font(12))
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.hide()
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.foot.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.plane, self.residual = self._planes(), self._residuals()
        self.all_button = self._button("All", "Show every curve")
        self.none_button = self._button("None", "Hide every curve")
        self.all_button.clicked.connect(lambda: self.model.show_only({entry.key for entry in self.model.entries}))
        self.none_button.clicked.connect(lambda: self.model.show_only(set()))
        self.table_button = self._button("Table", "Every joint's torque by cause at the cursor")
        buttons = QHBoxLayout()
        buttons.setContentsMargins(2, 0, 2, 0)
        buttons.addWidget(self.all_button)
        buttons.addWidget(self.none_button)
        buttons.addStretch(1)
        buttons.addWidget(self.plane)
        buttons.addWidget(self.residual)
        buttons.addWidget(self.table_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 1)
        for label in (self.amber, self.note, self.foot):
            layout.addWidget(label)
        layout.addLayout(buttons)
        self._listed: object = None  # what the rows were made of
        self._wide = self._differences = False
        self._beside, self._least = True, 0
        self._show_columns()

    def set_theme(self, theme: Theme) -> None:
        self.view.theme = theme
        self.amber.setStyleSheet(f"color: {theme.warning}")
        self.view.viewport().update()

    def set_room(self, wide: bool, beside: bool, least: int = 0) -> None:
        """Whether there is room for all columns; whether it stands beside the plots, as wide as it needs to be and no
        narrower than `least` pixels."""
        if (wide, beside, least) != (self._wide, self._beside, self._least):
            self._wide, self._beside, self._least = wide, beside, least
            self._show_columns()

    def list_curves(self, tiles: Sequence[Tile], n: int, dark: bool) -> None:
        """Those of these plots, of n joints: rows are made where there are other curves than before."""
        listed = n, dark, [contents(tile) for tile in tiles]
        if listed != self._listed:
            self._listed = listed
            self.set_rows(rows_of(tiles, n, dark))

    def set_rows(self, rows: Sequence[Group | Entry]) -> None:
        if self.model.set_rows(rows):
            self.view.spread()
            self._show_columns()
            self.view.fold()
            self.figures_changed()

    def set_note(self, text: str) -> None:
        """Some words below the curves."""
        self.note.setText(text if len(text) <= LONGEST_NOTE else f"{text[: LONGEST_NOTE - 1]}…")
        self.note.setToolTip(text)
        self.note.setVisible(bool(text))

    def show_differences(self, shown: bool) -> None:
        """A column and the foot, for measuring."""
        self._differences = shown
        self.foot.setVisible(shown)
        self._show_columns()

    def figures_changed(self) -> None:
        """Other statistics."""
        readings = self.model.readings
        columns = [column for column in TIMED if not self.view.isColumnHidden(column)]
        times = (readings.time(entry, column) for entry in self.model.entries for column in columns)
        self.amber.setVisible(readings.doubtful(math.inf) and any(map(readings.doubtful, times)))
        self.amber.setText("Amber: where the run is not reproducible.")
        self._fit()
        self.view.viewport().update()

    def _show_columns(self) -> None:
        planes = any(isinstance(row, Group) and row.across for row in self.model.rows)
        wanted = {ACROSS: planes, DIFFERENCE: self._differences, PEAK: self._wide or not self._differences}
        for column in (ACROSS, DIFFERENCE, LOW, HIGH, RMS, PEAK):
            self.view.setColumnHidden(column, not wanted.get(column, self._wide))
        self._fit()

    def _fit(self) -> None:
        self.view.fit_columns()
        columns = (column for column in range(1, len(TITLES)) if not self.view.isColumnHidden(column))
        numbers = sum(map(self.view.columnWidth, columns))
        fits = numbers + SHORTEST_NAMES <= self._least
        if self._beside:
            self.setFixedWidth(self._least if fits else numbers + self.view.names_width + 14)  # and a scroll bar
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(QWIDGETSIZE_MAX)

    def refresh(self, title: str) -> None:
        """Other values at the cursor; names and figures of the whole run beside them are not painted again."""
        self.model.set_title(title)
        self.view.show_title()
        self.view.show_values()

    def show_residuals(self, log: Overlay | None, chosen: str) -> None:
        """The quantities of a log to choose from; None hides them."""
        names = [name for name, laid in log.laid.items() if laid.residual is not None] if log is not None else []
        if [self.residual.itemData(k) for k in range(self.residual.count())] != names:
            self.residual.clear()
            for name in names:
                self.residual.addItem(f"residual of {WORDS[name]}s", name)
        if log is not None:
            self.residual.setCurrentIndex(max(self.residual.findData(chosen if chosen in names else log.first), 0))
        self.residual.setVisible(len(names) > 1)

    def _residuals(self) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName("Quantity of the residual")
        box.setToolTip("What was measured minus what was modelled, of this quantity")
        box.activated.connect(lambda _: self.residual_chosen.emit(box.currentData()))
        box.hide()
        return box

    def _planes(self) -> QComboBox:
        box = QComboBox()
        box.addItem("best plane", "")
        for plane in PLANES:
            box.addItem(f"{plane[0]}-{plane[1]} plane", plane)
        box.setToolTip("The plane that the tip's path is seen in")
        box.activated.connect(lambda _: self.plane_chosen.emit(box.currentData()))
        box.hide()
        return box

    @staticmethod
    def _button(text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAutoRaise(True)
        return button
