"""Coulomb friction in forward runs: joints that stick and slip, against closed forms, reduced models and Pinocchio."""

from __future__ import annotations

import itertools
import math
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from denoc import Job, Link, Robot, load, simulate, stream
from denoc.functions.api import FORWARD
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.simulation import run
from tests.support.oracles.arms import random_arm
from tests.support.oracles.pinocchio_model import PinocchioArm

G = 9.81
MASS, COULOMB = 2.0, 3.0


def slide(coulomb: float = COULOMB, *, tilt: float = 0.0, viscous: float = 0.0) -> Robot:
    """A block that moves along z; gravity pulls it towards +z with g sin(tilt)."""
    block = Link(joint="P", mass=MASS, coulomb=coulomb, viscous=viscous)
    return Robot("slide", (block,), gravity=(0.0, 0.0, G * math.sin(tilt)))


class TestBlock:
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_it_stops_where_it_must_and_stays(self, integrator: str) -> None:
        speed, rate = 1.7, COULOMB / MASS
        r = simulate(slide(), [0.1], [speed], 3.0, integrator=integrator, samples=301)
        stop = speed / rate
        assert r.status == "completed"
        assert [(e.joint, e.kind) for e in r.events] == [(1, "sticks")]
        assert r.events[0].t == pytest.approx(stop, abs=1e-13)
        moving, at_rest = r.t < stop, r.t > stop
        braked = 0.1 + speed * r.t - rate * r.t**2 / 2
        assert np.abs(r.q[moving, 0] - braked[moving]).max() < 1e-12
        assert r.q[at_rest][0, 0] == pytest.approx(0.1 + speed**2 / (2 * rate), abs=1e-13)
        assert np.ptp(r.q[at_rest]) == 0.0
        assert not r.qd[at_rest].any()
        assert not r.qdd[at_rest].any()
        assert np.allclose(r.qdd[moving], -rate)
        assert r.energy_error < 1e-12
        assert r.friction_work[-1] == pytest.approx(MASS * speed**2 / 2)

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_on_an_incline_below_the_angle_of_friction_it_never_creeps(self, integrator: str) -> None:
        steep = slide(MASS * G * math.sin(0.3) * 1.0001, tilt=0.3)
        r = simulate(steep, [0.25], [0.0], 100.0, integrator=integrator, step=0.1, samples=11)
        assert r.status == "completed"
        assert (r.q == 0.25).all()
        assert not r.qd.any()
        assert r.events == ()

    def test_on_a_steeper_incline_it_slides_from_the_start(self) -> None:
        steep = slide(MASS * G * math.sin(0.3) * 0.75, tilt=0.3)
        r = simulate(steep, [0.0], [0.0], 1.0, samples=11)
        assert np.abs(r.q[:, 0] - 0.25 * G * math.sin(0.3) * r.t**2 / 2).max() < 1e-10
        assert r.events == ()

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_thrown_uphill_it_turns_round_where_friction_is_too_weak_to_hold(self, integrator: str) -> None:
        pull, rub, speed = G * math.sin(0.5), COULOMB / MASS, 2.0
        assert rub < pull
        r = simulate(slide(tilt=0.5), [0.0], [-speed], 1.5, integrator=integrator, samples=31)
        turn = speed / (pull + rub)
        assert [e.kind for e in r.events] == ["slips"]
        assert r.events[0].t == pytest.approx(turn, abs=1e-13)
        up, since = r.t < turn, r.t - turn
        top = -(speed**2) / (2 * (pull + rub))
        expected = np.where(up, -speed * r.t + (pull + rub) * r.t**2 / 2, top + (pull - rub) * since**2 / 2)
        assert np.abs(r.q[:, 0] - expected).max() < 1e-11
        assert r.energy_error < 1e-10


