"""What is measured of a run, by name: of every joint, of one (`peak_torque2`), of the arm, or a formula of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.checks import check_items
from denoc.basics.errors import DynamicsError, shorten
from denoc.files.projects.project import Project
from denoc.functions.kinematics import forward_kinematics
from denoc.kernels.dispatch import SHARED
from denoc.runs.recording import Recording, Simulation
from denoc.studies.drive_limits import bounds_of
from denoc.studies.sizing import actuator_sizing
from denoc.torques.expressions import Formula

MAX_MEASURES = 1000
BAND = 0.02  # of its travel: so near its end a joint has settled
DEFAULT = ("peak_torque", "energy")
UNDRIVEN = ("peak_speed", "final")  # where there are no torques

Values = Sequence[float] | np.ndarray


class Measure(NamedTuple):
    """`of` gives a number for each joint, or one of the arm; units for R and P joints, or the arm's."""

    meaning: str
    units: tuple[str, str]
    of: Callable[[Project, Recording], Values]
    joints: bool = True


class Column(NamedTuple):
    """A column of a sweep's table: its name, as formulas call it, and its unit."""

    name: str
    unit: str

    @property
    def title(self) -> str:
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def _load(name: str) -> Callable[[Project, Recording], Values]:
    return lambda _, run: [getattr(load, name) for load in actuator_sizing(run)]


def _margin(project: Project, run: Recording) -> Values:
    """What the drives have over what is needed; inf where there is no limit or no need."""
    needed = np.abs(run.fine.tau).max(axis=0)
    limit = bounds_of(project).torque
    return np.divide(limit, needed, out=np.full(len(limit), np.inf), where=needed > 0)


def _followed(project: Project, t: np.ndarray) -> np.ndarray:
    """The positions (m, n) that are wished for."""
    found = project.reference(t) if project.run.mode == "forward" else None
    if found is None:
        raise DynamicsError("this run follows no motion", field="measures")
    return found[0]


def _tracking_error(project: Project, run: Recording) -> Values:
    return np.abs(run.q - _followed(project, run.t)).max(axis=0)


def _tip_error(project: Project, run: Recording) -> Values:
    wished, found = (_tips(project.robot, q) for q in (_followed(project, run.t), run.q))
    return [float(np.linalg.norm(found - wished, axis=1).max())]


def _settle_time(project: Project, run: Recording) -> Values:
    """When each joint has come within BAND of its travel to where it shall end, for good; inf where it has not."""
    reference = project.reference(run.t) if project.run.mode == "forward" else None
    goal = run.q if reference is None else reference[0]
    travel = np.maximum(np.ptp(goal, axis=0), np.abs(goal[-1] - run.q[0]))
    outside = np.abs(run.q - goal[-1]) > BAND * travel
    last = len(run.t) - 1 - np.argmax(outside[::-1], axis=0)
    times = np.append(run.t, np.inf)[last + 1]
    return np.where(outside.any(axis=0), times, 0.0)


def _tips(robot: Robot, q: np.ndarray) -> np.ndarray:
    """(m, 3) in m, world axes."""
    return forward_kinematics(robot, q, kernels=SHARED)[:, -1, :3, 3]


def _tip(axis: int) -> Callable[[Project, Recording], Values]:
    return lambda project, run: [float(_tips(project.robot, run.q[-1:])[0, axis])]


def _energy(_: Project, run: Recording) -> Values:
    return [sum(load.positive_work for load in actuator_sizing(run))]


def _energy_error(_: Project, run: Recording) -> Values:
    return [run.energy_error if isinstance(run, Simulation) else 0.0]


