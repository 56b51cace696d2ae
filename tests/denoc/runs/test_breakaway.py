"""Breakaway friction, Stribeck's curve and directions in forward runs, against closed forms, SciPy and Pinocchio."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad, solve_ivp

from denoc import ComputedTorque, Job, JointMotion, Link, Project, Robot, RunSettings, run_project, simulate
from denoc.arm.friction import NO_FRICTION
from denoc.kernels.generic import tables
from denoc.recursions.bodies import regrouped_bodies
from denoc.recursions.reference import Point
from denoc.runs.events.equation import with_smooth_friction
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.simulation import run
from denoc.studies.causes import torque_residual
from tests.support.oracles.arms import random_arm, with_measured_friction
from tests.support.oracles.pinocchio_model import PinocchioArm

MASS, COULOMB, BREAKAWAY = 2.0, 3.0, 5.0
OWN_STEPS = [name for name in INTEGRATORS if name != "rk4"]


def slide(**friction: float) -> Robot:
    """A block on a slide that nothing pulls."""
    return Robot("slide", (Link("P", mass=MASS, **friction),), gravity=(0.0, 0.0, 0.0))


JUMP = slide(coulomb=COULOMB, breakaway=BREAKAWAY)


class TestRampedForce:
    """Below its breakaway friction the block rests; beyond, m x'' = rise t - coulomb."""

    RISE = 1.3

    @pytest.mark.parametrize("way", [1, -1])
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_it_sticks_exactly_and_then_accelerates_at_once(self, integrator: str, way: int) -> None:
        rise = way * self.RISE
        r = simulate(JUMP, [0.2], [0.0], 6.0, torque=lambda t, q, qd: [rise * t], integrator=integrator, samples=61)
        begin = BREAKAWAY / self.RISE
        assert [e.kind for e in r.events] == ["slips"]
        assert r.events[0].t == pytest.approx(begin, rel=2e-12)
        before = r.t <= begin
        assert (r.q[before] == 0.2).all()
        assert not r.qd[before].any()
        since = np.maximum(r.t - begin, 0.0)
        moved = (self.RISE * since**3 / 6 + (BREAKAWAY - COULOMB) * since**2 / 2) / MASS
        assert np.abs(r.q[:, 0] - 0.2 - way * moved).max() < 1e-9
        assert r.energy_error < 1e-9

    def test_at_a_break_the_torque_may_step_over_it(self) -> None:
        def law(t: float, q: np.ndarray, qd: np.ndarray) -> list[float]:
            return [BREAKAWAY * (1.1 if t >= 0.5 else 0.99)]

        r = simulate(JUMP, [0.0], [0.0], 1.0, torque=law, breaks=[0.5], samples=21)
        assert [(e.t, e.kind) for e in r.events] == [(0.5, "slips")]
        assert r.q[-1, 0] == pytest.approx((1.1 * BREAKAWAY - COULOMB) / MASS * 0.5**2 / 2, rel=1e-9)

    def test_what_slides_goes_on_with_less_than_would_set_it_off(self) -> None:
        between = (COULOMB + BREAKAWAY) / 2
        moving = simulate(JUMP, [0.0], [0.1], 1.0, torque=[between], samples=3)
        resting = simulate(JUMP, [0.0], [0.0], 1.0, torque=[between], samples=3)
        assert moving.q[-1, 0] == pytest.approx(0.1 + (between - COULOMB) / MASS / 2, rel=1e-9)
        assert not resting.q.any()


class TestStickSlip:
    """A block that a spring pulls along with a constant speed V, k (V t - x): stick-slip in closed form.

    It sticks until the spring has BREAKAWAY; then its extension swings about coulomb / k with the amplitudes
    A = (breakaway - coulomb) / k and V / omega, until the block stands again with k u = 2 coulomb - breakaway.
    """

    STIFFNESS, SPEED = 80.0, 0.05

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_period_and_amplitude(self, integrator: str) -> None:
        k, speed = self.STIFFNESS, self.SPEED
        omega, extra = math.sqrt(k / MASS), (BREAKAWAY - COULOMB) / k
        slipping = 2 * (math.pi - math.atan(extra * omega / speed)) / omega
        sticking, first = 2 * extra / speed, BREAKAWAY / (k * speed)
        options = {"step": 2e-3} if integrator == "rk4" else {"rtol": 1e-11, "atol": 1e-13}
        r = simulate(
            JUMP, [0.0], [0.0], 10.0, torque=lambda t, q, qd: k * (speed * t - q), integrator=integrator,
            samples=2001, **options,
        )  # fmt: skip
        assert r.status == "completed"
        period = slipping + sticking
        count = int((10.0 - first) / period)
        assert count >= 5
        expected = [first + i * period + part for i in range(count) for part in (0.0, slipping)]
        assert [e.kind for e in r.events][: 2 * count] == ["slips", "sticks"] * count
        assert np.abs(np.array([e.t for e in r.events])[: 2 * count] - expected).max() < 1e-8
        for i in range(count - 1):
            held = (r.t > expected[2 * i + 1] + 1e-9) & (r.t < expected[2 * i + 2])
            assert np.ptp(r.q[held]) == 0.0
            assert r.q[held][0, 0] == pytest.approx((i + 1) * speed * period, abs=1e-8)
        assert r.energy_error < 1e-8
        assert (np.diff(r.friction_work) >= 0).all()
        assert torque_residual(JUMP, r) < 1e-9


def pulled_by_scipy(link: Link, stiffness: float, speed: float, until: float) -> tuple[list[float], float, float]:
    """The same with a link's own friction: times of slipping and sticking, and the last position and rate."""
    assert link.breakaway is not None

    def slope(t: float, y: np.ndarray) -> list[float]:
        x, v = y
        dry = link.coulomb + (link.breakaway - link.coulomb) / (1 + (v / link.stribeck_speed) ** 2)
        return [v, (stiffness * (speed * t - x) - link.viscous * v - dry) / link.mass]

    def stands(t: float, y: np.ndarray) -> float:
        return y[1]

    stands.terminal, stands.direction = True, -1
    t, x, v, times = 0.0, 0.0, 0.0, []
    while True:
        slips = (link.breakaway / stiffness + x) / speed
        if slips > until:
            return times, x, 0.0
        part = solve_ivp(slope, (slips, until), [x, 1e-14], "DOP853", events=stands, rtol=1e-12, atol=1e-14)
        t, x, v = float(part.t[-1]), float(part.y[0, -1]), float(part.y[1, -1])
        times += [slips, *part.t_events[0].tolist()]
        if part.status == 0:
            return times, x, v
        assert abs(stiffness * (speed * t - x)) < link.breakaway


