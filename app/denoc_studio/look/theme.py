"""Which of the two sets of colours is in use, and Qt painted in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyleFactory, QWidget

from denoc_studio.look.colours import mixed
from denoc_studio.look.palettes import DARK, LIGHT, Theme
from denoc_studio.look.preferences import Preferences

__all__ = ["DARK", "LIGHT", "Theme", "Themes"]


class Themes(QObject):
    """`themes.current` follows the preference, or the system where that says so."""

    changed = Signal(object)  # Theme

    def __init__(self, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.current = self._wanted()
        self._held: list[QWidget] = []  # windows, until they have the style sheet of the theme
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._go_on)
        preferences.changed.connect(lambda name: self._update() if name == "theme" else None)
        QGuiApplication.styleHints().colorSchemeChanged.connect(lambda _: self._update())
        apply(self.current)

    def _wanted(self) -> Theme:
        chosen = self._preferences["theme"]
        if chosen == "system":
            return DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
        return DARK if chosen == "dark" else LIGHT

    def _update(self) -> None:
        """The style sheet goes and comes in turns of the event loop of their own, and nothing is painted before all is
        done: with every panel open, Qt takes most of a tenth of a second for each."""
        if self._wanted() is self.current:
            return
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.current = self._wanted()
        windows = [each for each in application.topLevelWidgets() if each.isVisible() and each.updatesEnabled()]
        for window in windows:
            window.setUpdatesEnabled(False)
        self._held += windows
        undress(application, self.current)
        self._soon.start()

    def _go_on(self) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        if not application.styleSheet():
            application.setStyleSheet(sheet(self.current))
            self._soon.start()
            return
        self.changed.emit(self.current)
        while self._held:
            with suppress(RuntimeError):  # it is gone
                self._held.pop().setUpdatesEnabled(True)


def apply(theme: Theme) -> None:
    """Fusion, in these colours, for the whole application."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return
    if sheet(theme) != application.styleSheet():  # else Qt would style every widget anew
        undress(application, theme)
        application.setStyleSheet(sheet(theme))


def undress(application: QApplication, theme: Theme) -> None:
    """Fusion in these colours without a style sheet: to put one in the other's place, Qt would style each widget once
    for every one that it stands in."""
    _take_sheet_away(application)
    application.setStyle(fusion())  # does nothing but for the first time
    application.setPalette(palette(theme))
    for control in EDGED:
        application.setPalette(edged(theme, control), control)  # type: ignore[arg-type]  # it refuses bytes


def sheet(theme: Theme) -> str:
    return STYLE.format(**vars(theme))


@cache
def fusion() -> QStyle:
    """To be asked for sizes: what `widget.style()` gives goes with the style sheet that it stands for, and PySide would
    keep a name for what is no longer there."""
    return QStyleFactory.create("Fusion")


@contextmanager
def sheet_later() -> Iterator[None]:
    """For making a window: what is made in here gets the style sheet at the end, all at once.

    With a sheet in place Qt styles everything that a widget holds anew each time the widget is put into another.
    """
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    taken = application.styleSheet()
    _take_sheet_away(application)
    try:
        yield
    finally:
        application.setStyleSheet(taken)


def _take_sheet_away(application: QApplication) -> None:
    """Qt forgets what it knows of widgets, but for those that were never shown it would go on believing that it hears
    of their end: at the next change of the sheet it would style what is no longer there."""
    application.setStyleSheet("")
    for widget in application.allWidgets():
        if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            widget.setAttribute(Qt.WidgetAttribute.WA_StyleSheet, False)


