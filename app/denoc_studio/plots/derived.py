"""What plots show of a run beside its samples, found sample by sample: causes of torques, loads of bearings, links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.functions.reactions import joint_reactions, link_loads
from denoc.kernels.dispatch import SHARED
from denoc.runs.pushed import forces_and_points, push_wrenches
from denoc.runs.recording import Recording
from denoc.studies.causes import CAUSES, causes_of_run

BEARINGS = ("radial", "axial", "tilting")
NOISE = 1e-12  # of the force and its arm, or of all forces: what is less is rounding


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
    borne = joint_reactions(robot, *states, axes="joint", kernels=SHARED, **_wrenches(recording, rows))
    radial, tilting = (np.hypot(borne[..., k], borne[..., k + 1]) for k in (3, 0))
    return np.stack(_without_noise(robot, (radial, borne[..., 5]), (tilting,)), axis=1)


def _link(robot: Robot, recording: Recording, rows: slice, joint: int) -> np.ndarray:
    states = (getattr(recording, name)[rows] for name in ("q", "qd", "qdd"))
    loads = link_loads(robot, *states, kernels=SHARED, **_wrenches(recording, rows))
    axial, shear, bending, torsion = (part[:, joint] for part in loads)
    return np.stack(_without_noise(robot, (axial, shear), (bending, torsion)), axis=1)


def _pushes(robot: Robot, recording: Recording, rows: slice, joint: int) -> np.ndarray:
    total = forces_and_points(recording, rows)[0].sum(axis=1)
    return np.column_stack([total, np.linalg.norm(total, axis=1)])


def _wrenches(recording: Recording, rows: slice) -> dict[str, Any]:
    """What the surroundings put on the links: at the tip, and by pushes."""
    return {"tip_wrench": recording.tip_wrench, "link_wrenches": push_wrenches(recording, rows)}


def _without_noise(robot: Robot, forces: Sequence[np.ndarray], moments: Sequence[np.ndarray]) -> list[np.ndarray]:
    """These forces and moments, zero where the sample's largest force and the arm's length leave only rounding."""
    reach = sum(abs(link.a) + abs(link.b) for link in robot.links)
    force, moment = (np.max(np.abs(parts), axis=(0, -1))[:, None] for parts in (forces, moments))
    bounds = [*([NOISE * force] * len(forces)), *([NOISE * np.maximum(force * reach, moment)] * len(moments))]
    return [np.where(np.abs(part) < bound, 0.0, part) for part, bound in zip((*forces, *moments), bounds, strict=True)]


TORQUE_PARTS = Derived(lambda n: (len(CAUSES), n), _all_causes)  # of all joints at once
DERIVED = {
    "causes": Derived(lambda n: (len(CAUSES),), _causes),  # of one joint
    "bearings": Derived(lambda n: (len(BEARINGS), n), _bearings),  # of all
    "pushes": Derived(lambda n: (4,), _pushes),  # x, y, z and size of their force together
    "link": Derived(lambda n: (4, 2), _link),  # axial, shear, bending, torsion at both ends of one
}


def torque_parts(robot: Robot, recording: Recording, rows: slice) -> np.ndarray:
    """The torques of these samples in CAUSES, (k, causes, n); they sum to the recording's torques."""
    return TORQUE_PARTS.rows(robot, recording, rows, 0)
