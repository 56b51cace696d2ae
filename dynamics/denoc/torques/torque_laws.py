"""What drives a forward run: torque laws as plain data, one entry a joint, in N m (N for prismatic joints).

`controllers` makes of a law what the integrator calls.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.checks import LARGEST, check_number
from denoc.basics.errors import DynamicsError
from denoc.torques.controller_model import ControllerModel, believed
from denoc.torques.expressions import Expression, ExpressionError
from denoc.torques.formula_parser import MAX_CHARACTERS

MAX_ROWS = 100_000
MAX_TABLE = 1_000_000  # rows times joints

PerJoint = tuple[float, ...]
GAINS = frozenset({"kp", "kd", "ki"})
JOINT_NAME = re.compile(r"\b(qd?)([1-9][0-9]{0,8})\b")  # in a formula


class FreeFall(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="free"):
    """No joint torque at all: the arm falls. The torque law that `RunSettings` has unless another is given.

    Friction, rotors, stops and the wrench at the tip act all the same.
    """


class ConstantTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="constant"):
    """Joint torques that do not change: `values` has one number a joint, in N m (N for prismatic joints).

    Checked where it is used: DynamicsError from `Project`.

    >>> settings = dn.RunSettings(duration=1.0, torque=dn.ConstantTorque((4.905,)))
    >>> held = dn.run_project(dn.Project("held", dn.rod_chain(1).robot, (0.0,), (0.0,), settings))
    >>> bool(np.abs(held.q).max() < 1e-9)
    True
    """

    values: PerJoint


class TableTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="table"):
    """Joint torques from a table: between two `times` they are linear, or with `hold` those of the earlier row.

    `times` (s) rise, `values` has one row of n torques (N m, N) for each; before the first and after the last row,
    these hold. Steps of the integrators end at the rows. `read_torque_csv` reads one from a file. Checked where it is
    used: DynamicsError from `Project`, which names the row.

    >>> pulse = dn.TableTorque(times=(0.0, 1.0, 1.1), values=((0.0,), (5.0,), (0.0,)), hold=True)
    """

    times: tuple[float, ...]
    values: tuple[PerJoint, ...]
    hold: bool = False


class ExpressionTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="expression"):
    """Joint torques (N m, N) as typed formulas, one a joint, such as "-2*qd1 + 5*sin(3*t)".

    An empty formula is no torque. A formula may name t (s), q1 to qn (rad, m), qd1 to qdn (per s), pi, e, and functions
    such as sin, sqrt, step, clip; see `Expression`. Steps of the integrators end where a formula jumps with t. Checked
    where it is used: `Project` raises ExpressionError with the joint and the column.

    >>> damped = dn.RunSettings(duration=5.0, torque=dn.ExpressionTorque(("-0.5*qd1",)))
    >>> run = dn.run_project(dn.Project("damped", dn.rod_chain(1).robot, (0.0,), (0.0,), damped))
    >>> bool(run.total[-1] < run.total[0])
    True
    """

    expressions: tuple[str, ...]


class PdTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="pd"):
    """PD or PID control of every joint, kp e + kd de/dt + ki integral of e dt, and gravity compensated.

    e = q_r - q; the reference q_r is `target` (n numbers; rad, m), at rest, or without one the project's motion. `kp`
    is in N m/rad (N/m), `kd` in N m s/rad (N s/m), `ki` in N m/(rad s) (N/(m s)), one number a joint; without `ki`
    there is no integral, which starts from zero and waits while a motor's limits cut the torque short.
    `gravity_compensation` adds the `gravity_torque` of the arm that the law believes in: `model`, None the arm as it
    is, without the wrench at the tip. Checked where it is used: DynamicsError from `Project`.

    >>> law = dn.PdTorque(kp=(50.0,), kd=(10.0,), target=(0.5,))
    >>> settings = dn.RunSettings(duration=5.0, torque=law)
    >>> run = dn.run_project(dn.Project("held", dn.rod_chain(1).robot, (0.0,), (0.0,), settings))
    >>> round(float(run.q[-1, 0]), 3)
    0.5
    """

    kp: PerJoint
    kd: PerJoint
    gravity_compensation: bool = True
    target: PerJoint | None = None
    ki: PerJoint | None = None
    model: ControllerModel | None = None


class ComputedTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="computed"):
    """Computed-torque control along the project's motion: inverse dynamics of qdd_r + kd (qd_r - qd) + kp (q_r - q).

    `kp` (1/s^2) and `kd` (1/s) have one number a joint: with an exact model an error decays like a free oscillator with
    kp = w^2, kd = 2 d w, whatever the arm. `model` is what the law believes of the arm, None the arm as it is, without
    the wrench at the tip; see `ControllerModel`. Luh, Walker and Paul 1980. Checked where it is used: DynamicsError
    from `Project`, also where there is no motion.

    >>> settings = dn.RunSettings(
    ...     duration=2.0, motion=dn.JointMotion((0.0,), (1.0,)), torque=dn.ComputedTorque((100.0,), (20.0,))
    ... )
    >>> run = dn.run_project(dn.Project("swing", dn.rod_chain(1).robot, (0.0,), (0.0,), settings))
    >>> round(float(run.q[-1, 0]), 6)
    1.0
    """

    kp: PerJoint
    kd: PerJoint
    model: ControllerModel | None = None


TorqueLaw = FreeFall | ConstantTorque | TableTorque | ExpressionTorque | PdTorque | ComputedTorque
LAWS = ("free", "constant", "table", "expression", "pd", "computed")


def follows_motion(law: TorqueLaw) -> bool:
    """Whether the law's reference is the project's motion."""
    return isinstance(law, ComputedTorque) or (isinstance(law, PdTorque) and law.target is None)


def compensates(law: TorqueLaw) -> bool:
    """Whether the law computes with a model of the arm: its `model` matters."""
    return isinstance(law, ComputedTorque) or (isinstance(law, PdTorque) and law.gravity_compensation)


def check_law(robot: Robot, law: TorqueLaw) -> None:
    """Refuse a law that does not fit the robot, naming the field, the joint and the value."""
    if isinstance(law, ConstantTorque):
        check_per_joint(robot, "run.torque.values", law.values)
    elif isinstance(law, TableTorque):
        _check_table(robot, law)
    elif isinstance(law, ExpressionTorque):
        formulas(robot, law)
    elif isinstance(law, (PdTorque, ComputedTorque)):
        for name in ("kp", "kd"):
            check_per_joint(robot, f"run.torque.{name}", getattr(law, name), minimum=0.0)
        if isinstance(law, PdTorque) and law.target is not None:
            check_per_joint(robot, "run.torque.target", law.target)
        if isinstance(law, PdTorque) and law.ki is not None:
            check_per_joint(robot, "run.torque.ki", law.ki, minimum=0.0)
        if law.model is not None:
            _check_model(robot, law.model)


def check_per_joint(
    robot: Robot, name: str, values: Sequence[float], *, minimum: float = -math.inf, infinite: bool = False
) -> None:
    """One number a joint, finite unless told otherwise."""
    if len(values) != robot.n:
        raise DynamicsError(f"{robot.n} numbers are needed, not {len(values)}", field=name, value=values)
    for number, value in enumerate(values, 1):
        try:
            check_number(value, name, minimum=minimum, infinite=infinite)
        except DynamicsError as error:
            raise error.in_link(number) from None


def formulas(robot: Robot, law: ExpressionTorque) -> list[Expression | None]:
    """The law's formulas, read; None where there is none."""
    name = "run.torque.expressions"
    if len(law.expressions) != robot.n:
        reason = f"{robot.n} formulas are needed, not {len(law.expressions)}"
        raise DynamicsError(reason, field=name, value=law.expressions)
    found: list[Expression | None] = []
    for number, text in enumerate(law.expressions, 1):
        try:
            blank = len(text) <= MAX_CHARACTERS and not text.strip(" \t")
            found.append(None if blank else Expression(text, robot.n))
        except ExpressionError as error:
            raise ExpressionError(
                error.reason, column=error.column, link=number, field=name, value=text[:MAX_CHARACTERS]
            ) from None
    return found


