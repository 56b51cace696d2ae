"""What a recorded run loads bearings and links with, its peaks, and the torques as the check of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.functions.reactions import LinkLoads, joint_reactions, link_loads
from denoc.kernels.dispatch import SHARED
from denoc.runs.pushed import push_wrenches
from denoc.runs.recording import Recording
from denoc.studies.causes import causes_of_run

DRIVEN = ("friction", "rotor", "stop")  # causes that a drive feels and the link beyond it does not
TINY = float(np.finfo(float).tiny)


class RunLoads(NamedTuple):
    """What every joint and link bears along a run, (m, n) each in N and N m; `links` are (m, n, 2).

    `along` is what the reaction has along the joint, the moment about a revolute axis, the force along a slide, and
    `drive` the recorded torque less friction, rotor and stop: the same, found in another way.
    """

    t: np.ndarray  # (m,), s
    radial: np.ndarray  # force across the joint's axis
    axial: np.ndarray  # force along it, positive outward along z; of a slide its drive
    tilting: np.ndarray  # moment across the axis
    twisting: np.ndarray  # moment about it; of a revolute joint its drive
    links: LinkLoads
    along: np.ndarray
    drive: np.ndarray
    residual: float  # largest difference of these two over the largest part of a torque: rounding, of a sound run


class Peak(NamedTuple):
    """The largest size of a load along a run, with its sign, and when that is."""

    value: float
    time: float  # s


def loads_of_run(robot: Robot, recording: Recording, rows: slice = slice(None)) -> RunLoads:
    """Bearing loads of every joint and loads across both ends of every link along a run of `robot`.

    `rows` picks samples. Forward runs and inverse ones, with friction, rotors, payload, tip wrench, pushes and stops.
    The peaks of a motion that is known at every time are those of `recording.fine`. DynamicsError for a recording of
    another number of joints.

    >>> run = dn.simulate(dn.rod_chain(2).robot, [0.0, 0.0], [0.0, 0.0], 1.0)
    >>> loads = dn.loads_of_run(dn.rod_chain(2).robot, run)
    >>> loads.radial.shape, loads.residual < 1e-9
    ((101, 2), True)
    """
    parts = causes_of_run(robot, recording, rows)  # which checks what it is given
    t, q, qd, qdd, tau = (getattr(recording, name)[rows] for name in ("t", "q", "qd", "qdd", "tau"))
    wrenches = {"tip_wrench": recording.tip_wrench, "link_wrenches": push_wrenches(recording, rows)}
    borne = joint_reactions(robot, q, qd, qdd, axes="joint", kernels=SHARED, **wrenches)
    links = link_loads(robot, q, qd, qdd, kernels=SHARED, **wrenches)
    revolute = np.array([link.revolute for link in robot.links])
    axial, twisting = borne[..., 5], borne[..., 2]
    along, drive = np.where(revolute, twisting, axial), tau - sum(parts[name] for name in DRIVEN)
    size = max(float(np.abs(part).max(initial=0.0)) for part in parts.values())
    return RunLoads(
        t,
        np.hypot(borne[..., 3], borne[..., 4]),
        axial,
        np.hypot(borne[..., 0], borne[..., 1]),
        twisting,
        links,
        along,
        drive,
        float(np.abs(along - drive).max(initial=0.0)) / max(size, TINY),
    )


def peaks(t: np.ndarray, values: np.ndarray) -> list[Peak]:
    """Of the columns of values (m, n); none of no samples."""
    if not len(t):
        return []
    rows = np.nanargmax(np.where(np.isnan(values), -1.0, np.abs(values)), axis=0)
    return [Peak(float(values[row, k]), float(t[row])) for k, row in enumerate(rows)]
