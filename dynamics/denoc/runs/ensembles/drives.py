"""What drives an ensemble, in a form that lanes can follow, or why they cannot."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot
from denoc.kernels import lanes as lane_kernels
from denoc.motions.changes import stretches
from denoc.runs.ensembles.block import Drive
from denoc.runs.integrators import EXPLICIT
from denoc.runs.problem.job import Job

INTEGRATORS = ("rk4", "dopri5", "dop853")  # in lanes; others fall back


def undriven(job: Job) -> Drive:
    """Free fall, or torques that do not change."""
    found = [(*stretch, 0.0) for stretch in stretches(np.zeros(0), job.duration)]
    return Drive(np.array(found))


def why_one_by_one(integrator: str) -> str:
    """Why no run of this integrator can be computed in lanes; empty where one may."""
    assert set(INTEGRATORS) <= set(EXPLICIT)
    return "" if integrator in INTEGRATORS else f"lanes have no {integrator}"


def why_not_in_lanes(robot: Robot, *, varies: bool) -> str:
    """What there is about an arm that lanes cannot compute; empty for nothing."""
    if any(max(link.breakaways) > 0 for link in robot.links):
        return "joints with dry friction may stick"
    if varies and not lane_kernels.fits(robot):
        return "friction differs with the direction"
    return ""
