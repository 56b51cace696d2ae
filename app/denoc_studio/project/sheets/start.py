"""The joints at t = 0 as a table: a slider, position, rate, and the constant torque where there is one."""

from __future__ import annotations

from denoc.files.projects.project import ConstantTorque, Project
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import position_unit, rate_unit, torque_unit
from denoc_studio.project.sheets.sheet import Entry, JointSheet

SLIDER, POSITION, RATE, TORQUE = range(4)


def _torques(project: Project) -> tuple[float, ...]:
    law = project.run.torque
    return law.values if isinstance(law, ConstantTorque) else (0.0,) * project.robot.n


ENTRIES = (
    Entry(
        "position",
        "initial position",
        "Where the joint starts",
        position_unit,
        lambda project: project.q0,
        lambda project, values: edits.set_start(project, q0=values),
    ),
    Entry(
        "rate",
        "initial rate",
        "How fast it starts",
        rate_unit,
        lambda project: project.qd0,
        lambda project, values: edits.set_start(project, qd0=values),
    ),
    Entry(
        "torque",
        "torque",
        "The torque, all the time",
        torque_unit,
        _torques,
        lambda project, values: edits.set_run(project, torque=ConstantTorque(values)),
    ),
)

START = JointSheet(
    lambda _: True,
    lambda _: ENTRIES,
    slider="Drag to pose the arm, with Ctrl ten times finer",
    units_in_cells=False,
)
