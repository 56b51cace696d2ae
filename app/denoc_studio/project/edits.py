"""Edits of a project as plain functions: the project before, the project after, or a DynamicsError.

What belongs to a joint (initial state, torque law, motion, what its motor can do, actuator, visuals) follows its row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, TypeVar

import msgspec

from dynamics import motions, torque_laws, visuals
from dynamics.actuators import Actuator, Actuators
from dynamics.conventions import to_convention
from dynamics.errors import DynamicsError
from dynamics.expressions import ExpressionError
from dynamics.project import Project, RunSettings
from dynamics.robot import Convention, Link, Robot
from dynamics.solids import rod

Values = tuple[float, ...]
Part = TypeVar("Part")


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


def change_link(project: Project, index: int, **changes: Any) -> Project:
    return replace(project, robot=project.robot.with_link(index, **changes))


def fit_rod(project: Project, index: int) -> Project:
    """The body of a link along x as a uniform rod of the link's length, its mass as it was."""
    link = project.robot.links[index]
    return change_link(project, index, com=(-link.a / 2, 0.0, 0.0), inertia=rod(link.mass, link.a))


def change_links(project: Project, changes: dict[int, dict[str, Any]]) -> Project:
    """Several links at once: {index: {field: value}}."""
    robot = project.robot
    for index, fields in changes.items():
        robot = robot.with_link(index, **fields)
    return replace(project, robot=robot)


def set_links(project: Project, links: tuple[Link, ...]) -> Project:
    """Another table. Rows that were there keep their state unless the joint is of another kind now; new ones rest."""
    before = project.robot.links

    def kept(values: Values) -> Values:
        same = [i < len(before) and link.joint == before[i].joint for i, link in enumerate(links)]
        return tuple(values[i] if same[i] else 0.0 for i in range(len(links)))

    changed = _per_joint(project, replace(project.robot, links=links), kept)
    return replace(changed, visuals=tuple(visual for visual in project.visuals if visual.link <= len(links)))


def set_joint(project: Project, index: int, joint: Literal["R", "P"]) -> Project:
    """Revolute or prismatic; what was an angle is no length, so this joint's state starts from zero."""
    robot = project.robot.with_link(index, joint=joint)
    if joint == project.robot.links[index].joint:
        return project

    def cleared(values: Values) -> Values:
        return (*values[:index], 0.0, *values[index + 1 :])

    return replace(_per_joint(project, robot, cleared), visuals=project.visuals)


def insert_link(project: Project, index: int, link: Link) -> Project:
    """A new row before row `index`, at rest."""
    links = project.robot.links
    robot = replace(project.robot, links=(*links[:index], link, *links[index:]))
    return _per_joint(project, robot, lambda values: (*values[:index], 0.0, *values[index:]))


def duplicate_link(project: Project, index: int) -> Project:
    """A copy of the row right after it, with its state; its link has no name yet."""
    links = project.robot.links
    robot = replace(project.robot, links=(*links[: index + 1], replace(links[index], name=""), *links[index + 1 :]))
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
    """The same arm, its table in the other convention."""
    robot = to_convention(project.robot, convention)
    return replace(project, robot=robot, visuals=visuals.carried(project.visuals, project.robot, robot))


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


def _per_joint(project: Project, robot: Robot, rearranged: Callable[[Values], Values]) -> Project:
    """The project with another set of joints, everything that has one entry a joint rearranged with it."""
    run = _run_rearranged(project.run, rearranged)
    q0, qd0 = rearranged(project.q0), rearranged(project.qd0)
    actuators = _rearranged(project.actuators, rearranged)
    shapes = visuals.rearranged(project.visuals, _rows(project.robot.n, rearranged))
    return replace(project, robot=robot, q0=q0, qd0=qd0, run=run, actuators=actuators, visuals=shapes)


def _rows(n: int, rearranged: Callable[[Values], Values]) -> list[int]:
    """Which rows stand where now, counted from 1; 0 is a joint that was not there."""
    return [int(row) for row in rearranged(tuple(float(number) for number in range(1, n + 1)))]


def _run_rearranged(run: RunSettings, rearranged: Callable[[Values], Values]) -> RunSettings:
    """Motion, torque law and what the motors can do; a new joint's motor can do what the strongest one can."""
    changes: dict[str, Any] = {"torque": torque_laws.rearranged(run.torque, rearranged)}
    if run.motion is not None:
        changes["motion"] = motions.rearranged(run.motion, rearranged)
    for name in ("torque_limit", "speed_limit"):
        before = getattr(run, name)
        if before is not None:
            rows = _rows(len(before), rearranged)
            changes[name] = tuple(before[row - 1] if row else max(before) for row in rows)
    return msgspec.structs.replace(run, **changes)


def _rearranged(actuators: Actuators, rearranged: Callable[[Values], Values]) -> Actuators:
    if not actuators:
        return ()
    return tuple(actuators[row - 1] if row else None for row in _rows(len(actuators), rearranged))
