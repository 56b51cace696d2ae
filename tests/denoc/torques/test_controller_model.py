"""Controllers that know more or less than the truth: against closed forms, and Pinocchio's arms integrated by SciPy."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from denoc import (
    ComputedTorque,
    ControllerModel,
    DynamicsError,
    JointMotion,
    Link,
    PdTorque,
    Project,
    Robot,
    RunSettings,
    jacobian,
    load,
    run_project,
)
from denoc.files.projects.project_file import load_project
from denoc.torques.controllers import controller
from denoc.torques.torque_laws import TorqueLaw, rearranged
from tests.support.oracles.arms import random_arm
from tests.support.oracles.pinocchio_model import PinocchioArm

INERTIA, MOMENT, W = 0.5, 2.0, 10.0
WHEEL = Robot("wheel", (Link(mass=1.0, inertia=(0.1, 0.1, INERTIA, 0, 0, 0)),), gravity=(0, 0, -9.81))
FINE = {"rtol": 1e-11, "atol": 1e-13}
KNOWN = ControllerModel(tip_wrench=True)
WRENCH = (1.0, -2.0, 0.5, 4.0, 3.0, -6.0)


def project(robot: Robot, law: TorqueLaw, q0: tuple[float, ...], **settings: object) -> Project:
    run = RunSettings(torque=law, **{"duration": 2.0, "samples": 41, **FINE, **settings})  # type: ignore[arg-type]
    return Project("case", robot, q0, (0.0,) * robot.n, run)


def smooth_arm(seed: int, n: int = 3) -> Robot:
    """Random, with base, tool and payload, and friction that is viscous alone."""
    robot = random_arm(np.random.default_rng(seed), n, "modified")
    links = tuple(replace(link, coulomb=0.0, viscous=0.3 * number) for number, link in enumerate(robot.links, 1))
    return replace(robot, links=links, payload=(0.8, (0.1, -0.05, 0.2), (0.02, 0.03, 0.04, 0.001, 0.0, -0.002)))


class TestTheTipWrench:
    def wheel(self, model: ControllerModel | None) -> Project:
        law = ComputedTorque((W**2,), (2 * W,), model)
        still = JointMotion((0.4,), (0.4,))
        return project(WHEEL, law, (0.4,), motion=still, tip_wrench=(0.0, 0.0, MOMENT, 0.0, 0.0, 0.0))

    def test_a_disturbed_wheel_gives_way_as_its_gains_let_it(self) -> None:
        """e'' + 2 w e' + w^2 e = -moment / inertia, from rest."""
        r = run_project(self.wheel(None))
        steady = MOMENT / (W**2 * INERTIA)
        assert r.q[:, 0] - 0.4 == pytest.approx(steady * (1 - (1 + W * r.t) * np.exp(-W * r.t)), abs=1e-9)
        assert r.q[-1, 0] - 0.4 == pytest.approx(steady, rel=1e-6)

    def test_one_that_knows_does_not(self) -> None:
        r = run_project(self.wheel(KNOWN))
        assert np.abs(r.q - 0.4).max() < 1e-12
        assert r.tau[:, 0] == pytest.approx(-MOMENT)

    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_computed_torque_tracks_exactly_under_it(self, seed: int) -> None:
        robot, motion = smooth_arm(seed), JointMotion((0.2, -0.1, 0.3), (1.0, 0.6, -0.4))
        law = ComputedTorque((400.0,) * 3, (40.0,) * 3, KNOWN)
        case = project(robot, law, motion.start, motion=motion, tip_wrench=WRENCH)
        r = run_project(case)
        q, qd, qdd = case.motion_at(r.t)
        assert np.abs(r.q - q).max() < 1e-9
        expected = [PinocchioArm(robot).inverse(*state, np.array(WRENCH)) for state in zip(q, qd, qdd, strict=True)]
        assert r.tau == pytest.approx(np.array(expected), abs=1e-6)

    def test_gravity_compensation_holds_against_it(self) -> None:
        robot, target = smooth_arm(4), (0.3, -0.5, 0.7)
        gains = (50.0,) * 3
        r = run_project(project(robot, PdTorque(gains, gains, target=target, model=KNOWN), target, tip_wrench=WRENCH))
        assert np.abs(r.q - target).max() < 1e-9
        gravity = PinocchioArm(robot).inverse(np.array(target), np.zeros(3), np.zeros(3))
        assert r.tau[0] == pytest.approx(gravity - jacobian(robot, target).T @ WRENCH, abs=1e-9)

    def test_a_long_arm_without_kernels_of_its_own(self) -> None:
        robot, still = load("chain-30").robot, (0.0,) * 30
        law = PdTorque((1e3,) * 30, (1e2,) * 30, target=still, model=KNOWN)
        case = project(robot, law, still, duration=0.2, samples=3, tip_wrench=(0, 0, 0, 5.0, 0, 3.0))
        assert np.abs(run_project(case).q).max() < 1e-9


