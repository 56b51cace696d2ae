"""Play, pause, step, scrub, loop, speed."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

from denoc_studio.look.icons import Icons
from denoc_studio.look.theme import Themes
from denoc_studio.session.playback import Playback
from denoc_studio.window.bars.time_field import TimeField
from denoc_studio.window.bars.time_slider import TimeSlider

SHORT_SPEED = 4  # characters
SPEEDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, math.inf)


class Timeline(QWidget):
    def __init__(self, playback: Playback, themes: Themes, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playback = playback
        self._icons = icons
        self._icon = "play"  # of the play button
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 4)
        row.setSpacing(2)
        for name, tip, slot in (
            ("skip-previous", "To the start (Backspace)", playback.reset),
            ("step-backward", "One sample back (←)", lambda: playback.step(-1)),
            ("play", "Play or pause (Space)", playback.toggle),
            ("step-forward", "One sample on (→)", lambda: playback.step(1)),
        ):
            button = self._button(name, tip, slot)
            row.addWidget(button)
            if name == "play":
                self.play_button = button
        self.slider = TimeSlider(playback, themes)
        row.addWidget(self.slider, 1)
        self.time = TimeField(playback)
        row.addWidget(self.time)
        self.duration = QLabel()
        self.duration.setToolTip("Duration of the run [s]")
        row.addWidget(self.duration)
        self.loop_button = self._button("repeat", "Start again at the end", lambda: None)
        self.loop_button.setCheckable(True)
        self.loop_button.toggled.connect(playback.set_loop)
        row.addWidget(self.loop_button)
        self.speed_box = QComboBox()
        self.speed_box.setToolTip("Speed against real time ([ slower, ] faster)")
        self.speed_box.setAccessibleName("Playback speed")
        for speed in SPEEDS:
            self.speed_box.addItem(speed_name(speed), speed)
        self.speed_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.speed_box.setMinimumContentsLength(SHORT_SPEED)  # the slider needs the room more than the longest entry
        self.speed_box.view().setMinimumWidth(self.speed_box.view().sizeHintForColumn(0) + 16)
        self.speed_box.activated.connect(self._choose_speed)
        row.addWidget(self.speed_box)
        playback.changed.connect(self._show)
        self._show()

    def change_speed(self, places: int) -> None:
        """To a neighbouring entry of the list of speeds."""
        nearest = min(range(len(SPEEDS)), key=lambda k: abs(_log(SPEEDS[k]) - _log(self._playback.speed)))
        self._playback.set_speed(SPEEDS[max(0, min(nearest + places, len(SPEEDS) - 1))])

    def _choose_speed(self, index: int) -> None:
        self._playback.set_speed(SPEEDS[index])

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
        self.duration.setText(f" / {playback.duration:g} s ")

    def _button(self, icon: str, tip: str, slot: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(slot)
        self._icons.put(button, icon)
        return button


def speed_name(speed: float) -> str:
    return "as fast as possible" if math.isinf(speed) else f"{speed:g}×"


def _log(speed: float) -> float:
    return math.log(min(speed, 1e3))