class TestSpring:
    """A block on a spring (the torque law): every half swing ends by 2 c / k short of the one before."""

    STIFFNESS = 50.0

    @pytest.mark.parametrize("integrator", [name for name in INTEGRATORS if name != "rk4"])
    def test_turning_points(self, integrator: str) -> None:
        k, reach = self.STIFFNESS, COULOMB / self.STIFFNESS
        start = 7.5 * reach
        omega = math.sqrt(k / MASS)
        r = simulate(
            slide(), [start], [0.0], 6.0, torque=lambda t, q, qd: -k * q, integrator=integrator, rtol=1e-10, atol=1e-12
        )
        # 7.5, -5.5, 3.5, -1.5 and -0.5 or so of the reach: the fourth half swing ends inside of it.
        assert [e.kind for e in r.events] == ["slips"] * 3 + ["sticks"]
        turns = [e.t for e in r.events]
        assert np.abs(turns - math.pi / omega * np.arange(1, 5)).max() < 1e-7
        assert r.q[-1, 0] == pytest.approx(-0.5 * reach, abs=1e-8)
        after = r.t > turns[-1]
        assert np.ptp(r.q[after]) == 0.0
        assert r.energy_error < 1e-7


class TestBreakaway:
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_under_a_rising_torque(self, integrator: str) -> None:
        rise = 1.3
        r = simulate(slide(), [0.2], [0.0], 4.0, torque=lambda t, q, qd: [rise * t], integrator=integrator, samples=41)
        begin = COULOMB / rise
        assert [e.kind for e in r.events] == ["slips"]
        assert r.events[0].t == pytest.approx(begin, rel=2e-12)
        before = r.t <= begin
        assert (r.q[before] == 0.2).all()
        assert not r.qd[before].any()
        expected = 0.2 + rise * np.maximum(r.t - begin, 0) ** 3 / (6 * MASS)
        assert np.abs(r.q[:, 0] - expected).max() < 1e-9

    @pytest.mark.parametrize("integrator", ["dopri5", "dop853", "radau"])
    def test_under_an_oscillating_torque_nothing_but_the_friction_feels(self, integrator: str) -> None:
        """While it sticks the state is constant; steps must follow the torque all the same."""

        def law(t: float, q: np.ndarray, qd: np.ndarray) -> list[float]:
            return [0.2 * COULOMB * t * math.sin(9 * t)]

        r = simulate(slide(), [0.0], [0.0], 7.0, torque=law, integrator=integrator)
        first = next(t for t in np.linspace(5, 7, 200_001) if abs(0.2 * t * math.sin(9 * t)) > 1)
        assert r.events[0].t == pytest.approx(first, abs=2e-5)
        assert not r.q[r.t < r.events[0].t].any()
        assert r.energy_error < 1e-6

    def test_under_a_switched_torque(self) -> None:
        r = simulate(slide(), [0.0], [0.0], 1.0, torque=lambda t, q, qd: [10.0 if t > 1 / 3 else 0.0], samples=31)
        assert r.events[0].t == pytest.approx(1 / 3, abs=1e-14)
        assert r.q[-1, 0] == pytest.approx((10 - COULOMB) / MASS * (2 / 3) ** 2 / 2, rel=1e-9)


def swing(pendulum: Robot, q0: float, until: float) -> tuple[float, list[float]]:
    """The pendulum with dry friction by SciPy, one half swing after the other: the last angle and the turning times."""
    link = pendulum.links[0]
    inertia, weight = link.mass * link.a**2, link.mass * G * link.a

    def turned(t: float, y: np.ndarray) -> float:
        return y[1]

    turned.terminal = True
    t, q, turns = 0.0, q0, []
    while abs(weight * math.cos(q)) > link.coulomb and t < until:
        sign = -np.sign(math.cos(q))
        dry = link.coulomb * sign

        def slope(t: float, y: np.ndarray, dry: float = dry) -> list[float]:
            return [y[1], (-weight * math.cos(y[0]) - dry) / inertia]

        turned.direction = -sign
        part = solve_ivp(slope, (t, until), [q, 0.0], "DOP853", events=turned, rtol=1e-13, atol=1e-13)
        t, q = float(part.t[-1]), float(part.y[0, -1])
        turns += part.t_events[0].tolist()
    return q, turns