def _check_model(robot: Robot, model: ControllerModel) -> None:
    """Factors from zero on, and none that makes more of a body than there can be."""
    name = "run.torque.model"
    if model.masses is not None:
        check_per_joint(robot, f"{name}.masses", model.masses, minimum=0.0)
    check_number(model.payload, f"{name}.payload", minimum=0.0)
    try:
        believed(robot, model)
    except DynamicsError as error:
        link = error.link
        field, factor = ("payload", model.payload) if link is None else ("masses", (model.masses or ())[link - 1])
        raise DynamicsError(
            f"the {error.field} believed in: {error.reason}", link=link, field=f"{name}.{field}", value=factor
        ) from None


def rearranged(law: TorqueLaw, change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> TorqueLaw:
    """The law after rows of the robot were moved, removed or inserted.

    `change` does to a tuple with an entry a joint what was done to the joints; a new joint gets 0.0, the gains of its
    neighbour, and a mass that the controller knows. Formulas go with their joints, and the joints that they name are
    renamed: a copy's own by its own number; one that is gone stands still at zero.
    """
    if isinstance(law, TableTorque):
        return msgspec.structs.replace(law, values=tuple(change(row) for row in law.values))
    if isinstance(law, ExpressionTorque):
        return ExpressionTorque(_renamed(law.expressions, change))
    entries = {name: getattr(law, name) for name in law.__struct_fields__}
    changed = {name: change(entry) for name, entry in entries.items() if isinstance(entry, tuple)}
    for name in GAINS.intersection(changed):
        changed[name] = _with_neighbours(entries[name], change)
    model = entries.get("model")
    if model is not None and model.masses is not None:
        rows = _rows_before(len(model.masses), change)
        masses = tuple(model.masses[row - 1] if row else 1.0 for row in rows)
        changed["model"] = msgspec.structs.replace(model, masses=masses)
    return msgspec.structs.replace(law, **changed)


def _with_neighbours(gains: PerJoint, change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> PerJoint:
    """A joint that was not there gets the gain of the one before it, the first one that of the one after it."""
    rows = _rows_before(len(gains), change)
    known = [row for row in rows if row]
    if not known:
        return tuple(gains[0] if gains else 0.0 for _ in rows)
    out, last = [], known[0]
    for row in rows:
        last = row or last
        out.append(gains[last - 1])
    return tuple(out)


def _rows_before(n: int, change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> list[int]:
    """What each joint was called before, counted from 1; 0 for a new one."""
    return [int(row) for row in change(tuple(range(1, n + 1)))]


def _renamed(expressions: tuple[str, ...], change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> tuple[str, ...]:
    joints = _rows_before(len(expressions), change)
    now = {before: after for after, before in reversed(list(enumerate(joints, 1)))}

    def renamed(number: int, joint: int) -> str:
        def name(found: re.Match[str]) -> str:
            before = int(found[2])
            after = number if before == joint else now.get(before)
            return f"{found[1]}{after}" if after else "0"

        return JOINT_NAME.sub(name, expressions[joint - 1])

    return tuple(renamed(number, joint) if joint else "" for number, joint in enumerate(joints, 1))


def _check_table(robot: Robot, law: TableTorque) -> None:
    rows = len(law.times)
    if not 1 <= rows <= MAX_ROWS or rows * robot.n > MAX_TABLE:
        reason = f"1 to {min(MAX_ROWS, MAX_TABLE // robot.n)} rows are possible"
        raise DynamicsError(reason, field="run.torque.times", value=rows)
    if len(law.values) != rows:
        raise DynamicsError(
            f"one row of torques is needed for each of {rows} times", field="run.torque.values", value=len(law.values)
        )
    if _sound(robot, law):  # at once, since a table may be long and is checked after every edit
        return
    before = -math.inf
    for number, (time, row) in enumerate(zip(law.times, law.values, strict=True), 1):
        if check_number(time, f"run.torque.times, row {number}") <= before:
            raise DynamicsError("the times must rise", field=f"run.torque.times, row {number}", value=time)
        before = time
        check_per_joint(robot, f"run.torque.values, row {number}", row)


def _sound(robot: Robot, law: TableTorque) -> bool:
    if any(len(row) != robot.n for row in law.values):
        return False
    times, values = np.array(law.times), np.array(law.values)
    within = (np.abs(times) <= LARGEST).all() and (np.abs(values) <= LARGEST).all()
    return bool(within and (np.diff(times) > 0).all())
