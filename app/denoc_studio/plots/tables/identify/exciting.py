"""A motion worth logging: how it was looked for, how much better it is, and what it asks of the joints."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import Cancel, cancellable
from denoc.files.projects.project import Project
from denoc.functions.api import inverse_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.motions.motion_data import SineMotion
from denoc.motions.motion_to_trajectory import trajectory_of
from denoc.runs.recording import Recording
from denoc.studies.identification.exciting_motion import exciting_motion
from denoc_studio.plots.readout import MINUS
from denoc_studio.plots.tables.identify.told import KnownBase, Told, Unknowns, condition, told
from denoc_studio.plots.tables.text_sheet import TextSheet
from denoc_studio.project.entry.joint_units import position_unit, rate_unit, torque_unit
from denoc_studio.project.entry.numbers import DEGREE, Unit, shown
from denoc_studio.project.run_edits import use_motion

FINE = 2000  # samples that peaks are looked for in
DIGITS = 4


class Wish(NamedTuple):
    """What the motion shall be; limits (SI units) of joints that have none of their own, None for none."""

    duration: float = 20.0  # s
    periods: int = 2
    harmonics: int = 5
    rounds: int = 40
    speed: float | None = None
    acceleration: float | None = None
    torque: float | None = None

    @property
    def period(self) -> float:
        return self.duration / self.periods


class Exciting(NamedTuple):
    """A motion that was found, and what it and the run's own would tell."""

    robot: Robot
    wish: Wish
    motion: SineMotion
    before: Told
    after: Told
    lowest: np.ndarray  # (n,) of q, then the peaks of speed and torque
    highest: np.ndarray
    speed: np.ndarray
    torque: np.ndarray


def find_exciting(
    project: Project,
    recording: Recording | None,
    unknowns: Unknowns,
    wish: Wish,
    log: tuple[float, float],
    progress: Callable[[float], object],
    cancel: Cancel,
) -> Exciting:
    """`log` is the torques' noise and the rate of samples that motions are compared with. Cancelled, DynamicsError and
    NoSolution as `exciting_motion` has them."""
    with cancellable(cancel):
        robot, known = project.robot, KnownBase()
        before = told(project, recording, unknowns, *log, known)
        motion = exciting_motion(
            robot,
            wish.period,
            harmonics=wish.harmonics,
            speed=_filled([link.max_speed for link in robot.links], wish.speed),
            acceleration=wish.acceleration,
            torque=_filled([link.max_torque for link in robot.links], wish.torque),
            friction=unknowns.friction,
            rotors=unknowns.rotors,
            rounds=wish.rounds,
            progress=progress,
            cancel=cancel,
        )
        run = use_motion(project, motion, wish.duration)
        after = told(run, None, unknowns, *log, known)
        q, qd, qdd = trajectory_of(robot, motion, wish.period)(np.linspace(0.0, wish.period, FINE))
        torque = np.abs(inverse_dynamics(robot, q, qd, qdd, kernels=SHARED)).max(axis=0)
        peaks = q.min(axis=0), q.max(axis=0), np.abs(qd).max(axis=0), torque
        return Exciting(robot, wish, motion, before, after, *peaks)


def compared(found: Exciting) -> str:
    """Before and after, in a sentence; or why the motion cannot be judged."""
    before, after = found.before.excitation, found.after.excitation
    if after is None:
        return f"{found.after.why}."
    now = f"Condition {condition(after.condition)}"
    if before is None:
        return f"{now}."
    if not before.excited.all():
        missing = int((~before.excited).sum())
        return f"{now}; the run's present motion does not excite {missing} of {found.before.base.rank} combinations."
    return f"{now}, where the run's present motion has {condition(before.condition)}."


def sheet(found: Exciting, degrees: bool) -> TextSheet:
    """One row a joint: where it moves, and its peaks beside the limits that it has."""
    rows = []
    for joint, link in enumerate(found.robot.links):
        position, rate, torque = (make(link, degrees) for make in (position_unit, rate_unit, torque_unit))
        rows.append(
            (
                str(joint + 1),
                f"{_shown(found.lowest[joint], position)} to {_worded(found.highest[joint], position)}",
                _beside(found.speed[joint], link.max_speed, rate),
                _beside(found.torque[joint], link.max_torque, torque),
            )
        )
    headings = ("joint", "moves from", "peak speed", "peak torque")
    return TextSheet(headings, tuple(rows), frozenset({0}), shared=True)


def _beside(value: float, limit: float, unit: Unit) -> str:
    words = _worded(value, unit)
    return f"{words} of {_shown(limit, unit)}" if np.isfinite(limit) else words


def _worded(value: float, unit: Unit) -> str:
    gap = "" if unit.label.startswith(DEGREE.label) else " "
    return f"{_shown(value, unit)}{gap}{unit.label}"


def _shown(value: float, unit: Unit) -> str:
    return shown(value, unit, DIGITS).replace("-", MINUS)


def _filled(own: list[float], instead: float | None) -> list[float]:
    """Of each joint its own limit, or the one that is given for those without."""
    return [instead if not np.isfinite(limit) and instead is not None else limit for limit in own]