class TestPendulum:
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_against_piecewise_integration(self, pendulum: Robot, integrator: str) -> None:
        dry = pendulum.with_link(0, coulomb=1.1)
        options = {"rtol": 1e-11, "atol": 1e-12} if integrator != "radau" else {"rtol": 1e-10, "atol": 1e-11}
        r = simulate(dry, [-0.2], [0.0], 20.0, integrator=integrator, samples=21, **options)
        q, turns = swing(dry, -0.2, 20.0)
        assert r.events[-1].kind == "sticks"
        assert len(turns) == len(r.events) > 5
        assert np.abs(np.array(turns) - [e.t for e in r.events]).max() < 1e-7
        assert r.q[-1, 0] == pytest.approx(q, abs=1e-8)
        assert r.energy_error < 1e-8

    @pytest.mark.parametrize(("integrator", "order"), [("rk4", 4), ("dopri5", 5), ("verner65", 6), ("dop853", 8)])
    def test_events_keep_the_order(self, pendulum: Robot, integrator: str, order: int) -> None:
        dry = pendulum.with_link(0, coulomb=1.1)
        longest = {"dop853": 0.16, "verner65": 0.08}.get(integrator, 0.04)
        steps = longest / np.array([1.0, 1.6, 2.5])
        exact = simulate(dry, [-0.2], [0.0], 3.0, integrator="dop853", rtol=1e-13, atol=1e-14, samples=2).q[-1, 0]
        errors = [
            abs(simulate(dry, [-0.2], [0.0], 3.0, integrator=integrator, rtol=0.1, atol=1.0, step=h).q[-1, 0] - exact)
            for h in steps
        ]
        slope = np.polyfit(np.log(steps), np.log(errors), 1)[0]
        assert slope > order - 0.8
        assert errors[-1] < 1e-6


class TestSeveralJoints:
    UPPER = Link(a=0.5, mass=1.5)
    LOWER = Link(a=0.4, mass=0.8)

    def test_the_outer_joint_sticks_and_the_arm_swings_as_one_body(self) -> None:
        arm = Robot("two", (self.UPPER, replace(self.LOWER, coulomb=500.0)), gravity=(0, -G, 0))
        r = simulate(arm, [0.3, 0.7], [0.0, 0.0], 2.0, rtol=1e-11, atol=1e-12, samples=41)
        elbow = np.array([0.5, 0.0])
        hand = elbow + 0.4 * np.array([math.cos(0.7), math.sin(0.7)])
        mass, centre = 2.3, (1.5 * elbow + 0.8 * hand) / 2.3
        spin = 1.5 * elbow @ elbow + 0.8 * hand @ hand - mass * centre @ centre
        body = Link(mass=mass, com=(*centre, 0.0), inertia=(0, spin, spin, 0, 0, 0))
        expected = simulate(
            Robot("one", (body,), gravity=(0, -G, 0)), [0.3], [0.0], 2.0, rtol=1e-11, atol=1e-12, samples=41
        )
        assert (r.q[:, 1] == 0.7).all()
        assert np.abs(r.q[:, 0] - expected.q[:, 0]).max() < 1e-8
        assert np.abs(r.qdd[:, 0] - expected.qdd[:, 0]).max() < 1e-7
        assert r.energy_error < 1e-8

    def test_the_inner_joint_sticks_and_the_outer_one_swings_alone(self) -> None:
        arm = Robot("two", (replace(self.UPPER, coulomb=500.0), self.LOWER), gravity=(0, -G, 0))
        r = simulate(arm, [0.3, 0.7], [0.0, 1.0], 2.0, rtol=1e-11, atol=1e-12, samples=41)
        alone = Robot("one", (self.LOWER,), gravity=(0, -G, 0))
        expected = simulate(alone, [1.0], [1.0], 2.0, rtol=1e-11, atol=1e-12, samples=41)
        assert (r.q[:, 0] == 0.3).all()
        assert np.abs(r.q[:, 1] + 0.3 - expected.q[:, 0]).max() < 1e-8

    def test_two_that_stop_at_the_same_moment(self) -> None:
        across = Link(joint="P", mass=0.0, coulomb=3.0, alpha=math.pi / 2)
        arm = Robot("cross", (across, Link(joint="P", mass=1.0, coulomb=3.0)), gravity=(0, 0, 0))
        r = simulate(arm, [0, 0], [1.2, -1.2], 1.0)
        assert sorted(e.joint for e in r.events) == [1, 2]
        assert {e.kind for e in r.events} == {"sticks"}
        assert np.allclose([e.t for e in r.events], 0.4, atol=1e-12)
        assert np.allclose(r.q[-1], [0.24, -0.24], atol=1e-12)

    @pytest.mark.parametrize("method", FORWARD)
    def test_every_formulation_gives_the_same_motion(self, rng: np.random.Generator, method: str) -> None:
        robot = random_arm(rng, 4)
        q, qd = rng.normal(size=4), rng.normal(size=4)
        options = {"rtol": 1e-11, "atol": 1e-12, "integrator": "dop853", "samples": 11}
        first, other = (simulate(robot, q, qd, 0.8, method=m, **options) for m in ("denoc", method))
        assert [(e.joint, e.kind) for e in first.events] == [(e.joint, e.kind) for e in other.events]
        assert np.abs(first.q - other.q).max() < 1e-7

    def test_the_puma_falls_into_its_friction(self) -> None:
        r = simulate(load("puma560").robot, [0] * 6, [0] * 6, 3.0)
        assert r.status == "completed"
        assert not r.q[:, 0].any()  # its vertical axis feels no gravity
        assert np.abs(r.qd[:, 1]).max() > 1
        assert r.energy_error < 1e-7

    @pytest.mark.parametrize("seed", [0, 1, 3])
    def test_a_loose_tolerance_does_not_undo_a_slow_start(self, seed: int) -> None:
        """Rates of joints that have just broken away are smaller than Radau's errors."""
        rng = np.random.default_rng(seed)
        push, q = 40 * rng.normal(size=6), rng.normal(size=6)
        runs = [
            simulate(
                load("puma560").robot,
                q,
                [0] * 6,
                1.0,
                torque=lambda t, q, qd: push * math.sin(4 * t),
                samples=11,
                **how,
            )
            for how in ({"integrator": "radau", "rtol": 1e-4, "atol": 1e-6}, {"integrator": "dop853"})
        ]
        assert [r.status for r in runs] == ["completed"] * 2
        assert np.abs(runs[0].q - runs[1].q).max() < 1e-2


