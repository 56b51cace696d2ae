"""Torque laws in lanes: the motions that `simulate` finds with the law itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc import DynamicsError, Robot, simulate, simulate_many
from denoc.kernels.emitter.targets import host
from denoc.motions.motion_to_trajectory import trajectory_of
from denoc.runs.ensembles import simulate_many as module
from denoc.runs.ensembles.drives import INTEGRATORS
from denoc.torques.controllers import controller
from denoc.torques.torque_laws import TorqueLaw
from tests.support.oracles.arms import random_arm

ARM = dn.rod_chain(2).robot
DURATION = 0.8
SWING = dn.JointMotion((0.0, 0.2), (1.0, -0.5))
RAMPS = dn.JointMotion((0.0, 0.2), (1.0, -0.5), profile="trapezoidal")
VIAS = dn.ViaMotion((0.0, 0.3, 0.5, 0.8), ((0.0, 0.2), (0.3, 0.0), (0.1, 0.1), (0.5, 0.5)))
GAINS = {"kp": (60.0, 30.0), "kd": (10.0, 4.0)}
LAWS = {
    "held table": (dn.TableTorque((0.0, 0.31, 0.5), ((1.0, 0.0), (-2.0, 1.0), (0.5, -0.5)), hold=True), None),
    "bent table": (dn.TableTorque((0.1, 0.31, 0.5), ((1.0, 0.0), (-2.0, 1.0), (0.5, -0.5))), None),
    "formulas": (dn.ExpressionTorque(("3*sin(9*t) - 0.2*q1^3 + abs(q2)", "step(t - 0.3) - q1/4")), None),
    "one formula": (dn.ExpressionTorque(("", "sign(t - 0.5)*cos(q1 + q2)")), None),
    "pd": (dn.PdTorque(**GAINS, target=(0.5, 0.2)), None),
    "pd, no gravity": (dn.PdTorque(**GAINS, target=(0.5, 0.2), gravity_compensation=False), None),
    "pd, light model": (
        dn.PdTorque(**GAINS, target=(0.5, 0.2), model=dn.ControllerModel(masses=(0.5, 0.7))),
        None,
    ),
    "pid": (dn.PdTorque(**GAINS, target=(0.5, 0.2), ki=(20.0, 10.0)), None),
    "pd along a motion": (dn.PdTorque(**GAINS), SWING),
    "pid along a motion": (dn.PdTorque(**GAINS, ki=(20.0, 10.0)), VIAS),
    "computed": (dn.ComputedTorque((90.0, 80.0), (19.0, 17.0)), SWING),
    "computed, ramps": (dn.ComputedTorque((90.0, 80.0), (19.0, 17.0)), RAMPS),
    "computed, wrong model": (
        dn.ComputedTorque((90.0, 80.0), (19.0, 17.0), model=dn.ControllerModel(masses=(0.8, 1.3))),
        VIAS,
    ),
}


def starts(k: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    return rng.uniform(-0.5, 0.5, (k, 2)), rng.uniform(-0.5, 0.5, (k, 2))


def exact(robot: Robot, believed: Robot, law: TorqueLaw, motion: object, start: object) -> dn.Simulation:
    trajectory = None if motion is None else trajectory_of(believed, motion, DURATION)  # type: ignore[arg-type]
    torque = controller(believed, law, trajectory)
    q0, qd0 = start  # type: ignore[misc]
    return simulate(robot, q0, qd0, DURATION, torque=torque, integrator="dop853", rtol=1e-10, atol=1e-11, samples=9)


@pytest.mark.parametrize("name", LAWS)
def test_a_law_in_lanes_moves_the_arm_as_the_law_does(name: str) -> None:
    law, motion = LAWS[name]
    q0, qd0 = starts(6)
    known = exact(ARM, ARM, law, motion, (q0[5], qd0[5]))
    for integrator in INTEGRATORS:
        found = simulate_many(
            ARM, q0, qd0, DURATION, torque=law, motion=motion, integrator=integrator, rtol=1e-10, atol=1e-11, samples=9
        )
        assert set(found.how) == {"lanes"}, found.reason
        assert found.count("completed") == 6
        atol = 1e-6 if integrator == "rk4" else 1e-7
        np.testing.assert_allclose(found.q[5], known.q, atol=atol)
        np.testing.assert_allclose(found.qd[5], known.qd, atol=10 * atol)


@pytest.mark.parametrize("name", ["computed", "pid along a motion", "bent table"])
def test_bits_of_driven_runs_depend_on_the_run_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law, motion = LAWS[name]
    q0, qd0 = starts(40)
    every = simulate_many(ARM, q0, qd0, DURATION, torque=law, motion=motion, samples=7, workers=1)
    order = np.random.default_rng(1).permutation(40)
    for lanes in (4, 8):
        monkeypatch.setattr(module, "host", lambda lanes=lanes: host()._replace(lanes=lanes))
        mixed = simulate_many(ARM, q0[order], qd0[order], DURATION, torque=law, motion=motion, samples=7, workers=3)
        np.testing.assert_array_equal(mixed.q, every.q[order])
        np.testing.assert_array_equal(mixed.qd, every.qd[order])
        alone = simulate_many(ARM, q0[9], qd0[9], DURATION, torque=law, motion=motion, samples=7)
        np.testing.assert_array_equal(alone.q[0], every.q[9])


def test_a_law_believes_in_the_arm_while_the_arms_vary() -> None:
    law, motion = LAWS["computed"]
    q0, qd0 = starts(3)
    heavy = [replace(ARM, links=tuple(replace(link, mass=link.mass * f) for link in ARM.links)) for f in (0.8, 1, 1.3)]
    found = simulate_many(ARM, q0, qd0, DURATION, torque=law, motion=motion, robots=heavy, samples=9)
    assert set(found.how) == {"lanes"}
    for run, robot in enumerate(heavy):
        known = exact(robot, ARM, law, motion, (q0[run], qd0[run]))
        np.testing.assert_allclose(found.q[run], known.q, atol=1e-7)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_a_general_arm_follows_its_motion(rng: np.random.Generator, convention: str) -> None:
    """With an exact model the error decays from nothing: the arm is where the motion is."""
    arm = random_arm(rng, 4, convention)
    arm = replace(arm, links=tuple(replace(link, coulomb=0.0) for link in arm.links))
    law = dn.ComputedTorque((100.0,) * 4, (20.0,) * 4)
    motion = dn.JointMotion((0.0,) * 4, (0.5, -0.4, 0.3, 0.2), profile="poly4567")
    found = simulate_many(arm, np.zeros((2, 4)), np.zeros(4), 1.0, torque=law, motion=motion, samples=11)
    assert set(found.how) == {"lanes"}
    q, qd, _ = trajectory_of(arm, motion, 1.0)(found.t)
    np.testing.assert_allclose(found.q[1], q, atol=1e-8)
    np.testing.assert_allclose(found.qd[1], qd, atol=1e-7)


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("exp(-t)", "exp"),
        ("1/(2 + q1)", "a / b"),
        ("sin(sin(t))", "sine"),
        ("abs(q1)^0.5", r"a \^ b"),
        ("min(t, q1)", "min"),
    ],
)
def test_formulas_that_lanes_cannot_compute_go_one_by_one(formula: str, reason: str) -> None:
    law = dn.ExpressionTorque((formula, ""))
    found = simulate_many(ARM, [0.1, 0.2], [0.0, 0.0], 0.1, torque=law)
    assert found.how.tolist() == ["one by one"]
    assert reason.replace("\\", "") in found.reason
    known = exact(ARM, ARM, law, None, ([0.1, 0.2], [0.0, 0.0]))
    assert found.status[0] == known.status == "completed"


def test_laws_that_are_constant_are_constants() -> None:
    constant = simulate_many(ARM, *starts(2), 0.3, torque=dn.ConstantTorque((1.0, -1.0)))
    plain = simulate_many(ARM, *starts(2), 0.3, torque=(1.0, -1.0))
    np.testing.assert_array_equal(constant.q, plain.q)
    falling = simulate_many(ARM, *starts(2), 0.3, torque=dn.FreeFall())
    np.testing.assert_array_equal(falling.q, simulate_many(ARM, *starts(2), 0.3).q)


@pytest.mark.parametrize(
    ("law", "motion", "name"),
    [
        (dn.PdTorque(**GAINS), None, "motion"),
        (dn.PdTorque((1.0,), (1.0,), target=(0.0, 0.0)), None, "torque"),
        (dn.ConstantTorque((1.0,)), None, "torque"),
        (dn.TableTorque((0.0, 0.0), ((1.0, 1.0),) * 2), None, "torque"),
        (None, dn.JointMotion((0.0,), (1.0,)), "start"),
        (None, 3, "motion"),
    ],
)
def test_laws_and_motions_that_do_not_fit_are_named(law: object, motion: object, name: str) -> None:
    with pytest.raises(DynamicsError, match=name):
        simulate_many(ARM, [0.0, 0.0], [0.0, 0.0], 1.0, torque=law, motion=motion)  # type: ignore[arg-type]
