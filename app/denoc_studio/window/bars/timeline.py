"""The bar under the arm: play, step, scrub, loop, speed, and how far the run can be trusted."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLayout, QToolButton, QWidget

from denoc_studio.look.icons import Icons
from denoc_studio.look.theme import Themes
from denoc_studio.session.playback import Playback
from denoc_studio.window.bars.time_field import TimeField
from denoc_studio.window.bars.time_slider import TimeSlider
from denoc_studio.window.bars.trust_badge import TrustBadge

SPEEDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, math.inf)
SPEED_WIDTH = 68  # pixels, for a short one: the slider needs the room more than the longest entry
HEIGHT, MARGIN, SPACING = 40, 8, 4  # pixels


class Timeline(QWidget):
    """Where there is little room the badge of trust says less first, then the end and the steps give way: their keys
    work on."""

    def __init__(
        self, playback: Playback, themes: Themes, icons: Icons, trust: TrustBadge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._playback = playback
        self._icons = icons
        self._icon = "play"  # of the play button
        self.trust = trust
        steps = {
            name: self._button(name, tip, slot)
            for name, tip, slot in (
                ("skip-previous", "To the start (Backspace)", playback.reset),
                ("step-backward", "One sample back (←)", lambda: playback.step(-1)),
                ("play", "Play or pause (Space)", playback.toggle),
                ("step-forward", "One sample on (→)", lambda: playback.step(1)),
            )
        }
        self.play_button = steps["play"]
        self.time = TimeField(playback)
        self.slider = TimeSlider(playback, themes)
        self.duration = QLabel()
        self.duration.setToolTip("Duration of the run [s]")
        self.duration.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.loop_button = self._button("repeat", "Start again at the end", lambda: None)
        self.loop_button.setCheckable(True)
        self.loop_button.toggled.connect(playback.set_loop)
        self.speed_box = self._speeds()
        row = QHBoxLayout(self)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # see minimumSizeHint
        row.setContentsMargins(MARGIN, 0, MARGIN, 0)
        row.setSpacing(SPACING)
        for button in steps.values():
            row.addWidget(button)
        row.addWidget(self.time)
        row.addWidget(self.slider, 1)
        for part in (self.duration, self.loop_button, self.speed_box, trust):
            row.addWidget(part)
        self.setFixedHeight(HEIGHT)
        self._gives_way = (self.duration, steps["step-backward"], steps["step-forward"], steps["skip-previous"])
        self._parts = (*steps.values(), self.time, self.slider, self.duration, self.loop_button, self.speed_box)
        trust.changed.connect(self._make_room)
        playback.changed.connect(self._show)
        self._show()

    def change_speed(self, places: int) -> None:
        """To a neighbouring entry of the list of speeds."""
        nearest = min(range(len(SPEEDS)), key=lambda k: abs(_log(SPEEDS[k]) - _log(self._playback.speed)))
        self._playback.set_speed(SPEEDS[max(0, min(nearest + places, len(SPEEDS) - 1))])

    def minimumSizeHint(self) -> QSize:
        """Without what gives way."""
        kept = [part for part in self._parts if part not in self._gives_way]
        return QSize(self._needed(kept) + SPACING + self.trust.narrowest, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        room = self.width() - SPACING
        self.trust.shorten(self._needed(self._parts) + self.trust.whole_width > room)
        room -= self.trust.sizeHint().width() if self.trust.trust is not None else -SPACING
        shown = list(self._parts)
        for part in self._gives_way:
            if self._needed(shown) > room:
                shown.remove(part)
        for part in self._gives_way:
            part.setVisible(part in shown)

    def _needed(self, parts: list[QWidget] | tuple[QWidget, ...]) -> int:
        """Pixels for these."""
        widths = (part.minimumWidth() or part.minimumSizeHint().width() for part in parts)
        return sum(widths) + SPACING * (len(parts) - 1) + 2 * MARGIN

    def _speeds(self) -> QComboBox:
        box = QComboBox()
        box.setToolTip("Speed against real time ([ slower, ] faster)")
        box.setAccessibleName("Playback speed")
        for speed in SPEEDS:
            box.addItem(speed_name(speed), speed)
        box.setFixedWidth(SPEED_WIDTH)
        box.view().setMinimumWidth(box.view().sizeHintForColumn(0) + 16)
        box.activated.connect(lambda index: self._playback.set_speed(SPEEDS[index]))
        return box

    def _show(self) -> None:
        playback = self._playback
        icon = "pause" if playback.playing else "play"
        if icon != self._icon:  # while a run is computed, thirty times a second it is not
            self._icon = icon
            self._icons.put(self.play_button, icon)
        self.loop_button.setChecked(playback.loop)
        index = self.speed_box.findText(speed_name(playback.speed))
        self.speed_box.setCurrentIndex(index)
        if index < 0:
            self.speed_box.setPlaceholderText(speed_name(playback.speed))
        text = f"{playback.duration:g} s"
        if text != self.duration.text():
            self.duration.setText(text)
            self._make_room()

    def _button(self, icon: str, tip: str, slot: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(slot)
        button.setFixedSize(28, 26)
        self._icons.put(button, icon)
        return button


def speed_name(speed: float) -> str:
    return "as fast as possible" if math.isinf(speed) else f"{speed:g}×"


def _log(speed: float) -> float:
    return math.log(min(speed, 1e3))
