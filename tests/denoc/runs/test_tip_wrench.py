"""A wrench at the tip during runs: against Pinocchio, closed forms, and the energy balance."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from denoc import DynamicsError, Link, Robot, inverse_dynamics, jacobian, load, mass_matrix, simulate
from denoc.files.projects.project import Project, RunSettings, inverse_recording, run_project
from denoc.functions.api import FORWARD
from denoc.runs.integrators import INTEGRATORS
from denoc.studies.agreement import LIMIT, disagreements
from denoc.studies.sensitivity import sensitivity
from denoc.torques.torque_laws import ComputedTorque, PdTorque
from tests.support.oracles.arms import random_arm

HINGE = Robot("wheel", (Link(mass=1.0, inertia=(0.1, 0.1, 0.5, 0, 0, 0), viscous=0.2),), gravity=(0, 0, 0))
SLIDE = Robot("slide", (Link(joint="P", mass=2.0),), gravity=(0, 0, -9.81))
PUSH = (0.0, 0.0, 0.0, 0.0, 0.0, 30.0)


def smooth_arm(seed: int, n: int = 4, convention: str = "modified") -> Robot:
    """Random, with base, tool and payload, without dry friction."""
    robot = random_arm(np.random.default_rng(seed), n, convention)
    return replace(robot, links=tuple(replace(link, coulomb=0.0, viscous=0.4) for link in robot.links))


class TestClosedForms:
    @pytest.mark.parametrize("integrator", INTEGRATORS)
    def test_a_force_along_a_slide(self, integrator: str) -> None:
        r = simulate(SLIDE, [0.0], [0.0], 2.0, tip_wrench=PUSH, integrator=integrator)
        acceleration = 30.0 / 2.0 - 9.81
        assert r.qdd[:, 0] == pytest.approx(acceleration)
        assert r.q[:, 0] == pytest.approx(acceleration * r.t**2 / 2, rel=1e-9, abs=1e-12)
        assert r.work == pytest.approx(30.0 * r.q[:, 0], rel=1e-9, abs=1e-12)
        assert r.energy_error < 1e-9

    @pytest.mark.parametrize("method", FORWARD)
    def test_a_moment_on_a_hinge_with_friction(self, method: str) -> None:
        r = simulate(HINGE, [0.0], [0.0], 5.0, tip_wrench=(7.0, -3.0, 1.5, 0, 0, 0), method=method)
        rate = 1.5 / 0.2 * (1 - np.exp(-0.2 / 0.5 * r.t))
        assert r.qd[:, 0] == pytest.approx(rate, abs=1e-7)
        assert r.energy_error < 1e-7

    def test_dry_friction_holds_against_a_force_up_to_its_size(self) -> None:
        sticky = replace(SLIDE, gravity=(0, 0, 0), links=(replace(SLIDE.links[0], coulomb=30.5),))
        held = simulate(sticky, [0.1], [0.0], 1.0, tip_wrench=PUSH)
        assert (held.q == 0.1).all()
        moved = simulate(sticky, [0.0], [0.0], 1.0, tip_wrench=(0, 0, 0, 0, 0, 31.5))
        assert moved.q[-1, 0] == pytest.approx((31.5 - 30.5) / 2.0 / 2)
        assert [event.kind for event in moved.events] == []

    def test_a_stop_carries_it(self) -> None:
        """On the spring behind its limit the joint rests where the spring's force is the wrench's."""
        short = replace(SLIDE, gravity=(0, 0, 0), links=(replace(SLIDE.links[0], upper=0.1),))
        r = simulate(
            short, [0.0], [0.0], 20.0, tip_wrench=PUSH, limits="bounce", limit_stiffness=1000.0, limit_damping=100.0
        )
        assert r.q[-1, 0] == pytest.approx(0.1 + 30.0 / 1000.0, abs=1e-6)
        assert r.energy_error < 1e-6


class TestEveryRun:
    @pytest.mark.parametrize(("method", "integrator"), list(product(FORWARD, INTEGRATORS)))
    def test_accelerations_are_those_of_the_arm_under_the_wrench(self, method: str, integrator: str) -> None:
        pytest.importorskip("pinocchio")
        from tests.support.oracles.pinocchio_model import PinocchioArm

        robot, wrench = smooth_arm(3), np.array([3.0, -2.0, 4.0, 8.0, -6.0, 5.0])
        tau = (1.0, -2.0, 0.5, 0.3)
        fixed = {"step": 1e-3} if integrator == "rk4" else {}
        r = simulate(
            robot,
            np.zeros(4),
            np.zeros(4),
            0.3,
            torque=tau,
            tip_wrench=wrench,
            method=method,
            integrator=integrator,
            **fixed,
        )
        assert r.status == "completed", r.message
        assert r.energy_error < 1e-6
        oracle = PinocchioArm(robot)
        for q, qd, qdd in zip(r.q[::10], r.qd[::10], r.qdd[::10], strict=True):
            assert qdd == pytest.approx(oracle.forward(q, qd, np.array(tau), wrench), rel=1e-8, abs=1e-8)
        back = np.array([oracle.inverse(*state, wrench) for state in zip(r.q, r.qd, r.qdd, strict=True)])
        assert back == pytest.approx(np.tile(tau, (len(r.t), 1)), abs=1e-8)

    @pytest.mark.parametrize("method", FORWARD)
    def test_positions_are_those_under_the_same_torque_at_the_joints(self, method: str) -> None:
        """J^T w as a torque law, integrated without any knowledge of wrenches."""
        robot, wrench = smooth_arm(8, 3, "standard"), np.array([1.0, 2.0, -1.0, 4.0, 3.0, -2.0])
        q0, still = np.array([0.3, -0.2, 0.5]), np.zeros(3)
        pushed = simulate(robot, q0, still, 1.0, tip_wrench=wrench, method=method, rtol=1e-10)
        driven = simulate(
            robot, q0, still, 1.0, torque=lambda t, q, qd: jacobian(robot, q).T @ wrench, method=method, rtol=1e-10
        )
        assert pushed.q == pytest.approx(driven.q, abs=1e-7)
        assert pushed.work == pytest.approx(driven.work, abs=1e-6)
        assert (pushed.tau == 0).all()

    def test_a_long_arm_without_kernels_of_its_formulation(self) -> None:
        robot = load("chain-30").robot
        options = {"tip_wrench": (0, 0, 0, 5.0, 0, 0), "samples": 5, "rtol": 1e-9}
        still = np.zeros(30)
        one = simulate(robot, still, still, 0.05, method="walker-orin", **options)
        other = simulate(robot, still, still, 0.05, **options)
        assert one.q == pytest.approx(other.q, abs=1e-8)
        assert one.energy_error < 1e-7
        assert np.abs(one.q - simulate(robot, still, still, 0.05, samples=5, rtol=1e-9).q).max() > 1e-4

    def test_runs_with_and_without_events_agree(self) -> None:
        """A Coulomb friction of almost nothing takes the run the other way through the code."""
        robot, wrench = smooth_arm(5), (1.0, 0.5, -2.0, 3.0, 4.0, -5.0)
        dry = replace(robot, links=tuple(replace(link, coulomb=1e-12) for link in robot.links))
        q0, qd0 = np.zeros(4), np.full(4, 0.1)
        one, other = (simulate(arm, q0, qd0, 0.5, tip_wrench=wrench, rtol=1e-10) for arm in (robot, dry))
        assert one.q == pytest.approx(other.q, abs=1e-7)
        assert other.energy_error < 1e-6

    def test_no_wrench_is_a_wrench_of_zero(self) -> None:
        project = load("planar-3r-free-fall")
        one = simulate(project.robot, project.q0, project.qd0, 1.0)
        other = simulate(project.robot, project.q0, project.qd0, 1.0, tip_wrench=np.zeros(6))
        assert np.array_equal(one.q, other.q)


class TestControllers:
    """They do not know of it: a disturbance."""

    def project(self, **law: object) -> Project:
        target = law.pop("target", (0.4,))
        arm = replace(HINGE, gravity=(0, 0, -9.81))
        run = RunSettings(duration=20.0, torque=PdTorque(target=target, **law), tip_wrench=(0, 0, 2.0, 0, 0, 0))  # type: ignore[arg-type]
        return Project("held", arm, (0.4,), (0.0,), run)

    def test_a_pd_law_gives_way(self) -> None:
        r = run_project(self.project(kp=(50.0,), kd=(20.0,)))
        assert r.q[-1, 0] == pytest.approx(0.4 + 2.0 / 50.0, abs=1e-6)

    def test_an_integral_brings_it_back(self) -> None:
        r = run_project(self.project(kp=(50.0,), kd=(20.0,), ki=(40.0,)))
        assert r.q[-1, 0] == pytest.approx(0.4, abs=1e-5)
        assert r.tau[-1, 0] == pytest.approx(-2.0, abs=1e-3)
        assert r.energy_error < 1e-6

    def test_computed_torque_is_off_by_what_its_gains_leave(self) -> None:
        motion = load("planar-3r-inverse").run.motion
        base = load("planar-3r-inverse")
        wrench = (0.0, 0.0, 0.2, 0.5, 0.0, 0.3)
        law = ComputedTorque((400.0,) * 3, (40.0,) * 3)
        run = RunSettings(duration=base.run.duration + 3, torque=law, motion=motion, tip_wrench=wrench)
        r = run_project(replace(base, run=run, q0=tuple(base.motion()[0][0]), qd0=(0.0,) * 3))
        project = replace(base, run=run)
        q_r = project.motion_at(r.t[-1:])[0][0]
        expected = np.linalg.solve(mass_matrix(base.robot, r.q[-1]), jacobian(base.robot, r.q[-1]).T @ wrench) / 400.0
        assert r.q[-1] - q_r == pytest.approx(expected, abs=1e-5)
        assert np.abs(expected).max() > 1e-4


class TestProjects:
    wrench = (0.5, -1.0, 2.0, 10.0, -5.0, 3.0)

    def inverse(self) -> Project:
        project = load("stanford-inverse")
        return replace(project, run=msgspec.structs.replace(project.run, tip_wrench=self.wrench))

    @pytest.mark.parametrize("method", ["denoc", "kane"])
    def test_inverse_runs_carry_it(self, method: str) -> None:
        project = self.inverse()
        project = replace(project, run=msgspec.structs.replace(project.run, inverse_method=method))
        r = inverse_recording(project)
        assert r.tip_wrench == self.wrench
        free = inverse_dynamics(project.robot, r.q, r.qd, r.qdd)
        expected = free - np.swapaxes(jacobian(project.robot, r.q), 1, 2) @ self.wrench
        assert r.tau == pytest.approx(expected, abs=1e-10)

    def test_formulations_agree_under_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        project = self.inverse()
        recording = inverse_recording(project)
        assert max(value for _, value in disagreements(project.robot, recording)) < LIMIT

        def forgetful(*states: object, method: str = "denoc", tip_wrench: object = None, **options: Any) -> np.ndarray:
            wrench = None if method == "kane" else tip_wrench
            return inverse_dynamics(*states, method=method, tip_wrench=wrench, **options)

        monkeypatch.setattr("denoc.studies.agreement.inverse_dynamics", forgetful)
        assert max(value for _, value in disagreements(project.robot, recording)) > LIMIT

    def test_sensitivities_are_about_the_whole_torque(self) -> None:
        """Under a wrench that outweighs gravity the peak is elsewhere; a link's mass then may relieve the joint."""
        project = self.inverse()
        recording = inverse_recording(project).fine
        found = sensitivity(project.robot, recording)
        assert found.peak_time[0] == recording.t[np.argmax(np.abs(recording.tau[:, 0]))]
        heavier = project.robot.with_link(2, mass=project.robot.links[2].mass * (1 + 1e-6))
        tau = inverse_dynamics(heavier, recording.q, recording.qd, recording.qdd, tip_wrench=self.wrench)
        grown = np.abs(tau).max(axis=0) - np.abs(recording.tau).max(axis=0)
        mass = project.robot.links[2].mass
        assert grown / (mass * 1e-6) == pytest.approx(found.peak[:, 20], rel=1e-3, abs=1e-5)

    def test_files_keep_it_and_stay_as_they_were_without(self, tmp_path: Path) -> None:
        project = self.inverse()
        project.save(tmp_path / "a.arm.json")
        assert load(tmp_path / "a.arm.json") == project
        load("stanford-inverse").save(tmp_path / "b.arm.json")
        assert "tip_wrench" not in (tmp_path / "b.arm.json").read_text()

    @pytest.mark.parametrize(
        ("value", "words"),
        [([1, 2, 3], "tip_wrench"), ([0, 0, 0, 0, 0, "x"], "tip_wrench"), ([0, 0, 0, 1e301, 0, 0], "force x")],
    )
    def test_a_bad_one_is_refused_by_name(self, tmp_path: Path, value: list, words: str) -> None:
        path = tmp_path / "a.arm.json"
        self.inverse().save(path)
        document = json.loads(path.read_text())
        document["run"]["tip_wrench"] = value
        path.write_text(json.dumps(document))
        with pytest.raises(DynamicsError, match=f"run.tip_wrench.*{words}|{words}"):
            load(path)

    @pytest.mark.parametrize("value", [(1, 2, 3), "pushed", (0, 0, 0, 0, 0, np.nan), np.zeros((6, 1))])
    def test_simulate_refuses_what_is_no_wrench(self, value: object) -> None:
        with pytest.raises(DynamicsError, match="tip_wrench"):
            simulate(SLIDE, [0.0], [0.0], 1.0, tip_wrench=value)
