"""The same bits every time: whichever kernels are ready, and whatever stands beside a state in its batch."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

import denoc as dn
from denoc import Link, Project, Robot, RunSettings
from denoc.files.projects.project import run_project
from denoc.files.tables.recording_csv import csv_text
from denoc.functions.conditioning import condition_number
from denoc.functions.equality import largest_difference
from denoc.functions.inspection import inspect_forward, inspect_inverse
from denoc.functions.matrices import denoc_matrices
from denoc.functions.spatial_operators import operator_rates, spatial_operators
from denoc.kernels.dispatch import SHARED, kernels_of
from denoc.kernels.functions import LONGEST
from denoc.recursions.reference import FORWARD, INVERSE
from denoc.runs.horizon import horizon
from denoc.runs.recording import Recording
from denoc.runs.stiffness import stiff_hint
from denoc.studies.agreement import disagreements
from denoc.studies.causes import held_samples, torque_residual
from denoc.studies.trust import measure
from tests.support.oracles.arms import random_arm
from tests.support.places import ROOT
from tests.support.ready_kernels import prepare_everything

WRENCH = (0.3, -0.2, 0.1, 1.0, -2.0, 0.5)


def bits(value: Any) -> Any:
    """A value that is equal only where every number in this one is, to the last bit; functions are left out."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, dn.Job) or callable(value):
        return None
    if dataclasses.is_dataclass(value):
        return [bits(getattr(value, field.name)) for field in dataclasses.fields(value) if field.compare]
    if isinstance(value, dict):
        return [(key, bits(part)) for key, part in value.items()]
    if isinstance(value, tuple | list):
        return [bits(part) for part in value]
    if hasattr(value, "array"):
        return bits(value.array)
    return value


def arm() -> Robot:
    """Turning and sliding joints, everything that a torque may have to overcome, and a payload."""
    link = Link(
        a=0.4, alpha=0.3, mass=2.0, com=(-0.15, 0.02, 0.01), inertia=(0.02, 0.05, 0.06, 1e-3, -2e-3, 3e-3),
        viscous=0.3, coulomb=0.2, rotor_inertia=1e-4, gear_ratio=60.0, lower=-1.2, upper=1.1,
    )  # fmt: skip
    links = (link, dataclasses.replace(link, joint="P", theta=0.4, b=0.1), dataclasses.replace(link, alpha=-0.7))
    return Robot("arm", links, payload=(0.7, (0.1, 0.0, 0.05), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0)))


@cache
def recorded(mode: str) -> tuple[Project, Recording]:
    """A run with everything that a run may have; for each mode a robot of its own."""
    start, end = (0.3, -0.2, 0.5), (0.8, 0.2, -0.4)
    motion = dn.JointMotion(start, end)
    if mode == "line":
        motion = dn.LineMotion(start, (0.05, 0.02, -0.03), task=(0.0, 0.0, 0.0, 1.0, 1.0, 1.0))  # type: ignore[assignment]
    run = RunSettings(
        mode="forward" if mode == "forward" else "inverse", duration=0.5, samples=41, motion=motion, tip_wrench=WRENCH,
        torque=dn.PdTorque((60.0,) * 3, (4.0,) * 3, gravity_compensation=True), limits="bounce",
    )  # fmt: skip
    project = Project(mode, arm(), start, (0.0, 0.0, 0.0), run)
    return project, run_project(project)


MOTOR, GEAR = dn.Motor("motor", 0.3, 1.0, 400.0), dn.Gear(60.0)
OF_A_RECORDING: dict[str, Callable[[Project, Recording], object]] = {
    "the run itself": lambda project, _: run_project(project),
    "a draft of it": lambda project, _: next(dn.stream(project.job(draft=True), interval=1e9)),
    "resampled": lambda _, r: r.fine,
    "csv": lambda project, r: csv_text(project.robot, r),
    "causes_of_run": lambda project, r: dn.causes_of_run(project.robot, r),
    "torque_residual": lambda project, r: torque_residual(project.robot, r),
    "held_samples": lambda _, r: held_samples(r),
    "disagreements": lambda project, r: disagreements(project.robot, r),
    "measure": lambda project, r: measure(project.robot, r),
    "sensitivity": lambda project, r: dn.sensitivity(project.robot, r),
    "actuator_sizing": lambda _, r: dn.actuator_sizing(r),
    "motor_sizing": lambda project, r: dn.motor_sizing(project.robot, r, 1, MOTOR, GEAR),
    "gear_sweep": lambda project, r: dn.gear_sweep(project.robot, r, 1, MOTOR),
    "horizon": lambda _, r: horizon(r) if isinstance(r, dn.Simulation) else None,
    "stiff_hint": lambda _, r: stiff_hint(r) if isinstance(r, dn.Simulation) else None,
    "torque_by_cause": lambda project, r: dn.torque_by_cause(project.robot, r.q, r.qd, r.qdd, tip_wrench=WRENCH),
    "regressor": lambda project, r: dn.regressor(project.robot, r.q, r.qd, r.qdd, kernels=SHARED),
    "coriolis_matrix": lambda project, r: dn.coriolis_matrix(project.robot, r.q, r.qd, kernels=SHARED),
    "condition_number": lambda project, r: condition_number(project.robot, r.q[0]),
    "inspect_inverse": lambda project, r: inspect_inverse(project.robot, r.q[1], r.qd[1], r.qdd[1]),
    "inspect_forward": lambda project, r: inspect_forward(project.robot, r.q[1], r.qd[1], r.tau[1]),
    "denoc_matrices": lambda project, r: denoc_matrices(project.robot, r.q[1]),
    "spatial_operators": lambda project, r: spatial_operators(project.robot, r.q[1]),
    "operator_rates": lambda project, r: operator_rates(project.robot, r.q[1], r.qd[1]),
    "largest_difference": lambda project, _: largest_difference(project.robot, project.robot.with_link(0, a=0.41)),
    "trajectory": lambda project, r: dn.trajectory_of(project.robot, project.run.motion, 0.5)(r.t),
    "inverse_kinematics": lambda project, r: dn.inverse_kinematics(
        project.robot, dn.forward_kinematics(arm(), r.q[0])[-1], r.q[1]
    ),
}


