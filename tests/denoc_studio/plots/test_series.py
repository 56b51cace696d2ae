"""What plots are made of: the table, ranges, thinned curves, read-outs."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from denoc import load
from denoc.files.tables.recording_csv import column_names
from denoc.runs.recording import Recording
from denoc.runs.simulation import run
from denoc_studio.paper import table
from denoc_studio.plots.decimation import FEW, LONGEST, Envelope, thinned
from denoc_studio.plots.motion import Motion, empty_motion
from denoc_studio.plots.ranges import Range, calm, extent, fitted, widened
from denoc_studio.plots.readout import WIDEST, four_digits, locate, measured, nearest_time, tabular, value
from denoc_studio.plots.selection import during, only
from denoc_studio.plots.series import KINDS, PLOTS, Options, best_plane

finite = st.floats(-1e12, 1e12)


@pytest.fixture(scope="module")
def motion() -> Motion:
    project = load("stanford-free-fall")
    return Motion(project.robot, run(project.job()))


class TestTable:
    def test_columns_are_named_as_in_the_full_file(self, motion: Motion) -> None:
        known = column_names(motion.robot)
        for key in ("angles", "rates", "accelerations", "torques", "phase"):
            names = [name for name, _ in table.columns(PLOTS[key].panels(motion, Options()))]
            assert set(names) <= set(known)
            assert len(names) == (13 if key == "phase" else 7)

    def test_every_plot_has_columns_of_one_length(self, motion: Motion) -> None:
        for kind in (kind for kind in KINDS if kind.needs != "measured"):  # which has a log's times
            for name, values in table.columns(kind.panels(motion, Options(degrees=True))):
                assert len(values) == len(motion.recording.t), name

    def test_plots_of_nothing(self, motion: Motion) -> None:
        for kind in KINDS:
            panels = kind.panels(empty_motion(motion.robot), Options())
            assert [p.y.label for p in panels] == [
                p.y.label for p in kind.panels(motion, Options())
            ] or not kind.over_time

    def test_degrees_only_change_angles(self, motion: Motion) -> None:
        for kind in KINDS:
            plain, degrees = (kind.panels(motion, Options(flag)) for flag in (False, True))
            for one, other in zip(plain, degrees, strict=True):
                scale = 180 / math.pi if "rad" in one.y.unit else 1.0
                assert other.y.unit == one.y.unit.replace("rad", "°")
                for a, b in zip(one.curves, other.curves, strict=True):
                    np.testing.assert_allclose(b.y, a.y * scale, rtol=1e-15, atol=1e-15)  # whichever kernel was ready

    def test_text_reads_back_exactly(self, motion: Motion) -> None:
        panels = PLOTS["torques"].panels(motion, Options())
        lines = table.text(panels).splitlines()[1:]
        read = np.array([line.split(",") for line in lines], dtype=float)
        expected = np.column_stack([values for _, values in table.columns(panels)])
        np.testing.assert_array_equal(read, expected)

    def test_selection(self, motion: Motion) -> None:
        panels = only(PLOTS["angles"].panels(motion, Options()), {"joint 3", "joint 1"})
        assert [curve.key for panel in panels for curve in panel.curves] == [f"joint {i}" for i in (2, 4, 5, 6)]
        part = during(motion.recording, (0.25, 0.5))
        assert (part.t[0], part.t[-1]) == pytest.approx((0.25, 0.5), abs=0.01)
        assert len(part.q) == len(part.energy_drift) == len(part.t)

    def test_best_plane(self) -> None:
        path = np.random.default_rng(1).normal(size=(50, 3))
        for axis, plane in enumerate(("yz", "xz", "xy")):
            assert best_plane(path * np.where(np.arange(3) == axis, 0.1, 1.0)) == plane


class TestRanges:
    @given(st.lists(finite, min_size=1, max_size=30))
    def test_hold_every_value_and_are_never_empty(self, values: list[float]) -> None:
        low, high = fitted(extent([np.array(values)]))
        assert low <= min(values) <= max(values) <= high
        assert low < high

    def test_nothing_and_noise(self) -> None:
        assert fitted(None) == (-1.0, 1.0)
        assert fitted((0.0, 0.0)) == (-1.0, 1.0)
        low, high = fitted((1.0, 1.0 + 1e-12))
        assert high - low > 0.1

    @given(finite, st.floats(1e-3, 1e6), finite, st.floats(1e-3, 1e6), st.floats(0, 1))
    def test_calm_loses_no_value(self, a: float, da: float, b: float, db: float, share: float) -> None:
        before, wanted = (a, a + da), (b, b + db)
        low, high = calm(before, wanted, share)
        assert low <= wanted[0]
        assert wanted[1] <= high

    def test_calm(self) -> None:
        assert calm((-10, 10), (-6, 6), 0.5) == (-10, 10)
        assert calm((-10, 10), (-1, 1), 0.5) == (-1, 1)
        assert calm((-10, 10), (-1, 1), 0.05) == (-10, 10)
        assert calm((-10, 10), (-11, 1), 0.05) == (-11, 1)

    @pytest.mark.parametrize(
        ("own", "most", "expected"),
        [
            ((0.0, 1.0), math.inf, (-50.0, 1.0)),
            ((0.0, 1.0), 10.0, (0.0, 1.0)),
            ((0.0, 9.0), 10.0, (-50.0, 9.0)),
            ((0.0, 9.0), 0.0, (0.0, 9.0)),
            ((2.0, 2.0), 0.0, (-50.0, 2.0)),
            (None, 0.0, (-50.0, -3.0)),
        ],
    )
    def test_widened(self, own: Range | None, most: float, expected: Range) -> None:
        assert widened(own, [np.array([-3.0, -50.0]), np.array([])], most) == expected
        assert widened(own, [], most) == own


class TestThinned:
    @given(st.integers(2, 5000), st.integers(1, 400), st.floats(0, 0.8), st.floats(0.05, 1.0))
    def test_envelope_keeps_extremes(self, count: int, columns: int, start: float, length: float) -> None:
        t = np.linspace(0, 1, count)
        values = np.sin(300 * t) + np.random.default_rng(count).normal(size=count)
        end = min(1.0, start + length)
        found = Envelope(t, start, end, columns)
        x, y = found.x, found.of([values])[0]
        seen = values[(t >= start) & (t <= end)]
        assert len(x) == len(y) <= max(count, 8 * columns + 8)
        if len(seen):
            assert y.min() <= seen.min()
            assert y.max() >= seen.max()
        assert (np.diff(x) >= 0).all()

    def test_a_growing_curve_keeps_its_points(self) -> None:
        t = np.linspace(0, 10, 100_001)
        values = np.sin(t)
        whole = Envelope(t, 0, 10, 500)
        for count in (20_000, 55_555):
            early = Envelope(t[:count], 0, 10, 500)
            settled = len(early.x) - 5
            np.testing.assert_array_equal(early.x[:settled], whole.x[:settled])
            part, all_of_it = early.of([values[:count], -values[:count]]), whole.of([values, -values])
            np.testing.assert_array_equal(part[:, :settled], all_of_it[:, :settled])

    def test_many_samples_are_not_copied_to_be_thinned(self, monkeypatch: pytest.MonkeyPatch) -> None:
        count = FEW // 2
        t = np.linspace(0, 10, count)
        curves = [np.sin(k * t) for k in (1, 2, 3)]
        found = Envelope(t, 0, 10, 500)
        alone = np.vstack([found.of([values]) for values in curves])  # few enough to be copied
        monkeypatch.setattr(np, "stack", lambda *_: pytest.fail("all samples are copied"))
        np.testing.assert_array_equal(found.of(curves), alone)

    @given(st.integers(0, 5 * LONGEST))
    def test_planes(self, count: int) -> None:
        x = np.arange(count, dtype=float)
        thin_x, thin_y = thinned(x, x)
        assert len(thin_x) == len(thin_y) <= LONGEST + 1
        if count:
            assert (thin_x[0], thin_x[-1]) == (0, count - 1)


class TestReadout:
    @given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20), st.floats(-1, 25))
    def test_values_between_samples(self, values: list[float], t: float) -> None:
        times = np.arange(len(values), dtype=float)
        found = value(np.array(values), locate(times, t))
        assert found == pytest.approx(np.interp(t, times, values), rel=1e-9, abs=1e-9)

    @given(st.floats(1e-200, 1e200), st.floats(1.1e-12, 1.0), st.floats(0.0, 0.9e-12))
    def test_rounding_beside_the_largest_value_is_nothing(self, largest: float, counts: float, noise: float) -> None:
        assert four_digits(largest * counts, largest) != "0"
        assert four_digits(largest * noise, largest) == "0"

    def test_no_samples(self) -> None:
        assert math.isnan(value(np.empty(0), locate(np.empty(0), 1.0)))

    @given(st.floats(allow_nan=True, allow_infinity=True))
    def test_texts_are_short_and_true(self, number: float) -> None:
        text = tabular(number)
        assert len(text) <= len(WIDEST)
        if abs(number) < 1e300:
            assert float(text) == pytest.approx(number, rel=6e-3, abs=6e-5 if abs(number) >= 1e-3 else 0)

    def test_measured(self) -> None:
        assert measured(1.0, 3.5) == "A 1.0000 s   B 3.5000 s\nΔt 2.5000 s   1/Δt 0.4 Hz"
        assert measured(1.0, 1.0).endswith("1/Δt -")

    def test_nearest_time(self, motion: Motion) -> None:
        (panel, *_) = PLOTS["phase"].panels(motion, Options())
        curve = panel.curves[1]
        when = nearest_time(panel.t, [curve], curve.x[40], curve.y[40], (100.0, 100.0))
        assert when == panel.t[40]
        assert math.isnan(nearest_time(panel.t, [], 0.0, 0.0, (1.0, 1.0)))


def test_the_table_knows_no_qt() -> None:
    code = (
        "import denoc_studio.paper.export_process, sys; assert not [m for m in sys.modules if m.startswith('PySide6')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_recordings_without_integrator(motion: Motion) -> None:
    r = motion.recording
    plain = Motion(motion.robot, Recording(r.t, r.q, r.qd, r.qdd, r.tau, r.kinetic, r.potential))
    (panel,) = PLOTS["drift"].panels(plain, Options())
    assert not panel.curves[0].y.any()
    assert during(plain.recording, None) is plain.recording
    assert replace(plain, tips=lambda: np.zeros((len(r.t) + 5, 3))).tip.shape == (len(r.t), 3)
