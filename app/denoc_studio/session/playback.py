"""The one time cursor that every view shares, and the clock that moves it."""

from __future__ import annotations

import math
import time

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from denoc_studio.plots.samples import stepped

FRAME = 16  # milliseconds
RATE = 60.0  # pictures a second: what a screen shows
SLOWEST, FASTEST = 0.05, 20.0
MARK_EVERY = 0.03  # seconds between places of a mark on a time axis, which goes a pixel or two meanwhile
READ_EVERY = 0.066  # between numbers that are to be read
LONGEST_FRAME = 0.1  # seconds: after a hiccup the cursor does not jump


class Playback(QObject):
    """`end` is the last computed time, `duration` the run's own; `speed` may be math.inf: the newest sample."""

    time_changed = Signal(float)
    mark_changed = Signal(float)  # the same for marks on time axes: while playing only every other frame
    reading_changed = Signal(float)  # and for what shows numbers: while playing only as often as they can be read
    changed = Signal()  # playing, speed, loop, end, duration, what is doubtful or when links are pushed

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.time = 0.0
        self.end = 0.0
        self.duration = 0.0
        self.doubtful_from = math.inf  # the time from which the run cannot be reproduced
        self.pushed: tuple[tuple[float, float], ...] = ()  # times from when to when a link is pushed
        self.complete = False
        self.playing = False
        self.speed = 1.0
        self.loop = True
        self.times = np.empty(0)  # of the run's samples, also of those that are still to come
        self._last = 0.0
        self._due = 0.0  # when the next picture is, by the clock
        self._mark = _Pace(MARK_EVERY)
        self._reading = _Pace(READ_EVERY)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    def play(self) -> None:
        if self.complete and self.time >= self.end:
            self.seek(0.0)
        self._set_playing(True)

    def pause(self) -> None:
        self._set_playing(False)

    def toggle(self) -> None:
        self.pause() if self.playing else self.play()

    def reset(self) -> None:
        """Back to the start, at rest."""
        self.pause()
        self.seek(0.0)

    def step(self, samples: int) -> None:
        """Some samples on or back, at rest."""
        self.pause()
        self.seek(stepped(self.times, self.time, samples))

    def seek(self, t: float) -> None:
        t = min(max(t, 0.0), self.end)
        if t != self.time:
            self.time = t
            self.time_changed.emit(t)
            self._tell_others()

    def set_speed(self, speed: float) -> None:
        speed = speed if math.isinf(speed) else min(max(speed, SLOWEST), FASTEST)
        if speed != self.speed:
            self.speed = speed
            self.changed.emit()

    def set_loop(self, loop: bool) -> None:
        if loop != self.loop:
            self.loop = loop
            self.changed.emit()

    def set_run(self, end: float, duration: float, times: np.ndarray, complete: bool) -> None:
        """How far the run has been computed; the cursor stays where it is, as far as that goes."""
        self.times = times
        given = (end, duration, complete)
        if given != (self.end, self.duration, self.complete):
            self.end, self.duration, self.complete = given
            self.changed.emit()
        if self.time > end and complete:
            self.seek(end)

    def set_doubtful_from(self, t: float) -> None:
        """From when the run cannot be reproduced; inf where all of it can, or nothing is known."""
        if t != self.doubtful_from:
            self.doubtful_from = t
            self.changed.emit()

    def set_pushed(self, spans: tuple[tuple[float, float], ...]) -> None:
        """From when to when links are pushed."""
        if spans != self.pushed:
            self.pushed = spans
            self.changed.emit()

    def _set_playing(self, playing: bool) -> None:
        if playing == self.playing:
            return
        self.playing = playing
        self._last = self._due = time.perf_counter()
        self._await_next(self._due) if playing else self._timer.stop()
        self._tell_others()
        self.changed.emit()

    def _tell_others(self) -> None:
        if self._mark.due(self.time, self.playing):
            self.mark_changed.emit(self.time)
        if self._reading.due(self.time, self.playing):
            self.reading_changed.emit(self.time)

    def _await_next(self, now: float) -> None:
        """A timer counts whole milliseconds, of which no number makes a frame: each is as long as it takes to be in
        time. After a hiccup they are counted anew."""
        self._due = (self._due if self._due + 1 / RATE > now else now) + 1 / RATE
        self._timer.start(max(round(1e3 * (self._due - now)), 1))

    def _tick(self) -> None:
        now = time.perf_counter()
        passed, self._last = min(now - self._last, LONGEST_FRAME), now
        if self.playing:
            self._await_next(now)
        t = self.end if math.isinf(self.speed) else self.time + passed * self.speed
        if t < self.end or not self.complete:
            self.seek(max(t, self.time) if self.time <= self.end else self.time)
        elif self.loop and self.end > 0 and not math.isinf(self.speed):
            self.seek(0.0 if self.time >= self.end else self.end)
        else:
            self.seek(self.end)
            self.pause()
        self._tell_others()


class _Pace:
    """When the cursor's time is to be told: while playing at most every so many seconds by the clock."""

    def __init__(self, every: float) -> None:
        self._every = every
        self._time, self._when = 0.0, 0.0  # what was told last, and when

    def due(self, t: float, playing: bool) -> bool:
        """Whether to tell this time now; it counts as told then."""
        now = time.perf_counter()
        if t == self._time or (playing and now - self._when < self._every):
            return False
        self._time, self._when = t, now
        return True
