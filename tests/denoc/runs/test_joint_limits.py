"""Joint limits in forward runs: the run stops, or the joint bounces on a spring and a damper."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from denoc import DynamicsError, Job, Link, Project, Robot, load, mass_matrix, simulate, stream
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.simulation import run
from tests.support.oracles.arms import random_arm

MASS, UPPER, SPEED = 2.0, 0.5, 1.25
SLIDE = Robot("slide", (Link(joint="P", mass=MASS, lower=-0.3, upper=UPPER),), gravity=(0, 0, 0))


class TestStop:
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_a_sliding_mass_ends_at_its_limit(self, integrator: str) -> None:
        r = simulate(SLIDE, [0.1], [SPEED], 2.0, torque=[3.0], limits="stop", integrator=integrator, samples=21)
        a = 3.0 / MASS
        end = (math.sqrt(SPEED**2 + 2 * a * (UPPER - 0.1)) - SPEED) / a
        assert r.status == "stopped"
        assert r.message == f"joint 1 reached its upper limit 0.5 m at t = {end:.6g} s"
        assert [(e.joint, e.kind) for e in r.events] == [(1, "stop")]
        assert r.events[0].t == r.t[-1] == pytest.approx(end, abs=1e-13)
        assert r.q[-1, 0] == UPPER, "so that another run may start there"
        assert simulate(SLIDE, r.q[-1], [0.0], 1.0, torque=[-3.0], limits="stop").status != "failed"
        assert r.qd[-1, 0] == pytest.approx(SPEED + a * end, abs=1e-12)
        assert np.array_equal(r.t[:-1], r.job.times[r.job.times < end])

    def test_the_lower_limit_of_an_angle(self, pendulum: Robot) -> None:
        short = pendulum.with_link(0, lower=-1.0)
        r = simulate(short, [0.0], [0.0], 5.0, limits="stop", rtol=1e-10, atol=1e-12)
        assert r.message.startswith("joint 1 reached its lower limit -1 rad at t = ")
        assert r.qd[-1, 0] == pytest.approx(-math.sqrt(2 * 9.81 / 0.7 * math.sin(1.0)), abs=1e-8)
        assert r.energy_error < 1e-8

    def test_limits_that_are_not_reached_change_nothing(self, planar: Robot) -> None:
        wide = replace(planar, links=tuple(replace(link, lower=-50.0, upper=50.0) for link in planar.links))
        r, free = (simulate(wide, [0] * 3, [0] * 3, 1.0, rtol=1e-10, limits=limits) for limits in ("stop", "none"))
        assert r.status == "completed"
        assert r.events == ()
        assert np.abs(r.q - free.q).max() < 1e-7

    def test_no_limits_take_the_short_way(self, planar: Robot) -> None:
        r, free = (simulate(planar, [0] * 3, [0] * 3, 1.0, limits=limits) for limits in ("stop", "none"))
        assert r.q.tobytes() == free.q.tobytes()

    def test_on_the_limit_it_may_leave_inwards_only(self) -> None:
        inwards = simulate(SLIDE, [UPPER], [-1.0], 0.5, limits="stop")
        assert inwards.status == "completed"
        outwards = simulate(SLIDE, [UPPER], [1.0], 0.5, limits="stop")
        assert outwards.status == "stopped"
        assert outwards.t[-1] < 1e-12
        at_rest = simulate(SLIDE, [UPPER], [0.0], 0.5, limits="stop")
        assert at_rest.status == "completed"

    def test_beyond_it_there_is_no_start(self) -> None:
        with pytest.raises(DynamicsError, match=r"link 1, field 'q0'.*beyond its limits, -0.3 to 0.5.*0.6"):
            Job(SLIDE, (0.6,), (0.0,), 1.0, limits="stop")

    def test_where_no_sample_is_left_none_is_added(self) -> None:
        r = simulate(SLIDE, [0.1], [1.0], 2.0, limits="stop", samples=[0.0, 0.2])
        assert r.status == "stopped"
        assert list(r.t) == [0.0, 0.2]

    def test_a_stuck_joint_on_its_limit_stays(self) -> None:
        held = SLIDE.with_link(0, coulomb=5.0)
        r = simulate(held, [UPPER], [0.0], 1.0, torque=[4.0], limits="stop")
        assert r.status == "completed"
        assert (r.q == UPPER).all()


class TestBounce:
    STIFFNESS, DAMPING = 800.0, 12.0

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_one_bounce_against_the_closed_form(self, integrator: str) -> None:
        k, c = self.STIFFNESS, self.DAMPING
        r = simulate(
            SLIDE, [0.0], [SPEED], 0.6, limits="bounce", limit_stiffness=k, limit_damping=c, integrator=integrator,
            rtol=1e-10, atol=1e-12, step=1e-3, samples=[0.6],
        )  # fmt: skip
        touch = UPPER / SPEED
        decay = c / (2 * MASS)
        omega = math.sqrt(k / MASS - decay**2)
        # depth = v/omega e^(-decay s) sin(omega s); the push k d + c d' is zero again where
        # tan(omega s) = -c omega / (k - c decay), and that is also where d'' is.
        s = (math.pi - math.atan2(c * omega, k - c * decay)) / omega
        depth = SPEED / omega * math.exp(-decay * s) * math.sin(omega * s)
        speed = SPEED * math.exp(-decay * s) * (math.cos(omega * s) - decay / omega * math.sin(omega * s))
        assert [e.kind for e in r.events] == ["contact", "release"]
        assert [e.t for e in r.events] == pytest.approx([touch, touch + s], abs=1e-9)
        assert depth > 0
        assert r.qd[-1, 0] == pytest.approx(speed, abs=1e-8)
        assert r.q[-1, 0] == pytest.approx(UPPER + depth + speed * (0.6 - touch - s), abs=1e-8)

    def test_without_damping_nothing_is_lost(self) -> None:
        r = simulate(SLIDE, [0.0], [SPEED], 4.0, limits="bounce", limit_stiffness=500.0, limit_damping=0.0, rtol=1e-11)
        assert len(r.events) == 10
        outside = np.abs(r.q[:, 0] - 0.1) < 0.4
        assert np.abs(np.abs(r.qd[outside, 0]) - SPEED).max() < 1e-7
        assert not r.friction_work.any()
        assert np.abs(r.energy_drift).max() < 1e-7

    def test_a_bouncing_pendulum_against_scipy(self, pendulum: Robot) -> None:
        link = pendulum.links[0]
        inertia, weight = link.mass * link.a**2, link.mass * 9.81 * link.a
        k, c, limit = 900.0, 4.0, -1.2

        def push(y: np.ndarray) -> float:
            return k * (limit - y[0]) - c * y[1]

        def slope(t: float, y: np.ndarray, touching: bool) -> list[float]:
            return [y[1], (-weight * math.cos(y[0]) + touching * push(y)) / inertia]

        def over(t: float, y: np.ndarray, touching: bool) -> float:
            return push(y) if touching else y[0] - limit

        over.terminal, over.direction = True, -1.0
        t, y, touching, changes = 0.0, [0.0, 0.0], False, []
        while t < 4.0:
            part = solve_ivp(slope, (t, 4.0), y, "DOP853", events=over, args=(touching,), rtol=1e-12, atol=1e-13)
            t, y, touching = float(part.t[-1]), part.y[:, -1], not touching
            changes += part.t_events[0].tolist()
        r = simulate(
            pendulum.with_link(0, lower=limit), [0.0], [0.0], 4.0, integrator="dop853", rtol=1e-11, atol=1e-12,
            limits="bounce", limit_stiffness=k, limit_damping=c,
        )  # fmt: skip
        assert len(changes) > 5
        assert [e.t for e in r.events] == pytest.approx(changes, abs=1e-7)
        assert r.q[-1, 0] == pytest.approx(y[0], abs=1e-7)
        assert r.energy_error < 1e-8

    def test_it_comes_to_rest_on_its_stop(self) -> None:
        falling = replace(SLIDE, gravity=(0, 0, 9.81))
        r = simulate(falling, [0.0], [0.0], 10.0, limits="bounce", limit_stiffness=1000.0, limit_damping=20.0)
        assert r.events[-1].kind == "contact"
        assert r.q[-1, 0] == pytest.approx(UPPER + MASS * 9.81 / 1000, abs=1e-7)
        assert r.energy_error < 1e-6

    def test_started_beyond_it_is_pushed_back(self) -> None:
        r = simulate(SLIDE, [UPPER + 0.01], [0.0], 0.5, limits="bounce")
        assert r.qdd[0, 0] < 0
        assert [e.kind for e in r.events] == ["release"]
        assert r.qd[-1, 0] < 0

    def test_stops_of_its_own_stiffness_fit_the_arm(self, planar: Robot) -> None:
        """20 Hz, and about half of the speed, whatever the inertia."""
        for mass in (1e-3, 1.0, 1e3):
            light = SLIDE.with_link(0, mass=mass)
            r = simulate(light, [0.0], [SPEED], 0.6, limits="bounce", samples=[0.6])
            touch, leave = (e.t for e in r.events)
            assert leave - touch == pytest.approx(1 / 40, rel=0.2)
            assert -0.6 < r.qd[-1, 0] / SPEED < -0.4
        bounded = replace(planar, links=tuple(replace(link, lower=-0.5, upper=0.5) for link in planar.links))
        r = simulate(bounded, [0] * 3, [0] * 3, 3.0, limits="bounce")
        assert r.status == "completed"
        assert r.energy_error < 1e-6
        inertia = np.diag(mass_matrix(planar, [0] * 3))
        load_torque = 9.81 * sum(link.mass for link in planar.links) * sum(link.a for link in planar.links)
        sag = load_torque / (inertia * (2 * math.pi * 20) ** 2)
        assert (r.q[-1] > -0.5 - sag - 0.02).all()


@settings(max_examples=15)
@example(seed=289, n=3, dry=1e-3)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 4), dry=st.sampled_from([1e-6, 1e-3, 1.0, 30.0]))
def test_friction_and_stops_together_balance_the_energy(seed: int, n: int, dry: float) -> None:
    """Also where the friction is next to nothing beside the stops, and rounding decides who breaks away."""
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n)
    q = rng.normal(size=n)
    links = [
        replace(link, lower=x - 0.2, upper=x + 0.2, coulomb=dry * link.coulomb)
        for link, x in zip(robot.links, q, strict=True)
    ]
    arm = replace(robot, links=tuple(links))
    r = run(Job(arm, q, rng.normal(size=n), 0.5, limits="bounce", samples=101, draft=True))
    assert r.status == "completed"
    assert r.energy_error < 1e-5
    assert (np.diff(r.friction_work) >= -1e-12).all()
    contacts = np.zeros(n, int)
    for event in r.events:  # a joint that presses can only let go, and the other way round
        if event.kind in ("contact", "release"):
            contacts[event.joint - 1] += 1 if event.kind == "contact" else -1
            assert contacts[event.joint - 1] in (0, 1)


class TestSettings:
    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"limits": "soft"}, "limits"),
            ({"limits": ["stop"]}, "limits"),
            ({"limit_stiffness": 0.0}, "limit_stiffness"),
            ({"limit_stiffness": math.nan}, "limit_stiffness"),
            ({"limit_stiffness": math.inf}, "limit_stiffness"),
            ({"limit_damping": -1.0}, "limit_damping"),
            ({"limit_damping": "x"}, "limit_damping"),
        ],
    )
    def test_bad_ones_name_their_field(self, change: dict, field: str) -> None:
        with pytest.raises(DynamicsError, match=f"field '{field}'"):
            Job(SLIDE, (0.0,), (0.0,), 1.0, **change)

    def test_a_project_keeps_them(self, tmp_path) -> None:
        project = load("planar-3r-free-fall")
        settings = msgspec.structs.replace(project.run, limits="bounce", limit_stiffness=50.0, limit_damping=1.0)
        changed = Project("bouncing", project.robot, project.q0, project.qd0, settings)
        changed.save(tmp_path / "b.arm.json")
        again = load(tmp_path / "b.arm.json")
        assert again == changed
        job = again.job()
        assert (job.limits, job.limit_stiffness, job.limit_damping) == ("bounce", 50.0, 1.0)

    def test_chunks_of_a_run_that_stops(self) -> None:
        job = Job(SLIDE, (0.0,), (0.001,), 1e3, limits="stop", integrator="rk4", step=0.1, samples=1001)
        chunks = list(stream(job, interval=0.0))
        assert len(chunks) > 1
        assert chunks[-1].status == "stopped"
        assert [e.kind for chunk in chunks for e in chunk.events] == ["stop"]
        assert np.concatenate([chunk.t for chunk in chunks])[-1] == run(job).t[-1] == pytest.approx(500.0)


def test_work_counts_springs_and_friction_work_counts_dampers() -> None:
    """Between contact and the deepest point: k d^2 / 2 in the spring; the damper takes what else is missing."""
    k, c = 800.0, 12.0
    r = simulate(SLIDE, [0.0], [SPEED], 0.6, limits="bounce", limit_stiffness=k, limit_damping=c, samples=601)
    depth = np.maximum(r.q[:, 0] - UPPER, 0.0)
    pressing = slice(0, int(np.argmax(depth)) + 1)
    assert r.work[pressing] == pytest.approx(-k * depth[pressing] ** 2 / 2, abs=1e-6)
    lost = MASS * SPEED**2 / 2 - r.kinetic + r.work
    assert r.friction_work == pytest.approx(lost, abs=1e-6)
    assert r.friction_work[-1] > 0
