"""Contrast as WCAG 2 measures it: text 4.5 to 1, lines, edges and marks 3 to 1, in both themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from denoc_studio.look.colours import QUANTITIES, contrast, joint_colours, readable_on
from denoc_studio.look.palettes import DARK, LIGHT, Theme
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes, palette
from denoc_studio.panels.plots.items.curves import SOLID, WIDE
from denoc_studio.panels.plots.sheet import PlotSheet
from denoc_studio.plots.curves import Curve
from denoc_studio.widgets.graphs.plane_plot import PlanePlot
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.arm_pictures import pixels
from tests.support.studio.showing import shown
from tests.support.studio.windows import open_window

TEXT, MARK, FAINT = 4.5, 3.0, 2.0  # to 1; WCAG asks nothing of what is disabled, here it can still be made out
JOINTS = (1, 6, 7, 12, 13, 30)
both = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def test_the_ratio_is_the_one_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)  # the palest grey for text on white
    assert contrast("#3b7dd9", "#3b7dd9") == 1.0


@both
def test_text_can_be_read_wherever_it_stands(theme: Theme) -> None:
    grounds = ("window", "base", "raised", "select", "hover", "hatch_base", "scene_top", "scene_bottom")
    pairs = [(theme.on_ink, theme.ink), (theme.on_ink, theme.slate), (theme.warning, theme.warning_base)]
    pairs += [(text, getattr(theme, ground)) for text in (theme.text, theme.muted) for ground in grounds]
    pairs += [
        (text, ground) for text in (theme.warning, theme.error) for ground in (theme.window, theme.base, theme.raised)
    ]
    pairs += [(theme.base, theme.warning), (theme.error, theme.refused), (theme.text, theme.refused)]
    assert {pair: contrast(*pair) for pair in pairs if contrast(*pair) < TEXT} == {}


@both
def test_edges_focus_and_marks_stand_out(theme: Theme) -> None:
    panels = (theme.window, theme.base, theme.raised)
    pairs = [(edge, ground) for edge in (theme.edge, theme.ink, theme.good, theme.error) for ground in panels]
    pairs += [(theme.ink, theme.select), (theme.ink, theme.hover), (theme.edge, theme.hover), (theme.edge, theme.ink)]
    pairs += [
        (theme.warning_edge, ground) for ground in (theme.window, theme.base, theme.warning_base, theme.hatch_base)
    ]
    assert {pair: contrast(*pair) for pair in pairs if round(contrast(*pair), 2) < MARK} == {}


@both
def test_what_is_disabled_is_fainter_than_all_other_text_and_can_be_made_out(theme: Theme) -> None:
    assert FAINT < contrast(theme.disabled, theme.window) < contrast(theme.muted, theme.window)
    colours = palette(theme)
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        assert colours.color(QPalette.ColorGroup.Disabled, role) == QColor(theme.disabled)


@both
@pytest.mark.parametrize("joints", JOINTS)
def test_a_hue_too_pale_for_a_line_is_drawn_two_pixels_wide(theme: Theme, joints: int) -> None:
    nothing = np.empty(0)
    curves = [Curve(f"joint {i + 1}", f"q{i + 1}", nothing, nothing, i) for i in range(joints)]
    curves += [Curve(name, name, nothing, nothing, quantity=name) for name in QUANTITIES]
    sheet = PlotSheet(None)  # type: ignore[arg-type]
    sheet.theme = theme
    for stroke in sheet._strokes(curves, joints, SOLID):
        pale = contrast(stroke.colour, theme.base) < MARK
        assert stroke.line is (WIDE if pale else SOLID), stroke.curve.name
    assert WIDE.width == 2.0


@both
def test_numbers_on_the_joints_colours_are_read(theme: Theme) -> None:
    for joints in JOINTS:
        for colour in joint_colours(joints, theme.dark):
            assert contrast(readable_on(colour), colour) > TEXT


def test_a_plots_legend_writes_in_the_texts_colour(qtbot: QtBot, themes: Themes) -> None:
    plot = shown(qtbot, PlanePlot("one", themes), 500, 300)
    plot.legend(("● joint 5", "#E69F00"), ("— peak", themes.current.text))
    label = plot.getPlotItem().titleLabel
    assert "joint 5" in label.item.toPlainText()
    cursor = label.item.document().find("joint 5")
    assert cursor.charFormat().foreground().color() == QColor(themes.current.text)


@both
@pytest.mark.parametrize("kind", [QLineEdit, QPushButton, QToolButton, QCheckBox, QComboBox, QSpinBox, QPlainTextEdit])
def test_a_controls_border_is_seen(qtbot: QtBot, preferences: Preferences, theme: Theme, kind: type[QWidget]) -> None:
    preferences["theme"] = "dark" if theme.dark else "light"
    themes = Themes(preferences)
    room = shown(qtbot, QWidget(), 200, 100)
    control = kind(room)
    control.setGeometry(20, 20, 120, 40)
    control.show()
    if isinstance(control, QPushButton):
        control.setDefault(True)  # as the one of a dialog that Enter presses
    if isinstance(control, QCheckBox):
        control.setChecked(True)
    for focus in (False, True):
        (control if focus else room).setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        image = room.grab().toImage()
        edge = [image.pixelColor(x, 40).name() for x in range(20, 24)]  # across its left border
        assert max(contrast(colour, theme.window) for colour in edge) > MARK - 0.1, (focus, edge)
    assert themes.current is theme


@both
def test_every_word_of_the_window_can_be_read(qtbot: QtBot, preferences: Preferences, theme: Theme) -> None:
    """Labels, buttons, tabs and heads of tables of the real window, as they are painted."""
    preferences["theme"] = "dark" if theme.dark else "light"
    window = open_window(qtbot, preferences)
    window.resize(1500, 950)
    faint, seen = [], Counter[str]()
    for dock in window.docks:
        dock.show()
        dock.raise_()
        qtbot.waitUntil(lambda: all(each.updatesEnabled() for each in window.findChildren(QWidget)))  # painted by turns
        picture = pixels(window.grab().toImage()) @ (1 << 16, 1 << 8, 1)
        for widget, area, words in _words(window):
            found = _colours(picture, area)
            ground = found[0]
            colour = widget.palette().color(widget.foregroundRole()).name()
            if isinstance(widget, QHeaderView):
                colour = theme.muted  # of the style sheet
            if widget.property("primary"):
                colour = theme.on_ink if widget.isEnabled() else theme.muted
            wanted = TEXT if widget.isEnabled() else FAINT
            drawn = max(contrast(pixel, ground) for pixel in found)
            seen[type(widget).__name__] += 1
            if contrast(colour, ground) < wanted or drawn < 0.6 * wanted:  # letters are narrower than pixels
                faint.append((type(widget).__name__, words, colour, ground, round(drawn, 2)))
    assert faint == []
    assert seen["QHeaderView"] > 2, seen
    assert seen["QLabel"] > 10
    assert seen["QPushButton"] > 5
    assert seen["_TallTabBar"] > 0


def _words(window: MainWindow) -> Iterator[tuple[QWidget, QRect, str]]:
    for widget in window.findChildren(QWidget):
        face = widget.viewport() if isinstance(widget, QHeaderView) else widget
        if not widget.isVisible() or widget.window() is not window or face.visibleRegion().isEmpty():
            continue
        area = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
        if isinstance(widget, QLabel | QAbstractButton) and widget.text().strip() and _is_shown(widget):
            yield widget, area, widget.text()
        elif isinstance(widget, QTabBar):
            for tab in filter(widget.isTabVisible, range(widget.count())):  # the others wait in a menu
                yield widget, widget.tabRect(tab).translated(area.topLeft()), widget.tabText(tab)
        elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
            corner = face.mapTo(window, QPoint(0, 0))
            for column in range(widget.count()):
                words = widget.model().headerData(column, Qt.Orientation.Horizontal)
                if words and not widget.isSectionHidden(column):
                    left, width = widget.sectionViewportPosition(column), widget.sectionSize(column)
                    area = QRect(corner.x() + left, corner.y(), width, face.height() - 1)
                    if QRect(corner, face.size()).contains(area):
                        yield widget, area, str(words)


def _is_shown(widget: QLabel | QAbstractButton) -> bool:
    """Do its words stand on the screen, whole and not as a picture?"""
    icon_only = getattr(widget, "toolButtonStyle", lambda: None)() == Qt.ToolButtonStyle.ToolButtonIconOnly
    return widget.visibleRegion().boundingRect() == widget.rect() and not (icon_only and not widget.icon().isNull())


def _colours(picture: np.ndarray, area: QRect) -> list[str]:
    """Inside this part of a picture, the commonest first."""
    inner = area.adjusted(3, 3, -3, -3)
    rows, columns = slice(max(inner.top(), 0), inner.bottom() + 1), slice(max(inner.left(), 0), inner.right() + 1)
    found, counts = np.unique(picture[rows, columns], return_counts=True)
    return [f"#{colour:06x}" for colour in found[np.argsort(-counts, kind="stable")]]
