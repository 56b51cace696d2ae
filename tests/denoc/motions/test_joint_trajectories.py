from __future__ import annotations

import numpy as np
import pytest

from denoc import DynamicsError, Robot, joint_motion
from denoc.motions.joint_trajectories import PROFILES, rise


@pytest.mark.parametrize("profile", PROFILES)
def test_derivatives_are_exact(profile: str) -> None:
    t = np.linspace(0.05, 1.95, 42)
    h = 1e-5
    s = {k: rise(profile, t + k * h, 2.0) for k in (-1, 0, 1)}
    assert np.allclose((s[1][0] - s[-1][0]) / (2 * h), s[0][1], atol=1e-8)
    assert np.allclose((s[1][1] - s[-1][1]) / (2 * h), s[0][2], atol=1e-8)


@pytest.mark.parametrize("profile", PROFILES)
def test_it_starts_and_ends_at_rest(profile: str) -> None:
    s, ds, dds = rise(profile, np.array([-1.0, 0.0, 1.0, 2.0, 9.0]), 2.0)
    assert s == pytest.approx([0, 0, 0.5, 1, 1], abs=1e-15)
    assert ds[[0, 1, 3, 4]] == pytest.approx(0, abs=1e-14)
    assert dds[[0, 4]] == pytest.approx(0, abs=1e-300)
    if profile != "trapezoidal":
        assert dds[[1, 3]] == pytest.approx(0, abs=1e-13)


def test_cycloid_of_saha(planar: Robot) -> None:
    """(38): theta = 1/2 [2 pi t / T - sin(2 pi t / T)] ends at pi."""
    t = np.linspace(0, 10, 11)
    q, _, _ = joint_motion(planar, [0, 0, 0], [np.pi] * 3, 10.0, t)
    assert np.allclose(q[:, 0], 0.5 * (2 * np.pi * t / 10 - np.sin(2 * np.pi * t / 10)))


@pytest.mark.parametrize("ramp", [1e-6, 0.1, 0.25, 0.5])
def test_trapezoid(ramp: float) -> None:
    """Full speed 1 / (1 - ramp) is reached at the ramp's end, after half of the way at that speed."""
    s, ds, dds = rise("trapezoidal", np.array([0.0, ramp, 0.5, 1 - ramp, 1.0]), 1.0, ramp)
    speed = 1 / (1 - ramp)
    assert ds == pytest.approx([0, speed, speed, speed, 0])
    assert s == pytest.approx([0, speed * ramp / 2, 0.5, 1 - speed * ramp / 2, 1])
    assert dds[[0, -1]] == pytest.approx([speed / ramp, -speed / ramp])


def test_a_profile_for_each_joint(planar: Robot) -> None:
    t = np.linspace(-0.5, 2.5, 13)
    names = ("cycloidal", "trapezoidal", "poly345")
    mixed = joint_motion(planar, [0, 1, 2], [1, 1.5, -1], 2.0, t, names)
    for joint, name in enumerate(names):
        alone = joint_motion(planar, [0, 1, 2], [1, 1.5, -1], 2.0, t, name)
        for one, other in zip(mixed, alone, strict=True):
            assert np.array_equal(one[:, joint], other[:, joint])


def test_bad_settings(planar: Robot) -> None:
    t = np.linspace(0, 1, 3)
    with pytest.raises(DynamicsError, match="profile"):
        joint_motion(planar, [0] * 3, [1] * 3, 1.0, t, "bang-bang")
    with pytest.raises(DynamicsError, match="duration"):
        joint_motion(planar, [0] * 3, [1] * 3, 0.0, t)
    with pytest.raises(DynamicsError, match="end"):
        joint_motion(planar, [0] * 3, [1] * 2, 1.0, t)
    with pytest.raises(DynamicsError, match="profile"):
        joint_motion(planar, [0] * 3, [1] * 3, 1.0, t, ("cycloidal", "poly345"))
    for ramp in (0.6, 9e-7, 1e-17):
        with pytest.raises(DynamicsError, match=r"1e-06 and 0\.5"):
            rise("trapezoidal", t, 1.0, ramp)
    with pytest.raises(DynamicsError, match="'t'"):
        joint_motion(planar, [0] * 3, [1] * 3, 1.0, [0.0, np.nan])
