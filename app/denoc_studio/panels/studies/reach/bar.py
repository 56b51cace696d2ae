"""The row above the map: what is shown, in which plane, and the way to a file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

from denoc_studio.look.icons import make_icon
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.plots.reach.planes import PLANES, Wish
from denoc_studio.plots.reach.quantities import QUANTITIES
from denoc_studio.project.entry.joint_units import angle_unit
from denoc_studio.project.entry.numbers import METRE
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import choice


class ReachBar(QWidget):
    """`export` is an action without a slot: whoever owns the bar connects it."""

    quantity_changed = Signal()
    plane_changed = Signal()

    def __init__(self, themes: Themes, degrees: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        titles = {key: quantity.title for key, quantity in QUANTITIES.items()}
        self.what = choice(titles, "Shown quantity", "What the colours show", lambda _: self.quantity_changed.emit())
        self.plane = choice(PLANES, "Plane of the map", "Which cut through the reach", lambda _: self._plane_chosen())
        self.angle = NumberField(angle_unit(degrees))
        self.angle.setToolTip("Of the plane about the vertical, from x on")
        self.angle.setAccessibleName("Angle of the plane")
        self.height_field = NumberField(METRE)
        self.height_field.setToolTip("Of the plane above the world's origin")
        self.height_field.setAccessibleName("Height of the plane")
        for field in (self.angle, self.height_field):
            field.setMaximumWidth(field.sizeHint().width())
            field.edited.connect(lambda _: self.plane_changed.emit())
            field.stepped.connect(lambda _: self.plane_changed.emit())
        self.state = QLabel()
        self.export = QAction("Export...", self)
        self.export.setToolTip("The map as PNG, SVG, PDF or CSV")
        button = QToolButton()
        button.setDefaultAction(self.export)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAutoRaise(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(8)
        for choices in (self.what, self.plane):
            choices.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            row.addWidget(choices)
        row.addWidget(self.angle)
        row.addWidget(self.height_field)
        row.addStretch(1)
        row.addWidget(self.state)
        row.addWidget(button)
        themes.changed.connect(self._set_theme)
        self._set_theme(themes.current)
        self._show_fields()

    @property
    def quantity(self) -> str:
        """A key of `QUANTITIES`."""
        return str(self.what.currentData())

    @property
    def wish(self) -> Wish:
        return Wish(str(self.plane.currentData()), self.angle.value or 0.0, self.height_field.value or 0.0)

    def show_degrees(self, degrees: bool) -> None:
        self.angle.set_unit(angle_unit(degrees))

    def _plane_chosen(self) -> None:
        self._show_fields()
        self.plane_changed.emit()

    def _show_fields(self) -> None:
        self.angle.setVisible(self.wish.plane == "upright")
        self.height_field.setVisible(self.wish.plane == "level")

    def _set_theme(self, theme: Theme) -> None:
        self.state.setStyleSheet(f"color: {theme.muted}")
        self.export.setIcon(make_icon("export-variant", theme))
