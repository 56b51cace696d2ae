"""A joint that stands still along a motion has no rate, and so no friction in the direction of a rounding error."""

from __future__ import annotations

import math

import numpy as np
import pytest

from denoc import (
    LineMotion,
    Link,
    Robot,
    RunSettings,
    SampledMotion,
    ViaMotion,
    actuator_sizing,
    smooth_motion,
)
from denoc.files.projects.project import Project, run_project

STILL = Robot(
    "still",
    (
        Link(alpha=math.pi / 2, mass=1.0, coulomb=5.0),
        *(Link(a=0.5, mass=1.0, com=(-0.25, 0, 0), inertia=(0.01,) * 3 + (0,) * 3, coulomb=5.0) for _ in range(3)),
    ),
)


@pytest.mark.parametrize("kind", ["line", "via", "sampled", "smoothed"])
def test_a_joint_that_stands_still_has_no_friction(kind: str) -> None:
    """Not even the sign of a rounding error: nothing moves the first joint, about an upright axis."""
    pose, t = (0.3, 0.5, -1.0, 0.2), np.linspace(0.0, 1.0, 101)
    way = (0.1 * math.cos(0.3), 0.1 * math.sin(0.3), 0.05)
    points = np.column_stack([np.full(101, 0.3), *(0.1 * k * np.sin(3 * t) for k in (1, 2, 3))])
    table = SampledMotion(tuple(t.tolist()), tuple(map(tuple, points.tolist())))
    motion = {
        "line": lambda: LineMotion(pose, way, task=(0, 0, 0, 1, 1, 1)),
        "via": lambda: ViaMotion((0.0, 0.3, 1.0), ((0.3, 0, 0, 0), (0.3, 1, 0, 0), (0.3, 0.5, 1, 0.2))),
        "sampled": lambda: table,
        "smoothed": lambda: smooth_motion(table, 5.0),
    }[kind]()
    run = run_project(Project("s", STILL, (0.0,) * 4, (0.0,) * 4, RunSettings("inverse", 1.0, 201, motion=motion)))
    assert not run.qd[:, 0].any()
    assert np.abs(run.tau[:, 0]).max() < 1e-9
    assert actuator_sizing(run)[0].peak_torque < 1e-9
    assert (np.abs(run.qd[:, 1:]).max(axis=0) > 0.01).all()


@pytest.mark.parametrize("order", ["cubic", "quintic"])
def test_at_the_end_of_a_motion_the_arm_rests(order: str) -> None:
    """Its last torque is that of its acceleration, without friction in the direction of a rounding error."""
    rough = Robot("wheel", (Link(inertia=(0, 0, 2.0, 0, 0, 0), coulomb=3.0),), gravity=(0, 0, 0))
    for points in np.random.default_rng(0).normal(size=(20, 4, 1)):
        motion = ViaMotion((0.0, 1.0, 2.0, 3.0), tuple(map(tuple, points.tolist())), order=order)
        run = run_project(Project("w", rough, (0.0,), (0.0,), RunSettings("inverse", 3.0, 31, motion=motion)))
        assert run.tau[[0, -1], 0] == pytest.approx(2.0 * run.qdd[[0, -1], 0], abs=1e-9)
