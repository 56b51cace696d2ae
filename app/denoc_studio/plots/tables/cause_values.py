"""The torques of all joints by cause at one time, as a table."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot
from denoc.runs.recording import Recording, Simulation
from denoc.studies.causes import CAUSES
from denoc_studio.plots.cause_series import LOOKS, TOTAL
from denoc_studio.plots.derived import torque_parts
from denoc_studio.plots.readout import awaited, locate
from denoc_studio.plots.series import joint_name
from denoc_studio.plots.tables.number_grid import NumberGrid


def values_at(robot: Robot, recording: Recording, t: float) -> NumberGrid:
    """One row a joint, one column a cause, the total last; forces of prismatic joints are in N.

    Between samples by a straight line, as every read-out; nan behind the last, no columns without samples.
    """
    units = ("N m" if link.revolute else "N" for link in robot.links)
    names = tuple(f"{joint_name(robot, i)} [{unit}]" for i, unit in enumerate(units))
    corner, place = f"t = {t!r} s", locate(recording.t, t)
    if place is None:
        return NumberGrid(corner, names, (), np.empty((robot.n, 0)))
    parts = torque_parts(robot, recording, slice(place.before, place.after + 1))
    first, last = parts[0], parts[-1]
    between = np.full_like(first, np.nan) if awaited(recording.t[-1], t) else first + place.share * (last - first)
    kept = possible(robot, recording)
    values = np.vstack([between[kept], between.sum(axis=0)])
    return NumberGrid(corner, names, (*(LOOKS[CAUSES[k]].short for k in kept), TOTAL), values.T)


def possible(robot: Robot, recording: Recording) -> list[int]:
    """Which CAUSES this arm's torques may have, whatever the motion."""
    links = robot.links
    there = {
        "friction": not all(link.frictionless for link in links),
        "rotor": any(link.rotor_inertia for link in links),
        "payload": robot.payload is not None,
        "tip_wrench": recording.tip_wrench is not None,
        "push": isinstance(recording, Simulation) and bool(recording.job.pushes),
        "stop": isinstance(recording, Simulation) and recording.job.limits == "bounce",
    }
    return [k for k, part in enumerate(CAUSES) if there.get(part, True)]
