"""The integral term of PID runs: against linear systems, Pinocchio and stick-slip solved apart, and without windup."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.linalg import expm

from denoc import (
    DynamicsError,
    JointMotion,
    Link,
    PdTorque,
    Project,
    Robot,
    RunSettings,
    load,
    run_project,
    simulate,
)
from denoc.files.projects.project import stream_project
from denoc.functions.api import FORWARD
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.recording import Simulation
from denoc.torques.controllers import controller
from denoc.torques.feedback import Pid
from denoc.torques.torque_laws import rearranged
from tests.support.oracles.pinocchio_model import PinocchioArm

MASS, VISCOUS, G = 3.0, 0.7, 9.81
KP, KI, KD = 80.0, 120.0, 20.0
TARGET = 0.4
LIFT = Robot("lift", (Link(joint="P", mass=MASS, viscous=VISCOUS),), gravity=(0, 0, -G))  # its weight disturbs
ARM = load("planar-3r-free-fall").robot
STILL = (0.0, 0.0, 0.0)
FINE = {"rtol": 1e-10, "atol": 1e-12}


def pid(target: float = TARGET, kp: float = KP, ki: float | None = KI) -> PdTorque:
    return PdTorque((kp,), (KD,), False, (target,), None if ki is None else (ki,))


def lifted(law: PdTorque, robot: Robot = LIFT, q0: float = 0.0, qd0: float = 0.0, **settings: object) -> Simulation:
    result = run_project(Project("lift", robot, (q0,), (qd0,), RunSettings(torque=law, **settings)))
    assert isinstance(result, Simulation)
    assert result.status == "completed"
    return result


class TestLinear:
    def closed_form(self, t: np.ndarray) -> np.ndarray:
        """(k, 3): q, qd and the integral of the error, from q = 0.1, qd = 0.3."""
        matrix = np.array(
            [
                [0, 1, 0, 0],
                [-KP / MASS, -(KD + VISCOUS) / MASS, KI / MASS, KP * TARGET / MASS - G],
                [-1, 0, 0, TARGET],
                [0, 0, 0, 0],
            ]
        )
        return np.array([expm(matrix * at) @ (0.1, 0.3, 0.0, 1.0) for at in t])[:, :3]

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_a_disturbed_joint_obeys_its_third_order_equation(self, integrator: str) -> None:
        r = lifted(pid(), q0=0.1, qd0=0.3, duration=3.0, samples=31, integrator=integrator, **FINE)
        q, qd, integral = self.closed_form(r.t).T
        tau = KP * (TARGET - q) + KI * integral - KD * qd
        assert np.abs(r.q[:, 0] - q).max() < 1e-9
        assert np.abs(r.qd[:, 0] - qd).max() < 1e-9
        assert np.abs(r.tau[:, 0] - tau).max() < 1e-7
        assert np.abs(r.qdd[:, 0] - ((tau - VISCOUS * qd) / MASS - G)).max() < 1e-7
        assert r.energy_error < 1e-9

    def test_coarse_tolerances_stay_near_it(self) -> None:
        r = lifted(pid(), q0=0.1, qd0=0.3, duration=3.0, samples=31)
        assert np.abs(r.q[:, 0] - self.closed_form(r.t)[:, 0]).max() < 1e-7

    def test_the_error_goes_to_zero_which_without_the_integral_it_does_not(self) -> None:
        assert abs(lifted(pid(), duration=25.0).q[-1, 0] - TARGET) < 1e-9
        assert lifted(pid(ki=None), duration=25.0).q[-1, 0] == pytest.approx(TARGET - MASS * G / KP, abs=1e-9)

    def test_chunks_are_the_run(self) -> None:
        project = Project("lift", LIFT, (0.0,), (0.0,), RunSettings(torque=pid(), duration=20.0, step=1e-3))
        whole, chunks = run_project(project), list(stream_project(project, interval=0.0))
        assert len(chunks) > 1
        assert np.concatenate([chunk.tau for chunk in chunks]).tobytes() == whole.tau.tobytes()


def noisy() -> Robot:
    links = tuple(replace(link, viscous=0.2, rotor_inertia=1e-4, gear_ratio=20.0) for link in ARM.links)
    return replace(ARM, links=links, payload=(0.5, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01, 0, 0, 0)))


@pytest.mark.parametrize("method", FORWARD)
def test_an_arm_that_follows_a_motion_against_pinocchio(method: str) -> None:
    """With one joint that has no integral, and a controller that knows nothing of gravity."""
    robot = noisy()
    arm = PinocchioArm(robot)
    kp, ki, kd = np.array([60.0, 40.0, 20.0]), np.array([90.0, 0.0, 30.0]), np.array([6.0, 4.0, 2.0])
    law = PdTorque(tuple(kp.tolist()), tuple(kd.tolist()), False, None, tuple(ki.tolist()))
    settings = RunSettings(
        torque=law, motion=JointMotion(STILL, (1.0, -0.7, 0.5)), duration=1.0, samples=21, method=method, **FINE
    )
    project = Project("arm", robot, (0.1, 0.0, -0.1), STILL, settings)
    r = run_project(project)

    def torque(t: float, y: np.ndarray) -> np.ndarray:
        q_r, qd_r, _ = project.motion_at(np.array([t]))
        return kp * (q_r[0] - y[:3]) + ki * y[6:] + kd * (qd_r[0] - y[3:6])

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        error = project.motion_at(np.array([t]))[0][0] - y[:3]
        return np.concatenate([y[3:6], arm.forward(y[:3], y[3:6], torque(t, y)), error])

    start = np.concatenate([project.q0, project.qd0, STILL])
    expected = solve_ivp(slope, (0, 1.0), start, "DOP853", t_eval=r.t, rtol=1e-10, atol=1e-12).y.T
    assert r.status == "completed"
    assert np.abs(r.q - expected[:, :3]).max() < 1e-8
    assert np.abs(r.tau - [torque(t, y) for t, y in zip(r.t, expected, strict=True)]).max() < 1e-6
    assert r.energy_error < 1e-9


@pytest.mark.parametrize("ki", [None, STILL])
def test_without_gains_there_is_no_integral_and_the_run_is_a_pd_run(ki: tuple[float, ...] | None) -> None:
    law = PdTorque((30.0,) * 3, (2.0,) * 3, False, (0.5, 0.2, -0.4))
    with_ki = msgspec.structs.replace(law, ki=ki)
    assert not hasattr(controller(ARM, with_ki), "integrates")
    results = [
        run_project(Project("arm", ARM, STILL, STILL, RunSettings(duration=0.5, torque=torque)))
        for torque in (law, with_ki)
    ]
    assert results[0].q.tobytes() == results[1].q.tobytes()
    assert results[0].evaluations == results[1].evaluations


class TestFriction:
    COULOMB = 4.0
    START = 0.02  # behind the target, where kp alone does not overcome the friction

    def rough(self) -> Robot:
        return Robot("block", (Link(joint="P", mass=MASS, coulomb=self.COULOMB),), gravity=(0, 0, 0))

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_the_integral_breaks_a_stuck_joint_away_at_its_moment(self, integrator: str) -> None:
        r = lifted(pid(), self.rough(), TARGET - self.START, duration=1.5, samples=151, integrator=integrator)
        moment = (self.COULOMB - KP * self.START) / (KI * self.START)
        before = r.t < moment
        assert r.events[0][1:] == (1, "slips")
        assert r.events[0].t == pytest.approx(moment, abs=1e-10)
        assert (r.q[before] == TARGET - self.START).all()
        assert r.tau[before, 0] == pytest.approx((KP + KI * r.t[before]) * self.START, abs=1e-12)
        assert r.energy_error < 1e-6

    def hunted(self, ki: float, duration: float) -> tuple[list[tuple[float, str]], np.ndarray]:
        """When the block sticks and slips, and its state at the end, by SciPy: one piece after the other."""

        def torque(y: np.ndarray) -> float:
            return KP * (TARGET - y[0]) + ki * y[2] - KD * y[1]

        def slope(t: float, y: np.ndarray, sign: float) -> list[float]:
            return [y[1], (torque(y) - sign * self.COULOMB) / MASS if sign else 0.0, TARGET - y[0]]

        def over(t: float, y: np.ndarray, sign: float) -> float:
            if not sign:
                return self.COULOMB - abs(torque(y))
            return sign * y[1] if t > since else 1.0  # it sets off with no speed

        over.terminal, over.direction = True, -1.0
        since, sign, y, found = 0.0, 1.0, np.zeros(3), []
        while True:
            part = solve_ivp(
                slope, (since, duration), y, "DOP853", events=over, args=(sign,), rtol=1e-12, atol=1e-14, max_step=0.05
            )
            since, y = float(part.t[-1]), part.y[:, -1]
            if since == duration:
                return found, y
            y[1] = 0.0
            sign = math.copysign(1.0, torque(y)) if not sign or abs(torque(y)) > self.COULOMB else 0.0
            found.append((since, "slips" if sign else "sticks"))

    def test_hunting_for_the_target_against_scipy(self) -> None:
        r = lifted(pid(ki=400.0), self.rough(), duration=6.0, samples=61, **FINE)
        expected, end = self.hunted(400.0, 6.0)
        assert {kind for _, kind in expected} == {"slips", "sticks"}
        assert len(expected) > 8
        assert [e.kind for e in r.events] == [kind for _, kind in expected]
        assert [e.t for e in r.events] == pytest.approx([t for t, _ in expected], abs=1e-8)
        assert r.q[-1, 0] == pytest.approx(end[0], abs=1e-9)
        assert r.energy_error < 1e-9

    def test_a_six_joint_arm_with_dry_friction_comes_nearer_than_without_the_integral(self) -> None:
        robot = load("puma560").robot
        assert all(link.coulomb > 0 for link in robot.links)
        errors = []
        for ki in (None, (300.0,) * 6):
            law = PdTorque((100.0,) * 6, (20.0,) * 6, True, (0.2,) * 6, ki)
            r = run_project(Project("p", robot, (0.0,) * 6, (0.0,) * 6, RunSettings(duration=3.0, torque=law)))
            assert r.status == "completed"
            assert r.energy_error < 1e-6
            errors.append(np.abs(r.q[-1] - 0.2).max())
        assert errors[1] < errors[0] / 2


class TestLimits:
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_a_stop_on_the_way_bounces(self, integrator: str) -> None:
        short = LIFT.with_link(0, lower=-1.0, upper=0.3)
        r = lifted(pid(), short, duration=1.0, samples=51, limits="bounce", integrator=integrator)
        assert "contact" in {event.kind for event in r.events}
        assert r.q.max() < TARGET
        assert r.energy_error < 1e-6

    def test_or_ends_the_run_with_its_torque(self) -> None:
        settings = RunSettings(torque=pid(), limits="stop", duration=2.0)
        project = Project("lift", LIFT.with_link(0, upper=0.3), (0.0,), (0.0,), settings)
        r = run_project(project)
        free = lifted(pid(), duration=2.0, samples=20001)
        assert r.status == "stopped"
        assert r.q[-1, 0] == pytest.approx(0.3, abs=1e-12)
        assert r.tau[-1, 0] == pytest.approx(np.interp(r.t[-1], free.t, free.tau[:, 0]), abs=1e-4)


class Wound:
    """A clipped PID law whose integral knows nothing of the clipping."""

    integrates = True

    def __init__(self, limit: float, target: float) -> None:
        self.limit, self.target = limit, target

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        error = self.target - q
        return np.clip(KP * error + KI * z - KD * qd, -self.limit, self.limit), error


class TestWindup:
    LIMIT, FAR = 45.0, 3.0

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_the_overshoot_is_a_fraction_of_what_it_would_be(self, integrator: str) -> None:
        settings = {"duration": 6.0, "samples": 301, "integrator": integrator, "step": 0.005}
        r = lifted(pid(self.FAR), torque_limit=(self.LIMIT,), **settings)
        wound = simulate(LIFT, [0.0], [0.0], torque=Wound(self.LIMIT, self.FAR), **settings)
        assert np.abs(r.tau).max() == self.LIMIT
        assert wound.q.max() - self.FAR > 1.0
        assert r.q.max() - self.FAR < 0.25
        assert r.energy_error < 1e-6

    def test_at_full_torque_it_only_accelerates(self) -> None:
        r = lifted(pid(self.FAR), torque_limit=(self.LIMIT,), duration=0.5, **FINE)
        full = r.tau[:, 0] == self.LIMIT
        assert full.all()
        speed = (self.LIMIT / MASS - G) * MASS / VISCOUS * (1 - np.exp(-VISCOUS / MASS * r.t))
        assert r.qd[:, 0] == pytest.approx(speed, abs=1e-9)

    @pytest.mark.parametrize("kp", [KP, 0.0])
    @pytest.mark.parametrize("torque_limit", [None, (45.0,), (0.0,)])
    @pytest.mark.parametrize("speed_limit", [None, (0.5,)])
    def test_no_chatter_at_any_limit(self, kp: float, torque_limit: object, speed_limit: object) -> None:
        law = pid(self.FAR, kp=kp)
        r = lifted(law, duration=4.0, samples=41, torque_limit=torque_limit, speed_limit=speed_limit)
        assert r.steps < 2000
        if speed_limit is not None:
            assert r.qd.max() <= 0.5 + 1e-8

    def test_at_top_speed_the_integral_waits_too(self) -> None:
        r = lifted(pid(self.FAR), duration=20.0, speed_limit=(0.5,))
        assert r.q.max() - self.FAR < 0.01
        assert abs(r.q[-1, 0] - self.FAR) < 1e-6

    def law(self, kp: float = KP) -> Pid:
        act = controller(LIFT, pid(0.0, kp=kp), torque_limit=(self.LIMIT,), speed_limit=(2.0,))
        assert isinstance(act, Pid)
        return act

    @given(*[st.floats(-3, 3)] * 3, st.sampled_from([KP, 0.0]))
    def test_the_integral_grows_with_the_error_or_slower_and_never_backwards(
        self, q: float, qd: float, z: float, kp: float
    ) -> None:
        tau, rate = (float(x[0]) for x in self.law(kp)(0.0, *np.array([[q], [qd], [z]])))
        wanted = -kp * q - KD * qd + KI * z
        assert 0 <= rate * -q <= q * q
        if abs(tau - wanted) < 1e-9 or wanted * -q <= 0:
            assert rate == pytest.approx(-q, abs=1e-9)
        elif abs(wanted - tau) > 0.1 * (kp or KI) * abs(q) + 1e-9:
            assert rate == 0.0

    @given(*[st.floats(-3, 3)] * 3, st.sampled_from([KP, 0.0]), st.integers(0, 2), st.sampled_from([-1e-6, 1e-6]))
    def test_it_has_no_jumps(self, q: float, qd: float, z: float, kp: float, which: int, change: float) -> None:
        state = np.array([[q], [qd], [z]])
        before = self.law(kp)(0.0, *state)
        state[which] += change
        after = self.law(kp)(0.0, *state)
        assert np.abs(np.subtract(after, before)).max() < 1e-2


class TestAsData:
    law = PdTorque((1.0, 2.0, 3.0), STILL, False, (0.1, 0.2, 0.3), (4.0, 5.0, 6.0))

    def project(self, law: PdTorque) -> Project:
        return Project("arm", ARM, STILL, STILL, RunSettings(torque=law))

    def test_it_survives_a_file_and_a_process(self, tmp_path: Path) -> None:
        project = self.project(self.law)
        project.save(tmp_path / "pid.arm.json")
        assert load(tmp_path / "pid.arm.json") == project
        act = project.job().torque
        state = (0.3, *np.arange(9.0).reshape(3, 3))
        assert np.array_equal(pickle.loads(pickle.dumps(act))(*state), act(*state))

    def test_a_file_without_it_is_a_pd_law(self, tmp_path: Path) -> None:
        path = tmp_path / "pd.arm.json"
        self.project(self.law).save(path)
        document = json.loads(path.read_text())
        del document["run"]["torque"]["ki"]
        path.write_text(json.dumps(document))
        assert load(path).run.torque == msgspec.structs.replace(self.law, ki=None)

    def test_it_goes_with_its_joints(self) -> None:
        """A joint that was not there gets the gains of the one before it, and rests at zero."""
        moved = rearranged(self.law, lambda values: (values[2], 0.0, values[0]))
        assert moved == PdTorque((3.0, 3.0, 1.0), STILL, False, (0.3, 0.0, 0.1), (6.0, 6.0, 4.0))

    @pytest.mark.parametrize(
        ("ki", "link", "reason"),
        [
            ((1.0, -2.0, 3.0), 2, "must not be below 0"),
            ((1.0, 2.0, math.nan), 3, "finite"),
            ((math.inf, 2.0, 3.0), 1, "finite"),
            ((1.0,), None, "3 numbers are needed, not 1"),
        ],
    )
    def test_what_does_not_fit_is_refused_in_words(self, ki: tuple[float, ...], link: int | None, reason: str) -> None:
        with pytest.raises(DynamicsError, match=reason) as caught:
            self.project(msgspec.structs.replace(self.law, ki=ki))
        assert (caught.value.link, caught.value.field) == (link, "run.torque.ki")


class Own:
    """A law of the user's with integrals."""

    integrates = True

    def __init__(self, *given: object) -> None:
        self.given = given

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray, z: np.ndarray) -> tuple[object, ...]:
        return self.given


class TestOwnLaws:
    def test_one_that_forgets_its_rates_is_refused(self) -> None:
        with pytest.raises(DynamicsError, match="must give 3 torques and 3 rates of its integrals"):
            simulate(ARM, STILL, STILL, 1.0, torque=Own(1.0, 2.0, 3.0))

    def test_a_rate_that_is_no_number_ends_the_run_in_words(self) -> None:
        r = simulate(ARM, STILL, STILL, 1.0, torque=Own(STILL, (0.0, math.nan, 0.0)))
        assert r.status == "failed"
        assert r.message == "the rate of the integral of joint 2 is nan at t = 0 s"

    def test_a_torque_that_is_none_too(self) -> None:
        r = simulate(ARM, STILL, STILL, 1.0, torque=Own((0.0, 0.0, math.inf), STILL))
        assert r.message == "the torque of joint 3 is inf at t = 0 s"
