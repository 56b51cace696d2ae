"""Measured positions: noise is recognised and named, and smoothing does what its cut-off frequency says."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from denoc import (
    DynamicsError,
    Link,
    Project,
    Robot,
    RunSettings,
    SampledMotion,
    load,
    position_noise,
    run_project,
    smooth_motion,
    trajectory_of,
)
from denoc.files.tables.motion_csv import motion_from_csv
from denoc.motions.joint_trajectories import trapezoidal

ONE = Robot("one", (Link(a=0.3, mass=1.0),))
RATE = 1000
T = np.arange(0, 10, 1 / RATE)
RNG_SEED = 7


def motion_of(t: np.ndarray, *columns: np.ndarray) -> SampledMotion:
    return SampledMotion(tuple(t.tolist()), tuple(map(tuple, np.column_stack(columns).tolist())))


def noise(count: int = len(T), size: float = 1e-4) -> np.ndarray:
    return size * np.random.default_rng(RNG_SEED).standard_normal(count)


def accelerations(motion: SampledMotion, t: np.ndarray) -> np.ndarray:
    return trajectory_of(ONE, motion, 1.0)(t)[2][:, 0]


def test_a_slow_sine_with_noise() -> None:
    """1 kHz and 1e-4 rad: thousands of rad/s² through all points, where 1 is true."""
    given = motion_of(T, np.sin(T) + noise())
    assert np.abs(accelerations(given, T) + np.sin(T)).max() > 1500
    found = position_noise(given)
    assert found is not None
    assert found.joint == 1
    assert found.amplitude == pytest.approx(1e-4, rel=0.05)
    assert found.acceleration > 1500
    assert found.smooth_acceleration == pytest.approx(1.0, abs=0.2)
    assert 1 < found.cutoff < 20
    smooth = smooth_motion(given, found.cutoff)
    t = np.linspace(0, T[-1], 5000)
    error = np.abs(accelerations(smooth, t) + np.sin(t))
    assert error.max() < 0.5
    assert error[(t > 0.5) & (t < t[-1] - 0.5)].max() < 0.1
    q, qd, _ = trajectory_of(ONE, smooth, 1.0)(t)
    assert np.abs(q[:, 0] - np.sin(t)).max() < 1e-4
    assert np.abs(qd[:, 0] - np.cos(t)).max() < 0.02
    assert smooth.times[-1] == given.times[-1]
    assert len(smooth.times) < len(given.times)
    assert position_noise(smooth) is None


@pytest.mark.parametrize("cutoff", [0.5, 5.0, 50.0, 200.0])
@pytest.mark.parametrize("even", [True, False])
def test_the_response_is_what_the_cut_off_says(cutoff: float, even: bool) -> None:
    t = np.arange(0, max(20 / cutoff, 2.0), 1 / RATE)
    if not even:
        t[1:-1] += np.random.default_rng(RNG_SEED).uniform(-0.3, 0.3, len(t) - 2) / RATE
    for ratio in (0.25, 0.5, 1.0, 2.0):
        if cutoff * ratio > RATE / 4:
            continue  # hardly any samples a period
        w = 2 * math.pi * cutoff * ratio
        smooth = smooth_motion(motion_of(t, np.sin(w * t)), cutoff)
        middle = t[len(t) // 4 : 3 * len(t) // 4]
        seen = trajectory_of(ONE, smooth, 1.0)(middle)[0][:, 0]
        waves = np.column_stack([np.sin(w * middle), np.cos(w * middle)])
        in_phase, across = np.linalg.lstsq(waves, seen, rcond=None)[0]
        assert in_phase == pytest.approx(1 / (1 + (math.sqrt(2) - 1) * ratio**6), abs=0.01)
        assert abs(across) < 0.01
        if ratio == 1.0:
            assert 20 * math.log10(in_phase) == pytest.approx(-3.01, abs=0.1)


def test_a_parabola_passes_unchanged_up_to_its_ends() -> None:
    smooth = smooth_motion(motion_of(T, 1 + 2 * T - 0.3 * T**2), 2.0)
    q, qd, qdd = trajectory_of(ONE, smooth, 1.0)(T)
    assert np.allclose(q[:, 0], 1 + 2 * T - 0.3 * T**2, atol=1e-9)
    assert np.allclose(qd[:, 0], 2 - 0.6 * T, atol=1e-7)
    assert np.allclose(qdd, -0.6, atol=1e-5)


def test_the_ends_are_as_uncertain_as_is_said() -> None:
    """What the docstring says of them: noise measured over many records, and the jerk that is taken for none."""
    columns = np.random.default_rng(RNG_SEED).standard_normal((2000, 300))
    smooth = smooth_motion(motion_of(np.arange(2000) / RATE, *columns.T), 10.0)
    times = np.array(smooth.times)
    inside = (times > 0.05) & (times < times[-1] - 0.05)  # half a period of the cut-off
    spread = np.array(smooth.qdd).std(axis=1)
    assert spread[inside].max() < 1.2 * np.median(spread)
    assert spread[[0, -1]] / np.median(spread) == pytest.approx(2.5, abs=0.5)
    error = np.abs(accelerations(smooth_motion(motion_of(T, T**3 / 6), 10.0), T) - T)
    assert error[[0, -1]] == pytest.approx(0.27 / 10, rel=0.1)
    assert error[50:-50].max() < 0.005


@pytest.mark.parametrize("digits", [2, 3, 4])
def test_rounded_positions(digits: int) -> None:
    given = motion_of(T, np.round(np.sin(T), digits))
    found = position_noise(given)
    assert found is not None
    assert found.amplitude == pytest.approx(10**-digits / math.sqrt(12), rel=0.2)
    error = np.abs(accelerations(smooth_motion(given, found.cutoff), T) + np.sin(T))
    assert error.max() < 0.3


def test_fast_parts_of_the_motion_are_kept() -> None:
    fast = 2 * math.pi * 10
    given = motion_of(T, np.sin(T) + 0.01 * np.sin(fast * T) + noise())
    found = position_noise(given)
    assert found is not None
    assert found.cutoff > 12
    t = np.linspace(0.5, 9, 3000)
    true = -np.sin(t) - 0.01 * fast**2 * np.sin(fast * t)
    assert np.abs(accelerations(smooth_motion(given, found.cutoff), t) - true).max() < 0.06 * np.abs(true).max()


U = T / T[-1]
JUMP = np.sin(T) + 0.1 * (T > 5)
SMOOTH = {
    "sine": (T, np.sin(T)),
    "fast sine": (T, np.sin(T) + 0.01 * np.sin(60 * T)),
    "ramp": (T, 0.01 * T),
    "rest": (T, np.zeros(len(T))),
    "trapezoid": (T, trapezoidal(U, 0.25)[0]),
    "parabola": (T, T**2),
    "jump": (T, JUMP),
    "uneven times": (T**1.1, np.sin(T**1.1)),
    "few": (np.arange(20.0), np.random.default_rng(1).standard_normal(20)),
    **{f"{n} samples a period": (np.arange(200.0), np.sin(2 * math.pi / n * np.arange(200))) for n in (3, 4, 8)},
}


@pytest.mark.parametrize("name", SMOOTH)
def test_smooth_motions_are_not_called_noise(name: str) -> None:
    assert position_noise(motion_of(*SMOOTH[name])) is None


def test_the_worst_joint_is_named() -> None:
    found = position_noise(motion_of(T, np.sin(T), np.cos(T) + noise()))
    assert found is not None
    assert found.joint == 2


def test_given_rates_are_not_judged() -> None:
    rows = tuple((float(x),) for x in noise())
    assert position_noise(SampledMotion(tuple(T.tolist()), rows, rows)) is None


@pytest.mark.parametrize(("cutoff", "words"), [(0.01, "0.05"), (450.0, "400"), (math.nan, "finite"), ("5", "number")])
def test_cut_offs_that_make_no_sense_are_refused(cutoff: float, words: str) -> None:
    with pytest.raises(DynamicsError, match=words):
        smooth_motion(motion_of(T, np.sin(T)), cutoff)


def test_few_samples_are_smoothed_or_refused() -> None:
    with pytest.raises(DynamicsError, match="4 samples"):
        smooth_motion(motion_of(np.arange(3.0), np.zeros(3)), 0.3)
    t = np.arange(4.0)
    smooth = smooth_motion(motion_of(t, t**2), 0.3)
    assert np.allclose(trajectory_of(ONE, smooth, 1.0)(t)[0][:, 0], t**2, atol=1e-9)


def test_a_file_says_so_and_the_project_runs_the_same_again(tmp_path: Path) -> None:
    rows = "\n".join(f"{t!r},{q!r}" for t, q in zip(T.tolist(), (np.sin(T) + noise()).tolist(), strict=True))
    (tmp_path / "a.csv").write_text(f"t,q1\n{rows}\n")
    found = motion_from_csv(tmp_path / "a.csv", ONE)
    assert found.noise is not None
    (words,) = found.doubts
    assert words.startswith("q1 has noise or rounding errors of about 9.9e-05 rad: through all its points the acc")
    assert f"smoothed with a cut-off of {found.noise.cutoff:g} Hz" in words
    motion = smooth_motion(found.motion, found.noise.cutoff)
    run = RunSettings(mode="inverse", duration=motion.times[-1], motion=motion)
    project = Project("p", ONE, (0,), (0,), run)
    project.save(tmp_path / "p.arm.json")
    again = run_project(load(tmp_path / "p.arm.json"))
    assert np.array_equal(again.tau, run_project(project).tau)
    assert np.abs(again.qdd).max() < 1.5


def test_a_pause_is_bridged_and_a_gap_is_not() -> None:
    kept = (T < 4) | (T > 6)
    given = motion_of(T[kept], (np.sin(T) + noise())[kept])
    assert position_noise(given) is not None
    t = T[(T > 0.5) & (T < 3.5) | (T > 6.5) & (T < 9.5)]
    assert np.abs(accelerations(smooth_motion(given, 5.0), t) + np.sin(t)).max() < 0.1
    kept = (T < 1) | (T > 9)
    gap = motion_of(T[kept], (np.sin(T) + noise())[kept])
    assert position_noise(gap) is None
    with pytest.raises(DynamicsError, match=r"too uneven to be smoothed: there is no sample for 8 s of 10 s"):
        smooth_motion(gap, 5.0)
