"""Runs: numbers, energy, outcomes."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import denoc
from denoc import DynamicsError, Job, Link, Robot, load, simulate, stream
from denoc.functions.api import FORWARD
from denoc.functions.conditioning import check_mass_matrix
from denoc.kernels import kernel
from denoc.kernels.emitter.compiler import compile_text
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.simulation import run
from tests.support.oracles.arms import random_arm

ADAPTIVE = [name for name in INTEGRATORS if name != "rk4"]


class TestFreeFallOfThePlanarArm:
    """The figures of Saha 1999, 6.1, with the link data of ReDySim."""

    TIMES = (0.25, 0.5, 1.0, 2.0)
    ANGLES = (
        (-0.9242, 0.5373, 0.5624),
        (-1.8434, -0.5583, -0.2334),
        (-2.2541, -1.1013, -0.1677),
        (-1.7036, 0.2242, 0.8421),
    )

    @pytest.mark.parametrize("method", FORWARD)
    @pytest.mark.parametrize("integrator", ["dopri5", "verner65", "dop853"])
    def test_angles(self, planar: Robot, method: str, integrator: str) -> None:
        result = simulate(
            planar, [0] * 3, [0] * 3, 2.0, method=method, integrator=integrator, rtol=1e-9, samples=self.TIMES
        )
        assert result.status == "completed"
        assert np.abs(result.q - self.ANGLES).max() < 6e-5

    @pytest.mark.parametrize("integrator", ["rk4", "radau"])
    def test_angles_early(self, planar: Robot, integrator: str) -> None:
        result = simulate(planar, [0] * 3, [0] * 3, 0.5, integrator=integrator, samples=self.TIMES[:2])
        assert np.abs(result.q - self.ANGLES[:2]).max() < 6e-5

    @pytest.mark.parametrize("method", FORWARD)
    @pytest.mark.parametrize("integrator", ["dopri5", "verner65", "dop853"])
    def test_energy_drift(self, planar: Robot, method: str, integrator: str) -> None:
        result = simulate(planar, [0] * 3, [0] * 3, 5.0, method=method, integrator=integrator, rtol=1e-10, atol=1e-12)
        assert result.energy_error < 1e-8
        assert result.warning == ""

    def test_theta_1_first_goes_negative(self, planar: Robot) -> None:
        result = simulate(planar, [0] * 3, [0] * 3, 0.2)
        assert (result.q[1:, 0] < 0).all()

    def test_series_belong_together(self, planar: Robot) -> None:
        r = simulate(planar, [0.3, 0, 0], [0, 1, 0], 0.5, torque=[0.5, 0.2, -0.1], samples=5001)
        assert np.allclose(denoc.forward_dynamics(planar, r.q, r.qd, r.tau), r.qdd)
        assert np.allclose(denoc.kinetic_energy(planar, r.q, r.qd), r.kinetic)
        assert np.allclose(denoc.potential_energy(planar, r.q), r.potential)
        assert np.allclose(r.tau, [0.5, 0.2, -0.1])
        assert np.allclose(np.gradient(r.q, r.t, axis=0)[2:-2], r.qd[2:-2], atol=1e-3)
        assert r.t[0] == 0.0
        assert r.t[-1] == 0.5
        assert not r.q.flags.writeable


def test_pendulum_against_the_closed_form(pendulum: Robot) -> None:
    """A point mass let go level swings as the Jacobi elliptic sine."""
    r = simulate(pendulum, [0.0], [0.0], 3.0, integrator="dop853", rtol=1e-12, atol=1e-13, samples=61)
    k = math.sin(math.pi / 4)  # amplitude 90 degrees
    omega = math.sqrt(9.81 / 0.7)
    sn, *_ = ellipj(ellipk(k**2) - omega * r.t, k**2)
    swing = 2 * np.arcsin(k * sn)  # from the lowest point
    assert np.abs(r.q[:, 0] - (swing - math.pi / 2)).max() < 1e-9


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_sliding_mass_against_the_closed_form(integrator: str) -> None:
    """A slide with viscous friction under constant force: first-order response."""
    mass, c, force = 2.0, 3.0, 5.0
    slide = Robot("slide", (Link(joint="P", mass=mass, viscous=c),), gravity=(0, 0, 0))
    r = simulate(slide, [0.0], [0.0], 2.0, torque=[force], integrator=integrator, rtol=1e-9, samples=21)
    speed = force / c * (1 - np.exp(-c / mass * r.t))
    assert np.abs(r.qd[:, 0] - speed).max() < 1e-8
    assert np.abs(r.work - force * r.q[:, 0]).max() < 1e-7
    assert np.abs(r.energy_drift).max() < 1e-7


def test_stiff_friction_is_cheap_for_the_implicit_method() -> None:
    stiff = Robot("stiff", (Link(a=1.0, mass=1.0, viscous=2e4),), gravity=(0, -9.81, 0))
    implicit = simulate(stiff, [0.0], [1.0], 2.0, integrator="radau", rtol=1e-6)
    explicit = simulate(stiff, [0.0], [1.0], 2.0, integrator="dopri5", rtol=1e-6)
    assert implicit.status == explicit.status == "completed"
    assert np.allclose(implicit.q[-1], explicit.q[-1], rtol=1e-4)
    assert implicit.evaluations < explicit.evaluations / 20


def test_rotors_and_friction_balance_the_energy(rng: np.random.Generator) -> None:
    robot = random_arm(rng, 4, extras=True)
    robot = replace(robot, links=tuple(replace(link, coulomb=0.0) for link in robot.links))
    for method in FORWARD:
        r = simulate(robot, rng.normal(size=4), np.zeros(4), 0.5, torque=lambda t, q, qd: np.sin(t + q), method=method)
        assert r.status == "completed"
        assert r.friction_work[-1] > 0
        assert r.energy_error < 1e-6


@pytest.mark.parametrize("method", ["normalized", "unnormalized"])
def test_quasi_velocities_are_integrated_themselves(rng: np.random.Generator, method: str) -> None:
    robot = random_arm(rng, 5, extras=False)
    q, qd = rng.normal(size=(2, 5))
    options = {"rtol": 1e-11, "atol": 1e-12, "samples": 5, "integrator": "dop853"}
    expected = simulate(robot, q, qd, 0.4, **options)
    found = simulate(robot, q, qd, 0.4, method=method, **options)
    assert np.abs(found.q - expected.q).max() < 1e-7
    assert np.abs(found.qd - expected.qd).max() < 1e-6


class TestOutcomes:
    """Bad torques, blow-ups and budgets end a run in words; what was computed is kept."""

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_a_torque_that_is_not_a_number_from_the_start(self, planar: Robot, integrator: str) -> None:
        r = simulate(planar, [0] * 3, [0] * 3, 1.0, torque=lambda t, q, qd: [0, np.nan, 0], integrator=integrator)
        assert r.status == "failed"
        assert r.message == "the torque of joint 2 is nan at t = 0 s"
        assert len(r.t) == 0

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_a_torque_that_breaks_on_the_way(self, planar: Robot, integrator: str) -> None:
        def law(t: float, q: np.ndarray, qd: np.ndarray) -> list[float]:
            return [0, 0, math.inf if t > 0.3 else 0]

        r = simulate(planar, [0] * 3, [0] * 3, 1.0, torque=law, integrator=integrator)
        assert r.status == "failed"
        assert "torque of joint 3 is inf at t = 0.3" in r.message
        assert 25 <= len(r.t) <= 31
        assert np.isfinite(r.qdd).all()

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    @pytest.mark.parametrize(
        "law",
        [lambda t, q, qd: 50 * qd + 1, lambda t, q, qd: 1e3 * q**3 + 1, lambda t, q, qd: np.full(3, 1e300)],
        ids=["negative damping", "cubic", "huge"],
    )
    def test_a_blow_up(self, planar: Robot, integrator: str, law) -> None:
        started = time.thread_time()
        r = simulate(planar, [0] * 3, [0] * 3, 5.0, torque=law, integrator=integrator)
        assert r.status == "diverged"
        assert "t = " in r.message
        assert np.isfinite(r.q).all()
        assert time.thread_time() - started < 20

    def test_a_step_that_is_too_long_for_rk4(self, planar: Robot) -> None:
        r = simulate(planar, [0] * 3, [0] * 3, 20.0, integrator="rk4", step=0.2)
        assert r.status == "diverged" or "energy balance" in r.warning

    def test_an_exception_in_the_torque_function_is_the_callers(self, planar: Robot) -> None:
        with pytest.raises(KeyError):
            simulate(planar, [0] * 3, [0] * 3, 1.0, torque=lambda t, q, qd: {}["x"])

    def test_a_division_by_zero_in_the_torque_function_is_the_callers(self, planar: Robot) -> None:
        with pytest.raises(ZeroDivisionError):
            simulate(planar, [0] * 3, [0] * 3, 1.0, torque=lambda t, q, qd: [1 / 0] * 3)

    def test_a_torque_of_the_wrong_length(self, planar: Robot) -> None:
        with pytest.raises(DynamicsError, match="torque"):
            simulate(planar, [0] * 3, [0] * 3, 1.0, torque=lambda t, q, qd: [0.0])
        for torque in ([1.0], [0, math.nan, 0], ["x", 0, 0], lambda t, q, qd: "abc"):
            with pytest.raises(DynamicsError, match="torque"):
                simulate(planar, [0] * 3, [0] * 3, 1.0, torque=torque)

    def test_budgets(self, planar: Robot) -> None:
        r = run(Job(planar, (0, 0, 0), (0, 0, 0), 10.0, max_evaluations=500))
        assert r.status == "failed"
        assert "500 evaluations" in r.message
        assert 0 < r.t[-1] < 10
        r = run(Job(planar, (0, 0, 0), (0, 0, 0), 1e6, samples=2, max_seconds=0.2))
        assert r.status == "failed"
        assert "0.2 s of computing time" in r.message

    def test_a_singular_arm(self) -> None:
        twice = Robot("twice", (Link(), Link(mass=1, com=(0.5, 0, 0), inertia=(0.1,) * 3 + (0,) * 3)))
        r = simulate(twice, [0, 0], [0, 0], 1.0)
        assert r.status == "failed"
        assert "link 1" in r.message
        assert "singular" in r.message

    @pytest.mark.parametrize("method", FORWARD)
    @pytest.mark.parametrize("n", [2, 600])
    def test_a_massless_last_link(self, method: str, n: int) -> None:
        """Long arms are not written out; they must refuse in the same words."""
        rod = Link(a=0.5, mass=1, com=(-0.2, 0, 0))
        r = simulate(Robot("bare end", (*(rod,) * (n - 1), Link())), [0] * n, [0] * n, 1.0, method=method)
        assert r.status == "failed"
        assert f"link {n}" in r.message
        assert len(r.t) == 0

    def test_a_torque_that_chatters_is_told_early(self, pendulum: Robot) -> None:
        """A switching controller holds the arm only by changing its sign at every step."""
        started = time.thread_time()
        r = simulate(pendulum, [0.3], [0.0], 0.5, torque=lambda t, q, qd: -50 * np.sign(qd))
        assert r.status == "failed"
        assert "no progress" in r.message
        assert time.thread_time() - started < 10

    def test_an_almost_singular_arm(self) -> None:
        almost = Robot("almost", (Link(mass=1e-16, com=(1, 0, 0)), Link(mass=1, com=(0.5, 0, 0))))
        assert simulate(almost, [0, 0], [0, 0], 1.0).status == "failed"

    def test_massless_links_that_still_give_a_positive_matrix(self) -> None:
        wrist = Robot("wrist", (Link(alpha=math.pi / 2), Link(mass=1, com=(0.1, 0, 0), inertia=(0.01,) * 3 + (0,) * 3)))
        assert simulate(wrist, [0, 0], [0.1, 0.1], 0.2).status == "completed"

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"q0": (0, math.nan, 0)}, "q0"),
            ({"qd0": (0, 0, math.inf)}, "qd0"),
            ({"q0": (0, 0)}, "q0"),
            ({"duration": 0}, "duration"),
            ({"duration": math.nan}, "duration"),
            ({"rtol": -1}, "rtol"),
            ({"rtol": 1.0}, "rtol"),
            ({"duration": 1e12}, "duration"),
            ({"q0": (0, 1e9, 0)}, "q0"),
            ({"step": 1e-9}, "step"),
            ({"method": ["denoc"]}, "method"),
            ({"max_evaluations": "x"}, "max_evaluations"),
            ({"max_seconds": -1}, "max_seconds"),
            ({"integrator": "euler"}, "integrator"),
            ({"method": "lagrange"}, "method"),
            ({"step": 0}, "step"),
            ({"samples": 0}, "samples"),
            ({"samples": [0.5, 0.2]}, "samples"),
            ({"samples": [0, 99]}, "samples"),
            ({"samples": "many"}, "samples"),
        ],
    )
    def test_bad_settings_name_their_field(self, planar: Robot, change: dict, field: str) -> None:
        settings = {"q0": (0, 0, 0), "qd0": (0, 0, 0), "duration": 1.0, **change}
        with pytest.raises(DynamicsError, match=field):
            run(Job(planar, **settings))


class TestChunks:
    def test_they_add_up_to_the_run(self, planar: Robot) -> None:
        job = Job(planar, (0, 0, 0), (0, 0, 0), 200.0, samples=2001)
        chunks = list(stream(job, interval=0.0))
        assert len(chunks) > 5
        assert [chunk.status for chunk in chunks[:-1]] == ["running"] * (len(chunks) - 1)
        assert chunks[-1].status == "completed"
        whole = run(job)
        for name in ("q", "qdd", "kinetic", "potential"):  # however they were cut
            assert np.array_equal(np.concatenate([getattr(chunk, name) for chunk in chunks]), getattr(whole, name))
        assert np.array_equal(np.concatenate([chunk.t for chunk in chunks]), np.linspace(0, 200, 2001))
        reached = [chunk.reached for chunk in chunks]
        assert reached == sorted(reached)

    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_cancel(self, planar: Robot, integrator: str) -> None:
        cancel = threading.Event()
        chunks = stream(Job(planar, (0, 0, 0), (0, 0, 0), 1e4, integrator=integrator), cancel, interval=0.0)
        next(chunks)
        cancel.set()
        last = list(chunks)[-1]
        assert last.status == "cancelled"
        assert "cancelled at t" in last.message

    def test_compiles_nothing_more_once_it_is_cancelled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        cancel, compiled = threading.Event(), list[str]()

        def compile_and_cancel(text: str, *given: object, **more: object) -> bytes:
            compiled.append(text)
            cancel.set()
            return compile_text(text, *given, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(kernel, "cached", lambda key, make: make())
        monkeypatch.setattr(kernel, "compile_text", compile_and_cancel)
        rough = replace(load("puma560").robot, base=((1, 0, 0, 0.1), (0, 1, 0, 0.2), (0, 0, 1, 0.3), (0, 0, 0, 1)))
        prepared = Job(rough, (0,) * 6, (0,) * 6, 1.0)
        check_mass_matrix(rough, prepared.q0)  # by generic kernels
        assert run(prepared, cancel).status == "cancelled"
        assert len(compiled) == 1

    def test_cancelled_before_it_starts(self, planar: Robot) -> None:
        cancel = threading.Event()
        cancel.set()
        r = run(Job(planar, (0, 0, 0), (0, 0, 0), 1.0), cancel)
        assert r.status == "cancelled"
        assert list(r.t) == [0.0]


class TestEnergyBalance:
    ROD = Link(a=0.5, mass=1.0, com=(-0.25, 0, 0), inertia=(0, 0.02, 0.02, 0, 0, 0))

    def test_no_false_alarm_where_nothing_is_exchanged(self) -> None:
        level = Robot("level", (self.ROD, self.ROD))  # vertical axes: gravity does no work
        r = simulate(level, [0, 1], [1, 0], 5.0)
        assert r.energy_error < 1e-6
        assert r.warning == ""

    def test_no_false_alarm_at_rest(self) -> None:
        r = simulate(Robot("hanging", (self.ROD,), gravity=(9.81, 0, 0)), [0.0], [0.0], 1.0)
        assert r.warning == ""

    @pytest.mark.parametrize("rtol", [1e-2, 3e-2])
    def test_a_loose_tolerance_is_no_excuse(self, rtol: float) -> None:
        double = Robot("double", (self.ROD, self.ROD), gravity=(0, -9.81, 0))
        r = simulate(double, [0, 0], [0, 0], 5.0, rtol=rtol, atol=rtol)
        assert "energy balance" in r.warning
        assert r.message == r.warning

    def test_more_than_a_thousandth_is_warned_of_whatever_the_tolerance(self) -> None:
        """A wheel that turns on: all its energy is kinetic, and so much of it is made to be unexplained."""
        wheel = Robot("w", (Link(inertia=(0, 0, 2.0, 0, 0, 0)),), gravity=(0, 0, 0))
        for rtol, share, warned in ((1e-4, 9.9e-3, True), (1e-4, 2e-4, False), (1e-8, 2e-4, True), (1e-8, 9e-5, False)):
            r = simulate(wheel, [0.0], [3.0], 1.0, rtol=rtol, samples=11)
            off = replace(r, kinetic=r.kinetic * (1 + share * r.t))
            assert off.energy_error == pytest.approx(share, rel=1e-2)
            assert bool(off.warning) == warned

    def test_energies_that_are_no_numbers_are_warned_of(self) -> None:
        r = simulate(Robot("hanging", (self.ROD,), gravity=(9.81, 0, 0)), [1.0], [0.0], 1.0, samples=11)
        off = replace(r, kinetic=np.where(r.t > 0.5, np.nan, r.kinetic))
        assert np.isnan(off.energy_error)
        assert "energy balance" in off.warning

    @pytest.mark.parametrize("excess", [1e-2, 1e-4, 1e-6, 1e-8])
    @pytest.mark.parametrize("lasts", [0.1, 0.001])
    def test_no_false_alarm_from_a_slip_next_to_nothing(self, excess: float, lasts: float) -> None:
        """Nudged just above breakaway for a short time: fixed steps make little of so small a motion, and of its
        energies, but next to what friction takes in any motion to speak of they are nothing."""
        block = Robot("b", (Link(joint="P", mass=2.0, coulomb=3.0),), gravity=(0, 0, 0))

        def nudge(t: float, q: np.ndarray, qd: np.ndarray) -> list[float]:
            return [3.0 * (1 + excess) if 0.3 < t < 0.3 + lasts else 0.0]

        r = simulate(block, [0.2], [0.0], 1.0, torque=nudge, integrator="rk4")
        assert np.ptp(r.q) < 1e-4
        assert r.warning == ""

    @pytest.mark.parametrize("samples", [np.linspace(0, 0.1, 11), [10.0], [5.0, 6.0]], ids=["early", "last", "middle"])
    def test_a_drift_outside_the_samples_is_warned_of(self, samples: object) -> None:
        double = Robot("double", (self.ROD, self.ROD), gravity=(0, -9.81, 0))
        whole, part = (
            simulate(double, [0, 0], [0, 0], 10.0, integrator="rk4", step=0.02, samples=each)
            for each in (None, samples)
        )
        assert whole.warning
        assert part.warning == part.message
        assert part.energy_error == pytest.approx(whole.energy_error, rel=0.2)
        assert list(part.t) == list(samples)  # type: ignore[call-overload]

    def test_an_end_that_is_like_the_start_is_no_false_alarm(self) -> None:
        """After whole periods nothing seems to have been exchanged, whatever moved between."""
        swing = simulate(Robot("rod", (self.ROD,), gravity=(0, -9.81, 0)), [0.0], [0.0], 5.0, samples=5001)
        back = float(swing.t[np.argmax(swing.q[500:, 0]) + 500])
        rod = simulate(swing.job.robot, [0.0], [0.0], back, samples=[back])
        assert rod.energy_error < 1e-6
        assert rod.warning == ""

    def test_samples_that_start_late(self) -> None:
        damped = Robot("damped", (replace(self.ROD, viscous=0.5),), gravity=(0, -9.81, 0))
        r = simulate(damped, [0.0], [0.0], 1.0, samples=[0.5, 0.75, 1.0])
        assert r.energy_error < 1e-6


def test_rk4_never_takes_a_longer_step(pendulum: Robot) -> None:
    assert simulate(pendulum, [0.0], [0.0], 1.0, integrator="rk4", step=0.7).steps == 2
    assert simulate(pendulum, [0.0], [0.0], 1.0, integrator="rk4", step=0.1).steps == 10


def test_a_job_is_a_value(planar: Robot) -> None:
    torque = np.ones(3)
    first, second = (Job(planar, [0, 0, 0], (0, 0, 0), 1.0, torque=torque, samples=[0.0, 1.0]) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    torque[0] = 9.0
    assert first.torque == (1.0, 1.0, 1.0)


def test_the_same_run_twice_is_the_same_to_the_last_bit(stanford: Robot) -> None:
    first, second = (simulate(stanford, [0, math.pi / 2, 0, 0, 0, 0], [0] * 6, 0.3) for _ in range(2))
    assert first.q.tobytes() == second.q.tobytes()


def test_an_arm_too_long_to_be_written_out() -> None:
    project = load("chain-50")
    r = simulate(project.robot, project.q0, project.qd0, 0.02, samples=3, rtol=1e-6)
    assert r.status == "completed"
    assert r.energy_error < 1e-4
