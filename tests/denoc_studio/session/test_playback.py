"""The time cursor: stays within what is computed, keeps time, loops, steps."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from app.playback import Playback


def test_it_keeps_time(playback: Playback, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("app.playback.time", SimpleNamespace(perf_counter=lambda: now))
    playback.set_run(100.0, 100.0, 0.01, True)
    playback.set_speed(2.0)
    playback.play()
    for passed in (0.016, 0.033, 0.001, 0.08) * 5:
        now += passed
        playback._tick()
    assert playback.time == pytest.approx(2.0 * (now - 100.0))
    assert playback.playing


def test_it_waits_for_the_computation_and_goes_on(qtbot: QtBot, playback: Playback) -> None:
    playback.set_run(0.05, 10.0, 0.01, False)
    playback.set_speed(20.0)
    playback.play()
    qtbot.waitUntil(lambda: playback.time == 0.05)
    playback._tick()
    assert playback.time == 0.05
    assert playback.playing
    playback.set_run(10.0, 10.0, 0.01, True)
    qtbot.waitUntil(lambda: playback.time > 0.05)


def test_it_stops_at_the_end_or_starts_again(qtbot: QtBot, playback: Playback) -> None:
    playback.set_run(0.1, 0.1, 0.01, True)
    playback.set_loop(False)
    playback.play()
    qtbot.waitUntil(lambda: not playback.playing)
    assert playback.time == 0.1
    seen: list[float] = []
    playback.time_changed.connect(seen.append)
    playback.set_loop(True)
    playback.play()
    qtbot.waitUntil(lambda: seen.count(0.0) >= 2)
    assert playback.playing


def test_as_fast_as_possible_is_the_newest_sample(qtbot: QtBot, playback: Playback) -> None:
    playback.set_run(3.0, 10.0, 0.01, False)
    playback.set_speed(math.inf)
    playback.play()
    qtbot.waitUntil(lambda: playback.time == 3.0)


def test_steps_go_from_sample_to_sample(playback: Playback) -> None:
    playback.set_run(1.0, 1.0, 0.01, True)
    playback.seek(0.5)
    playback.play()
    playback.step(1)
    assert playback.time == pytest.approx(0.51)
    assert not playback.playing
    playback.step(-3)
    assert playback.time == pytest.approx(0.48)
    playback.step(-1000)
    assert playback.time == 0.0


def test_speed_stays_within_its_bounds(playback: Playback) -> None:
    playback.set_speed(1e9)
    assert playback.speed == 20.0
    playback.set_speed(0.0)
    assert playback.speed == 0.05


def test_a_shorter_run_takes_the_cursor_with_it(playback: Playback) -> None:
    playback.set_run(10.0, 10.0, 0.01, True)
    playback.seek(9.0)
    playback.set_run(2.0, 2.0, 0.01, True)
    assert playback.time == 2.0
