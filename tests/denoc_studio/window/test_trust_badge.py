"""The badge of trust, its popover, and the shading of what cannot be reproduced, in the real window."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from denoc.torques.torque_laws import ConstantTorque
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import DARK, LIGHT
from denoc_studio.project import edits
from denoc_studio.session.run import Run
from denoc_studio.window.bars.trust_popover import WIDTH
from denoc_studio.window.main_window import MainWindow
from tests.support.patience import PatientBot
from tests.support.studio.showing import recolour
from tests.support.studio.windows import as_it_was, kept_window, open_window


def judged(qtbot: QtBot, preferences: Preferences, example: str = "planar-3r-free-fall") -> MainWindow:
    """A window whose run has been judged by every figure."""
    preferences["theme"] = "light"
    window = open_window(qtbot, preferences, example)
    window.resize(1500, 900)  # with room for the whole clause
    wait_for_trust(qtbot, window)
    return window


@pytest.fixture(scope="module")
def kept(
    qapp: QApplication, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    with kept_window(request, tmp_path_factory.mktemp("trust"), theme="light") as window:
        window.resize(1500, 900)
        wait_for_trust(PatientBot(request), window)
        yield window


@pytest.fixture
def window(qtbot: QtBot, kept: MainWindow) -> MainWindow:
    """One for all tests that only look, with the popover closed."""
    kept.status.trust.popover.close()
    return as_it_was(qtbot, kept)


def wait_for_trust(qtbot: QtBot, window: MainWindow) -> Run:
    def known() -> bool:
        run = window.session.document.results.current
        return run is not None and not run.running and run.measures is not None and run.trust.level != "unknown"

    qtbot.waitUntil(known, timeout=30_000)
    run = window.session.document.results.current
    assert run is not None
    return run


def near(colour: QColor, wanted: str) -> bool:
    """Screens of the tests have fewer colours than there are names for."""
    other = QColor(wanted)
    return max(abs(getattr(colour, part)() - getattr(other, part)()) for part in ("red", "green", "blue")) < 8


@pytest.mark.parametrize(
    ("example", "level", "words"),
    [
        ("planar-3r-free-fall", "limited", "Reproducible to 6."),
        ("stanford-free-fall", "good", "Reproducible to the end"),
        ("planar-3r-inverse", "good", "Formulations agree to "),
    ],
)
def test_the_badge_says_the_worst_figure(
    qtbot: QtBot, preferences: Preferences, example: str, level: str, words: str
) -> None:
    window = judged(qtbot, preferences, example)
    badge = window.status.trust
    assert badge.trust is not None
    assert (badge.trust.level, badge.isVisible(), badge.icon().isNull()) == (level, True, False)
    assert badge.text().startswith(words)
    assert badge.accessibleName() == f"Trust in this run: {badge.text()}"
    assert (LIGHT.warning_base in badge.styleSheet()) == (level == "limited")
    recolour(qtbot, preferences, "dark")
    assert (DARK.warning_base in badge.styleSheet()) == (level == "limited")


def test_it_says_less_where_there_is_little_room(qtbot: QtBot, preferences: Preferences) -> None:
    window = judged(qtbot, preferences)
    badge, bar = window.status.trust, window.timeline
    assert (badge.text()[:16], badge.height(), bar.slider.width() >= 120) == ("Reproducible to ", 26, True)
    bar.setParent(None)
    bar.show()
    qtbot.addWidget(bar)
    bar.resize(560, bar.height())
    qtbot.waitUntil(lambda: bar.slider.width() >= 120 and badge.text() in ("6.29 s", "6.3 s", "6.30 s"))
    assert badge.accessibleName().startswith("Trust in this run: Reproducible to 6.")
    bar.resize(bar.minimumSizeHint().width(), bar.height())
    qtbot.waitUntil(lambda: not bar.duration.isVisible() and bar.slider.width() >= 120)
    assert bar.rect().contains(badge.geometry())
    assert badge.geometry().left() > bar.speed_box.geometry().right()
    bar.resize(900, bar.height())
    qtbot.waitUntil(lambda: bar.duration.isVisible())
    assert badge.text().startswith("Reproducible to 6.")


def test_a_run_that_fails_at_once_is_called_failed(qtbot: QtBot, preferences: Preferences) -> None:
    window = judged(qtbot, preferences)
    document, badge = window.session.document, window.status.trust
    document.edit(edits.set_run(document.project, torque=ConstantTorque((1e9, 0.0, 0.0))), "Push")
    qtbot.waitUntil(lambda: badge.text() == "The run diverged", timeout=20_000)
    assert badge.trust is not None
    assert badge.trust.level == "failed"
    assert LIGHT.error in badge.styleSheet()
    qtbot.waitUntil(lambda: not window.session.runner.computing)
    qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
    assert "The speed of joint 2 passed" in badge.popover.reason.text()
    figures = dict(badge.popover.lines)
    figures.pop("Steps")
    assert set(figures.values()) == {"not known"}, "one sample says nothing"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_key_opens_it_and_escape_closes_it(qtbot: QtBot, window: MainWindow, key: Qt.Key) -> None:
    badge = window.status.trust
    badge.setFocus()
    qtbot.keyClick(badge, key)
    popover = badge.popover
    assert popover.isVisible()
    assert popover.parentWidget() is window
    assert popover.width() == WIDTH
    assert popover.geometry().bottom() <= badge.mapTo(window, QPoint(0, 0)).y()
    assert window.rect().contains(popover.geometry())
    assert QApplication.focusWidget() is popover
    qtbot.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert QApplication.focusWidget() is badge


def test_it_lists_every_figure_the_reason_and_the_advice(qtbot: QtBot, window: MainWindow) -> None:
    badge = window.status.trust
    qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
    popover = badge.popover
    assert popover.title.text().startswith("Reproducible to 6.")
    assert "errors grow tenfold" in popover.reason.text()
    names = ["Second run agrees until", "Energy balance", "Formulations agree to", "Torques balance to", "Steps"]
    assert [name for name, _ in popover.lines] == names
    values = dict(popover.lines)
    assert float(values["Formulations agree to"]) < 1e-12
    assert "shortest" in values["Steps"]
    assert popover.advice.text().startswith("Ten times tighter tolerances gain")
    assert "1e-4" in popover.thresholds.text()
    assert "1e-8" in popover.thresholds.text()
    assert "Second run agrees until: 6." in popover.accessibleDescription()
    formats = {label.textFormat() for label in popover.findChildren(QLabel) if label.text()}
    assert formats == {Qt.TextFormat.PlainText}


def test_a_click_elsewhere_closes_it_and_so_does_the_badge(qtbot: QtBot, window: MainWindow) -> None:
    badge = window.status.trust
    for _ in range(2):
        qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
        assert badge.popover.isVisible()
        qtbot.mouseClick(badge.popover, Qt.MouseButton.LeftButton)
        assert badge.popover.isVisible()
        qtbot.mouseClick(window.status, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
        assert not badge.popover.isVisible()
        assert QApplication.focusWidget() is badge
    qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
    assert not badge.popover.isVisible()


def test_what_is_shown_of_a_run_that_is_out_of_date_is_no_judgement(qtbot: QtBot, preferences: Preferences) -> None:
    preferences["recompute"] = False
    window = judged(qtbot, preferences)
    qtbot.mouseClick(window.status.trust, Qt.MouseButton.LeftButton)
    document = window.session.document
    document.edit(edits.change_link(document.project, 0, a=0.4), "Set a")
    assert not window.status.trust.isVisible()
    assert not window.status.trust.popover.isVisible()


def test_plots_and_slider_are_marked_from_there_on(qtbot: QtBot, window: MainWindow) -> None:
    run, plots = wait_for_trust(qtbot, window), window.plots
    window.resize(1400, 900)  # with room for four
    window.layouts.choose("only")
    QApplication.processEvents()
    plots.shown.set_count(4)
    plots.redraw()
    since = run.doubtful_from
    spans = [item.doubt.span for tile in plots.canvas.tiles for item in tile.items if item.content.over_time]
    assert len(spans) >= 4
    assert set(spans) == {(since, 10.0)}
    assert plots.canvas.overlay.doubt.startswith("not reproducible from 6.")
    assert plots.legend.amber.isVisible()
    window.session.playback.reset()
    QApplication.processEvents()
    slider, picture = window.timeline.slider, window.timeline.slider.grab().toImage()
    y = slider.height() // 2 - 6
    x = round(slider.place_of(since))
    assert near(picture.pixelColor(x, y), LIGHT.warning_edge)
    assert not near(picture.pixelColor(x - 8, y), LIGHT.warning_edge)


def test_the_shading_is_seen(window: MainWindow) -> None:
    plots = window.plots
    plots.show_plot("torques")  # all zero: nothing hides the ground
    plots.shown.set_count(1)
    plots.redraw()
    window.session.playback.reset()
    QApplication.processEvents()
    picture, item = plots.canvas.picture().toImage(), plots.canvas.tiles[0].items[0]
    run = window.session.document.results.current
    assert run is not None

    def share(begin: float, end: float) -> float:
        """Of the pixels between two times that are hatched."""
        columns = range(round(item.mapping.across(begin)) + 2, round(item.mapping.across(end)) - 2)
        rows = range(round(item.frame.top()) + 4, round(item.frame.center().y()) - 4)
        found = [near(picture.pixelColor(x, y), LIGHT.hatch_base) for x in columns for y in rows]
        return sum(found) / len(found)

    assert share(0.0, run.doubtful_from) < 0.1
    assert share(run.doubtful_from, 10.0) > 0.4


def test_a_run_that_can_be_reproduced_is_not_shaded(qtbot: QtBot, preferences: Preferences) -> None:
    window = judged(qtbot, preferences, "stanford-free-fall")
    window.plots.redraw()
    assert window.session.playback.doubtful_from == math.inf
    assert all(item.doubt.span[0] == math.inf for tile in window.plots.canvas.tiles for item in tile.items)
    assert window.plots.canvas.overlay.doubt == ""


def test_a_new_run_is_unshaded_until_it_is_judged(qtbot: QtBot, preferences: Preferences) -> None:
    window = judged(qtbot, preferences)
    seen: list[float] = []
    results = window.session.document.results
    results.started.connect(lambda _: seen.append(window.session.playback.doubtful_from))
    results.ended.connect(lambda run: seen.append(run.doubtful_from))
    before = results.current
    window.session.runner.start()
    qtbot.waitUntil(lambda: results.current is not before, timeout=10_000)
    run = wait_for_trust(qtbot, window)
    assert seen == [math.inf, math.inf]
    assert run.doubtful_from < math.inf
