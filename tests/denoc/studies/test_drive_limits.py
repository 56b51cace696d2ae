"""How much of the time a torque is at its limit, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

import denoc
from denoc import Link, Robot, RunSettings
from denoc.studies.drive_limits import Watch, bounds_of, closely, reached
from denoc.torques.torque_laws import ConstantTorque, FreeFall

T = np.linspace(0.0, 4.0, 40_001)


@pytest.mark.parametrize("limit", [0.2, 0.5, 0.999])
def test_a_sine_beyond_its_limit(limit: float) -> None:
    """|sin| is above L for 1 - 2/pi asin L of its period, beginning at asin L."""
    found = reached(T, np.sin(2 * np.pi * T)[:, None], np.array([limit]))
    assert [(use.joint, use.limit, use.exceeded) for use in found] == [(0, limit, True)]
    assert found[0].share == pytest.approx(1 - 2 / math.pi * math.asin(limit), abs=1e-6)
    assert found[0].spans[0, 0] == pytest.approx(math.asin(limit) / (2 * math.pi), abs=1e-6)
    assert found[0].signs.tolist() == [1, -1] * 4


def test_a_sine_clipped_at_its_limit() -> None:
    """The same stretches, but for the samples at their ends; it is at its limit, and not beyond it."""
    clipped = np.clip(np.sin(2 * np.pi * T), -0.5, 0.5)
    (found,) = reached(T, clipped[:, None], np.array([0.5]))
    assert not found.exceeded
    assert found.share == pytest.approx(2 / 3, abs=2e-3)


def test_a_jump_from_one_side_to_the_other_passes_between_them() -> None:
    t = np.array([0.0, 1.0, 2.0, 3.0])
    (found,) = reached(t, np.array([[2.0], [2.0], [-2.0], [-2.0]]), np.array([1.0]))
    assert found.spans == pytest.approx(np.array([[0.0, 1.25], [1.75, 3.0]]))
    assert found.share == pytest.approx(2.5 / 3)


def test_what_stays_within_is_not_there() -> None:
    values = np.column_stack([np.sin(T), 0.9 * np.ones_like(T), np.full_like(T, 1e9)])
    assert reached(T, values, np.array([1.001, 1.0, math.inf])) == ()
    assert reached(T[:1], values[:1], np.zeros(3)) == ()


def test_a_limit_that_is_reached_all_the_time() -> None:
    (found,) = reached(T, np.full((len(T), 1), -3.0), np.array([3.0]))
    assert (found.share, found.exceeded, found.spans.tolist()) == (1.0, False, [[0.0, 4.0]])


def test_what_counts_is_the_narrower_limit_of_joint_and_motor() -> None:
    robot = Robot("arm", (Link(mass=1, max_torque=5.0), Link(mass=1, max_torque=2.0), Link(mass=1, max_speed=3.0)))

    def torques(law: object, **run: object) -> list[float]:
        settings = RunSettings(torque=law, torque_limit=(4.0, math.inf, 7.0), **run)
        return bounds_of(denoc.Project("arm", robot, (0,) * 3, (0,) * 3, settings)).torque.tolist()

    assert torques(ConstantTorque((0.0,) * 3)) == [4.0, 2.0, 7.0]
    assert torques(FreeFall()) == [5.0, 2.0, math.inf]
    motion = denoc.JointMotion((0.0,) * 3, (1.0,) * 3)
    assert torques(ConstantTorque((0.0,) * 3), mode="inverse", motion=motion) == [5.0, 2.0, math.inf]


def test_a_law_that_saturates_is_at_its_limit_in_the_run() -> None:
    """A ramp of 1 N m/s against a limit of 3 N m is at it for the last seven of ten seconds."""
    wheel = Robot("wheel", (Link(inertia=(0, 0, 1, 0, 0, 0), mass=1, max_torque=3.0),), gravity=(0, 0, 0))
    settings = RunSettings(duration=10.0, samples=1001, torque=denoc.ExpressionTorque(("t",)), torque_limit=(3.0,))
    project = denoc.Project("wheel", wheel, (0.0,), (0.0,), settings)
    run = denoc.run_project(project)
    (found,) = reached(run.t, run.tau, bounds_of(project).torque)
    assert not found.exceeded
    assert found.share == pytest.approx(0.7, abs=2e-3)


def test_a_growing_record_is_as_good_as_a_whole_one(rng: np.random.Generator) -> None:
    """Whatever the pieces, of which some end within a stretch and some are a single sample."""
    t = np.linspace(0.0, 1.0, 300)
    values = np.clip(np.cumsum(rng.normal(size=(300, 3)), axis=0), -6.0, 9.0)
    limits = np.array([4.0, 6.0, math.inf])
    watch = Watch(limits)
    for end in (0, 1, 2, 2, 3, 50, 51, 140, 299, 300):
        seen = watch.seen(t[:end], values[:end])
    whole = reached(t, values, limits)
    assert len(whole) == len(seen) == 2
    for one, other in zip(whole, seen, strict=True):
        assert (one.joint, one.exceeded, one.share) == (other.joint, other.exceeded, pytest.approx(other.share))
        np.testing.assert_allclose(one.spans, other.spans)
        np.testing.assert_array_equal(one.signs, other.signs)


@pytest.mark.parametrize("samples", [2, 5, 101])
def test_a_motion_that_is_known_at_every_time_is_looked_at_between_its_samples(samples: int) -> None:
    """A cycloid needs 2 pi I D/T^2 sin x, which is above L for 1 - 2/pi asin L of the time, however it is sampled."""
    wheel = Robot("wheel", (Link(inertia=(0, 0, 1, 0, 0, 0), max_torque=math.pi, max_speed=1.5),), gravity=(0, 0, 0))
    motion = denoc.JointMotion((0.0,), (1.0,))
    project = denoc.Project("w", wheel, (0.0,), (0.0,), RunSettings("inverse", 1.0, samples, motion=motion))
    run, bounds = denoc.run_project(project), bounds_of(project)
    seen = closely(run, bounds.torque)
    (torque,) = reached(seen.t, seen.tau, bounds.torque)
    (rate,) = reached(seen.t, seen.qd, bounds.rate)
    assert torque.exceeded
    assert rate.exceeded
    assert torque.share == pytest.approx(1 - 2 / math.pi * math.asin(0.5), abs=1e-5)
    assert rate.share == pytest.approx(1 / 3, abs=1e-5)
    assert closely(run, np.array([math.inf])) is run