def friction_of(robot: Robot, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, tau: np.ndarray) -> np.ndarray:
    """Dry friction that the motion implies, by Pinocchio."""
    bare = replace(robot, links=tuple(replace(link, coulomb=0.0) for link in robot.links))
    return tau - PinocchioArm(bare).inverse(q, qd, qdd)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 5), strength=st.sampled_from([0.3, 3.0, 30.0]))
def test_friction_of_random_arms_opposes_motion_and_never_exceeds_its_bound(seed: int, n: int, strength: float) -> None:
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n)
    dry = [strength * rng.uniform(0.2, 1) * (rng.random() < 0.8) for _ in range(n)]
    robot = replace(robot, links=tuple(replace(link, coulomb=c) for link, c in zip(robot.links, dry, strict=True)))
    qd0 = rng.normal(size=n) * (rng.random(n) < 0.5)
    torque = rng.normal(size=n) * strength

    def law(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return torque * math.cos(5 * t)

    r = run(Job(robot, rng.normal(size=n), qd0, 0.6, torque=law, samples=31, draft=True))
    assert r.status == "completed"
    assert r.energy_error < 1e-5
    assert (np.diff(r.friction_work) >= -1e-12).all()
    arm = PinocchioArm(robot)
    for q, qd, qdd, tau in zip(r.q, r.qd, r.qdd, r.tau, strict=True):
        friction = friction_of(robot, q, qd, qdd, tau)
        tolerance = 1e-9 * (1 + np.abs(arm.inverse(q, qd, qdd)).max())
        for c, rate, acceleration, force in zip(dry, qd, qdd, friction, strict=True):
            assert abs(force) <= c + tolerance
            if rate != 0:
                assert force == pytest.approx(c * np.sign(rate), abs=tolerance)
            elif acceleration != 0:
                assert force == pytest.approx(c * np.sign(acceleration), abs=tolerance)


def consistent_accelerations(robot: Robot, q: np.ndarray, tau: np.ndarray) -> list[np.ndarray]:
    """All ways in which the joints at rest may stick or set off, by trying every one."""
    arm = PinocchioArm(robot)
    mass, rest, n = arm.mass_matrix(q), tau - arm.gravity(q), robot.n
    found = []
    for modes in itertools.product((-1, 0, 1), repeat=n):
        free = np.flatnonzero(modes)
        qdd = np.zeros(n)
        qdd[free] = np.linalg.solve(mass[np.ix_(free, free)], (rest - arm.coulomb * modes)[free])
        held = rest - mass @ qdd
        fits = [qdd[i] * modes[i] > 0 if modes[i] else abs(held[i]) <= arm.coulomb[i] for i in range(n)]
        found += [qdd] * all(fits)
    return found


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 5))
def test_who_sets_off_from_rest_is_the_one_consistent_choice(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n)
    q, tau = rng.normal(size=n), rng.normal(size=n) * 10
    need = np.abs(tau - PinocchioArm(robot).gravity(q))
    links = [replace(link, coulomb=c) for link, c in zip(robot.links, need * rng.uniform(0.3, 2, n), strict=True)]
    robot = replace(robot, links=tuple(links))
    (expected,) = consistent_accelerations(robot, q, tau)
    found = run(Job(robot, q, np.zeros(n), 1e-6, torque=tau, samples=2, draft=True))
    assert np.allclose(found.qdd[0], expected, rtol=1e-8, atol=1e-9 * (1 + np.abs(expected).max()))
    assert ((found.qdd[0] == 0) == (expected == 0)).all()


