"""Every public name of `denoc` that can be called, with arguments that are right for it.

Names are found by looking, so that a new one is tried without being listed; one whose parameters have names that are
not known here needs a line in `GOOD`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import denoc as dn
from tests.support.places import RESOURCES

URDF = """<robot name="two">
<link name="base"/><link name="hand"/><link name="upper"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link>
<joint name="one" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="two" type="fixed"><parent link="upper"/><child link="hand"/><origin xyz="1 0 0"/></joint>
</robot>"""
LIMITED = ("payload_capacity", "payload_over", "reach_map", "reach_maps")
"""They need torque limits, which the good robot has not."""
RECORDS = (BaseException, tuple)
"""Classes that hold whatever they are given."""


class Callee(NamedTuple):
    """Something public that can be called: a function, a class, or a method of an object that is right."""

    name: str
    call: Callable[..., Any]
    parameters: dict[str, inspect.Parameter]
    good: dict[str, Any]  # arguments with which it works; others are left to their defaults

    def __repr__(self) -> str:
        return self.name


def good_project() -> dn.Project:
    robot, q = dn.rod_chain(2).robot, (0.1, -0.2)
    run = dn.RunSettings(duration=0.1, samples=11, motion=dn.JointMotion(q, (0.3, 0.4)))
    return dn.Project("two", robot, q, q, run)


def write_good_files() -> None:
    """Into the present folder, where good values and calls look for them."""
    Path("two.urdf").write_text(URDF, encoding="utf-8")
    good_project().save("two.arm.json")
    Path("two.csv").write_text("t,q1,q2,tau1,tau2\n0,0,0,0,0\n1,1,2,3,4\n", encoding="utf-8")


@cache
def good_values() -> dict[str, Any]:
    """By the names of parameters, with that of their function in front where it matters; see `write_good_files`."""
    project = good_project()
    robot, q, run = project.robot, project.q0, project.run
    recording = dn.simulate(robot, q, q, 0.1, samples=11)
    motion = dn.SampledMotion(tuple(np.linspace(0, 1, 20)), tuple((x, x * x) for x in np.linspace(0, 1, 20)))
    tree = dn.read_urdf("two.urdf")
    arm = dn.chain_robot(tree, "base", "hand")
    job = dn.Job(robot, q, q, 0.1, samples=11, max_seconds=0.5)
    ensemble = dn.simulate_many(robot, q, q, 0.1)
    series = {name: getattr(recording, name) for name in ("t", "q", "qd", "qdd", "tau", "kinetic", "potential")}
    t = np.linspace(0.0, 10.0, 501)
    swing = 0.4 * np.sin(np.outer(t, (1.0, 1.7)) + np.array((0.3, 0.8)))
    measurement = dn.Measurement(t, q=swing, tau=swing)
    horizon = {"until": 1.0, "end": 2.0, "tolerance": 0.01, "apart": 0.5, "tenfold": 1.0, "second": "a", "first": "b"}
    return {
        **dict.fromkeys(
            (
                "q",
                "qd",
                "qdd",
                "tau",
                "quasi",
                "effort",
                "q0",
                "qd0",
                "third",
                "start",
                "end",
                "offset",
                "kp",
                "kd",
                "values",
            ),
            q,
        ),
        **{f"Ensemble.{item.name}": getattr(ensemble, item.name) for item in fields(ensemble)},
        "simulate_many.robots": (robot,),
        **{f"Recording.{name}": value for name, value in series.items()},
        **{f"Simulation.{name}": value for name, value in series.items()},
        **{f"Simulation.{name}": recording.work for name in ("work", "friction_work")},
        **{f"Measurement.{name}": series[name] for name in ("t", "q", "tau")},
        "measurement": measurement,
        "identified": dn.identify(robot, measurement),
        "excitation.duration": 1.0,
        "exciting_motion.rounds": 2,
        "Measurement.measured.name": "tau",
        "read_measurement_csv.path": "two.csv",
        **{f"Horizon.{name}": value for name, value in horizon.items()},
        **{f"UrdfTree.{name}": getattr(tree, name) for name in ("path", "folder", "name", "links", "joints", "root")},
        **{f"UrdfArm.{name}": getattr(arm, name) for name in ("robot", "chain", "reports", "visuals")},
        "Project.run": run,
        "view": dn.View(("angles",), "below", ("joint 1",)),
        **{f"View.{name}": getattr(dn.View(), name) for name in dn.View.__struct_fields__},
        **{f"RunSettings.{name}": getattr(run, name) for name in run.__struct_fields__},
        "robot": robot,
        "name": "a name",
        "links": robot.links,
        "recording": recording,
        "compare_measured.recording": dn.Recording(t, *[swing] * 4, t, t),
        "subject": recording,
        "project": project,
        "other": project,
        "job": job,
        "tree": tree,
        "motion": motion,
        "reproducible_until.subject": project,
        "lyapunov.subject": project,
        "lyapunov.duration": 2.0,
        "flip_times.duration": 0.1,
        "flip_times.cells": 4,
        "before": project,
        "after": project,
        "tolerances": (dn.Tolerance("robot.links[0].mass", 0.1),),
        "spread_of_run.runs": 8,
        "vary": (dn.Vary("robot.links[0].mass", 0.5, 1.0, 2),),
        "plan": dn.Plan(("robot.links[0].mass",), [[0.5], [1.0]]),
        "paths": ("robot.links[0].mass",),
        "Plan.values": [[0.5], [1.0]],
        "with_entries.values": {"robot.links[0].mass": 1.0},
        "Tolerance.path": "robot.links[0].mass",
        "spread": 0.1,
        "trajectory_of.motion": run.motion,
        "motor": dn.Motor("motor", 1.0, 2.0, 100.0),
        "gear": dn.Gear(50.0),
        "joint": 1,
        "Link.joint": "R",
        "duration": 0.1,
        "t": np.linspace(0, 0.1, 5),
        "text": "sin(t) + q1",
        "joints": 2,
        "Expression.__call__.t": 0.1,
        "algorithm": "denoc-inverse",
        "recursion": "ridim",
        "line_motion.robot": dn.rod_chain(3).robot,
        "line_motion.start": (0.1, 0.5, -0.5),
        "convention": "modified",
        "centre": (0.5, 0.0, 0.0),
        "normal": (0.0, 0.0, 1.0),
        "angle": 0.5,
        "wrenches": np.zeros((2, 6)),
        "displacement": (-0.05, 0.01, 0.0),
        "pose": dn.forward_kinematics(robot, q)[-1],
        "poses": (dn.TipPose((0.5, 0.0, 0.0)),),
        "position": (0.5, 0.0, 0.0),
        "point": (0.0, 0.0, 0.1),
        "stiffness": 50.0,
        "simulate.pushes": (dn.Push(1, (0.0, 0.0, 0.1), 50.0, t=(0.0, 0.05), target=((0.5, 0.0, 0.0),) * 2),),
        "Visual.pose": np.eye(4),
        "kind": "box",
        "link": 1,
        "UrdfTree.below.link": "base",
        "size": (1.0, 1.0, 1.0),
        "expressions": ("t", "q1"),
        "ratio": 50.0,
        "continuous_torque": 1.0,
        "peak_torque": 2.0,
        "no_load_speed": 100.0,
        "speed": 3.0,
        "times": motion.times,
        "points": motion.q,
        "terms": (((1.0, 1.0, 0.0),),) * 2,
        "TableTorque.values": motion.q,
        "SampledMotion.q": motion.q,
        "index": 0,
        "cutoff": 3.0,
        "n": 2,
        "steps": 3,
        "evaluations": 3,
        "status": "completed",
        "message": "",
        "base": "base",
        "tip": "hand",
        "Robot.base": None,
        "path": "two.urdf",
        "path_or_example": "two.arm.json",
        "max_seconds": 0.5,
        "load_motors.path": _motors(),
        "read_motion_csv.path": "two.csv",
        "read_torque_csv.path": "two.csv",
        "save_urdf.path": "out.urdf",
        "save_mjcf.path": "out.xml",
        "Project.save.path": "out.arm.json",
        **{f"{name}.limits": (40.0, 20.0) for name in LIMITED},
        **{f"{name}.samples": 256 for name in ("reach_map", "reach_maps")},
        "prepare.functions": ("mass matrix",),
    }


def _motors() -> Path:
    return next(RESOURCES.glob("*motors*"))


@cache
def callees() -> tuple[Callee, ...]:
    return tuple(_all())


def _all() -> Iterator[Callee]:
    for name in dn.__all__:
        public = getattr(dn, name)
        if not inspect.isclass(public):
            yield _callee(name, public)
        elif not issubclass(public, RECORDS):
            made = _callee(name, public)
            yield made
            yield from _methods(name, made.call(**made.good))
    robot, motion = good_values()["robot"], good_values()["trajectory_of.motion"]
    yield from _methods("Trajectory", dn.trajectory_of(robot, motion, 0.1))


def _methods(name: str, owner: object) -> Iterator[Callee]:
    for method, _ in inspect.getmembers(type(owner), inspect.isfunction):
        if not method.startswith("_") or method == "__call__":
            yield _callee(f"{name}.{method}", getattr(owner, method))


def _callee(name: str, call: Callable[..., Any]) -> Callee:
    parameters = {
        parameter.name: parameter
        for parameter in inspect.signature(call).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_POSITIONAL
    }
    good = {}
    for parameter in parameters.values():
        for key in (f"{name}.{parameter.name}", parameter.name):
            needed = parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
            if key in good_values() and (needed or "." in key or key == "max_seconds"):
                good[parameter.name] = good_values()[key]
                break
            if needed and key == parameter.name:
                raise LookupError(f"tests/support/public_names.py knows no good {parameter.name} of {name}")
    return Callee(name, call, parameters, good)
