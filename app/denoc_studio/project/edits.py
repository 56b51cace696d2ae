"""Edits of a project as plain functions: the project before, the project after, or a DynamicsError.

What belongs to a joint (initial state, torque law, motion, what its motor can do, actuator, visuals, pushes) follows
its row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Literal, TypeVar

import msgspec

from denoc.arm import visuals
from denoc.arm.conventions import to_convention
from denoc.arm.robot import Convention, Link, Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project, RunSettings
from denoc.motions import motion_data
from denoc.torques import pushes, torque_laws
from denoc.torques.actuators import Actuator, Actuators
from denoc.torques.expressions import ExpressionError
from denoc_studio.project.tolerances.edits import rearranged as rearranged_tolerances
from denoc_studio.project.tolerances.edits import unmoved, without_joint

Values = tuple[float, ...]
Part = TypeVar("Part")
UNLIMITED: dict[str, Any] = {name: getattr(Link(), name) for name in ("lower", "upper", "max_torque", "max_speed")}
OWN_LIMITS = {"torque_limit": "max_torque", "speed_limit": "max_speed"}  # of a run's motors: what the joints say of it


def still(part: object, kind: type[Part]) -> Part:
    """A part of the project that is of this kind; an edit may come late, from a list that was open meanwhile."""
    if not isinstance(part, kind):
        raise too_late()
    return part


def too_late() -> DynamicsError:
    return DynamicsError("this was replaced by something else meanwhile")


def change_robot(project: Project, **changes: Any) -> Project:
    """Entries of the robot that leave its joints as they are: name, gravity, payload, base, tool."""
    return replace(project, robot=replace(project.robot, **changes))


def rename_robot(project: Project, name: str) -> Project:
    """The project's name goes with it where both were the same."""
    after = change_robot(project, name=name)
    return replace(after, name=name.strip()) if project.name == project.robot.name and name.strip() else after


def rename_project(project: Project, name: str) -> Project:
    """The robot's name goes with it where both were the same."""
    after = replace(project, name=name)
    return change_robot(after, name=name) if project.name == project.robot.name else after


def change_link(project: Project, index: int, **changes: Any) -> Project:
    return replace(project, robot=project.robot.with_link(index, **changes))


def change_links(project: Project, changes: dict[int, dict[str, Any]]) -> Project:
    """Several links at once: {index: {field: value}}."""
    robot = project.robot
    for index, fields in changes.items():
        robot = robot.with_link(index, **fields)
    return replace(project, robot=robot)


def set_links(project: Project, links: tuple[Link, ...]) -> Project:
    """Another table. Rows that were there keep state and limits unless the joint is of another kind now."""
    before = project.robot.links
    other = {i for i, (link, was) in enumerate(zip(links, before, strict=False)) if link.joint != was.joint}
    links = tuple(replace(link, **UNLIMITED) if i in other else link for i, link in enumerate(links))

    def kept(values: Values) -> Values:
        same = [i < len(before) and link.joint == before[i].joint for i, link in enumerate(links)]
        return tuple(values[i] if same[i] else 0.0 for i in range(len(links)))

    changed = _per_joint(project, replace(project.robot, links=links), kept)
    kept_pushes = tuple(push for push in project.run.pushes if push.link <= len(links))
    kept_visuals = tuple(visual for visual in project.visuals if visual.link <= len(links))
    rows = [i + 1 if i < len(before) else 0 for i in range(len(links))]
    known = rearranged_tolerances(project.tolerances, rows)
    for i in other:
        known = without_joint(known, i)
    return replace(set_run(changed, pushes=kept_pushes), visuals=kept_visuals, tolerances=known)


def set_joint(project: Project, index: int, joint: Literal["R", "P"]) -> Project:
    """Revolute or prismatic; what was an angle is no length, so this joint's state starts from zero, without limits."""
    if joint == project.robot.links[index].joint:
        return project
    return set_links(project, project.robot.with_link(index, joint=joint, **UNLIMITED).links)


def insert_link(project: Project, index: int, link: Link) -> Project:
    """A new row before row `index`, at rest."""
    links = project.robot.links
    robot = replace(project.robot, links=(*links[:index], link, *links[index:]))
    return _per_joint(project, robot, lambda values: (*values[:index], 0.0, *values[index:]))


def duplicate_link(project: Project, index: int) -> Project:
    """A copy of the row right after it, with its state; its link and joint have no names yet."""
    links = project.robot.links
    robot = replace(
        project.robot, links=(*links[: index + 1], replace(links[index], name="", joint_name=""), *links[index + 1 :])
    )
    return _per_joint(project, robot, lambda values: (*values[: index + 1], values[index], *values[index + 1 :]))


def remove_links(project: Project, rows: list[int]) -> Project:
    kept = [i for i in range(project.robot.n) if i not in rows]
    if not kept:
        raise DynamicsError("an arm keeps at least one link", field="links")
    robot = replace(project.robot, links=tuple(project.robot.links[i] for i in kept))
    try:
        return _per_joint(project, robot, lambda values: tuple(values[i] for i in kept))
    except ExpressionError as error:
        raise _still_needed(project, kept[(error.link or 1) - 1]) from None


