"""The row of buttons above the plots: which are shown, how many at once, and what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QSizePolicy, QToolBar, QToolButton, QWidget

from app.colours import mixed
from app.icons import make_icon
from app.plots.series import KINDS, PLANES, PLOTS
from app.theme import Theme
from dynamics.project import Project

TILES = {1: "square-outline", 2: "view-split-vertical", 4: "view-grid-outline"}

STYLE = """
QToolBar {{ spacing: 0; padding: 1px; }}
QToolButton {{ padding: 2px 1px; border: 1px solid transparent; border-radius: 4px; }}
QToolButton#qt_toolbar_ext_button {{ padding: 0; border: 0; }}
QToolButton:hover, QToolButton:focus {{ border-color: {line}; }}
QToolButton:checked {{ background: {chosen}; border-color: {accent}; }}
QToolButton:disabled {{ color: {line}; }}
"""


class PlotBar(QWidget):
    """Says what was asked for; what it shows is set from outside."""

    plot_chosen = Signal(str, bool)  # key, and whether it is added to the others or taken away
    tiles_chosen = Signal(int)
    plane_chosen = Signal(str)

    def __init__(self, tools: Sequence[tuple[QAction, str]], parent: QWidget | None = None) -> None:
        """`tools` are actions of the panel with the names of their icons."""
        super().__init__(parent)
        self._icons: list[tuple[QAction, str]] = list(tools)
        self.plots: dict[str, QAction] = {}
        self.tiles: dict[int, QAction] = {}
        self.names = _tool_bar("Plots")
        for kind in KINDS:
            self.plots[kind.key] = self._plot_action(kind.key)
        self.plane = QComboBox()
        self.plane.addItem("best plane", "")
        for plane in PLANES:
            self.plane.addItem(f"{plane[0]}-{plane[1]}", plane)
        self.plane.setToolTip("The plane that the tip's path is seen in")
        self.plane.activated.connect(lambda _: self.plane_chosen.emit(self.plane.currentData()))
        self.tools = _tool_bar("Plot tools")
        for count, icon in TILES.items():
            self.tiles[count] = self._tiles_action(count, icon)
        self.tools.addSeparator()
        self.tools.addActions([action for action, _ in tools])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 0, 2, 0)
        layout.setSpacing(2)
        layout.addWidget(self.names, 1)
        layout.addWidget(self.plane)
        layout.addWidget(self.tools)
        self.tools.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def button(self, key: str) -> QToolButton:
        """The button of a plot."""
        widget = self.names.widgetForAction(self.plots[key])
        assert isinstance(widget, QToolButton)
        return widget

    def show_state(self, shown: Sequence[str], current: str, tiles: int) -> None:
        for key, action in self.plots.items():
            action.setChecked(key in shown)
            font = action.font()
            font.setBold(key == current and len(shown) > 1)
            action.setFont(font)
        for count, action in self.tiles.items():
            action.setChecked(count == tiles)
        self.plane.setVisible("path" in shown)

    def set_project(self, project: Project) -> None:
        """Only plots that a run of it has."""
        for key, action in self.plots.items():
            action.setVisible(PLOTS[key].fits(project))

    def set_theme(self, theme: Theme) -> None:
        self.names.setStyleSheet(STYLE.format(**vars(theme), chosen=mixed(theme.base, theme.accent, 0.25)))
        more = self.names.findChild(QToolButton, "qt_toolbar_ext_button")
        if isinstance(more, QToolButton):
            more.setIcon(make_icon("chevron-double-right", theme))
        for action, icon in self._icons:
            action.setIcon(make_icon(icon, theme))

    def _plot_action(self, key: str) -> QAction:
        kind = PLOTS[key]
        action = self.names.addAction(kind.name)
        action.setCheckable(True)
        action.setToolTip(f"{kind.title.capitalize()}\nCtrl+click puts it beside the others, or takes it away")
        action.triggered.connect(lambda _: self.plot_chosen.emit(key, _control_is_down()))
        return action

    def _tiles_action(self, count: int, icon: str) -> QAction:
        action = self.tools.addAction(f"{count} plots" if count > 1 else "One plot")
        action.setCheckable(True)
        action.setToolTip(f"{count} plots at once" if count > 1 else "One plot at a time")
        action.triggered.connect(lambda _: self.tiles_chosen.emit(count))
        self._icons.append((action, icon))
        return action


def _control_is_down() -> bool:
    return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)


def _tool_bar(name: str) -> QToolBar:
    bar = QToolBar(name)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    bar.setIconSize(bar.iconSize() * 0.75)
    return bar
