"""What plots show of a run beside its samples, found sample by sample: causes of torques, loads of bearings and links."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.functions.reactions import joint_reactions, link_loads
from denoc.kernels.dispatch import SHARED
from denoc.runs.recording import Recording
from denoc.studies.causes import CAUSES, causes_of_run

BEARINGS = ("radial", "axial", "tilting")


class Derived(NamedTuple):
    """`compute(robot, recording, rows, joint)` gives the rows of these samples, each of `shape(n)`."""

    shape: Callable[[int], tuple[int, ...]]
    compute: Callable[[Robot, Recording, slice, int], np.ndarray]

    def rows(self, robot: Robot, recording: Recording, rows: slice, joint: int) -> np.ndarray:
        """Not numbers at states that are at the end of what can be computed with."""
        count = len(recording.t[rows])
        if count:
            try:
                with np.errstate(all="ignore"):
                    return self.compute(robot, recording, rows, joint)
            except DynamicsError:
                pass
        return np.full((count, *self.shape(robot.n)), np.nan)


def _all_causes(robot: Robot, recording: Recording, rows: slice, joint: int) -> np.ndarray:
    found = causes_of_run(robot, recording, rows)
    return np.stack([found[name] for name in CAUSES], axis=1)


def _causes(robot: Robot, recording: Recording, rows: slice, joint: int) -> np.ndarray:
    return _all_causes(robot, recording, rows, joint)[:, :, joint]


def _bearings(robot: Robot, recording: Recording, rows: slice, joint: int) -> np.ndarray:
    states = (getattr(recording, name)[rows] for name in ("q", "qd", "qdd"))
    borne = joint_reactions(robot, *states, tip_wrench=recording.tip_wrench, axes="joint", kernels=SHARED)
    across = [np.hypot(borne[..., k], borne[..., k + 1]) for k in (3, 0)]
    return np.stack([across[0], borne[..., 5], across[1]], axis=1)


def _link(robot: Robot, recording: Recording, rows: slice, joint: int) -> np.ndarray:
    states = (getattr(recording, name)[rows] for name in ("q", "qd", "qdd"))
    loads = link_loads(robot, *states, tip_wrench=recording.tip_wrench, kernels=SHARED)
    return np.stack([part[:, joint] for part in loads], axis=1)


TORQUE_PARTS = Derived(lambda n: (len(CAUSES), n), _all_causes)  # of all joints at once
DERIVED = {
    "causes": Derived(lambda n: (len(CAUSES),), _causes),  # of one joint
    "bearings": Derived(lambda n: (len(BEARINGS), n), _bearings),  # of all
    "link": Derived(lambda n: (4, 2), _link),  # axial, shear, bending, torsion at both ends of one
}


def torque_parts(robot: Robot, recording: Recording, rows: slice) -> np.ndarray:
    """The torques of these samples in CAUSES, (k, causes, n); they sum to the recording's torques."""
    return TORQUE_PARTS.rows(robot, recording, rows, 0)
