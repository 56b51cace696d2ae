"""What is plotted: a recording with what follows from it, computed when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.caching import cached_property
from denoc.files.projects.project import Project
from denoc.functions.kinematics import tip_frames
from denoc.kernels.dispatch import SHARED
from denoc.runs.recording import Recording, Simulation
from denoc.studies.drive_limits import Bounds, Reached, bounds_of, closely, reached
from denoc.torques.controllers import followed
from denoc_studio.plots.derived import DERIVED
from denoc_studio.plots.many.bands import Bands
from denoc_studio.plots.measured import Overlay


@dataclass(frozen=True, eq=False)
class Motion:
    """A recording as plots and paper read it: of a file, of a run without a window, or of a session's run as far as it
    has come, whose `tips`, `references`, `parts` (what is DERIVED), `watched` and `scaled` give what it has computed.

    Only a run that follows something has references. `bounds` are what the joints' drives can do, `measured` is a log
    of the same joints that is laid over it, `bands` are where many runs like it lie.
    """

    robot: Robot
    recording: Recording
    tips: Callable[[], np.ndarray] | None = None
    references: Callable[[], np.ndarray] | None = None
    parts: Callable[[str, int], np.ndarray] | None = None
    bounds: Bounds | None = None
    watched: Callable[[], tuple[tuple[Reached, ...], tuple[Reached, ...]]] | None = None
    scaled: Callable[[str, int, float], np.ndarray] | None = None
    measured: Overlay | None = None
    bands: Bands | None = None

    def column(self, field: str, joint: int, scale: float) -> np.ndarray:
        """A joint's values of a field of the recording in another unit, (k,)."""
        if scale != 1.0 and self.scaled is not None:
            return self.scaled(field, joint, scale)[: len(self.recording.t)]
        return column(getattr(self.recording, field), joint, scale)

    @cached_property
    def tip(self) -> np.ndarray:
        """(k, 3); k may still be short of the samples."""
        if self.tips is not None:
            return self.tips()[: len(self.recording.t)]
        if not len(self.recording.t):
            return np.empty((0, 3))
        return tip_frames(self.robot, self.recording.q, kernels=SHARED)[:, :3, 3]

    @cached_property
    def reference(self) -> np.ndarray | None:
        """q, qd and qdd that the run was to follow, (k, 3, n); k may still be short of the samples."""
        return None if self.references is None else self.references()[: len(self.recording.t)]

    @cached_property
    def torques_reached(self) -> tuple[Reached, ...]:
        """The joints whose torques reach their limits."""
        if self.watched is not None:
            return self.watched()[0]
        if self.bounds is None:
            return ()
        r = closely(self.recording, self.bounds.torque)
        return reached(r.t, r.tau, self.bounds.torque)

    @cached_property
    def rates_reached(self) -> tuple[Reached, ...]:
        """The joints whose rates reach their limits."""
        if self.watched is not None:
            return self.watched()[1]
        if self.bounds is None:
            return ()
        r = closely(self.recording, self.bounds.rate)
        return reached(r.t, r.qd, self.bounds.rate)

    def derived(self, name: str, joint: int = 0) -> np.ndarray:
        """What DERIVED has under this name, of a joint where it is of one, (k, ...); k may be short of the samples."""
        whole = slice(0, len(self.recording.t))
        if self.parts is not None:
            return self.parts(name, joint)[whole]
        return DERIVED[name].rows(self.robot, self.recording, whole, joint)


def column(values: np.ndarray, joint: int, scale: float) -> np.ndarray:
    """A joint's values in another unit, (k,), of those of all joints, (k, n)."""
    return values[:, joint] if scale == 1.0 else values[:, joint] * scale


def friction_jumps(motion: Motion) -> bool:
    """Does the torque jump as a joint leaves its rest, or comes to it? Dry friction then is there all at once."""
    recording = motion.recording
    if isinstance(recording, Simulation) or len(recording.t) < 2:
        return False
    begins = recording.qd[[1, -2]] * (recording.qd[[0, -1]] == 0)
    return bool(pack(motion.robot).friction.dry(0 * begins, np.sign(begins)).any())


def motion_of(
    project: Project, recording: Recording, measured: Overlay | None = None, bands: Bands | None = None
) -> Motion:
    """All of a recording of this project, with a log over it and bands behind it."""
    references = partial(reference_states, project, recording.t) if has_reference(project) else None
    bounds = bounds_of(project)
    return Motion(project.robot, recording, references=references, bounds=bounds, measured=measured, bands=bands)


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
