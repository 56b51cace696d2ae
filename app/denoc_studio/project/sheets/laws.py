"""The columns in which torque laws are edited: torques, formulas, gains, what the motors can do; torques over time."""

from __future__ import annotations

from collections.abc import Sequence

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.torques.expressions import ExpressionError
from denoc.torques.torque_laws import (
    ComputedTorque,
    ConstantTorque,
    ExpressionTorque,
    FreeFall,
    PdTorque,
    TableTorque,
    TorqueLaw,
)
from denoc_studio.project import edits
from denoc_studio.project.edits import still
from denoc_studio.project.entry.joint_units import (
    PERCENT,
    SECOND,
    damping_unit,
    integral_unit,
    position_unit,
    rate_unit,
    stiffness_unit,
    torque_unit,
)
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.project.law_kinds import formula_hint, model_of, reason_of
from denoc_studio.project.run_edits import change_law, change_model
from denoc_studio.project.sheets.per_joint import Entry, field_entry
from denoc_studio.project.sheets.sheet import Column, UnitOf, of_joint, of_row
from denoc_studio.project.sheets.timed_rows import NO_ROWS, TimedRows, TimedSheet

GAIN_DIGITS = 5
PER_SECOND_2, PER_SECOND_1 = Unit("1/s²", step="1"), Unit("1/s", step="1")


def _law_of(project: Project) -> TorqueLaw:
    return project.run.torque


def _law_field(name: str, tip: str, unit: UnitOf) -> Entry:
    """The column of the law's field of this name."""
    return field_entry(Column(name, name, tip, of_row(unit), digits=GAIN_DIGITS), name, _law_of, change_law)


TORQUE = field_entry(
    Column("torque", "torque", "The torque, all the time", of_row(torque_unit)), "values", _law_of, change_law
)


def _put_formulas(project: Project, formulas: tuple[str, ...]) -> Project:
    try:
        return change_law(project, expressions=formulas)
    except ExpressionError as error:
        raise DynamicsError(reason_of(error), link=error.link) from None


def _formula(n: int) -> Entry:
    return Entry(
        Column("formula", "formula", f"Torque [N m] or force [N]; empty for none. Of {formula_hint(n)}", wide=True),
        lambda project: still(project.run.torque, ExpressionTorque).expressions,
        _put_formulas,
    )


def _integral_gains(project: Project) -> tuple[float, ...]:
    law = project.run.torque
    return (isinstance(law, PdTorque) and law.ki) or (0.0,) * project.robot.n


PID_ENTRIES = (
    _law_field("kp", "Torque for each unit of position error", stiffness_unit),
    _law_field("kd", "Torque for each unit of rate error", damping_unit),
    Entry(
        Column(
            "ki",
            "ki",
            "Torque for each unit of position error and second; it waits while the motor cannot give what is wanted",
            of_row(integral_unit),
            digits=GAIN_DIGITS,
        ),
        _integral_gains,
        lambda project, values: change_law(project, ki=values if any(values) else None),
    ),
)
TARGET = _law_field("target", "Where the joint is to go", position_unit)
COMPUTED_ENTRIES = (
    _law_field("kp", "Acceleration for each unit of position error: w² of a free oscillator", lambda *_: PER_SECOND_2),
    _law_field("kd", "Acceleration for each unit of rate error: 2 w without overshoot", lambda *_: PER_SECOND_1),
)


MASSES = field_entry(
    Column(
        "mass",
        "believed mass",
        "What the controller believes the link's mass and inertia to be, of what they are",
        lambda *_: PERCENT,
    ),
    "masses",
    lambda project: model_of(project.run.torque),
    change_model,
)


def law_entries(project: Project) -> tuple[Entry, ...]:
    """What the law has for each joint; the target of a PID, which leads somewhere, first."""
    law = project.run.torque
    doubted = (MASSES,) if MASSES.of(project) else ()
    match law:
        case ConstantTorque():
            return (TORQUE,)
        case ExpressionTorque():
            return (_formula(project.robot.n),)
        case ComputedTorque():
            return (*doubted, *COMPUTED_ENTRIES)
        case PdTorque():
            return (*(() if law.target is None else (TARGET,)), *doubted, *PID_ENTRIES)
    return ()


LIMITS = {
    field: field_entry(
        Column(heading, name, tip, of_row(unit), optional=True), field, lambda project: project.run, edits.set_run
    )
    for field, heading, name, tip, unit in (
        (
            "torque_limit",
            "τ ≤",
            "torque at most",
            "What the motor can give, either way; empty means none",
            torque_unit,
        ),
        (
            "speed_limit",
            "rate ≤",
            "speed at most",
            "Where the motor can push no further; its torque fades over the last tenth; empty means none",
            rate_unit,
        ),
    )
}


def limit_entries(project: Project) -> tuple[Entry, ...]:
    """What the motors can do, where that is limited; an arm that falls freely has none that matter."""
    if isinstance(project.run.torque, FreeFall):
        return ()
    return tuple(entry for field, entry in LIMITS.items() if getattr(project.run, field) is not None)


class TableSheet(TimedSheet):
    """One row a time: the torques of the joints."""

    row = "row"

    def columns(self, project: Project) -> Sequence[Column]:
        return [Column("t", "time", "From when these torques act [s]", lambda *_: SECOND)] + [
            Column(f"τ{k + 1}", f"torque {k + 1}", f"Torque of joint {k + 1}", of_joint(torque_unit, k))
            for k in range(project.robot.n)
        ]

    def table(self, project: Project) -> TimedRows:
        law = project.run.torque
        return TimedRows(law.times, law.values) if isinstance(law, TableTorque) else NO_ROWS

    def with_table(self, project: Project, table: TimedRows) -> Project:
        return change_law(project, times=table.times, values=table.rows)
