"""A log whose truth is known, laid over its run: shift, scale, offset and noise are found again."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from denoc import Measurement, rod_chain, trajectory_of
from denoc.basics.errors import DynamicsError, NoSolution
from denoc_studio.plots.measured import (
    Alignment,
    Correction,
    Overlay,
    as_motion,
    filtered,
    find_shift,
    fit,
    lay_over,
    log_columns,
)
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.series import PLOTS, Options
from tests.support.studio.run_logs import LATE, NOISE, OFFSET, SCALE, Truth, known_log

DURATION = 10.0


@pytest.fixture(scope="module")
def truth() -> Truth:
    return known_log()


def laid(truth: Truth, alignment: Alignment, measurement: Measurement | None = None) -> Overlay:
    log = truth.measurement if measurement is None else measurement
    derived = filtered(truth.project.robot, log, alignment.cutoff)
    return lay_over("log.csv", log, alignment, derived, truth.run, DURATION)


def test_what_was_put_in_is_found_again(truth: Truth) -> None:
    shift, alike, quantity = find_shift(truth.run, truth.measurement, Alignment())
    assert shift == pytest.approx(LATE, abs=1e-3)
    assert alike > 0.9999
    assert quantity == "q"
    found = fit(truth.run, truth.measurement, Alignment(LATE), offset=True, scale=True)
    for joint in range(3):
        assert found["tau", joint] == pytest.approx((SCALE, OFFSET), abs=0.02)
        assert found["q", joint] == pytest.approx((1.0, 0.0), abs=1e-4)


@pytest.mark.parametrize(
    ("typed", "offset", "scale"),
    [
        (Correction(scale=-2.0), True, False),
        (Correction(offset=0.1), False, True),
        (Correction(3.0, 0.7), True, True),
        (Correction(-2.0, 0.1), True, True),
    ],
)
def test_a_fit_goes_on_from_what_was_typed(truth: Truth, typed: Correction, offset: bool, scale: bool) -> None:
    run, places = truth.run, [("q", joint) for joint in range(3)]
    log = Measurement(run.t, q=-2 * run.q + 0.1)
    alignment = Alignment().corrected(dict.fromkeys(places, typed))
    found = fit(run, log, alignment, offset=offset, scale=scale)
    assert all(found[place] == pytest.approx((-2.0, 0.1), abs=1e-12) for place in places)


def test_the_time_shift_is_that_of_the_corrected_log(truth: Truth) -> None:
    log = Measurement(truth.t, q=0.4 - truth.q)
    flipped = Alignment().corrected({("q", joint): Correction(-1.0, 0.4) for joint in range(3)})
    shift, alike, _ = find_shift(truth.run, log, flipped)
    assert shift == pytest.approx(LATE, abs=1e-3)
    assert alike > 0.9999


def test_the_residual_is_the_noise(truth: Truth) -> None:
    corrections = {("tau", joint): Correction(SCALE, OFFSET) for joint in range(3)}
    overlay = laid(truth, Alignment(LATE).corrected(corrections))
    figures = {(row.quantity, row.joint): row for row in overlay.figures()}
    for joint in range(3):
        row = figures["tau", joint]
        assert row.rms == pytest.approx(NOISE / SCALE, rel=0.08)  # of a thousand samples: 2 % is one deviation
        k = int(np.argmin(np.abs(truth.t - LATE - row.time)))
        expected = (truth.tau[k, joint] - OFFSET) / SCALE - np.interp(row.time, truth.run.t, truth.run.tau[:, joint])
        assert row.largest == pytest.approx(abs(expected), abs=1e-5)
        assert not row.filtered
        assert figures["qdd", joint].filtered


def test_a_filter_spoils_the_ends_and_says_which(truth: Truth) -> None:
    overlay = laid(truth, Alignment(LATE, cutoff=4.0))
    laid_out = overlay.laid["qdd"]
    assert laid_out.t[laid_out.rows][0] == pytest.approx(0.5 - LATE, abs=0.02)  # two periods of 4 Hz after the start
    assert laid_out.t[laid_out.rows][-1] == pytest.approx(DURATION - 0.5, abs=0.02)
    assert any("the first and the last 0.5 s" in words for words in overlay.words)
    panel = PLOTS["accelerations"].panels(motion_of(truth.project, truth.run, overlay), Options())[0]
    assert [curve.symbol for curve in panel.measured] == ["qdd1_measured", "qdd2_measured", "qdd3_measured"]
    assert panel.measured[0].x[-1] == panel.unsure[-1].x[0]  # the pale end goes on where the curve ends
    inner = np.interp(panel.measured[0].x, truth.run.t, truth.run.qdd[:, 0])
    assert np.abs(panel.measured[0].y - inner).max() < 0.2 * np.abs(inner).max()
    with pytest.raises(DynamicsError, match="cutoff"):
        laid(truth, Alignment(cutoff=1e6))


def test_what_a_filter_makes_has_the_scale_of_what_it_is_made_of(truth: Truth) -> None:
    run = truth.run
    log = Measurement(run.t, q=run.q, qd=2 * run.qd + 0.5)
    corrections = {("qd", joint): Correction(2.0, 0.5) for joint in range(3)}
    overlay = laid(truth, Alignment(cutoff=4.0).corrected(corrections), log)
    left = {(row.quantity, row.joint): row.rms for row in overlay.figures()}
    for joint in range(3):
        assert left["qd", joint] < 1e-9
        assert left["qdd", joint] < 0.01 * run.qdd[:, joint].std()
    corrections = {("q", joint): Correction(3.0, 0.2) for joint in range(3)}
    overlay = laid(truth, Alignment(cutoff=4.0).corrected(corrections), Measurement(run.t, q=3 * run.q + 0.2))
    assert all(row.rms < 0.01 * np.std(getattr(run, row.quantity)[:, row.joint]) for row in overlay.figures())


def test_only_what_overlaps_is_compared(truth: Truth) -> None:
    half = Measurement(truth.t[:501], q=truth.q[:501])
    overlay = laid(truth, Alignment(LATE), half)
    assert overlay.laid["q"].common is not None
    assert overlay.laid["q"].common[-1] == pytest.approx(4.5)
    assert "compared from 0 to 4.5 s" in overlay.words[0]
    away = laid(truth, Alignment(-100.0), half)
    assert not any(laid.residual is not None for laid in away.laid.values())
    assert away.refusals
    assert "no time in common" in away.words[0]


def test_one_joint_alone_is_enough(truth: Truth) -> None:
    tau = np.full_like(truth.tau, np.nan)
    tau[:, 1] = truth.tau[:, 1]
    overlay = laid(truth, Alignment(LATE), Measurement(truth.t, tau=tau))
    assert [(row.quantity, row.joint) for row in overlay.figures()] == [("tau", 1)]
    assert any("needs positions of all joints" in words for words in overlay.words)
    panel = PLOTS["residual"].panels(motion_of(truth.project, truth.run, overlay), Options())[0]
    assert [curve.symbol for curve in panel.curves] == ["tau2_residual"]


def test_all_columns_read_back(truth: Truth) -> None:
    overlay = pickle.loads(pickle.dumps(laid(truth, Alignment(LATE))))
    columns = dict(log_columns(truth.project.robot, overlay))
    assert "qd1_filtered [rad/s]" in columns
    assert len({len(values) for values in columns.values()}) == 1
    model = np.interp(columns["t [s]"], truth.run.t, truth.run.tau[:, 2])
    left = columns["tau3_residual [N m]"]
    there = np.array([value is not None for value in left])
    sums = columns["tau3_measured [N m]"][there].astype(float) - left[there].astype(float)
    assert np.allclose(sums, model[there], atol=1e-4)
    cut = overlay.during((2.0, 3.0))
    assert cut.laid["q"].t[[0, -1]] == pytest.approx([2.0, 3.0])
    assert cut.laid["q"].common == pytest.approx(cut.laid["q"].t)


def test_the_log_as_a_motion(truth: Truth) -> None:
    motion = as_motion(truth.measurement, Alignment(LATE).corrected({("q", 0): Correction(2.0, 0.1)}), 4.0)
    assert motion.times[-1] == pytest.approx(truth.t[-1])
    assert motion.qdd is not None
    q, _, qdd = trajectory_of(truth.project.robot, motion, motion.times[-1])(truth.t[100:-100])
    assert np.allclose(q[:, 0], (truth.q[100:-100, 0] - 0.1) / 2, atol=5e-4)
    assert np.abs(qdd[:, 1] - np.interp(truth.t[100:-100] - LATE, truth.run.t, truth.run.qdd[:, 1])).max() < 0.05
    with pytest.raises(DynamicsError, match="all joints"):
        as_motion(Measurement(truth.t, tau=truth.tau), Alignment(), 4.0)


def test_a_log_that_stands_still_has_no_shift() -> None:
    run = known_log().run
    still = Measurement(run.t, q=np.ones_like(run.q))
    with pytest.raises(NoSolution, match="nothing changes"):
        find_shift(run, still, Alignment())
    typed = Alignment().corrected({("q", 0): Correction(2.0, 0.5)})
    found = fit(run, still, typed, offset=True, scale=True)["q", 0]
    assert found == pytest.approx((2.0, 1.0 - 2.0 * run.q[:, 0].mean()))
    assert filtered(rod_chain(3).robot, Measurement(run.t[:5], q=run.q[:5]), None).words.startswith("no rates and")
