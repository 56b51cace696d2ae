"""Peaks of a motion that is known at every time are its own, however few samples there are."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from denoc import (
    JointMotion,
    Link,
    Robot,
    RunSettings,
    SineMotion,
    ViaMotion,
    actuator_sizing,
    motor_sizing,
    sensitivity,
    simulate,
)
from denoc.files.projects.project import Project, run_project
from denoc.motions.motion_data import Motion
from denoc.runs.peaks import fine_times
from denoc.runs.recording import Recording
from denoc.torques.motors import Gear, Motor

INERTIA, WAY, DURATION = 2.0, 1.5, 0.8
WHEEL = Robot("wheel", (Link(inertia=(0, 0, INERTIA, 0, 0, 0)),), gravity=(0, 0, 0))


def turned(robot: Robot = WHEEL, profile: str = "cycloidal", samples: int = 11) -> Recording:
    motion = JointMotion(start=(0.0,), end=(WAY,), profile=profile)
    return run_project(Project("w", robot, (0.0,), (0.0,), RunSettings("inverse", DURATION, samples, motion=motion)))


def test_a_cycloid_in_closed_form() -> None:
    """qd = D/T (1 - cos x), qdd = 2 pi D/T^2 sin x with x = 2 pi t/T: none of the peaks is a sample."""
    r = turned()
    torque = INERTIA * 2 * math.pi * WAY / DURATION**2
    assert np.abs(r.tau).max() < 0.96 * torque
    (load,) = actuator_sizing(r)
    assert load.peak_torque == pytest.approx(torque, rel=1e-9)
    assert min(abs(load.peak_torque_time - u * DURATION) for u in (0.25, 0.75)) < 1e-5
    assert load.peak_speed == pytest.approx(2 * WAY / DURATION, rel=1e-9)
    assert load.peak_power == pytest.approx(torque * WAY / DURATION * 3 * math.sqrt(3) / 4, rel=1e-9)
    assert load.rms_torque == pytest.approx(torque / math.sqrt(2), rel=1e-4)
    assert r.peaks_of == "the motion"
    found = sensitivity(WHEEL, r)
    assert found.peak_torque[0] == load.peak_torque
    assert found.peak_time[0] == load.peak_torque_time


def test_a_motor_is_judged_between_the_samples() -> None:
    """It has less than the peak, more than any of eleven samples."""
    r = turned()
    weak = Motor("m", 20.0, 0.99 * INERTIA * 2 * math.pi * WAY / DURATION**2, 100.0, knee_speed=99.0)
    assert np.abs(r.tau).max() < weak.peak_torque
    assert motor_sizing(WHEEL, r, 1, weak, Gear(1.0)).verdict.startswith("needs 1.01 x its peak torque")


def test_the_torque_that_breaks_friction_away_counts() -> None:
    """At rest an inverse run has no friction; right behind it, all of it and the whole acceleration."""
    rough = WHEEL.with_link(0, coulomb=3.0)
    ramp = INERTIA * WAY / DURATION**2 / (0.25 * 0.75)
    (load,) = actuator_sizing(turned(rough, "trapezoidal"))
    assert load.peak_torque == pytest.approx(ramp + 3.0, rel=1e-12)


def test_the_samples_stay_among_the_fine_ones_and_many_are_enough() -> None:
    for samples in (2, 11, 5001):
        r = turned(samples=samples)
        assert np.isin(r.t, r.fine.t).all()
        assert r.fine.fine is r.fine
        assert (np.diff(r.fine.t) > 0).all()
        assert 1001 <= len(r.fine.t) <= max(2 * 1001, samples + 10)
        assert pickle.loads(pickle.dumps(r)).fine.tau.tobytes() == r.fine.tau.tobytes()


def turned_by(motion: Motion, duration: float, samples: int = 1001) -> Recording:
    return run_project(Project("w", WHEEL, (0.0,), (0.0,), RunSettings("inverse", duration, samples, motion=motion)))


@pytest.mark.parametrize("ramp", [0.25, 0.002])
def test_jumps_of_the_torque_between_samples_are_not_smeared(ramp: float) -> None:
    """A trapezoid needs one torque to speed up and one to brake, and puts in what moves at the full speed."""
    (load,) = actuator_sizing(turned_by(JointMotion((0.0,), (WAY,), "trapezoidal", ramp), DURATION, samples=11))
    speed = WAY / DURATION / (1 - ramp)
    torque = INERTIA * speed / (ramp * DURATION)
    assert load.rms_torque == pytest.approx(torque * math.sqrt(2 * ramp), rel=1e-9)
    assert load.positive_work == pytest.approx(INERTIA * speed**2 / 2, rel=1e-9)


def test_many_moves_between_few_samples_are_all_seen() -> None:
    """Along a cubic spline the torque of a wheel is straight from knot to knot: at the knots there is all of it."""
    times, points = np.arange(401) / 4, np.random.default_rng(0).uniform(-1, 1, (401, 1))
    motion = ViaMotion(tuple(times.tolist()), tuple(map(tuple, points.tolist())), order="cubic")
    coarse, knots = (turned_by(motion, 100.0, samples) for samples in (34, 401))
    (load,), tau = actuator_sizing(coarse), knots.tau[:, 0]
    assert coarse.peaks_of == "the motion"
    assert load.peak_torque == pytest.approx(np.abs(tau).max(), rel=1e-9)
    rms = math.sqrt(np.mean(tau[:-1] ** 2 + tau[:-1] * tau[1:] + tau[1:] ** 2) / 3)
    assert load.rms_torque == pytest.approx(rms, rel=1e-9)


def test_a_wave_that_is_faster_than_the_samples_has_its_own_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    motion = SineMotion((0.0,), (((0.1, 250.0, 0.0),),))
    rms = INERTIA * 0.1 * (2 * math.pi * 250) ** 2 / math.sqrt(2)
    (load,) = actuator_sizing(turned_by(motion, 1.0))
    assert load.rms_torque == pytest.approx(rms, rel=1e-3)
    monkeypatch.setattr("denoc.runs.recording.BETWEEN", 5000)  # too few for it
    few = turned_by(motion, 1.0)
    assert few.peaks_of == few.fine.peaks_of == "7001 samples"
    assert few.fine.fine is few.fine


def test_a_forward_run_is_known_at_its_samples_only() -> None:
    r = simulate(WHEEL, [0.0], [1.0], 1.0, samples=11)
    assert r.fine is r
    assert r.peaks_of == "11 samples"


def test_signals_that_jump_and_signals_that_are_nothing() -> None:
    def signals(t: np.ndarray) -> np.ndarray:
        return np.abs(np.stack([np.where(t > 1 / 3, 2.0, -1.0) - t, np.zeros(len(t))], axis=1))

    t = fine_times(np.linspace(0.0, 1.0, 1001), signals)
    assert signals(t).max(axis=0) == pytest.approx([5 / 3, 0.0], abs=1e-5)
