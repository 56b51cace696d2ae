"""The tables in which torque laws are edited: formulas, gains, torques over time, what the motors can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.torques.expressions import ExpressionError
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, PdTorque, PerJoint, TableTorque
from denoc_studio.project import edits
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
from denoc_studio.project.sheets.sheet import Column, Entry, JointSheet, UnitOf, of_joint
from denoc_studio.project.sheets.timed_rows import NO_ROWS, TimedRows, TimedSheet

PER_SECOND_2, PER_SECOND_1 = Unit("1/s²", step="1"), Unit("1/s", step="1")


def _law_field(heading: str, tip: str, field: str, unit: UnitOf) -> Entry:
    return Entry(
        heading,
        heading,
        tip,
        unit,
        lambda project: getattr(project.run.torque, field),
        lambda project, values: change_law(project, **{field: values}),
    )


def _has(*kinds: type) -> Callable[[Project], bool]:
    return lambda project: isinstance(project.run.torque, kinds)


def _put_formulas(project: Project, formulas: tuple[str, ...]) -> Project:
    try:
        return change_law(project, expressions=formulas)
    except ExpressionError as error:
        raise DynamicsError(reason_of(error), link=error.link) from None


FORMULAS = JointSheet(
    _has(ExpressionTorque),
    lambda project: (
        Entry(
            "torque [N m] or force [N]",
            "formula",
            f"Empty for no torque. Of {formula_hint(project.robot.n)}",
            None,
            lambda project: project.run.torque.expressions,  # type: ignore[union-attr]
            _put_formulas,
        ),
    ),
)


def _integral_gains(project: Project) -> tuple[float, ...]:
    law = project.run.torque
    return (isinstance(law, PdTorque) and law.ki) or (0.0,) * project.robot.n


PID_ENTRIES = (
    _law_field("kp", "Torque for each unit of position error", "kp", stiffness_unit),
    _law_field("kd", "Torque for each unit of rate error", "kd", damping_unit),
    Entry(
        "ki",
        "ki",
        "Torque for each unit of position error and second; it waits while the motor cannot give what is wanted",
        integral_unit,
        _integral_gains,
        lambda project, values: change_law(project, ki=values if any(values) else None),
    ),
)
TARGET = _law_field("target", "Where the joint is to go", "target", position_unit)
COMPUTED_ENTRIES = (
    _law_field(
        "kp", "Acceleration for each unit of position error: w² of a free oscillator", "kp", lambda *_: PER_SECOND_2
    ),
    _law_field("kd", "Acceleration for each unit of rate error: 2 w without overshoot", "kd", lambda *_: PER_SECOND_1),
)


def _believed_masses(project: Project) -> PerJoint:
    """Over the true ones; none where the controller knows these, or needs none."""
    return model_of(project.run.torque).masses or ()


MASSES = Entry(
    "mass",
    "believed mass",
    "What the controller believes the link's mass and inertia to be, of what they are",
    lambda *_: PERCENT,
    _believed_masses,
    lambda project, values: change_model(project, masses=values),
)


def _gains(project: Project) -> Sequence[Entry]:
    law = project.run.torque
    doubted = (MASSES,) if _believed_masses(project) else ()  # first, where it is seen when it comes
    if isinstance(law, ComputedTorque):
        return (*doubted, *COMPUTED_ENTRIES)
    follows = isinstance(law, PdTorque) and law.target is None
    return (*doubted, *PID_ENTRIES, *(() if follows else (TARGET,)))


GAINS = JointSheet(_has(PdTorque, ComputedTorque), _gains, units_in_cells=False, digits=5)


def _limit(heading: str, tip: str, field: str, unit: UnitOf) -> Entry:
    return Entry(
        heading,
        heading,
        tip,
        unit,
        lambda project: getattr(project.run, field),
        lambda project, values: edits.set_run(project, **{field: values}),
        optional=True,
    )


LIMITS = {
    "torque_limit": _limit(
        "torque at most", "What the motor can give, either way; empty means none", "torque_limit", torque_unit
    ),
    "speed_limit": _limit(
        "speed at most",
        "Where the motor can push no further; its torque fades over the last tenth; empty means none",
        "speed_limit",
        rate_unit,
    ),
}


def _limits(project: Project) -> list[Entry]:
    return [entry for field, entry in LIMITS.items() if getattr(project.run, field) is not None]


MOTORS = JointSheet(lambda project: bool(_limits(project)), _limits)


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