class TestOutcomes:
    def test_chunks_carry_the_events_once(self, pendulum: Robot) -> None:
        job = Job(pendulum.with_link(0, coulomb=0.1), (-0.2,), (0.0,), 60.0)
        chunks = list(stream(job, interval=0.0))
        assert len(chunks) > 2
        events = [event for chunk in chunks for event in chunk.events]
        assert tuple(events) == run(job).events
        assert [e.t for e in events] == sorted({e.t for e in events})
        assert np.array_equal(np.concatenate([chunk.q for chunk in chunks]), run(job).q)

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_a_torque_that_breaks_while_the_joint_sticks(self, integrator: str) -> None:
        r = simulate(
            slide(), [0.0], [0.0], 1.0, torque=lambda t, q, qd: [math.nan if t > 0.3 else 0.0], integrator=integrator
        )
        assert r.status == "failed"
        assert "torque of joint 1 is nan" in r.message
        assert len(r.t) <= 31

    def test_an_exception_in_the_torque_function_is_the_callers(self) -> None:
        with pytest.raises(ZeroDivisionError):
            simulate(slide(), [0.0], [0.0], 1.0, torque=lambda t, q, qd: [1 / (t < 0.5)])

    def test_a_law_that_never_lets_it_rest_is_told(self) -> None:
        """At rest it pushes, in motion it brakes: there is no motion."""
        r = simulate(
            slide(1.0), [0.0], [0.0], 1.0, torque=lambda t, q, qd: np.where(qd > 0, -5.0, 5.0), integrator="rk4"
        )
        assert r.status == "failed"
        assert "events at t = " in r.message
        assert "joint 1" in r.message

    def test_cancel_and_budget(self) -> None:
        cancel = threading.Event()
        chunks = stream(Job(slide(), (0.0,), (0.0,), 1e6, torque=lambda t, q, qd: [math.sin(t)]), cancel, interval=0.0)
        next(chunks)
        cancel.set()
        assert list(chunks)[-1].status == "cancelled"
        r = run(Job(slide(), (0.0,), (0.0,), 1e6, torque=lambda t, q, qd: [math.sin(t)], max_evaluations=2000))
        assert r.status == "failed"
        assert "2000 evaluations" in r.message

    def test_a_run_away(self) -> None:
        r = simulate(slide(), [0.0], [1.0], 60.0, torque=lambda t, q, qd: 50 * qd)
        assert r.status == "diverged"
        assert "speed of joint 1" in r.message

    def test_an_arm_too_long_to_be_written_out(self) -> None:
        chain = load("chain-50").robot
        links = tuple(replace(link, coulomb=0.05) for link in chain.links)
        r = simulate(replace(chain, links=links), [0.0] * 50, [0.0] * 50, 0.02, samples=3, method="walker-orin")
        assert r.status == "completed"
        assert r.energy_error < 1e-4
