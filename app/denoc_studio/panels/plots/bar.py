"""The row of buttons above the plots: which are shown, how many at once, and what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLayout, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from denoc.files.projects.project import Project
from denoc_studio.look.icons import make_icon
from denoc_studio.look.theme import Theme
from denoc_studio.plots.series import KINDS, PLOTS
from denoc_studio.widgets.button_row import ButtonRow

SPACING, MARGIN = 4, 12  # pixels: between the parts, and in all
EXTENSION = "qt_toolbar_ext_button"  # Qt's own, there while a bar is narrower than its tools
TILES = {1: "square-outline", 2: "view-split-vertical", 4: "view-grid-outline"}

STYLE = """
QToolBar {{ spacing: 0; padding: 0; border: 0; }}
QToolButton {{ padding: 2px 0; border: 1px solid transparent; border-radius: 4px; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton:hover {{ border-color: {edge}; }}
QToolButton:focus {{ border-color: {ink}; }}
QToolButton:checked {{ background: {select}; border-color: {ink}; }}
QToolButton:disabled {{ color: {disabled}; }}
"""


class PlotBar(QWidget):
    """Says what was asked for; what it shows is set from outside. Its `side` may stand elsewhere."""

    plot_chosen = Signal(str, bool)  # key, and whether it is added to the others or taken away
    tiles_chosen = Signal(int)

    def __init__(self, tools: Sequence[tuple[QAction, str]], parent: QWidget | None = None) -> None:
        """`tools` are actions of the panel with the names of their icons."""
        super().__init__(parent)
        self._icons: list[tuple[QAction, str]] = list(tools)
        self.plots: dict[str, QAction] = {}
        self.tiles: dict[int, QAction] = {}
        self.names = ButtonRow("Plots")
        for kind in KINDS:
            self.plots[kind.key] = self._plot_action(kind.key)
        self.side = PlotTools([action for action, _ in tools])
        self.layouts, self.tools, self.layout_button = self.side.layouts, self.side.tools, self.side.layout_button
        for count, icon in TILES.items():
            self.tiles[count] = self._tiles_action(count, icon)
        self.layout_button.menu().addActions(list(self.tiles.values()))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 1, 2, 1)
        layout.setSpacing(SPACING)
        layout.addWidget(self.names, 1)
        layout.addWidget(self.side)

    def button(self, key: str) -> QToolButton:
        """The button of a plot."""
        return self.names.button(self.plots[key])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """The names come before the tools, where these stand beside them."""
        parts = [part for part in (self.names, self.side) if part.parentWidget() is self]
        tight = len(parts) > 1 and sum(part.sizeHint().width() for part in parts) + MARGIN > self.width()
        self.side.setMaximumWidth(self.side.minimumSizeHint().width() if tight else self.side.sizeHint().width())

    def show_state(self, shown: Sequence[str], current: str, tiles: int) -> None:
        for key, action in self.plots.items():
            action.setChecked(key in shown)
            font = action.font()
            font.setBold(key == current and len(shown) > 1)
            action.setFont(font)
        for count, action in self.tiles.items():
            action.setChecked(count == tiles)
            if count <= tiles:
                self.layout_button.setIcon(action.icon())
        self.names.keep([self.plots[key] for key in (current, *shown)])

    def set_project(self, project: Project, measured: bool) -> None:
        """Only plots that a run of it has, with a measured log or without."""
        for key, action in self.plots.items():
            action.setVisible(PLOTS[key].fits(project, measured))

    def set_theme(self, theme: Theme) -> None:
        for part in (self, self.side):  # which may stand in the title of a dock
            part.setStyleSheet(STYLE.format(**vars(theme), disabled=theme.disabled))
        for action, icon in self._icons:
            action.setIcon(make_icon(icon, theme))
        self.names.set_icon(make_icon("chevron-double-right", theme))
        self.side.more_button.setIcon(make_icon("dots-vertical", theme))
        self._make_room()
        self.side.make_room()

    def _plot_action(self, key: str) -> QAction:
        kind = PLOTS[key]
        action = QAction(kind.name, self)
        action.setCheckable(True)
        action.setToolTip(f"{kind.title.capitalize()}\nCtrl+click puts it beside the others, or takes it away")
        action.triggered.connect(lambda _: self.plot_chosen.emit(key, _control_is_down()))
        self.names.add(action)
        return action

    def _tiles_action(self, count: int, icon: str) -> QAction:
        # Ours: one that the tool bar makes is forgotten by PySide when a menu that also holds it goes.
        action = QAction(f"{count} plots" if count > 1 else "One plot", self)
        self.layouts.addAction(action)
        action.setCheckable(True)
        action.setToolTip(f"{count} plots at once" if count > 1 else "One plot at a time")
        action.triggered.connect(lambda _: self.tiles_chosen.emit(count))
        self._icons.append((action, icon))
        return action


class PlotTools(QWidget):
    """How many plots there are, and what can be done with them.

    Where there is little room, one button stands for those that choose how many there are, then one for all.
    """

    def __init__(self, actions: Sequence[QAction]) -> None:
        super().__init__()
        self.layouts, self.tools = _tool_bar("Plots at once"), _tool_bar("Plot tools")
        self.tools.addActions(actions)
        self.layout_button = self._menu_button("How many plots at once")
        self.more_button = self._menu_button("Plot tools")
        self.more_button.menu().aboutToShow.connect(self._fill_more)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # see minimumSizeHint
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACING)
        for part in (self.layouts, self.layout_button, self.tools, self.more_button):
            part.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row.addWidget(part)

    def sizeHint(self) -> QSize:
        return self._size(self.layouts)

    def minimumSizeHint(self) -> QSize:
        return self.more_button.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()

    @property
    def needed(self) -> int:
        """Pixels with which no tool waits in a menu."""
        return self._size(self.layout_button).width()

    def make_room(self) -> None:
        spacious = self.sizeHint().width() <= self.width()
        tight = self.needed > self.width()
        self.layouts.setVisible(spacious)
        self.layout_button.setVisible(not spacious and not tight)
        self.tools.setVisible(not tight)
        self.more_button.setVisible(tight)

    def _menu_button(self, tip: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(QMenu(button))
        button.setIconSize(self.tools.iconSize())
        return button

    def _fill_more(self) -> None:
        """Once: a menu that is cleared takes its actions with it, here and everywhere."""
        menu = self.more_button.menu()
        if menu.isEmpty():
            menu.addActions(self.layout_button.menu().actions())
            menu.addSeparator()
            menu.addActions(self.tools.actions())

    def _size(self, first: QWidget) -> QSize:
        sizes = [part.sizeHint() for part in (first, self.tools)]
        return QSize(sum(size.width() for size in sizes) + SPACING, max(size.height() for size in sizes))


def _control_is_down() -> bool:
    return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)


def _tool_bar(name: str) -> QToolBar:
    bar = QToolBar(name)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    bar.setIconSize(bar.iconSize() * 0.75)
    for button in bar.findChildren(QToolButton, EXTENSION):
        button.setAccessibleName(f"More of: {name}")
    return bar
