"""Sliders reach as far as their joints; a motion past a limit is told with joint and time."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from denoc import Project, RunSettings, SineMotion, load, rod_chain
from denoc.files.projects.project import run_project
from denoc.motions.motion_data import JointMotion
from denoc.studies.joint_limits import limit_passed
from denoc_studio.project.run_edits import set_motion
from denoc_studio.project.slider_range import pose_range


def test_a_slider_reaches_from_limit_to_limit_or_half_a_turn() -> None:
    robot = load("planar-3r-free-fall").robot
    assert pose_range(robot, 0) == (-math.pi, math.pi)
    assert pose_range(robot.with_link(0, lower=-1.0, upper=2.0), 0) == (-1.0, 2.0)
    assert pose_range(robot.with_link(0, lower=5.0), 0)[0] == 5.0
    slide = robot.with_link(1, joint="P")
    assert pose_range(slide, 1)[1] == pytest.approx(0.77)


def test_the_first_joint_past_its_limit_is_named_with_its_time() -> None:
    project = load("planar-3r-inverse")
    robot = project.robot.with_link(1, upper=1.0).with_link(2, upper=2.0)
    project = set_motion(
        replace(project, robot=robot), JointMotion(start=(0.0,) * 3, end=(0.5, 1.5, 3.0), profile="cycloidal")
    )
    recording = run_project(project)
    said = limit_passed(project.robot, recording)
    first = recording.t[(recording.q[:, 1] > 1.0) | (recording.q[:, 2] > 2.0)][0]
    assert said.startswith(("joint 2", "joint 3"))
    assert float(said.split()[-2]) == pytest.approx(first, abs=recording.t[1])
    assert limit_passed(load("planar-3r-inverse").robot, recording) == ""


@pytest.mark.parametrize("samples", [2, 3])
def test_a_limit_that_is_passed_between_samples_is_found(samples: int) -> None:
    """A sine of one turn is at rest at both ends and in the middle; at 0.9 it is after asin(0.9) / 2 pi s."""
    robot = rod_chain(1).robot.with_link(0, lower=-0.9, upper=0.9)
    motion = SineMotion((0.0,), (((1.0, 1.0, 0.0),),))
    run = RunSettings("inverse", 1.0, samples, motion=motion)
    said = limit_passed(robot, run_project(Project("sine", robot, (0.0,), (0.0,), run)))
    assert said.startswith("joint 1 is past its limit at t = ")
    assert float(said.split()[-2]) == pytest.approx(math.asin(0.9) / (2 * math.pi), abs=1.1e-3)
    wide = robot.with_link(0, lower=-1.0, upper=1.0)
    assert limit_passed(wide, run_project(Project("sine", wide, (0.0,), (0.0,), run))) == ""
