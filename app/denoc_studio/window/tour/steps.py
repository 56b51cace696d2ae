"""What the tour says, what it points at, and what the user does to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QAbstractButton, QMenuBar, QWidget

from denoc_studio.window.bars.trust_badge import TrustBadge


class Toured(Protocol):
    """Of the main window, what is pointed at. Each part is looked for when it is needed, wherever it stands then."""

    session: Any
    robot: Any
    arm: QWidget
    run: QWidget
    plots: Any
    timeline: QWidget
    menus: Any

    def menuBar(self) -> QMenuBar: ...


class Deed(NamedTuple):
    """Something that tells that the user has done it: a signal, and whether what it tells counts."""

    signal: SignalInstance
    counts: Callable[[], bool] = lambda: True


class Step(NamedTuple):
    """`targets` of which the first that can be seen is pointed at; the others are marked too."""

    title: str
    words: str
    targets: Callable[[Toured], Sequence[QWidget | None]]
    deeds: Callable[[Toured], Sequence[Deed]]


def _badge(window: Toured) -> TrustBadge | None:
    assert isinstance(window, QObject)
    return window.findChild(TrustBadge)


def _legend(window: Toured) -> QWidget:
    """Or the plots, where there is no room for one."""
    legend: QWidget = window.plots.legend
    return legend if legend.isVisibleTo(window.plots) else window.plots


def _edited(window: Toured, signal: str) -> Deed:
    """By the user, not by opening another project."""
    document = window.session.document
    return Deed(getattr(document, signal), lambda: not document.replacing)


def _played(window: Toured) -> list[Deed]:
    """By the key or by a button; a run that is computed anew plays by itself."""
    buttons = window.timeline.findChildren(QAbstractButton)
    keys = [Deed(window.menus.play_action.triggered), _edited(window, "start_changed")]
    return [*keys, *(Deed(button.clicked) for button in buttons if not isinstance(button, TrustBadge))]


def _judged(window: Toured) -> list[Deed]:
    badge = _badge(window)
    hidden = Deed(window.plots.legend.model.hidden_changed)
    return [hidden] if badge is None else [hidden, Deed(badge.clicked)]


STEPS = (
    Step(
        "Type a length",
        "Click a number in column a of the table, type 0.5 and press Enter. The arm follows at once, and Ctrl+Z takes "
        "it back. A number may be 1/3, 300 mm or pi/2.",
        lambda window: [window.robot.table],
        lambda window: [_edited(window, "robot_changed")],
    ),
    Step(
        "Play it",
        "Space plays and pauses the run. Drag a link to give the arm another start; drag the background to turn the "
        "view.",
        lambda window: [window.arm, window.timeline],
        _played,
    ),
    Step(
        "Change the run",
        "Choose other torques, or another start of a joint. The run is computed again and the curves follow; the "
        "dotted ones are the run before.",
        lambda window: [window.run],
        lambda window: [_edited(window, "settings_changed"), _edited(window, "start_changed")],
    ),
    Step(
        "Read the result",
        "The legend has each curve's value at the cursor and its extremes; a click on a name hides the curve. The "
        "badge says how far the run can be trusted: click it for the reasons.",
        lambda window: [_legend(window), _badge(window)],
        _judged,
    ),
    Step(
        "Keep it",
        "Ctrl+S saves arm, run and plots in one file. The File menu exports plots for a paper, a report, films and the "
        "robot. Ctrl+Shift+P finds everything by its name, F1 lists the keys.",
        lambda window: [window.menuBar()],
        lambda window: [],
    ),
)