class TestStribeck:
    LINK = Link("P", mass=MASS, coulomb=COULOMB, breakaway=BREAKAWAY, stribeck_speed=0.05, viscous=2.0)

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_stick_slip_against_scipy(self, integrator: str) -> None:
        k, speed = 80.0, 0.05
        options = {"step": 1e-3} if integrator == "rk4" else {"rtol": 1e-11, "atol": 1e-13}
        r = simulate(
            Robot("slide", (self.LINK,), gravity=(0, 0, 0)), [0.0], [0.0], 6.0,
            torque=lambda t, q, qd: k * (speed * t - q), integrator=integrator, samples=601, **options,
        )  # fmt: skip
        times, x, v = pulled_by_scipy(self.LINK, k, speed, 6.0)
        assert len(times) == len(r.events) >= 7
        assert np.abs(np.array(times) - [e.t for e in r.events]).max() < 1e-6
        assert [e.kind for e in r.events] == (["slips", "sticks"] * len(times))[: len(times)]
        assert r.q[-1, 0] == pytest.approx(x, abs=1e-6)
        assert r.qd[-1, 0] == pytest.approx(v, abs=1e-5)
        assert r.energy_error < 1e-8

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_it_brakes_the_harder_the_slower_it_goes(self, integrator: str) -> None:
        """m v v' = -(coulomb + extra / (1 + (v/w)^2)): time and way of stopping by quadrature."""
        w, extra, start = 0.05, BREAKAWAY - COULOMB, 0.7
        r = simulate(
            slide(coulomb=COULOMB, breakaway=BREAKAWAY, stribeck_speed=w), [0.0], [-start], 1.0, integrator=integrator,
            samples=11, **({"step": 1e-3} if integrator == "rk4" else {"rtol": 1e-11, "atol": 1e-13}),
        )  # fmt: skip

        def dry(v: float) -> float:
            return COULOMB + extra / (1 + (v / w) ** 2)

        exact = {"epsabs": 1e-14, "epsrel": 1e-13, "limit": 200, "points": [w]}
        stop, way = (quad(lambda v, p=p: MASS * v**p / dry(v), 0.0, start, **exact)[0] for p in (0, 1))
        assert [e.kind for e in r.events] == ["sticks"]
        assert r.events[0].t == pytest.approx(stop, abs=1e-9)
        assert r.q[-1, 0] == pytest.approx(-way, abs=1e-9)

    def test_the_curve(self) -> None:
        rates = np.array([0.0, 1e-12, 0.05, 0.5, -0.05])
        expected = [0.0, BREAKAWAY, (COULOMB + BREAKAWAY) / 2 + 0.1, COULOMB + 2 / 101 + 1.0, -4.1]
        assert self.LINK.friction(rates) == pytest.approx(expected, rel=1e-10)