MEASURES: Mapping[str, Measure] = {
    "peak_torque": Measure("largest size of the torque", ("N m", "N"), _load("peak_torque")),
    "rms_torque": Measure("root mean square of the torque", ("N m", "N"), _load("rms_torque")),
    "peak_speed": Measure("largest size of the rate", ("rad/s", "m/s"), _load("peak_speed")),
    "peak_acceleration": Measure(
        "largest size of the acceleration", ("rad/s^2", "m/s^2"), lambda _, run: np.abs(run.fine.qdd).max(axis=0)
    ),
    "peak_power": Measure("largest size of the power", ("W", "W"), _load("peak_power")),
    "work": Measure("work put in, nothing recovered", ("J", "J"), _load("positive_work")),
    "margin": Measure("torque that the drive has over what is needed", ("", ""), _margin),
    "tracking_error": Measure("largest distance from the motion it follows", ("rad", "m"), _tracking_error),
    "settle_time": Measure(f"until it stays within {BAND:.0%} of its travel from its end", ("s", "s"), _settle_time),
    "smallest": Measure("smallest position", ("rad", "m"), lambda _, run: run.fine.q.min(axis=0)),
    "largest": Measure("largest position", ("rad", "m"), lambda _, run: run.fine.q.max(axis=0)),
    "final": Measure("position at the end", ("rad", "m"), lambda _, run: run.q[-1]),
    "final_speed": Measure("rate at the end", ("rad/s", "m/s"), lambda _, run: run.qd[-1]),
    "energy": Measure("work of all joints, nothing recovered", ("J", "J"), _energy, joints=False),
    "energy_error": Measure("what the energy balance leaves, over what was exchanged", ("", ""), _energy_error, False),
    "tip_error": Measure("largest distance of the tip from where it shall be", ("m", "m"), _tip_error, joints=False),
    "tip_x": Measure("x of the tip at the end", ("m", "m"), _tip(0), joints=False),
    "tip_y": Measure("y of the tip at the end", ("m", "m"), _tip(1), joints=False),
    "tip_z": Measure("z of the tip at the end", ("m", "m"), _tip(2), joints=False),
}


class Chosen:
    """Measures by their names: `columns` of a table, and `of(project, run)`, a row of it."""

    def __init__(self, names: Iterable[str], robot: Robot) -> None:
        self.columns: list[Column] = []
        self._needed: dict[str, Measure] = {}
        self._places: list[tuple[str, int] | Formula] = []
        for each in check_items(names, MAX_MEASURES, "measures"):
            if isinstance(each, str) and "=" in each:
                self._add_formula(*each.split("=", 1))
            else:
                self._add(each, robot)
        titles = [column.name for column in self.columns]
        if len(set(titles)) < len(titles):
            raise DynamicsError("a measure is named twice", field="measures", value=titles)

    def of(self, project: Project, run: Recording) -> list[float]:
        """A number a column. DynamicsError where one of them has no meaning for such a run."""
        found = {name: measure.of(project, run) for name, measure in self._needed.items()}
        row: list[float] = []
        for place in self._places:
            row.append(place.at(row) if isinstance(place, Formula) else float(found[place[0]][place[1]]))
        return row

    def _add(self, text: str, robot: Robot) -> None:
        match = re.fullmatch(r"([a-z_]+?)(\d*)", text, re.ASCII) if isinstance(text, str) else None
        measure = MEASURES.get(match[1]) if match else None
        if match is None or measure is None or (match[2] and not measure.joints):
            possible = f"possible: {', '.join(MEASURES)}; of one joint as peak_torque2; or NAME = a formula of them"
            raise DynamicsError(f"no such measure; {possible}", field="measures", value=text)
        name = match[1]
        joints = range(robot.n) if measure.joints else range(1)
        if match[2]:
            joint = int(match[2][:9]) - 1
            if joint not in joints:
                raise DynamicsError(f"the arm has joints 1 to {robot.n}", field="measures", value=text)
            joints = range(joint, joint + 1)
        self._needed[name] = measure
        for joint in joints:
            unit = measure.units[0 if robot.links[joint].revolute else 1]
            self.columns.append(Column(f"{name}{joint + 1}" if measure.joints else name, unit))
            self._places.append((name, joint))

    def _add_formula(self, name: str, text: str) -> None:
        if not re.fullmatch(r"[a-z_]\w{0,40}", name.strip(), re.ASCII | re.IGNORECASE):
            raise DynamicsError("a name before the = of a formula is needed", field="measures", value=name.strip())
        known = [column.name for column in self.columns]
        if not known:
            raise DynamicsError("a formula needs measures before it", field="measures", value=shorten([text.strip()]))
        self._places.append(Formula(text, known))
        self.columns.append(Column(name.strip(), ""))
