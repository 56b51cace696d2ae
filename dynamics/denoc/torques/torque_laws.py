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

from dynamics.checks import LARGEST, check_number
from dynamics.controller_model import ControllerModel, believed
from dynamics.errors import DynamicsError
from dynamics.expressions import Expression, ExpressionError
from dynamics.formula_parser import MAX_CHARACTERS
from dynamics.robot import Robot

MAX_ROWS = 100_000
MAX_TABLE = 1_000_000  # rows times joints

PerJoint = tuple[float, ...]
GAINS = frozenset({"kp", "kd", "ki"})
JOINT_NAME = re.compile(r"\b(qd?)([1-9][0-9]{0,8})\b")  # in a formula


class FreeFall(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="free"):
    """No joint torque."""


class ConstantTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="constant"):
    values: PerJoint


class TableTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="table"):
    """`values` has one row of joint torques for each of the rising `times`; before and after, the end rows hold.

    Between two times the torque is linear, or with `hold` the row of the earlier one.
    """

    times: tuple[float, ...]
    values: tuple[PerJoint, ...]
    hold: bool = False


class ExpressionTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="expression"):
    """One formula of t, q1, qd1, ... a joint, see `expressions`; an empty one is no torque."""

    expressions: tuple[str, ...]


class PdTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="pd"):
    """kp e + ki integral(e dt) + kd e' with e = q_r - q, and the torque that holds the arm where it is.

    The reference q_r is `target`, at rest, or without one the project's motion. The integral starts from zero; without
    `ki` (N m/(rad s), N/(m s)) there is none. Where a motor's limits cut the torque short, the integral waits: see
    `feedback.Pid`. `model` is what gravity compensation knows, None the arm as it is, without the wrench at the tip.
    """

    kp: PerJoint
    kd: PerJoint
    gravity_compensation: bool = True
    target: PerJoint | None = None
    ki: PerJoint | None = None
    model: ControllerModel | None = None


class ComputedTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="computed"):
    """Inverse dynamics of qdd_r + kd (qd_r - qd) + kp (q_r - q) along the project's motion.

    The gains are in 1/s^2 and 1/s: an error then decays like a free oscillator with kp = w^2, kd = 2 d w, whatever
    the arm. `model` is what the law knows, None the arm as it is, without the wrench at the tip.
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


def check_per_joint(robot: Robot, name: str, values: Sequence[float], *, minimum: float = -math.inf) -> None:
    """One finite number a joint."""
    if len(values) != robot.n:
        raise DynamicsError(f"{robot.n} numbers are needed, not {len(values)}", field=name, value=values)
    for number, value in enumerate(values, 1):
        try:
            check_number(value, name, minimum=minimum)
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