def _still_needed(project: Project, index: int) -> DynamicsError:
    """Why joints cannot go: the formula of joint `index` makes no sense without them."""
    law = project.run.torque
    assert isinstance(law, torque_laws.ExpressionTorque)
    text = law.expressions[index]
    used = sorted({int(found[2]) for found in torque_laws.JOINT_NAME.finditer(text)} - {index + 1})
    names = " and ".join(f"joint {number}" for number in used)
    return DynamicsError(
        f"the formula of joint {index + 1}, “{text}”, needs {names}: with zero in its place it has no value",
        link=index + 1,
        field="run.torque.expressions",
    )


def move_link(project: Project, index: int, to: int) -> Project:
    """Row `index` to place `to`."""
    order = [i for i in range(project.robot.n) if i != index]
    order.insert(to, index)
    robot = replace(project.robot, links=tuple(project.robot.links[i] for i in order))
    return _per_joint(project, robot, lambda values: tuple(values[i] for i in order))


def set_convention(project: Project, convention: Convention) -> Project:
    """The same arm, its table in the other convention; numbers that move or change leave their tolerances behind."""
    robot = to_convention(project.robot, convention)
    run = msgspec.structs.replace(project.run, pushes=pushes.carried(project.run.pushes, project.robot, robot))
    after = replace(project, robot=robot, run=run, visuals=visuals.carried(project.visuals, project.robot, robot))
    return replace(after, tolerances=unmoved(project, after))


def set_start(project: Project, *, q0: Values | None = None, qd0: Values | None = None) -> Project:
    return replace(project, q0=project.q0 if q0 is None else tuple(q0), qd0=project.qd0 if qd0 is None else tuple(qd0))


def set_run(project: Project, **changes: Any) -> Project:
    return replace(project, run=msgspec.structs.replace(project.run, **changes))


def set_actuator(project: Project, index: int, actuator: Actuator | None) -> Project:
    """The motor and gear of joint `index`, or none."""
    chosen = list(project.actuators or (None,) * project.robot.n)
    chosen[index] = actuator
    return set_actuators(project, tuple(chosen))


def set_actuators(project: Project, actuators: Actuators) -> Project:
    """Those of all joints."""
    return replace(project, actuators=actuators)


def use_motors(project: Project, joints: Iterable[int]) -> Project:
    """The rotors and gear ratios of the motors chosen for these joints, from 0, in the arm itself.

    A ratio's sign, the way that the gear turns, stays as it is.
    """
    changes = {}
    for index in joints:
        actuator = project.actuators[index] if project.actuators else None
        if actuator is not None:
            ratio = math.copysign(actuator.gear.ratio, project.robot.links[index].gear_ratio)
            changes[index] = {"rotor_inertia": actuator.motor.rotor_inertia, "gear_ratio": ratio}
    return change_links(project, changes)


def _per_joint(project: Project, robot: Robot, rearranged: Callable[[Values], Values]) -> Project:
    """The project with another set of joints, everything that has one entry a joint rearranged with it."""
    run = _run_rearranged(project.run, project.robot.n, robot, rearranged)
    q0, qd0 = rearranged(project.q0), rearranged(project.qd0)
    actuators = _rearranged(project.actuators, rearranged)
    rows = _rows(project.robot.n, rearranged)
    shapes, known = visuals.rearranged(project.visuals, rows), rearranged_tolerances(project.tolerances, rows)
    kept = {"actuators": actuators, "visuals": shapes, "tolerances": known}
    return replace(project, robot=robot, q0=q0, qd0=qd0, run=run, **kept)  # type: ignore[arg-type]


def _rows(n: int, rearranged: Callable[[Values], Values]) -> list[int]:
    """Which rows stand where now, counted from 1; 0 is a joint that was not there."""
    return [int(row) for row in rearranged(tuple(float(number) for number in range(1, n + 1)))]


def _run_rearranged(run: RunSettings, n: int, robot: Robot, rearranged: Callable[[Values], Values]) -> RunSettings:
    """Motion, torque law, pushes and what the motors can do; a new joint's motor can do what the joint itself says.
    There were n joints."""
    changes: dict[str, Any] = {"torque": torque_laws.rearranged(run.torque, rearranged)}
    if run.pushes:
        changes["pushes"] = pushes.rearranged(run.pushes, _rows(n, rearranged))
    if run.motion is not None:
        changes["motion"] = motion_data.rearranged(run.motion, rearranged)
    for name in OWN_LIMITS:
        before = getattr(run, name)
        if before is not None:
            rows = _rows(len(before), rearranged)
            pairs = zip(rows, robot.links, strict=True)
            changes[name] = tuple(before[row - 1] if row else getattr(link, OWN_LIMITS[name]) for row, link in pairs)
    return msgspec.structs.replace(run, **changes)


def _rearranged(actuators: Actuators, rearranged: Callable[[Values], Values]) -> Actuators:
    if not actuators:
        return ()
    return tuple(actuators[row - 1] if row else None for row in _rows(len(actuators), rearranged))
