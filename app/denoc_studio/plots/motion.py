"""What is plotted: a recording with what follows from it, computed when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from dynamics.causes import CAUSES, causes_of_run
from dynamics.controllers import followed
from dynamics.errors import DynamicsError
from dynamics.kinematics import tip_frames
from dynamics.project import Project
from dynamics.recording import Recording, Simulation
from dynamics.robot import Robot


@dataclass(frozen=True, eq=False)
class Motion:
    """`tips`, `references` and `parts` (of a joint) give what somebody has computed already.

    Only a run that follows something has references.
    """

    robot: Robot
    recording: Recording
    tips: Callable[[], np.ndarray] | None = None
    references: Callable[[], np.ndarray] | None = None
    parts: Callable[[int], np.ndarray] | None = None

    @cached_property
    def tip(self) -> np.ndarray:
        """(k, 3); k may still be short of the samples."""
        if self.tips is not None:
            return self.tips()[: len(self.recording.t)]
        if not len(self.recording.t):
            return np.empty((0, 3))
        return tip_frames(self.robot, self.recording.q)[:, :3, 3]

    @cached_property
    def reference(self) -> np.ndarray | None:
        """q, qd and qdd that the run was to follow, (k, 3, n); k may still be short of the samples."""
        return None if self.references is None else self.references()[: len(self.recording.t)]

    def causes(self, joint: int) -> np.ndarray:
        """The joint's torque in CAUSES, (k, causes); k may still be short of the samples."""
        whole = slice(0, len(self.recording.t))
        if self.parts is not None:
            return self.parts(joint)[whole]
        return torque_parts(self.robot, self.recording, whole)[:, :, joint]


def friction_jumps(motion: Motion) -> bool:
    """Does the torque jump as a joint leaves its rest, or comes to it? Coulomb friction then is there all at once."""
    recording = motion.recording
    if isinstance(recording, Simulation) or len(recording.t) < 2:
        return False
    coulomb = np.array([link.coulomb for link in motion.robot.links])
    return bool((coulomb * (recording.qd[[0, -1]] == 0) * (recording.qd[[1, -2]] != 0)).any())


def motion_of(project: Project, recording: Recording) -> Motion:
    """All of a recording of this project."""
    if not has_reference(project):
        return Motion(project.robot, recording)
    return Motion(project.robot, recording, references=partial(reference_states, project, recording.t))


def empty_motion(robot: Robot) -> Motion:
    """Axes without curves."""
    none, wide = np.empty(0), np.empty((0, robot.n))
    return Motion(robot, Recording(none, wide, wide, wide, wide, none, none))


def has_reference(project: Project) -> bool:
    """Does the project's run follow a motion or a target?"""
    return project.run.mode == "forward" and followed(project.run.torque, project.motion_at) is not None


def reference_states(project: Project, t: np.ndarray) -> np.ndarray:
    """q, qd and qdd that the run is to follow, (k, 3, n)."""
    states = project.reference(t)
    assert states is not None
    return np.stack(states, axis=1)


def torque_parts(robot: Robot, recording: Recording, rows: slice) -> np.ndarray:
    """The torques of these samples in CAUSES, (k, causes, n); they sum to the recording's torques."""
    count = len(recording.t[rows])
    if not count:
        return np.empty((0, len(CAUSES), robot.n))
    try:
        with np.errstate(all="ignore"):
            found = causes_of_run(robot, recording, rows)
    except DynamicsError:  # states at the end of what can be computed with
        return np.full((count, len(CAUSES), robot.n), np.nan)
    return np.stack([found[name] for name in CAUSES], axis=1)
