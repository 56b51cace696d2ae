"""Natural modes against closed forms and against the motion itself; where an arm can rest."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc as dn
from tests.support.oracles.arms import random_arm

G = 9.81
DOWN = -math.pi / 2


def rods(n: int, **changes: float) -> dn.Robot:
    """n rods of 1 m and 1 kg each; `changes` are of every joint."""
    robot = dn.rod_chain(n, length=float(n), mass=float(n)).robot
    return replace(robot, links=tuple(replace(link, **changes) for link in robot.links))


def cart_and_pole(cart: float, pole: float, length: float) -> dn.Robot:
    """A cart on a level rail, and a uniform pole that hangs from it at q2 = 0."""
    inertia = pole * length**2 / 12
    rail = dn.Link("P", alpha=math.pi / 2, mass=cart)
    rod = dn.Link("R", a=length, mass=pole, com=(-length / 2, 0, 0), inertia=(0, inertia, inertia, 0, 0, 0))
    return dn.Robot("cart", (rail, rod), gravity=(G, 0, 0))


class TestClosedForms:
    def test_two_rods_swing_together_and_apart(self) -> None:
        """Of two equal rods w^2 = (3 -+ 6 / sqrt 7) g / l."""
        found = dn.modes(rods(2), [DOWN, 0])
        expected = [math.sqrt((3 + sign * 6 / math.sqrt(7)) * G) / (2 * math.pi) for sign in (-1, 1)]
        assert [mode.frequency for mode in found.modes] == pytest.approx(expected, rel=1e-12)
        together, apart = (mode.shape for mode in found.modes)
        assert together[0] * together[1] > 0 > apart[0] * apart[1]
        assert found.stability == "stable"
        assert all(mode.pole.real == 0 for mode in found.modes)

    @pytest.mark.parametrize("viscous", [0.2, 2.0, 8.0])
    def test_a_braked_rod(self, viscous: float) -> None:
        found = dn.modes(rods(1, viscous=viscous), [DOWN])
        assert np.sort_complex(found.poles) == pytest.approx(np.sort_complex(np.roots([1 / 3, viscous, G / 2])))
        first = found.modes[0]
        natural = math.sqrt(1.5 * G)
        if first.kind == "swings":
            assert first.damping_ratio == pytest.approx(3 * viscous / (2 * natural))
            assert first.natural_frequency == pytest.approx(natural / (2 * math.pi))
        else:
            assert [mode.kind for mode in found.modes] == ["decays", "decays"]

    def test_a_standing_rod_falls_and_a_spring_holds_it(self) -> None:
        falls = dn.modes(rods(1), [-DOWN])
        assert [mode.kind for mode in falls.modes] == ["decays", "grows"]
        assert falls.modes[1].time_constant == pytest.approx(1 / math.sqrt(1.5 * G))
        held = dn.modes(rods(1), [-DOWN], stiffness=20.0, damping=[0.1])
        assert held.stability == "stable"
        assert held.poles**2 / 3 + 0.1 * held.poles + 20 - G / 2 == pytest.approx(0, abs=1e-9)

    @pytest.mark.parametrize("viscous", [0.0, 0.3])
    def test_a_cart_stays_where_it_is_put(self, viscous: float) -> None:
        """The pole of length l on a cart: w^2 = 6 g (M + m) / l (4 M + m)."""
        cart, pole, length = 2.0, 0.5, 0.8
        robot = cart_and_pole(cart, pole, length)
        robot = replace(robot, links=(replace(robot.links[0], viscous=viscous), robot.links[1]))
        found = dn.modes(robot, [0.3, 0.0])
        assert found.stability == "indifferent"
        assert found.modes[0].kind == "stays"
        assert np.abs(found.modes[0].shape) == pytest.approx([1, 0], abs=1e-12)
        assert (found.poles == 0).sum() == (1 if viscous else 2)
        if not viscous:
            square = 6 * G * (cart + pole) / (length * (4 * cart + pole))
            assert found.modes[-1].frequency == pytest.approx(math.sqrt(square) / (2 * math.pi))

    def test_rotors_and_payload_count(self) -> None:
        robot = replace(rods(1, rotor_inertia=1e-3, gear_ratio=20.0), payload=dn.Payload(2.0, (0, 0, 0), (0,) * 6))
        square = (G / 2 + 2 * G) / (1 / 3 + 2 + 0.4)
        assert dn.modes(robot, [DOWN]).modes[0].frequency == pytest.approx(math.sqrt(square) / (2 * math.pi))

    def test_a_long_chain_hangs_as_a_rope(self) -> None:
        """The slowest swing of a heavy rope: w = j / 2 sqrt(g / l), with Bessel's first zero j."""
        n = 150
        found = dn.modes(dn.rod_chain(n, length=1.0, mass=1.0).robot, [DOWN] + [0.0] * (n - 1))
        assert found.modes[0].frequency * 2 * math.pi == pytest.approx(2.404826 / 2 * math.sqrt(G), rel=1e-3)
        assert found.stability == "stable"


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 5), damped=st.booleans())
def test_a_small_motion_along_a_mode_is_the_mode(seed: int, n: int, damped: bool) -> None:
    """Springs keep the arm near; then the run itself is the oracle."""
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n, "standard")
    links = tuple(replace(link, coulomb=0.0, breakaway=None, viscous=0.5 * damped) for link in robot.links)
    robot, q = replace(robot, links=links), rng.normal(size=n)
    found = dn.modes(robot, q)
    mode = found.modes[rng.integers(len(found.modes))]
    amplitude, last = 1e-6, min(2.0 / max(abs(mode.pole), 0.5), 1.0)
    start, rate = amplitude * mode.shape.real, amplitude * (mode.shape * mode.pole).real
    run = dn.simulate(
        robot, q + start, rate, last, torque=lambda t, q, qd: found.tau, samples=21, rtol=1e-12, atol=1e-15
    )
    expected = amplitude * (mode.shape * np.exp(mode.pole * run.t)[:, None]).real
    fastest = max(float(np.abs(found.poles).max()) * last, 1.0)
    assert np.abs(run.q - q - expected).max() < 1e-3 * amplitude * math.exp(min(fastest, 8.0))