def palette(theme: Theme) -> QPalette:
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.base,
        QPalette.ColorRole.AlternateBase: mixed(theme.base, theme.window, 0.6),
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.Button: mixed(theme.window, theme.base, 0.5),
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.BrightText: theme.error,
        QPalette.ColorRole.ToolTipBase: theme.base,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Highlight: theme.select,
        QPalette.ColorRole.HighlightedText: theme.text,
        QPalette.ColorRole.Accent: theme.ink,
        QPalette.ColorRole.Link: theme.ink,
        QPalette.ColorRole.Light: mixed(theme.window, "#ffffff", 0.12 if theme.dark else 0.8),
        QPalette.ColorRole.Midlight: mixed(theme.window, theme.base, 0.5),
        QPalette.ColorRole.Mid: theme.line,
        QPalette.ColorRole.Dark: mixed(theme.window, "#000000", 0.35),
        QPalette.ColorRole.Shadow: mixed(theme.window, "#000000", 0.7),
    }
    result = QPalette()
    for role, colour in roles.items():
        result.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.disabled))
    return result


def edged(theme: Theme, control: str) -> QPalette:
    """That of a control which needs its border to be seen: Fusion draws it in the window's colour made darker, and that
    of a dialog's default button in the one of what is selected."""
    result = palette(theme)
    result.setColor(QPalette.ColorRole.Window, QColor(theme.edge).lighter(DARKER))
    if control == "QPushButton":
        result.setColor(QPalette.ColorRole.Highlight, QColor(theme.edge).lighter(LITTLE_DARKER))
    return result


EDGED = ("QLineEdit", "QPushButton", "QComboBox", "QAbstractSpinBox", "QToolButton", "QCheckBox")
DARKER, LITTLE_DARKER = 140, 125  # percent: by how much Fusion does

# Names out of files reach labels, boxes and tool tips: Qt is not to guess that they are markup, which loads files.
STYLE = """
QLabel, QToolTip {{ qproperty-textFormat: PlainText; }}
RichLabel {{ qproperty-textFormat: RichText; }}
QToolTip {{ color: {text}; background: {base}; border: 1px solid {line}; padding: 3px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QToolBar {{ border: 0; spacing: 2px; padding: 2px; }}
QStatusBar::item {{ border: 0; }}
QStatusBar {{ border-top: 1px solid {line}; }}
QMenuBar {{ background: {window}; border-bottom: 1px solid {line}; }}
QMenuBar::item {{ background: transparent; padding: 8px 9px; }}
QMenuBar::item:selected {{ background: {select}; }}
QScrollBar:vertical {{ width: 10px; background: transparent; }}
QScrollBar:horizontal {{ height: 10px; background: transparent; }}
QScrollBar::handle {{ background: {edge}; border: 2px solid {window}; border-radius: 5px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QHeaderView::section {{ background: {window}; color: {muted}; padding: 3px 4px; }}
QHeaderView::section {{ border: 0; border-bottom: 1px solid {line}; }}
QTableCornerButton::section {{ background: {window}; border: 0; border-bottom: 1px solid {line}; }}
QTableView {{ gridline-color: {line}; border: 1px solid {line}; }}
QPushButton:checked {{ background: {select}; color: {text}; font-weight: 600; border: 1px solid {edge}; }}
QPushButton:checked {{ border-bottom: 2px solid {ink}; padding: 4px; }}
QPushButton:checked:focus {{ border: 2px solid {ink}; padding: 3px; }}
QPushButton[primary="true"] {{ background: {ink}; color: {on_ink}; font-weight: 600; padding: 6px 14px; }}
QPushButton[primary="true"] {{ border: 1px solid {ink}; border-radius: 3px; }}
QPushButton[primary="true"]:hover {{ background: {slate}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {edge}; padding: 5px 13px; }}
QPushButton[primary="true"]:disabled {{ background: {select}; color: {muted}; border-color: {select}; }}
QPlainTextEdit {{ border: 1px solid {edge}; }}
QPlainTextEdit:focus {{ border: 2px solid {ink}; }}
QLineEdit {{ selection-background-color: {ink}; selection-color: {on_ink}; }}
QToolButton:checked {{ background: {select}; border: 1px solid {edge}; border-radius: 3px; }}
QCheckBox::indicator {{ width: 15px; height: 15px; }}
QCheckBox::indicator:unchecked {{ width: 13px; height: 13px; border: 1px solid {muted}; border-radius: 3px; }}
QCheckBox::indicator:unchecked {{ background: {base}; }}
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; }}
"""
