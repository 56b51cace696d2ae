"""The payload that torque limits allow: exact in a state, told in words along a motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc as dn
from tests.support.oracles.arms import random_arm

G = 9.81


def carrying(robot: dn.Robot, mass: float, com: tuple[float, ...]) -> dn.Robot:
    return replace(robot, payload=dn.Payload(mass, com, (0.0,) * 6))


class TestOneState:
    @settings(max_examples=60)
    @given(
        seed=st.integers(0, 2**32 - 1),
        n=st.integers(1, 7),
        convention=st.sampled_from(["standard", "modified"]),
        joints=st.sampled_from(["mixed", "R", "P"]),
        moving=st.booleans(),
    )
    def test_the_limiting_joint_is_at_its_limit(
        self, seed: int, n: int, convention: str, joints: str, moving: bool
    ) -> None:
        rng = np.random.default_rng(seed)
        robot = random_arm(rng, n, convention, joints=joints)
        q, rates = rng.normal(size=(8, n)), rng.normal(size=(2, 8, n)) * moving
        com, limits = tuple(rng.normal(size=3) * 0.2), rng.uniform(20, 200, n)
        found = dn.payload_capacity(robot, q, *(rates if moving else ()), com=com, limits=limits)
        for k in range(8):
            state = (q[k], rates[0, k], rates[1, k])
            alone = np.abs(dn.inverse_dynamics(replace(robot, payload=None), *state)) / limits
            assert found.used[k] == pytest.approx(alone.max(), rel=1e-9)
            assert alone[found.used_by[k]] == pytest.approx(alone.max(), rel=1e-9)
            if alone.max() > 1:
                assert np.isnan(found.mass[k])
                assert found.joint[k] == found.used_by[k]
                continue
            if np.isinf(found.mass[k]):
                assert found.joint[k] == -1
                shares = np.abs(dn.inverse_dynamics(carrying(robot, 1e4, com), *state)) / limits
                assert (shares <= 1).all()
                continue
            tau = np.abs(dn.inverse_dynamics(carrying(robot, found.mass[k], com), *state))
            size = np.finfo(float).eps * 1e3 * tau.max()  # of an enormous payload's largest torque, rounding remains
            joint = found.joint[k]
            assert abs(tau[joint] - limits[joint]) <= 1e-9 * limits[joint] + size
            assert (tau <= limits * (1 + 1e-9) + size).all()
            more = np.abs(dn.inverse_dynamics(carrying(robot, found.mass[k] * 1.01 + 1e-6, com), *state))
            assert more[joint] > limits[joint]

    @pytest.mark.parametrize("angle", [0.0, 0.7, 2.5, -1.2])
    @pytest.mark.parametrize("reach", [0.0, 0.3])
    def test_a_rod_with_a_mass_at_its_end(self, angle: float, reach: float) -> None:
        """(m l / 2 + M (l + r)) g cos q, and moving (m l^2 / 3 + M (l + r)^2) qdd with it."""
        arm, limit = dn.rod_chain(1).robot, 30.0
        lever = 1.0 + reach
        still = dn.payload_capacity(arm, [angle], com=(reach, 0, 0), limits=[limit])
        each = G * np.cos(angle) * lever
        assert still.mass == pytest.approx((limit - 0.5 * abs(G * np.cos(angle))) / abs(each), rel=1e-12)
        moved = dn.payload_capacity(arm, [angle], [2.0], [5.0], com=(reach, 0, 0), limits=[limit])
        held, each = 0.5 * G * np.cos(angle) + 5 / 3, each + 5 * lever**2
        assert moved.mass == pytest.approx((limit - held * np.sign(each)) / abs(each), rel=1e-12)
        assert (still.joint, moved.joint, moved.used_by) == (0, 0, 0)
        assert moved.used == pytest.approx(abs(held) / limit)

    def test_the_robots_own_payload_does_not_count(self) -> None:
        arm = dn.rod_chain(2).robot
        for q in ([0.1, 0.2], [[0.1, 0.2], [1.0, -2.0]]):
            plain, loaded = (dn.payload_capacity(a, q, limits=[40, 9]) for a in (arm, carrying(arm, 3.0, (0, 0, 0))))
            assert np.array_equal(plain.mass, loaded.mass)

    def test_what_no_payload_changes(self) -> None:
        """Upright, hanging, or turning about the vertical, a load costs no torque."""
        rod = dn.rod_chain(1).robot.with_link(0, max_torque=40.0)
        found = dn.payload_capacity(rod, [[np.pi / 2], [-np.pi / 2]])
        assert np.isinf(found.mass).all()
        assert found.joint.tolist() == [-1, -1]
        assert np.isinf(dn.payload_capacity(replace(rod, gravity=(0, 0, -G)), [0.3]).mass)

    def test_a_joint_without_a_limit_does_not_limit(self) -> None:
        arm = dn.rod_chain(2).robot
        found = dn.payload_capacity(arm, [0.0, 0.0], limits=[np.inf, 10.0])
        assert (found.joint, found.used_by) == (1, 1)

    def test_the_arm_alone_is_too_heavy(self) -> None:
        found = dn.payload_capacity(dn.rod_chain(1).robot, [[0.0], [1.5]], limits=[4.0])
        assert np.isnan(found.mass[0])
        assert found.joint.tolist() == [0, 0]
        assert found.used[0] == pytest.approx(4.905 / 4)
        assert found.mass[1] > 0

    def test_at_its_limit_with_nothing(self) -> None:
        """Rounding does not make a limit that is just met one that is passed."""
        arm = dn.rod_chain(1).robot
        tau = float(dn.gravity_torque(arm, [0.3])[0])
        assert dn.payload_capacity(arm, [0.3], limits=[tau * (1 - 1e-12)]).mass == pytest.approx(0, abs=1e-9)

    def test_nan_stays_nan(self) -> None:
        found = dn.payload_capacity(dn.rod_chain(2).robot, [[0.0, 0.0], [np.nan, 0.0]], limits=[40, 40])
        assert np.isfinite(found.mass[0])
        assert np.isnan([found.mass[1], found.used[1]]).all()
        assert (found.joint[1], found.used_by[1]) == (-1, -1)

    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            ({}, "limits"),
            ({"limits": [np.inf, np.inf]}, "limits"),
            ({"limits": [1.0]}, "limits"),
            ({"limits": [1.0, -1.0]}, "limits"),
            ({"limits": [1.0, np.nan]}, "limits"),
            ({"limits": [1.0, 1.0], "com": (0, 0)}, "com"),
            ({"limits": [1.0, 1.0], "com": (0, 0, np.nan)}, "com"),
            ({"limits": [1.0, 1.0], "qd": [0.0]}, "qd"),
        ],
    )
    def test_refusals(self, arguments: dict, field: str) -> None:
        with pytest.raises(dn.DynamicsError) as caught:
            dn.payload_capacity(dn.rod_chain(2).robot, [0.0, 0.0], **arguments)
        assert caught.value.field == field


class TestMotion:
    def test_the_sample_that_limits(self) -> None:
        project = dn.load("planar-3r-inverse")
        run, limits = dn.run_project(project), [15.0, 9.0, 5.0]
        found = dn.payload_over(project.robot, run, limits=limits)
        states = dn.payload_capacity(project.robot, run.q, run.qd, run.qdd, limits=limits)
        assert found.mass <= np.min(states.mass)
        assert found.mass == pytest.approx(np.min(states.mass), rel=1e-3)
        assert found.used == pytest.approx(np.max(states.used), rel=1e-3)
        loaded = carrying(project.robot, found.mass, (0, 0, 0))
        fine = run.fine
        share = np.abs(dn.inverse_dynamics(loaded, fine.q, fine.qd, fine.qdd)) / limits
        assert share.max() == pytest.approx(1, abs=1e-9)
        row, joint = np.unravel_index(share.argmax(), share.shape)
        assert (fine.t[row], joint) == (found.t, found.joint)

    def test_words(self) -> None:
        project = dn.load("planar-3r-inverse")
        run = dn.run_project(project)
        tau = np.abs(run.fine.tau)
        found = dn.payload_over(project.robot, run, limits=[1.0, 100.0, 100.0])
        assert np.isnan(found.mass)
        t = run.fine.t[tau[:, 0].argmax()]
        assert (
            found.words == f"joint 1 cannot hold the arm itself at t = {t:.4g} s: needs {tau[:, 0].max():.4g} N m of 1"
        )
        weightless = replace(project.robot, gravity=(0, 0, 0))
        still = dn.simulate(weightless, [0] * 3, [0] * 3, 0.1, samples=5)
        found = dn.payload_over(weightless, still, limits=[1.0] * 3)
        assert (found.mass, found.joint) == (np.inf, -1)
        assert found.words == "no payload takes a joint to its torque limit along this motion"

    def test_a_stop_bears_what_it_pushes_with(self) -> None:
        """A rod that has fallen onto its stop: the drive has nothing to hold."""
        arm = dn.rod_chain(1).robot.with_link(0, lower=-0.3, viscous=1.0, max_torque=6.0)
        run = dn.simulate(arm, [0.0], [0.0], 4.0, limits="bounce", limit_stiffness=1e4, limit_damping=100.0)
        found = dn.payload_over(arm, run)
        assert found.used < 0.2, "what friction takes"
        unsupported = dn.payload_capacity(arm, run.q, run.qd, run.qdd)
        assert np.nanmax(unsupported.used) > 0.7

    def test_refusals(self) -> None:
        run = dn.simulate(dn.rod_chain(2).robot, [0, 0], [0, 0], 0.1, samples=3)
        with pytest.raises(dn.DynamicsError, match="no joint has a torque limit"):
            dn.payload_over(dn.rod_chain(2).robot, run)
        with pytest.raises(dn.DynamicsError, match="recording"):
            dn.payload_over(dn.rod_chain(3).robot, run, limits=[1, 1, 1])


class TestManipulability:
    @pytest.mark.parametrize("n", [3, 4, 6, 9])
    def test_against_singular_values(self, rng: np.random.Generator, n: int) -> None:
        robot, q = random_arm(rng, n), rng.normal(size=(20, n))
        rows = dn.jacobian(robot, q)[:, 3:]
        sizes = np.linalg.svd(rows, compute_uv=False)
        assert np.allclose(dn.manipulability(robot, q), sizes.prod(axis=1), rtol=1e-9, atol=1e-14)
        assert np.allclose(dn.manipulability(robot, q) ** 2, np.linalg.det(rows @ np.swapaxes(rows, 1, 2)), rtol=1e-6)
        assert dn.manipulability(robot, q[0]) == pytest.approx(dn.manipulability(robot, q)[0], rel=1e-12)

    def test_two_rods_in_any_plane(self, rng: np.random.Generator) -> None:
        """l1 l2 |sin q2|, down to where it vanishes."""
        arm = random_arm(rng, 1)  # for its base
        rods = dn.Robot("2R", (dn.Link(a=0.7), dn.Link(a=0.4)), base=arm.base)
        q = np.column_stack([rng.normal(size=50), np.concatenate([rng.normal(size=47), [0, 1e-9, np.pi]])])
        assert np.allclose(dn.manipulability(rods, q), 0.28 * np.abs(np.sin(q[:, 1])), rtol=0, atol=1e-15)

    def test_fewer_freedoms(self) -> None:
        assert dn.manipulability(dn.rod_chain(1).robot, [0.3]) == pytest.approx(1.0)
        assert dn.manipulability(dn.Robot("slide", (dn.Link("P"),)), [0.3]) == 1.0
        assert dn.manipulability(dn.Robot("spindle", (dn.Link("R"),)), [0.3]) == 0.0


@pytest.mark.parametrize(
    "friction",
    [
        {"viscous": 2.0, "viscous_negative": 2.0},
        {"coulomb": 3.0, "coulomb_negative": 1.0},
        {"coulomb": 1.0, "breakaway": 4.0, "breakaway_negative": 3.0, "stribeck_speed": 0.7},
    ],
    ids=["viscous", "coulomb", "stribeck"],
)
def test_no_kind_of_friction_grows_with_the_load(friction: dict[str, float]) -> None:
    arm = dn.rod_chain(1).robot.with_link(0, **friction)
    found = dn.payload_capacity(arm, [0.0], [-1.0], limits=[30.0])
    torque = dn.inverse_dynamics(carrying(arm, found.mass, (0.0, 0.0, 0.0)), [0.0], [-1.0], [0.0])
    assert torque == pytest.approx([30.0], rel=1e-12)
