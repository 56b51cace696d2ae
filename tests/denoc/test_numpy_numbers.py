"""NumPy's numbers are as good as Python's in everything that is made of numbers, and what is kept is plain."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from denoc import (
    ArcMotion,
    ComputedTorque,
    ConstantTorque,
    ControllerModel,
    DynamicsError,
    Gear,
    Job,
    JointMotion,
    LineMotion,
    Link,
    Motor,
    Payload,
    PdTorque,
    PoseMotion,
    Project,
    Push,
    Robot,
    RunSettings,
    SampledMotion,
    SineMotion,
    TableTorque,
    TipPose,
    ViaMotion,
    Visual,
    gear_sweep,
    inverse_dynamics,
    joint_motion,
    load,
    motor_sizing,
    run_project,
    sensitivity,
    simulate,
    trajectory_of,
)
from denoc.torques.actuators import Actuator

KINDS: dict[str, Callable[[float], Any]] = {
    "float64": np.float64,
    "float32": np.float32,
    "int64": np.int64,
    "array": np.array,  # without an axis
}
ARM = Robot("arm", (Link(a=1.0, mass=2.0), Link(a=1.0, mass=1.0)))
POSE = np.eye(4)

Number = Callable[[float], Any]  # from a whole number to one of NumPy's


def motions(n: Number) -> dict[str, Any]:
    zero, one, two = n(0), n(1), n(2)
    row, other = (zero, one), (one, zero)
    return {
        "joints": JointMotion(row, other, "trapezoidal", np.float32(0.25)),
        "via": ViaMotion((zero, one, two), (row, other, row)),
        "sampled": SampledMotion((zero, one, two), (row, other, row), (row, row, row), (row, row, row)),
        "sines": SineMotion(row, (((one, two, zero),), ())),
        "line": LineMotion(row, (zero, one, zero), point=(one, one, zero), task=(zero, zero, zero, one, one, zero)),
        "arc": ArcMotion(row, (one, one, zero), (zero, zero, one), one, task=(zero, zero, zero, one, one, zero)),
        "poses": PoseMotion(row, (TipPose((one, one, zero), (zero, zero, one)),), shares=(one,), pull=one),
    }


def laws(n: Number) -> dict[str, Any]:
    zero, one, two = n(0), n(1), n(2)
    return {
        "constant": ConstantTorque((one, two)),
        "table": TableTorque((zero, one), ((one, two), (two, one))),
        "pd": PdTorque((one, two), (one, two), target=(zero, one), ki=(one, one)),
        "computed": ComputedTorque((one, two), (one, two), ControllerModel((one, two), one, np.True_, np.False_)),
    }


def settings(n: Number) -> dict[str, Any]:
    """Every number of RunSettings but the law's and the motion's."""
    return {
        "duration": n(2),
        "samples": np.int64(11),
        "rtol": np.float32(1e-6),
        "atol": np.float32(1e-6),
        "step": n(1),
        "limit_stiffness": n(100),
        "limit_damping": n(1),
        "torque_limit": (n(5), n(6)),
        "speed_limit": (n(5), n(6)),
        "tip_wrench": tuple(n(k) for k in range(6)),
        "pushes": (Push(np.int64(2), (n(0),) * 3, n(9), n(1), (n(0), n(1)), ((n(0),) * 3, (n(1),) * 3)),),
    }


def projects(n: Number) -> dict[str, Project]:
    motor = Motor("m", n(1), n(3), n(300), n(0), n(2), ((n(0), n(3)), (n(300), n(0))))
    found = {
        "actuators": Project("a", ARM, (n(0), n(1)), (n(0), n(1)), actuators=(Actuator(motor, Gear(n(9), n(1))), None)),
        "visuals": Project(
            "v", ARM, (0, 0), (0, 0), visuals=(Visual(np.int64(1), "box", (n(1), n(2), n(3)), POSE, (n(1),) * 4),)
        ),
        "settings": Project("s", ARM, (n(0), n(1)), (n(0), n(1)), RunSettings(**settings(n))),
    }
    motion = JointMotion((0, 0), (1, 1))
    for name, law in laws(n).items():
        found[name] = Project(name, ARM, (0, 0), (0, 0), RunSettings(torque=law, motion=motion))
    for name, motion in motions(n).items():
        found[name] = Project(name, ARM, (0, 0), (0, 0), RunSettings(motion=motion, mode="inverse"))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_project_is_made_and_saved_as_with_plain_numbers(kind: str, tmp_path: Path) -> None:
    plain = projects(int)
    for name, project in projects(KINDS[kind]).items():
        assert project == plain[name], name
        msgspec.to_builtins(project.run)  # refuses what is not plain
        project.save(tmp_path / "a.arm.json")
        assert load(tmp_path / "a.arm.json") == project, name


def test_every_number_of_the_run_has_been_tried() -> None:
    words = {"mode", "method", "inverse_method", "integrator", "limits", "torque", "motion"}
    assert set(settings(int)) | words == set(RunSettings.__struct_fields__)


@pytest.mark.parametrize("kind", KINDS)
def test_links_robots_and_jobs(kind: str) -> None:
    n = KINDS[kind]
    names = ("a", "b", "alpha", "theta", "mass", "viscous", "coulomb", "rotor_inertia", "gear_ratio", "upper")
    link = Link(**{name: n(1) for name in names}, com=(n(1),) * 3, inertia=(n(1), n(1), n(1), n(0), n(0), n(0)))
    assert all(type(getattr(link, name)) is float for name in names)
    payload = Payload(n(1), (n(0),) * 3, (n(1), n(1), n(1), n(0), n(0), n(0)))
    robot = Robot("r", (link,), gravity=(n(0), n(0), n(-10)), payload=payload, base=POSE)
    assert robot.gravity == (0.0, 0.0, -10.0)
    assert robot.with_link(np.int64(0), a=n(2)).links[0].a == 2.0
    job = Job(robot, [n(0)], [n(0)], n(1), torque=[n(1)], step=n(1), samples=np.int64(3), max_evaluations=n(10**6))
    assert job == Job(robot, [0], [0], 1, torque=[1], step=1, samples=3, max_evaluations=10**6)


@pytest.mark.parametrize("kind", KINDS)
def test_functions_of_numbers(kind: str) -> None:
    n = KINDS[kind]
    state = (n(0), n(1))
    assert np.array_equal(inverse_dynamics(ARM, state, state, state), inverse_dynamics(ARM, (0, 1), (0, 1), (0, 1)))
    assert np.array_equal(simulate(ARM, state, state, n(1)).q, simulate(ARM, (0, 1), (0, 1), 1).q)
    t = np.linspace(0, 2, 5)
    for motion, plain in zip(motions(n).values(), motions(int).values(), strict=True):
        if not isinstance(motion, LineMotion | ArcMotion | PoseMotion):
            for found, expected in zip(
                trajectory_of(ARM, motion, n(2))(t), trajectory_of(ARM, plain, 2)(t), strict=True
            ):
                assert np.array_equal(found, expected)
    for found, expected in zip(
        joint_motion(ARM, state, (n(1), n(0)), n(2), t), joint_motion(ARM, (0, 1), (1, 0), 2, t), strict=True
    ):
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("kind", KINDS)
def test_motors_and_effects_of_a_joint_that_numpy_counted(kind: str) -> None:
    run = RunSettings(mode="inverse", motion=JointMotion((0, 0), (1, 1)))
    recording = run_project(Project("p", ARM, (0, 0), (0, 0), run))

    def judged(n: Number, joint: Any) -> Any:
        motor, gear = Motor("m", n(100), n(300), n(300), n(0), n(2)), Gear(n(9), n(1))
        sweep = gear_sweep(ARM, recording, joint, motor, ratios=[n(1), n(9)], efficiency=n(1))
        found = motor_sizing(ARM, recording, joint, motor, gear)
        return found.motor, found.gear, found.torque.tolist(), found.continuous_margin, sweep.rms_torque.tolist()

    assert judged(KINDS[kind], np.int64(1)) == judged(float, 1)
    effects = sensitivity(ARM, recording)
    assert effects.ranking(np.int64(1)) == effects.ranking(1)  # type: ignore[arg-type]


def test_the_very_same_object_is_kept_where_all_is_plain() -> None:
    run = RunSettings(motion=SampledMotion((0.0, 1.0), ((0.0, 0.0), (1.0, 1.0))))
    assert Project("p", ARM, (0, 0), (0, 0), run).run is run
    listed = Project("p", ARM, (0, 0), (0, 0), RunSettings(torque=ConstantTorque([1.0, 2.0])))  # type: ignore[arg-type]
    assert listed.run.torque == ConstantTorque((1.0, 2.0))


@pytest.mark.parametrize(
    "run",
    [
        RunSettings(duration="2"),  # type: ignore[arg-type]
        RunSettings(duration=np.str_("2")),  # type: ignore[arg-type]
        RunSettings(duration=np.array([2.0])),  # type: ignore[arg-type]
        RunSettings(duration=np.bool_(True)),  # type: ignore[arg-type]
        RunSettings(duration=1j),  # type: ignore[arg-type]
        RunSettings(duration=np.float64(math.nan)),
        RunSettings(samples=np.float64(11.5)),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_number_is_refused(run: RunSettings) -> None:
    with pytest.raises(DynamicsError):
        Project("p", ARM, (0, 0), (0, 0), run)


def test_a_truth_value_is_no_length() -> None:
    with pytest.raises(DynamicsError, match="a number is needed"):
        Link(a=np.bool_(True))  # type: ignore[arg-type]


def test_the_law_of_friction_takes_them() -> None:
    link = Link(viscous=2.0, coulomb=0.5)
    assert [link.friction(rate) for rate in np.array([1.0, 0.0, -1.0])] == [2.5, 0.0, -2.5]