class TestDirections:
    """A block on a spring: each half swing loses twice the friction of its own direction over k."""

    @pytest.mark.parametrize("integrator", OWN_STEPS)
    def test_turning_points(self, integrator: str) -> None:
        k, forth, back, start = 50.0, 2.0, 0.7, 0.5
        robot = slide(coulomb=forth, coulomb_negative=back)
        turns, way = [start], -1
        while k * abs(turns[-1]) > (back if way < 0 else forth):
            turns.append(-turns[-1] - way * 2 * (back if way < 0 else forth) / k)
            way = -way
        times = math.pi / math.sqrt(k / MASS) * np.arange(len(turns))
        r = simulate(
            robot, [start], [0.0], 6.0, torque=lambda t, q, qd: -k * q, samples=[*times, 6.0], integrator=integrator,
            rtol=1e-11, atol=1e-13,
        )  # fmt: skip
        assert len(turns) > 6
        assert [e.kind for e in r.events] == ["slips"] * (len(turns) - 2) + ["sticks"]
        assert np.abs([e.t for e in r.events] - times[1:]).max() < 1e-8
        assert np.abs(r.q[:-1, 0] - turns).max() < 1e-9
        assert r.q[-1, 0] == pytest.approx(turns[-1], abs=1e-9)

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    @pytest.mark.parametrize("dry", [0.0, 0.4])
    def test_viscous_friction(self, integrator: str, dry: float) -> None:
        """Thrown either way, m v' = -c v - dry: v = (v0 + dry/c) exp(-c t/m) - dry/c."""
        for rate, c in ((1.0, 1.5), (-1.0, 4.0)):
            robot = slide(viscous=1.5, viscous_negative=4.0, coulomb=dry)
            r = simulate(robot, [0.0], [rate], 0.8, integrator=integrator, samples=9)
            expected = (1 + dry / c) * np.exp(-c * r.t / MASS) - dry / c
            assert np.abs(r.qd[:, 0] - rate * np.maximum(expected, 0.0)).max() < 1e-7
            assert r.energy_error < 1e-7

    def test_each_direction_has_its_breakaway(self) -> None:
        robot = slide(coulomb=1.0, breakaway=4.0, breakaway_negative=2.0)
        ends = [simulate(robot, [0.0], [0.0], 1.0, torque=[f], samples=2).q[-1, 0] for f in (3.9, 4.1, -1.9, -2.1)]
        assert ends == pytest.approx([0.0, 3.1 / MASS / 2, 0.0, -1.1 / MASS / 2], abs=1e-9)


class TestPendulum:
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_it_stays_where_its_breakaway_friction_can_hold_it(self, integrator: str) -> None:
        weight = 1.5 * 9.81 * 0.6
        rod = Link(a=0.6, mass=1.5, coulomb=0.1 * weight, breakaway=1.0001 * weight, stribeck_speed=0.02)
        r = simulate(
            Robot("pendulum", (rod,), gravity=(0, -9.81, 0)), [0.0], [0.0], 100.0, integrator=integrator, step=0.1,
            samples=11,
        )  # fmt: skip
        assert not r.q.any()
        assert not r.qd.any()
        assert r.events == ()

    def test_from_a_little_weaker_hold_it_falls(self) -> None:
        weight = 1.5 * 9.81 * 0.6
        rod = Link(a=0.6, mass=1.5, coulomb=0.1 * weight, breakaway=0.9999 * weight)
        r = simulate(Robot("pendulum", (rod,), gravity=(0, -9.81, 0)), [0.0], [0.0], 1.0)
        assert abs(r.q[-1, 0]) > 0.5


