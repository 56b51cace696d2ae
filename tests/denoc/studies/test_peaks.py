"""Peaks of a motion that is known at every time are its own, however few samples there are."""

from __future__ import annotations

import math
import pickle
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad, trapezoid
from scipy.optimize import brentq

from denoc import (
    JointMotion,
    LineMotion,
    Link,
    Robot,
    RunSettings,
    SineMotion,
    ViaMotion,
    actuator_sizing,
    inverse_kinematics,
    motor_sizing,
    rod_chain,
    sensitivity,
    simulate,
    trajectory_of,
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


def test_many_turns_between_few_samples_are_all_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weight of a link that turns round and round is a wave along a motion that is none."""
    arm, way, duration = Robot("r", (Link(mass=1.0, com=(0.5, 0, 0)),), gravity=(0, -9.81, 0)), 400.0, 100.0
    run = RunSettings("inverse", duration, 2, motion=JointMotion((0.0,), (way,), "poly345"))
    project = Project("r", arm, (0.0,), (0.0,), run)
    u = np.linspace(0.0, 1.0, 1_000_001)
    angle, acceleration = way * u**3 * (10 - 15 * u + 6 * u**2), way / duration**2 * 60 * u * (1 - u) * (1 - 2 * u)
    rms = math.sqrt(trapezoid((0.25 * acceleration + 0.5 * 9.81 * np.cos(angle)) ** 2, u))
    found = run_project(project)
    assert actuator_sizing(found)[0].rms_torque == pytest.approx(rms, rel=1e-4)
    assert found.peaks_of == "the motion"
    monkeypatch.setattr("denoc.runs.recording.BETWEEN", 5000)
    few = run_project(project)
    assert actuator_sizing(few)[0].rms_torque == pytest.approx(rms, rel=1e-3)
    assert few.peaks_of == f"{len(few.grid.times)} samples"
    assert 4000 < len(few.grid.times) <= 5005


def test_a_forward_run_is_known_at_its_samples_only() -> None:
    r = simulate(WHEEL, [0.0], [1.0], 1.0, samples=11)
    assert r.fine is r
    assert r.peaks_of == "11 samples"


def test_signals_that_jump_and_signals_that_are_nothing() -> None:
    def signals(t: np.ndarray) -> np.ndarray:
        return np.abs(np.stack([np.where(t > 1 / 3, 2.0, -1.0) - t, np.zeros(len(t))], axis=1))

    t = fine_times(np.linspace(0.0, 1.0, 1001), signals)
    assert signals(t).max(axis=0) == pytest.approx([5 / 3, 0.0], abs=1e-5)


def test_friction_at_a_turn_between_the_samples_is_seen() -> None:
    """Where a joint turns round it breaks away: at the polynomials' own turns, and not only where samples are."""
    rough = WHEEL.with_link(0, coulomb=3.0, breakaway=6.0, stribeck_speed=0.01)
    motion = ViaMotion((0.0, 3.0, 7.0, 10.0), ((0.0,), (1.0,), (-0.5,), (0.3,)))
    run = run_project(Project("w", rough, (0.0,), (0.0,), RunSettings("inverse", 10.0, 1001, motion=motion)))
    (load,), path = actuator_sizing(run), trajectory_of(rough, motion, 10.0)

    def states(t: float) -> list[float]:
        return [float(part[0, 0]) for part in path(np.array([t]))]

    marks = np.linspace(0.005, 9.995, 500)
    spans = [(a, b) for a, b in pairwise(marks.tolist()) if states(a)[1] * states(b)[1] < 0]
    turns = [brentq(lambda t: states(t)[1], a, b, xtol=1e-14) for a, b in spans]
    assert len(turns) == 2
    assert load.peak_torque == pytest.approx(max(INERTIA * abs(states(t)[2]) + 6.0 for t in turns), rel=1e-7)

    def square(t: float) -> float:
        _, rate, bend = states(t)
        return float(INERTIA * bend + np.sign(rate) * (3.0 + 3.0 / (1 + (rate / 0.01) ** 2))) ** 2

    corners = np.unique([0.0, 3.0, 7.0, 10.0, *(t + d for t in turns for d in (-0.1, -0.01, 0.0, 0.01, 0.1))])
    mean = sum(quad(square, a, b, limit=200)[0] for a, b in pairwise(corners.tolist())) / 10.0
    assert load.rms_torque == pytest.approx(math.sqrt(mean), rel=1e-4)


def test_a_whip_beside_a_singular_pose_is_in_the_means() -> None:
    """The tip of two rods passes their base at 1 cm: the way of the first joint is that of the law of cosines."""
    arm, beside = rod_chain(2).robot, 0.01
    place = np.eye(4)
    place[:2, 3] = 0.6, beside
    start = inverse_kinematics(arm, place, [0.5, -1.0], weights=(0, 0, 0, 1, 1, 0)).q
    line = LineMotion(tuple(start.tolist()), (-1.1, 0.0, 0.0), task=(0, 0, 0, 1, 1, 0))
    run = run_project(Project("w", arm, (0.0, 0.0), (0.0, 0.0), RunSettings("inverse", 1.0, 101, motion=line)))
    x = 0.6 - 1.1 * np.linspace(0, 1, 400_001)
    first = np.unwrap(np.arctan2(beside, x) + np.arccos(np.hypot(beside, x)))
    first_load = actuator_sizing(run)[0]
    assert first_load.mean_speed == pytest.approx(np.abs(np.diff(first)).sum(), rel=1e-4)
    t = np.linspace(0.0, 1.0, 1_000_001)
    speeds = run.resample.motion(t)[1][:, 0]  # type: ignore[union-attr]
    squares = trapezoid(speeds**2, t)
    fine = run.fine
    assert trapezoid(fine.qd[:, 0] ** 2, fine.t) == pytest.approx(squares, rel=3e-4)


def test_a_whip_at_the_start_of_a_ramp_is_in_the_means() -> None:
    """A path's knots are even in its length; in time, those of its first thousandth are far from each other."""
    line = LineMotion((0.2, 0.003, 0.003), (-0.1, 0.0, 0.0), "trapezoidal", task=(0, 0, 0, 1, 1, 0))
    arm, run = rod_chain(3).robot, RunSettings("inverse", 0.5, 2, motion=line)
    found = run_project(Project("w", arm, (0.0,) * 3, (0.0,) * 3, run))
    t = 0.5 * np.unique(np.concatenate([np.linspace(0.0, 1.0, 200_001), np.geomspace(1e-9, 1e-2, 100_000)]))
    tau = found.resample(t).tau  # type: ignore[misc]
    for load, squares in zip(actuator_sizing(found), trapezoid(tau**2, t, axis=0), strict=True):
        assert load.rms_torque == pytest.approx(math.sqrt(squares / 0.5), rel=6e-4)
