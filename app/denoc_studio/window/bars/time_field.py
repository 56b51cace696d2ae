"""The time of the cursor, for reading and for typing."""

from __future__ import annotations

import math

from PySide6.QtGui import QFont

from denoc_studio.look.fonts import scaled_font
from denoc_studio.project.entry.numbers import Unit, shown
from denoc_studio.session.playback import Playback
from denoc_studio.widgets.fields.number_field import PADDING, NumberField
from denoc_studio.widgets.fields.reading_tip import tell_reading

SECOND = Unit("s")
STYLE = """
QLineEdit { border: 1px solid transparent; border-radius: 3px; background: transparent; padding: 2px 2px; }
QLineEdit:hover { border-color: palette(mid); background: palette(base); }
QLineEdit:focus { border: 2px solid palette(accent); background: palette(base); padding: 1px 1px; }
"""


class TimeField(NumberField):
    """Follows the cursor with as many decimals as the run's length asks for; what is typed leads the cursor there."""

    def __init__(self, playback: Playback) -> None:
        self._playback = playback
        self._decimals = 2
        super().__init__(SECOND, minimum=0.0)
        self.setFont(scaled_font(14, QFont.Weight.DemiBold))
        self._make_room()
        self.setStyleSheet(STYLE)
        self.setToolTip("Time of the cursor [s]: type one, and Enter goes there")
        self.setAccessibleName("Time of the cursor")
        self.edited.connect(self._go)
        self.stepped.connect(self._step_to)
        self.textEdited.connect(lambda _: playback.pause())  # what is typed over stands still
        self.problem_changed.connect(lambda reason: tell_reading(self, self.rect(), reason))
        playback.reading_changed.connect(lambda _: self._follow())
        playback.changed.connect(self._measure)
        self._measure()

    def _fitting(self, value: float, unit: Unit) -> str:
        return f"{value:.{self._decimals}f}"

    def _measure(self) -> None:
        duration = self._playback.duration
        self._decimals = max(0, min(9, 3 - math.floor(math.log10(duration)))) if duration > 0 else 2
        widest = self.fontMetrics().horizontalAdvance(self._fitting(duration, SECOND) + "0")
        self.setFixedWidth(widest + self.textMargins().right() + PADDING)
        self._follow()

    def _follow(self) -> None:
        if self.hasFocus() and (self.isModified() or self.problem):
            return
        if self.problem:  # the cursor has gone on
            self.restore()
        self.set_value(self._playback.time)
        if self.hasFocus():
            self.selectAll()

    def _go(self, t: float) -> None:
        playback, end = self._playback, self._playback.end
        if t > end + 0.5 * 10**-self._decimals:  # the end itself is shown rounded
            ending = shown(end, SECOND)
            self.refuse(f"the run ends at {ending} s" if playback.complete else f"computed to {ending} s so far")
        else:
            self._step_to(t)

    def _step_to(self, t: float) -> None:
        self._playback.pause()
        self._playback.seek(t)
        self.set_value(self._playback.time)
