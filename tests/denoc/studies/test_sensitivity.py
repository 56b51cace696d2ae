"""The regressor and the sensitivities: against the torques themselves and against finite differences."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc import (
    DynamicsError,
    Link,
    Recording,
    Robot,
    inertial_parameters,
    inverse_dynamics,
    regressor,
    sensitivity,
    simulate,
)
from denoc.arm.robot_arrays import pack
from denoc.studies.sampled_integrals import root_mean_square
from denoc.studies.sensitivity import ENTRIES
from tests.support.oracles.arms import random_arm


def recording(robot: Robot, seed: int = 1, samples: int = 60) -> Recording:
    """A smooth motion of several sines."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0.0, 2.0, samples)
    a, w, p = rng.uniform(0.3, 1, robot.n), rng.uniform(1, 4, robot.n), rng.uniform(0, 6, robot.n)
    angle = np.outer(t, w) + p
    q, qd, qdd = a * np.sin(angle), a * w * np.cos(angle), -a * w**2 * np.sin(angle)
    tau = inverse_dynamics(robot, q, qd, qdd)
    return Recording(t, q, qd, qdd, tau, np.zeros(samples), np.zeros(samples))


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.sampled_from(["standard", "modified"]), st.booleans())
@settings(max_examples=30)
def test_torques_are_the_regressor_times_the_parameters(seed: int, n: int, convention: str, extras: bool) -> None:
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n, convention, extras=extras)
    q, qd, qdd = rng.normal(size=(3, 4, n))
    arrays = pack(robot)
    y = regressor(robot, q, qd, qdd)
    assert y.shape == (4, n, 10 * (n + (robot.payload is not None)))
    torque = y @ inertial_parameters(robot) + arrays.friction(qd) + arrays.armature * qdd
    expected = inverse_dynamics(robot, q, qd, qdd)
    size = np.abs(y * inertial_parameters(robot)).max()
    assert np.abs(torque - expected).max() <= 1e-12 * size
    assert regressor(robot, q[0], qd[0], qdd[0]) == pytest.approx(y[0])


def test_the_regressor_of_a_pendulum_in_closed_form() -> None:
    """About z: Jzz qdd, and gravity on the first moments; the frame sits at the joint in a modified table."""
    robot = Robot("p", (Link(mass=1.0),), convention="modified", gravity=(0, -9.81, 0))
    q, qdd = 0.7, 1.3
    expected = np.zeros(10)
    expected[1], expected[2], expected[6] = 9.81 * np.cos(q), -9.81 * np.sin(q), qdd
    assert regressor(robot, [q], [2.0], [qdd])[0] == pytest.approx(expected, abs=1e-12)


def measures(robot: Robot, motion: Recording) -> tuple[np.ndarray, np.ndarray]:
    tau = inverse_dynamics(robot, motion.q, motion.qd, motion.qdd)
    return np.abs(tau).max(axis=0), root_mean_square(motion.t, tau)


def changed(robot: Robot, body: int, entry: int, step: float) -> Robot:
    """The robot with one number of a link, or of the payload, changed."""
    if body == robot.n:
        mass, com, inertia = robot.payload
        values = [mass, *com, *inertia]
        values[entry] += step
        return dataclasses.replace(robot, payload=(values[0], values[1:4], values[4:]))
    link = robot.links[body]
    values = [link.mass, *link.com, *link.inertia]
    values[entry] += step
    return robot.with_link(body, mass=values[0], com=tuple(values[1:4]), inertia=tuple(values[4:]))


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_derivatives_against_finite_differences(convention: str) -> None:
    robot = random_arm(np.random.default_rng(3), 3, convention)
    motion = recording(robot)
    found = sensitivity(robot, motion)
    assert found.bodies == ("link 1", "link 2", "link 3", "payload")
    h = 1e-5
    for body in range(4):
        for entry in range(10):
            up, down = (measures(changed(robot, body, entry, step), motion) for step in (h, -h))
            peak, rms = ((a - b) / (2 * h) for a, b in zip(up, down, strict=True))
            column = 10 * body + entry
            assert found.peak[:, column] == pytest.approx(peak, rel=1e-6, abs=1e-6), (body, ENTRIES[entry])
            assert found.rms[:, column] == pytest.approx(rms, rel=1e-5, abs=1e-6), (body, ENTRIES[entry])


def test_without_friction_the_parameters_make_up_the_whole_peak() -> None:
    """A function of degree one is the sum of its derivatives times its parameters (Euler)."""
    robot = random_arm(np.random.default_rng(8), 4, extras=False)
    motion = recording(robot)
    found = sensitivity(robot, motion)
    assert found.peak_linear @ found.linear_values == pytest.approx(np.abs(motion.tau).max(axis=0))
    assert found.rms_linear @ found.linear_values == pytest.approx(root_mean_square(motion.t, motion.tau))
    assert found.peak_time == pytest.approx(motion.t[np.abs(motion.tau).argmax(axis=0)])


