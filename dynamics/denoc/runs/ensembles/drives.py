"""What drives an ensemble, in a form that lanes can follow, or why they cannot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from denoc.arm.robot import Robot
from denoc.kernels import lanes as lane_kernels
from denoc.kernels.emitter.targets import Target
from denoc.motions.changes import Stretch, stretches
from denoc.motions.joint_trajectories import Trajectory
from denoc.runs.ensembles.block import Drive
from denoc.runs.ensembles.traced_laws import NotInLanes, traced_law
from denoc.runs.problem.job import Job
from denoc.runs.problem.time_inputs import cut, polynomials
from denoc.torques.controllers import Table
from denoc.torques.law_parts import OfTime
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, PdTorque, TableTorque, TorqueLaw

INTEGRATORS = ("rk4", "dopri5", "dop853")  # in lanes; others fall back


@dataclass(frozen=True)
class Driven:
    """A torque law with the motion that it may follow, and what a single run calls for it; all None for constants."""

    law: TorqueLaw | None = None
    motion: Trajectory | None = None
    function: Callable[..., object] | None = None


def drive_of(job: Job, driven: Driven, target: Target) -> Drive:
    """NotInLanes says why there is none."""
    if job.integrator not in INTEGRATORS:
        raise NotInLanes(f"lanes have no {job.integrator}")
    law = driven.law
    changes = job.changes()
    spans = list(stretches(changes.breaks, job.duration))
    if driven.function is None:
        return Drive(cut(spans, np.inf))
    if isinstance(law, TableTorque):
        rows, coefficients = _polynomials(Table(law).rows, spans, np.inf, job.robot.n)
        return Drive(rows, columns=job.robot.n, coefficients=coefficients)
    if not isinstance(law, ExpressionTorque | PdTorque | ComputedTorque):
        raise NotInLanes("the torque is a function")
    traced = traced_law(job.robot, law, target)
    if not traced.followed:
        return Drive(cut(spans, np.inf), traced.kernel, traced.integrals)
    assert driven.motion is not None
    width = traced.followed * job.robot.n
    rows, coefficients = _polynomials(_followed(driven.motion, traced.followed), spans, changes.longest, width)
    return Drive(rows, traced.kernel, traced.integrals, width, coefficients)


def _polynomials(function: OfTime, spans: list[Stretch], longest: float, width: int) -> tuple[np.ndarray, np.ndarray]:
    found = polynomials(function, spans, longest, width)
    if found is None:
        raise NotInLanes("what the law follows is no polynomial over any short time")
    return found


def _followed(motion: Trajectory, count: int) -> OfTime:
    return lambda times: np.hstack(motion(times)[:count])


def why_not_in_lanes(robot: Robot, *, tables: bool) -> str:
    """What there is about an arm that lanes cannot compute, with its numbers in `tables` or written out; empty for
    nothing."""
    if any(max(link.breakaways) > 0 for link in robot.links):
        return "joints with dry friction may stick"
    if tables and not lane_kernels.fits(robot):
        return "friction differs with the direction"
    return ""
