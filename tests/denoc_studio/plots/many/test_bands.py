"""Percentiles of runs of which some end early, against numpy's; and bands in another unit."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from denoc_studio.plots.many import bands
from denoc_studio.plots.many.bands import PERCENTILES, Bands, percentiles_of


def test_percentiles_are_of_the_runs_that_came_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bands, "AT_ONCE", 200)  # several goes
    draw = np.random.default_rng(3)
    runs = draw.normal(size=(37, 12, 2)).cumsum(axis=1)
    for run, end in zip(runs[:20], draw.integers(1, 12, 20), strict=True):
        run[end:] = math.nan
    runs[:, 11] = math.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # nobody came to the last time
        expected = np.nanpercentile(runs, PERCENTILES, axis=0)
    found = percentiles_of(runs)
    assert np.isnan(found[:, 11]).all()
    assert found[:, :11] == pytest.approx(expected[:, :11], abs=1e-12)


def test_bands_come_in_the_axis_unit_the_widest_first() -> None:
    t = np.array([0.0, 1.0, 2.0])
    values = np.arange(4 * 3 * 2, dtype=float).reshape(4, 3, 2)
    found = Bands("of many", t, PERCENTILES, {"q": values})
    assert found.of("tau", "tau", [0], 1.0) == ()
    wide, narrow = found.of("q", "q", [1], 2.0)
    assert (wide.percent, narrow.percent) == ((5.0, 95.0), (25.0, 75.0))
    assert (wide.key, wide.symbol) == ("joint 2", "q2")
    assert wide.lower.tolist() == (2 * values[0, :, 1]).tolist()
    assert narrow.upper.tolist() == (2 * values[2, :, 1]).tolist()
    assert found.during((0.5, 2.0)).of("q", "q", [0], 1.0)[0].t.tolist() == [1.0, 2.0]
