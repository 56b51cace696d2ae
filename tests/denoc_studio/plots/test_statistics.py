"""Figures of curves against numpy and closed forms, and how they are written."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import trapezoid

from denoc_studio.plots.arrangement import grid, with_room
from denoc_studio.plots.readout import four_digits
from denoc_studio.plots.statistics import SLICE, Accumulator, statistics


def rms(t: np.ndarray, y: np.ndarray) -> float:
    return math.sqrt(trapezoid(y * y, t) / (t[-1] - t[0]))


@pytest.mark.parametrize("count", [2, SLICE, SLICE + 1, 5 * SLICE + 7])
def test_against_numpy_unevenly_sampled(count: int) -> None:
    generator = np.random.default_rng(count)
    t = np.cumsum(generator.random(count))
    y = generator.normal(size=(count, 3))[:, 1]  # a column of a table
    found = statistics(t, y)
    assert (found.low, found.high) == (y.min(), y.max())
    assert (found.low_time, found.high_time) == (t[y.argmin()], t[y.argmax()])
    assert found.peak_time == t[np.abs(y).argmax()]
    assert found.rms == pytest.approx(rms(t, y), rel=1e-12)


def test_sine_whose_samples_crowd() -> None:
    """3 sin(2 pi t) + 4 over two periods: rms sqrt(16 + 9 / 2), whatever the spacing."""
    t = 2 * np.linspace(0, 1, 200_001) ** 3
    found = statistics(t, 3 * np.sin(2 * np.pi * t) + 4)
    assert found.rms == pytest.approx(math.sqrt(16 + 4.5), rel=1e-6)
    assert (found.low, found.high) == pytest.approx((1.0, 7.0), abs=1e-6)
    assert found.peak_time == pytest.approx(0.25, abs=1e-3)


def test_growing_is_the_same_as_all_at_once() -> None:
    t = np.linspace(0, 3, 1000)
    y = np.cos(5 * t) * t
    growing = Accumulator()
    for end in (1, 2, 300, 300, 999, 1000):
        while growing.take(t[:end], y[:end]):
            pass
    assert growing.count == 1000
    assert growing.statistics == pytest.approx(statistics(t, y), rel=1e-12)


def test_ends_of_the_numbers() -> None:
    t = np.array([0.0, 1.0, 2.0, 3.0])
    huge = statistics(t, np.array([1e200, -2e200, 1e200, np.inf]))
    assert huge.rms == pytest.approx(1e200 * math.sqrt(2.5), rel=1e-12)
    assert (huge.peak_time, huge.largest) == (1.0, 2e200)
    still = statistics(t, np.zeros(4))
    assert (still.low, still.high, still.rms) == (0.0, 0.0, 0.0)
    assert math.isnan(still.peak_time)
    for nothing in (np.empty(0), np.full(4, np.nan)):
        assert all(map(math.isnan, statistics(t[: len(nothing)], nothing)))
    assert statistics(t[:1], np.array([-2.0])) == (-2.0, 0.0, -2.0, 0.0, 2.0)


def test_written_with_four_digits() -> None:
    texts = {
        -118.14: "−118.1",
        0.99996: "1.000",
        0.01234: "0.01234",
        0.0012345: "1.234e−3",
        -8.9e-8: "−8.900e−8",
        12345.6: "12346",
        123456.0: "1.235e5",
        1e-300: "1.000e−300",
        0.0: "0",
        math.nan: "-",
    }
    for number, text in texts.items():
        assert four_digits(number) == text
    assert four_digits(4.9e-12, largest=5.0) == "0"
    assert four_digits(5.1e-12, largest=5.0) == "5.100e−12"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_plots_are_never_four_in_a_row_and_never_slivers(count: int) -> None:
    for width in range(200, 2600, 120):
        for height in range(100, 1400, 90):
            rows, columns = grid(count, width, height)
            assert columns <= 2
            assert (rows - 1) * columns < count
            if (rows, columns) != (1, 1):
                assert width / columns >= 240
                assert height / rows >= 130
    assert grid(4, 1200, 600) == (2, 2)
    assert grid(2, 1200, 400) == (1, 2)
    assert grid(2, 500, 900) == (2, 1)
    assert with_room(["a", "b", "c", "d"], "c", 2) == ["a", "c"]