def test_computed_torque_overcomes_it_and_follows_exactly() -> None:
    """With an exact model an arm is moved from rest to rest as if it had no friction."""
    rng = np.random.default_rng(5)
    arm, still = with_measured_friction(rng, random_arm(rng, 3)), (0.0,) * 3
    assert all(max(link.breakaways) > 0 for link in arm.links)
    law, motion = ComputedTorque((400.0,) * 3, (40.0,) * 3), JointMotion(still, (0.5, -0.4, 0.3))
    project = Project("p", arm, still, still, RunSettings(duration=1.0, samples=101, torque=law, motion=motion))
    result = run_project(project)
    assert result.status == "completed"
    assert np.abs(project.reference(result.t)[0] - result.q).max() < 1e-6


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 5))
def test_friction_of_random_arms_is_that_of_the_law_and_never_exceeds_breakaway(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    robot = with_measured_friction(rng, random_arm(rng, n))
    qd0 = rng.normal(size=n) * (rng.random(n) < 0.5)
    torque = 2 * rng.normal(size=n)

    def law(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return torque * math.cos(5 * t)

    r = run(Job(robot, rng.normal(size=n), qd0, 0.6, torque=law, samples=31, draft=True))
    assert r.status == "completed"
    assert r.energy_error < 1e-5
    assert (np.diff(r.friction_work) >= -1e-12).all()
    assert torque_residual(robot, r) < 1e-8
    arm = PinocchioArm(robot)
    bounds = [link.breakaways for link in robot.links]
    for q, qd, qdd, tau in zip(r.q, r.qd, r.qdd, r.tau, strict=True):
        needed = arm.inverse(q, qd, qdd)
        taken = tau - (needed - arm.friction(qd))
        tolerance = 1e-9 * (1 + np.abs(needed).max())
        for i in range(n):
            if qd[i] != 0:
                assert taken[i] == pytest.approx(arm.friction(qd)[i], abs=tolerance)
            else:
                assert -bounds[i][1] - tolerance <= taken[i] <= bounds[i][0] + tolerance


def consistent_modes(robot: Robot, q: np.ndarray, tau: np.ndarray) -> list[np.ndarray]:
    """Accelerations of all ways in which the joints at rest may stick or set off, by trying every one."""
    arm = PinocchioArm(robot)
    mass, rest, n = arm.mass_matrix(q), tau - arm.gravity(q), robot.n
    held_by = np.array([link.breakaways for link in robot.links])
    found = []
    for modes in itertools.product((-1, 0, 1), repeat=n):
        friction = [PinocchioArm(robot).friction(np.full(n, 1e-15 * mode))[i] for i, mode in enumerate(modes)]
        free = np.flatnonzero(modes)
        qdd = np.zeros(n)
        qdd[free] = np.linalg.solve(mass[np.ix_(free, free)], (rest - friction)[free])
        held = rest - mass @ qdd
        fits = [qdd[i] * m > 0 if m else -held_by[i, 1] <= held[i] <= held_by[i, 0] for i, m in enumerate(modes)]
        found += [qdd] * all(fits)
    return found


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 4), jump=st.booleans())
def test_who_sets_off_from_rest_is_a_consistent_choice(seed: int, n: int, jump: bool) -> None:
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n)
    q, tau = rng.normal(size=n), rng.normal(size=n) * 10
    need = np.abs(tau - PinocchioArm(robot).gravity(q))
    speed = 0.0 if jump else 0.1
    links = [
        replace(link, coulomb=c, breakaway=1.5 * c, breakaway_negative=1.2 * c, stribeck_speed=speed)
        for link, c in zip(robot.links, need * rng.uniform(0.3, 2, n), strict=True)
    ]
    robot = replace(robot, links=tuple(links))
    possible = consistent_modes(robot, q, tau)
    assert jump or len(possible) == 1
    found = run(Job(robot, q, np.zeros(n), 1e-6, torque=tau, samples=2, draft=True)).qdd[0]
    near = [np.allclose(found, each, rtol=1e-8, atol=1e-9 * (1 + np.abs(each).max())) for each in possible]
    assert any(near)


def test_the_arm_without_dry_friction_shares_its_bodies() -> None:
    """It is what an equal arm is that was made and checked by itself."""
    rng = np.random.default_rng(5)
    robot = with_measured_friction(rng, random_arm(rng, 6))
    smooth = with_smooth_friction(robot)
    links = (replace(link, **NO_FRICTION | {"viscous": link.friction.viscous}) for link in robot.links)
    alone = replace(robot, links=tuple(links))
    assert smooth == alone
    assert regrouped_bodies(smooth) is regrouped_bodies(robot)
    for point in get_args(Point):
        for mine, other in zip(tables(smooth, point), tables(alone, point), strict=True):
            np.testing.assert_array_equal(mine, other)
