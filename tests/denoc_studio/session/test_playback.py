"""The time cursor: stays within what is computed, keeps time, loops, steps."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from denoc_studio.session.playback import Playback

FINEST = 1e-9  # of the spacing


def grid(duration: float) -> np.ndarray:
    """The times of samples, 100 a second."""
    return np.linspace(0.0, duration, round(100 * duration) + 1)


def test_it_keeps_time(playback: Playback, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("denoc_studio.session.playback.time", SimpleNamespace(perf_counter=lambda: now))
    playback.set_run(100.0, 100.0, grid(100.0), True)
    playback.set_speed(2.0)
    playback.play()
    for passed in (0.016, 0.033, 0.001, 0.08) * 5:
        now += passed
        playback._tick()
    assert playback.time == pytest.approx(2.0 * (now - 100.0))
    assert playback.playing


def test_it_shows_as_many_pictures_as_a_screen(playback: Playback, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("denoc_studio.session.playback.time", SimpleNamespace(perf_counter=lambda: now))
    playback.set_run(100.0, 100.0, grid(100.0), True)
    playback.play()
    for _ in range(600):
        now += 1e-3 * playback._timer.interval()
        playback._tick()
    assert now - 100.0 == pytest.approx(10.0, abs=2e-3)
    now += 5.0  # what was missed then is not made up for
    playback._tick()
    assert 16 <= playback._timer.interval() <= 17
    playback.pause()
    assert not playback._timer.isActive()


def test_numbers_follow_as_fast_as_they_can_be_read_and_at_once_at_rest(
    playback: Playback, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("denoc_studio.session.playback.time", SimpleNamespace(perf_counter=lambda: now))
    read: list[float] = []
    marked: list[float] = []
    playback.reading_changed.connect(read.append)
    playback.mark_changed.connect(marked.append)
    playback.set_run(100.0, 100.0, grid(100.0), True)
    playback.play()
    for _ in range(60):
        now += 1 / 60
        playback._tick()
    assert 15 <= len(read) <= 21
    assert 28 <= len(marked) <= 32
    playback.pause()
    assert read[-1] == marked[-1] == playback.time
    playback.seek(7.0)
    playback.seek(8.0)
    assert read[-2:] == marked[-2:] == [7.0, 8.0]


def test_it_waits_for_the_computation_and_goes_on(qtbot: QtBot, playback: Playback) -> None:
    playback.set_run(0.05, 10.0, grid(10.0), False)
    playback.set_speed(20.0)
    playback.play()
    qtbot.waitUntil(lambda: playback.time == 0.05)
    playback._tick()
    assert playback.time == 0.05
    assert playback.playing
    playback.set_run(10.0, 10.0, grid(10.0), True)
    qtbot.waitUntil(lambda: playback.time > 0.05)


def test_it_stops_at_the_end_or_starts_again(qtbot: QtBot, playback: Playback) -> None:
    playback.set_run(0.1, 0.1, grid(0.1), True)
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
    playback.set_run(3.0, 10.0, grid(10.0), False)
    playback.set_speed(math.inf)
    playback.play()
    qtbot.waitUntil(lambda: playback.time == 3.0)


@pytest.mark.parametrize("seed", range(20))
def test_steps_go_to_the_next_sample_whatever_the_grid(playback: Playback, seed: int) -> None:
    """On and back, from samples, from beside them and from between them, on even grids and uneven ones."""
    random = np.random.default_rng(seed)
    count, duration = int(random.integers(2, 3000)), float(10 ** random.uniform(-3, 4))
    times = np.linspace(0.0, duration, count)
    if seed % 2:
        times = np.concatenate([[0.0], np.cumsum(random.uniform(0.1, 1.0, count - 1))]) * (duration / count)
    playback.set_run(float(times[-1]), float(times[-1]), times, True)
    for k in random.integers(0, count, 50).tolist():
        before, on = (float(times[min(max(k + by, 0), count - 1)]) for by in (-1, 1))
        spacing = max(min(times[k] - before or np.inf, on - times[k] or np.inf), 0.0)
        for nearby in (0.0, FINEST * spacing, -FINEST * spacing):
            for by, wanted in ((1, on), (-1, before)):
                playback.play()
                playback.seek(float(times[k]) + nearby)
                playback.step(by)
                assert playback.time == wanted
                assert not playback.playing
        if k + 1 < count:
            for share in (0.001, 0.3, 0.5, 0.9, 0.999):
                for by, wanted in ((1, on), (-1, float(times[k]))):
                    playback.seek(float(times[k]) + share * (on - float(times[k])))
                    playback.step(by)
                    assert playback.time == wanted


def test_steps_stay_within_what_is_computed(playback: Playback) -> None:
    playback.set_run(0.5, 1.0, grid(1.0), False)
    playback.seek(0.48)
    playback.step(-1000)
    assert playback.time == 0.0
    playback.step(1000)
    assert playback.time == 0.5


def test_speed_stays_within_its_bounds(playback: Playback) -> None:
    playback.set_speed(1e9)
    assert playback.speed == 20.0
    playback.set_speed(0.0)
    assert playback.speed == 0.05


def test_a_shorter_run_takes_the_cursor_with_it(playback: Playback) -> None:
    playback.set_run(10.0, 10.0, grid(10.0), True)
    playback.seek(9.0)
    playback.set_run(2.0, 2.0, grid(2.0), True)
    assert playback.time == 2.0