def test_the_ranking_puts_the_strongest_first() -> None:
    robot = random_arm(np.random.default_rng(4), 3)
    motion = recording(robot)
    for linear in (False, True):
        effects = sensitivity(robot, motion).ranking(2, "rms", linear=linear)
        sizes = [abs(effect.change) for effect in effects]
        assert sizes == sorted(sizes, reverse=True)
    first = sensitivity(robot, motion).ranking(1)[0]
    body = robot.n if first.body == "payload" else int(first.body.split()[1]) - 1
    after = measures(changed(robot, body, ENTRIES.index(first.parameter), 0.01 * first.value), motion)[0]
    assert after[0] - np.abs(motion.tau[:, 0]).max() == pytest.approx(first.change, rel=0.05)


class TestForwardRuns:
    """A block of 2 kg on a slide, whose torque is not what inverse dynamics alone would say."""

    BLOCK = Robot("b", (Link(joint="P", mass=2.0, coulomb=3.0, lower=-1.0, upper=0.4),), gravity=(0, 0, 0))

    def test_what_friction_holds_is_left_out(self) -> None:
        """Under a rising force it sets off at 2 s; from then on, one per cent of mass more needs that of m qdd."""
        r = simulate(self.BLOCK, [0.0], [0.0], 4.0, torque=lambda t, q, qd: [1.5 * t], samples=40)
        found = sensitivity(self.BLOCK, r)
        assert found.left_out.tolist() == [20]
        assert found.samples == 40
        assert found.peak_time.tolist() == [4.0]
        assert found.peak_torque == pytest.approx([6.0])
        start = r.t[20]  # the first behind 2 s
        assert found.rms_torque == pytest.approx([np.sqrt((6.0**3 - (1.5 * start) ** 3) / (3 * 1.5 * (4.0 - start)))])
        (effect,) = found.ranking(1)
        assert (effect.body, effect.parameter) == ("link 1", "mass")
        assert effect.change == pytest.approx(0.01 * (6.0 - 3.0))

    def test_what_a_stop_holds_is_left_out(self) -> None:
        slippery = self.BLOCK.with_link(0, coulomb=0.0)
        springs = {"limits": "bounce", "limit_stiffness": 500.0, "limit_damping": 50.0}
        r = simulate(slippery, [0.0], [0.0], 4.0, torque=lambda t, q, qd: [0.5 + t], **springs)
        touch = r.events[0].t
        found = sensitivity(slippery, r)
        assert r.q[-1, 0] > 0.4
        assert found.peak_torque[0] < 0.5 + 4.0
        assert found.left_out[0] > 0.5 * len(r.t)
        assert found.peak_time[0] not in r.t[r.q[:, 0] > 0.4]
        first = int(np.argmax(r.t > touch))
        assert found.ranking(1)[0].change == pytest.approx(0.01 * found.peak_torque[0])
        assert r.tau[first - 1, 0] <= found.peak_torque[0]

    def test_a_free_fall_has_no_torque_to_rank(self) -> None:
        falling = dataclasses.replace(self.BLOCK, gravity=(0, 0, 9.81)).with_link(0, coulomb=0.0)
        found = sensitivity(falling, simulate(falling, [0.0], [0.0], 1.0, limits="bounce"))
        assert not found.peak_torque.any()
        assert not found.rms_torque.any()
        assert found.ranking(1) == found.ranking(1, "rms") == []

    def test_with_a_torque_that_saturates_the_peak_is_the_records(self) -> None:
        robot = random_arm(np.random.default_rng(6), 2, extras=False)
        r = simulate(
            robot, [0.0, 0.0], [0.0, 0.0], 2.0, torque=lambda t, q, qd: np.clip(300 * (1 - q) - 20 * qd, -8, 8)
        )
        found = sensitivity(robot, r)
        assert (np.abs(r.tau) == 8.0).sum() > 10
        assert found.peak_torque.tolist() == np.abs(r.tau).max(axis=0).tolist()
        assert found.peak_time.tolist() == r.t[np.abs(r.tau).argmax(axis=0)].tolist()
        assert not found.left_out.any()


def test_a_resting_joint_and_wrong_questions() -> None:
    robot = random_arm(np.random.default_rng(4), 2, extras=False)
    still = np.zeros((2, 2))
    calm = dataclasses.replace(robot, gravity=(0, 0, 0))
    motion = Recording(np.array([0.0, 1.0]), still, still, still, still, still[:, 0], still[:, 0])
    found = sensitivity(calm, motion)
    assert found.ranking(1) == []
    with pytest.raises(DynamicsError, match=r"joint.*1 to 2"):
        found.ranking(3)
    with pytest.raises(DynamicsError, match=r"measure.*peak, rms"):
        found.ranking(1, "mean")
    one = Recording(np.zeros(1), *(still[:1] for _ in range(4)), np.zeros(1), np.zeros(1))
    with pytest.raises(DynamicsError, match="at least two samples"):
        sensitivity(calm, one)