class TestEquilibria:
    @pytest.mark.parametrize("n", [1, 2, 3, 4])
    def test_rods_rest_in_every_folding_and_only_hanging_is_stable(self, n: int) -> None:
        found = dn.equilibria(rods(n), [-1.4] + [0.1] * (n - 1), starts=200)
        assert len(found) == 2**n
        assert [each.stability for each in found] == ["stable"] + ["unstable"] * (2**n - 1)
        assert found[0].q == pytest.approx([DOWN] + [0] * (n - 1), abs=1e-9)
        assert sorted(each.modes.growing for each in found)[-1] == n  # all rods up
        for each in found:
            assert np.abs(dn.gravity_torque(rods(n), each.q)).max() < 1e-9

    def test_torques_move_them_until_there_are_none(self) -> None:
        """A rod rests where m g l / 2 cos q is the torque."""
        found = dn.equilibria(rods(1), [-1.0], [2.0])
        angle = math.acos(2.0 / (G / 2))
        assert [each.q[0] for each in found] == pytest.approx([-angle, angle])
        assert [each.stability for each in found] == ["stable", "unstable"]
        assert [each.away for each in found] == pytest.approx([angle - 1, angle + 1])
        assert dn.equilibria(rods(1), [0.0], [5.0]) == ()

    def test_poses_that_go_over_into_each_other_count_once(self) -> None:
        found = dn.equilibria(cart_and_pole(1.0, 0.5, 1.0), [0.7, 0.2])
        assert [each.q.tolist() for each in found] == [pytest.approx([0.7, 0]), pytest.approx([0.7, math.pi])]
        assert [each.stability for each in found] == ["indifferent", "unstable"]
        weightless = replace(dn.load("puma560").robot, gravity=(0, 0, 0))
        (only,) = dn.equilibria(weightless, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
        assert only.q == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])

    def test_limits_and_a_tip_wrench(self) -> None:
        low, high = dn.equilibria(rods(1, lower=-2.0, upper=0.0), [0.1], tip_wrench=[0, 0, 0, 4.0, 0, 0])
        # m g / 2 cos q = -4 sin q, the pull along x at the rod's end
        assert [math.tan(each.q[0]) for each in (low, high)] == pytest.approx([-G / 8] * 2)
        assert [each.within_limits for each in (low, high)] == [True, False]

    def test_a_tip_wrench_is_in_world_axes_however_the_base_stands(self) -> None:
        turned = replace(rods(2), base=((0, -1, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)))
        pull, still = (0, 0, 0, 3.0, 0, 0), [0.0, 0.0]
        for each in dn.equilibria(turned, tip_wrench=pull):
            assert dn.inverse_dynamics(turned, each.q, still, still, tip_wrench=pull) == pytest.approx(still, abs=1e-9)

    def test_all_bundled_arms_are_told_truly(self) -> None:
        for name in dn.examples():
            project = dn.load(name)
            if project.robot.n > 12:
                continue
            for each in dn.equilibria(project.robot, project.q0, starts=8):
                left = np.abs(dn.gravity_torque(project.robot, each.q)).max()
                assert left < 1e-8 * max(1.0, np.abs(dn.gravity_torque(project.robot, project.q0)).max())
                assert len(each.modes.poles) == 2 * project.robot.n


def test_bad_arguments_are_named() -> None:
    with pytest.raises(dn.DynamicsError, match="stiffness"):
        dn.modes(rods(2), [0, 0], stiffness=[1, 2, 3])
    with pytest.raises(dn.DynamicsError, match="damping"):
        dn.modes(rods(2), [0, 0], damping=math.nan)
    with pytest.raises(dn.DynamicsError, match="starts"):
        dn.equilibria(rods(2), starts=-1)
    with pytest.raises(dn.DynamicsError, match="q"):
        dn.modes(rods(2), [0, math.nan])
    with pytest.raises(dn.SingularMassMatrix):
        dn.modes(dn.Robot("none", (dn.Link("R", a=1.0),)), [0.0])