class TestAnotherArm:
    MODELS = (
        ControllerModel(masses=(1.3, 0.6, 1.1)),
        ControllerModel(payload=0.0),
        ControllerModel(payload=2.5, friction=False),
        ControllerModel(masses=(0.0, 1.5, 1.0), payload=0.5, friction=False, tip_wrench=True),
    )

    def other(self, robot: Robot, model: ControllerModel) -> Robot:
        """The arm that the controller believes in, written out."""
        links = []
        for link, factor in zip(robot.links, model.masses or (1.0,) * robot.n, strict=True):
            inertia = tuple((factor * np.array(link.inertia)).tolist())
            links.append(replace(link, mass=factor * link.mass, inertia=inertia, coulomb=0.0))
            if not model.friction:
                links[-1] = replace(links[-1], viscous=0.0)
        assert robot.payload is not None
        mass, com, inertia = robot.payload
        return replace(
            robot, links=tuple(links), payload=(model.payload * mass, com, tuple(model.payload * x for x in inertia))
        )

    @pytest.mark.parametrize("model", MODELS)
    @pytest.mark.parametrize("kind", ["pd", "computed"])
    def test_the_closed_loop_against_pinocchio(self, kind: str, model: ControllerModel) -> None:
        robot, wrench = smooth_arm(7), np.array(WRENCH)
        truth, belief = PinocchioArm(robot), PinocchioArm(self.other(robot, model))
        motion = JointMotion((0.2, -0.1, 0.3), (1.0, 0.6, -0.4))
        kp, kd = np.array([90.0, 120.0, 100.0]), np.array([18.0, 22.0, 20.0])
        gains = (tuple(kp.tolist()), tuple(kd.tolist()))
        law = ComputedTorque(*gains, model) if kind == "computed" else PdTorque(*gains, model=model)
        start = (0.25, -0.1, 0.2)
        case = project(robot, law, start, motion=motion, tip_wrench=WRENCH, duration=1.0)
        r = run_project(case)

        def torque(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
            q_r, qd_r, qdd_r = (x[0] for x in case.motion_at(np.array([t])))
            feedback, known = kp * (q_r - q) + kd * (qd_r - qd), wrench if model.tip_wrench else None
            if kind == "computed":
                return belief.inverse(q, qd, qdd_r + feedback, known)
            return feedback + belief.inverse(q, np.zeros(3), np.zeros(3), known)

        def slope(t: float, y: np.ndarray) -> np.ndarray:
            q, qd = y[:3], y[3:]
            return np.concatenate([qd, truth.forward(q, qd, torque(t, q, qd), wrench)])

        y0 = np.array([*start, 0.0, 0.0, 0.0])
        expected = solve_ivp(slope, (0.0, 1.0), y0, "DOP853", t_eval=r.t, rtol=1e-11, atol=1e-13).y.T
        assert np.abs(r.q - expected[:, :3]).max() < 1e-8
        assert r.tau[-1] == pytest.approx(torque(1.0, expected[-1, :3], expected[-1, 3:]), abs=1e-6)
        assert r.energy_error < 1e-8
        informed = run_project(replace(case, run=msgspec.structs.replace(case.run, torque=type(law)(*gains))))
        assert np.abs(r.q - informed.q).max() > 1e-3  # what is believed does matter

    def test_a_payload_that_is_not_known_sags(self) -> None:
        """On a slide by m g / kp; on a hinge to where kp (target - q) = m g l cos q."""
        mass, g, kp, reach = 2.0, 9.81, 80.0, 0.6
        model = ControllerModel(payload=0.0)
        body = (mass, (0.0, 0.0, 0.0), (0.0,) * 6)
        slide = Robot("slide", (Link(joint="P", mass=3.0),), gravity=(0, 0, -g), payload=body)
        law = PdTorque((kp,), (40.0,), target=(0.3,), model=model)
        r = run_project(project(slide, law, (0.3,), duration=20.0))
        assert r.q[-1, 0] == pytest.approx(0.3 - mass * g / kp, abs=1e-8)
        hinge = Robot("hinge", (Link(a=reach, mass=1.0, com=(-0.3, 0, 0)),), gravity=(0, -g, 0), payload=body)
        r = run_project(project(hinge, law, (0.3,), duration=20.0))
        sagged = brentq(lambda q: kp * (0.3 - q) - mass * g * reach * math.cos(q), -1, 1, xtol=1e-14)
        assert r.q[-1, 0] == pytest.approx(sagged, abs=1e-8)
        assert sagged < 0.2

    def test_friction_that_is_not_known_stops_a_joint_short(self) -> None:
        """It sticks for good once kp inertia |e| is within the friction; one that knows arrives."""
        dry = WHEEL.with_link(0, coulomb=1.0)
        motion = JointMotion((0.0,), (1.0,))
        ends = []
        for model in (None, ControllerModel(friction=False)):
            law = ComputedTorque((W**2,), (2 * W,), model)
            ends.append(run_project(project(dry, law, (0.0,), motion=motion, duration=1.0)))
        assert np.abs(ends[0].q[-1, 0] - 1.0) < 1e-6
        short = 1.0 - ends[1].q[-1, 0]
        assert 1e-3 < short <= 1.0 / (W**2 * INERTIA)
        assert ends[1].qd[-1, 0] == 0

    def test_all_known_is_the_run_without_a_model_to_the_last_bit(self) -> None:
        robot, gains = smooth_arm(5), (30.0,) * 3
        motion = JointMotion((0.0,) * 3, (0.3,) * 3)
        for kind in (PdTorque, ComputedTorque):
            laws = [kind(gains, gains, model=model) for model in (None, ControllerModel(), KNOWN)]
            one, *others = (run_project(project(robot, law, (0.0,) * 3, motion=motion)) for law in laws)
            assert all(other.q.tobytes() == one.q.tobytes() for other in others)

    def test_one_robot_is_believed_in_differently_by_turns(self) -> None:
        robot, target, still = smooth_arm(5), (0.3, -0.5, 0.7), np.zeros(3)
        for model in (*self.MODELS, *self.MODELS[::-1]):
            act = controller(robot, PdTorque((0.0,) * 3, (0.0,) * 3, target=target, model=model))
            gravity = PinocchioArm(self.other(robot, model)).inverse(np.array(target), still, still)
            assert act(0.0, np.array(target), still) == pytest.approx(gravity, abs=1e-9)  # type: ignore[misc, operator]

    def test_without_gravity_compensation_nothing_is_believed(self) -> None:
        robot, gains = smooth_arm(5), (30.0,) * 3
        laws = [PdTorque(gains, gains, False, (0.1,) * 3, model=model) for model in (None, self.MODELS[3])]
        one, other = (run_project(project(robot, law, (0.0,) * 3, tip_wrench=WRENCH)) for law in laws)
        assert one.q.tobytes() == other.q.tobytes()


def test_an_integral_and_motors_go_with_it() -> None:
    """The integral takes what the model leaves: the torque at rest is the true one."""
    robot, target = smooth_arm(4), (0.3, -0.5, 0.7)
    model = ControllerModel(masses=(1.2, 0.8, 1.1), payload=0.0)
    law = PdTorque((200.0,) * 3, (60.0,) * 3, target=target, ki=(200.0,) * 3, model=model)
    case = project(robot, law, target, duration=15.0, tip_wrench=WRENCH, torque_limit=(500.0,) * 3, rtol=1e-8)
    r = run_project(case)
    assert np.abs(r.q[-1] - target).max() < 1e-5
    truth = PinocchioArm(robot).inverse(np.array(target), np.zeros(3), np.zeros(3), np.array(WRENCH))
    assert r.tau[-1] == pytest.approx(truth, abs=1e-2)
    wanted = controller(robot, law, tip_wrench=WRENCH)(0.0, *np.zeros((3, 3)))[0]  # type: ignore[misc, operator]
    limited = controller(robot, law, tip_wrench=WRENCH, torque_limit=(1.0,) * 3)(0.0, *np.zeros((3, 3)))[0]  # type: ignore[misc, operator]
    assert limited == pytest.approx(np.clip(wanted, -1, 1))


class TestAsData:
    model = ControllerModel((1.2, 0.9, 1.0), 0.5, False, True)
    arm = replace(load("planar-3r-free-fall").robot, payload=(0.5, (0.0,) * 3, (0.0,) * 6))
    motion = JointMotion((0.0,) * 3, (1.0,) * 3)
    zero = (0.0, 0.0, 0.0)

    def project(self, model: ControllerModel | None, kind: type = ComputedTorque) -> Project:
        return Project(
            "arm", self.arm, self.zero, self.zero,
            RunSettings(torque=kind(self.zero, self.zero, model=model), motion=self.motion),
        )  # fmt: skip

    @pytest.mark.parametrize("kind", [PdTorque, ComputedTorque])
    def test_files_keep_it_and_stay_as_they_were_without(self, tmp_path: Path, kind: type) -> None:
        path = tmp_path / "a.arm.json"
        self.project(self.model, kind).save(path)
        assert load_project(path) == self.project(self.model, kind)
        assert json.loads(path.read_text())["run"]["torque"]["model"] == {
            "masses": [1.2, 0.9, 1.0], "payload": 0.5, "friction": False, "tip_wrench": True,
        }  # fmt: skip
        self.project(None, kind).save(path)
        assert "model" not in path.read_text()
        assert load_project(path) == self.project(None, kind)

    @pytest.mark.parametrize(
        ("model", "told"),
        [
            ({"masses": [1.0, -0.5, 1.0]}, "link 2, field 'run.torque.model.masses': must not be below 0 (got -0.5)"),
            ({"masses": [1.0]}, "field 'run.torque.model.masses': 3 numbers are needed, not 1"),
            ({"masses": [1.0, 1.0, 1e13]}, "link 3, field 'run.torque.model.masses'"),
            ({"masses": [1.0, 1.0, "x"]}, "field 'run.torque.model.masses[2]'"),
            ({"payload": -1}, "field 'run.torque.model.payload': must not be below 0 (got -1.0)"),
            ({"payload": True}, "field 'run.torque.model.payload'"),
            ({"friction": 1}, "field 'run.torque.model.friction'"),
            ({"mass": 1}, "field 'run.torque.model'"),
            ([1.0], "field 'run.torque.model'"),
        ],
    )
    def test_what_cannot_be_is_refused_by_name(self, tmp_path: Path, model: object, told: str) -> None:
        path = tmp_path / "a.arm.json"
        self.project(self.model).save(path)
        document = json.loads(path.read_text())
        document["run"]["torque"]["model"] = model
        path.write_text(json.dumps(document))
        with pytest.raises(DynamicsError) as caught:
            load_project(path)
        assert told in str(caught.value)
        assert "a.arm.json" in str(caught.value)

    def test_a_body_too_heavy_to_believe_is_refused(self) -> None:
        heavy = replace(self.arm.with_link(1, mass=1e11), payload=(1e11, (0.0,) * 3, (0.0,) * 6))
        for model, link, field in (
            (ControllerModel(masses=(1.0, 20.0, 1.0)), 2, "masses"),
            (ControllerModel(payload=20.0), None, "payload"),
        ):
            with pytest.raises(DynamicsError, match="mass believed in: must be within") as caught:
                replace(self.project(model), robot=heavy)
            assert (caught.value.link, caught.value.field) == (link, f"run.torque.model.{field}")
            assert caught.value.value == 20.0

    def test_it_goes_with_its_joints(self) -> None:
        """The mass of a joint that was not there is known."""
        law = PdTorque((1.0, 2.0, 3.0), self.zero, model=self.model)
        moved = rearranged(law, lambda values: (values[2], 0.0, values[0]))
        assert moved == PdTorque((3.0, 3.0, 1.0), self.zero, model=ControllerModel((1.0, 1.0, 1.2), 0.5, False, True))
        assert rearranged(replace_model(law, KNOWN), lambda values: values[:2]).model == KNOWN  # type: ignore[union-attr]


def replace_model(law: PdTorque, model: ControllerModel) -> PdTorque:
    return msgspec.structs.replace(law, model=model)