@pytest.mark.parametrize("mode", ["forward", "inverse", "line"])
def test_what_is_found_of_a_recording_does_not_depend_on_the_kernels_that_are_ready(mode: str) -> None:
    project, recording = recorded(mode)
    before = {name: bits(function(project, recording)) for name, function in OF_A_RECORDING.items()}
    free = dn.inverse_dynamics(project.robot, recording.q, recording.qd, recording.qdd)
    prepare_everything(project.robot)
    assert not kernels_of(project.robot).best["inverse denoc"].kernel.generic
    assert not np.array_equal(dn.inverse_dynamics(project.robot, recording.q, recording.qd, recording.qdd), free)
    project = dataclasses.replace(project, run=msgspec.structs.replace(project.run))  # whose motion is not solved yet
    for name, function in OF_A_RECORDING.items():
        assert bits(function(project, recording)) == before[name], name


def test_the_program_itself_always_says_which_kernels() -> None:
    """The public functions take the fastest where nothing is said: right for a script, wrong for what is kept."""
    choosing = {name for name in dn.__all__ if _chooses(getattr(dn, name))}
    assert {"inverse_dynamics", "mass_matrix", "jacobian"} <= choosing
    root = ROOT
    sources = [*root.glob("dynamics/denoc/**/*.py"), *root.glob("app/denoc_studio/**/*.py")]
    silent = [
        f"{path.relative_to(root)}:{call.lineno}"
        for path in sources
        if "recursions" not in path.parts and "bench" not in path.parts  # their texts, and what scripts measure
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in choosing
        if not any(keyword.arg == "kernels" for keyword in call.keywords)
    ]
    assert len(sources) > 300
    assert silent == []


def _chooses(public: object) -> bool:
    return inspect.isfunction(public) and "kernels" in inspect.signature(public).parameters


OF_A_STATE: dict[str, Callable[..., np.ndarray]] = {
    **{
        f"inverse {m}{' wrench' * (w is not None)}": lambda r, q, v, a, m=m, w=w: dn.inverse_dynamics(
            r, q, v, a, method=m, tip_wrench=w
        )
        for m in INVERSE
        for w in (None, WRENCH)
    },
    **{
        f"forward {m}{' wrench' * (w is not None)}": lambda r, q, v, a, m=m, w=w: dn.forward_dynamics(
            r, q, v, a, method=m, tip_wrench=w
        )
        for m in FORWARD
        for w in (None, WRENCH)
    },
    "mass_matrix": lambda r, q, v, a: dn.mass_matrix(r, q),
    "coriolis_matrix": lambda r, q, v, a: dn.coriolis_matrix(r, q, v),
    "gravity_torque": lambda r, q, v, a: dn.gravity_torque(r, q),
    "U": lambda r, q, v, a: dn.udu(r, q)[0],
    "D": lambda r, q, v, a: dn.udu(r, q)[1],
    "kinetic_energy": lambda r, q, v, a: dn.kinetic_energy(r, q, v),
    "potential_energy": lambda r, q, v, a: dn.potential_energy(r, q),
    "forward_kinematics": lambda r, q, v, a: dn.forward_kinematics(r, q),
    "jacobian": lambda r, q, v, a: dn.jacobian(r, q),
    "jacobian_rate": lambda r, q, v, a: dn.jacobian_rate(r, q, v),
    "tip_twist": lambda r, q, v, a: dn.tip_twist(r, q, v),
    "tip_acceleration": lambda r, q, v, a: dn.tip_acceleration(r, q, v, a),
    "regressor": lambda r, q, v, a: dn.regressor(r, q, v, a),
    "torque_by_cause": lambda r, q, v, a: np.stack(
        list(dn.torque_by_cause(r, q, v, a, tip_wrench=WRENCH).values()), axis=-1
    ),
}


@pytest.mark.parametrize(
    ("n", "written_out"), [(1, False), (2, True), (3, False), (6, False), (4, True), (LONGEST + 2, False)]
)
def test_a_state_gives_the_same_alone_and_in_any_batch(n: int, written_out: bool) -> None:
    rng = np.random.default_rng(n)
    robot = random_arm(rng, n)
    if written_out:
        for function in OF_A_STATE.values():
            function(robot, *np.zeros((3, n)))
        asked = list(kernels_of(robot).best)
        assert len(asked) >= 20
        dn.prepare(robot, asked)
        assert not any(kernels_of(robot).best[name].generic for name in asked)
    states = rng.normal(size=(3, 11, n)) * ([[2.0]], [[1.0]], [[5.0]])  # no multiple of any processor's lanes
    for name, function in OF_A_STATE.items():
        whole = function(robot, *states)
        some = function(robot, *states[:, ::-2])[::-1]
        for row in range(0, states.shape[1], 2):
            alone, batch_of_one = function(robot, *states[:, row]), function(robot, *states[:, row : row + 1])
            for other in (batch_of_one[0], whole[row], some[row // 2]):
                assert bits(np.asarray(alone)) == bits(np.asarray(other)), (name, row)
