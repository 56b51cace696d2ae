"""Motions made of one another, durations, rows at times: plain functions, without a window."""

from __future__ import annotations

import math

import numpy as np
import pytest

from denoc import Link, Robot, load, rod_chain
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    PoseMotion,
    SampledMotion,
    TipPose,
    Triple,
    ViaMotion,
)
from denoc_studio.project import run_edits
from denoc_studio.project.law_kinds import LAWS, default_law
from denoc_studio.project.motion_kinds import KINDS, converted, kind_of, stroke_from
from denoc_studio.project.sheets.motions import PoseSheet, ViaSheet
from denoc_studio.project.sheets.run_joints import RunJoints
from denoc_studio.project.sheets.sheet import Cells, Page
from denoc_studio.project.sheets.timed_rows import TimedRows, with_cells, with_row_after, without_rows
from denoc_studio.project.tip_motions import good_normal, good_start, good_way, usual_task

ARMS = ("planar-3r-free-fall", "scara", "stanford-inverse", "puma560", "ur5")


@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_becomes_every_other(name: str, kind: str) -> None:
    project = run_edits.set_kind(run_edits.set_mode(load(name), "inverse"), kind)
    for other in KINDS:
        after = run_edits.set_kind(project, other)
        assert kind_of(after.run.motion) == other  # type: ignore[arg-type]
        assert after.run.duration == project.run.duration


@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("kind", ["line", "arc", "poses"])
def test_a_tip_motion_to_begin_with_can_be_followed(name: str, kind: str) -> None:
    project = run_edits.set_kind(run_edits.set_mode(load(name), "inverse"), kind)
    q, _, _ = project.motion()
    assert np.abs(q[-1] - q[0]).max() > 0.05


def test_a_stretched_arm_is_bent_before_its_tip_sets_off() -> None:
    robot = rod_chain(3).robot
    task = usual_task(robot)
    start = good_start(robot, (0.0, 0.0, 0.0), task)
    assert start != (0.0, 0.0, 0.0)
    assert good_start(robot, start, task) == start
    way = good_way(robot, start, task)
    assert np.count_nonzero(way) == 1
    normal = good_normal(robot, start, task, way)
    assert np.dot(normal, way) == pytest.approx(0.0, abs=1e-12)
    assert np.linalg.norm(normal) == pytest.approx(1.0)


def test_a_line_and_its_arc_end_in_the_same_place() -> None:
    project = run_edits.set_kind(run_edits.set_mode(load("puma560"), "inverse"), "line")
    line = project.run.motion
    assert isinstance(line, LineMotion)
    arc = converted(project, "arc")
    assert isinstance(arc, ArcMotion)
    assert arc.start == line.start
    back = converted(run_edits.set_motion(project, arc), "line")
    assert isinstance(back, LineMotion)
    assert back.displacement == pytest.approx(line.displacement, abs=1e-5)


def test_a_solved_tip_motion_hands_its_end_over() -> None:
    project = run_edits.set_kind(run_edits.set_mode(load("puma560"), "inverse"), "line")
    end = project.motion()[0][-1]
    joints = converted(project, "joints")
    assert isinstance(joints, JointMotion)
    assert joints.end == pytest.approx(tuple(end))


def test_a_stroke_stays_within_the_limits() -> None:
    links = (Link(mass=1.0, lower=-0.2, upper=0.3), Link("P", mass=1.0, lower=0.0, upper=0.1), Link(mass=1.0))
    robot = Robot("limited", links)
    end = stroke_from(robot, (0.25, 0.09, 3.0))
    for link, a, b in zip(robot.links, (0.25, 0.09, 3.0), end, strict=True):
        assert link.lower <= b <= link.upper
        assert a != b


def _with(motion: ViaMotion | SampledMotion, mode: str = "inverse") -> Project:
    project = run_edits.set_motion(rod_chain(2), motion)
    return run_edits.set_mode(project, mode)  # type: ignore[arg-type]


def test_via_points_decide_the_duration_of_an_inverse_run_only() -> None:
    motion = ViaMotion((0.0, 1.0, 3.0), ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    inverse, forward = _with(motion), _with(motion, "forward")
    assert inverse.run.duration == 3.0
    assert forward.run.duration == rod_chain(2).run.duration
    stretched = run_edits.set_duration(inverse, 6.0)
    assert stretched.run.motion.times == (0.0, 2.0, 6.0)  # type: ignore[union-attr]
    assert run_edits.set_duration(forward, 6.0).run.motion == motion
    for bad in (0.0, -1.0, math.nan):
        with pytest.raises(DynamicsError):
            run_edits.set_duration(inverse, bad)


def test_samples_keep_their_own_time() -> None:
    project = _with(SampledMotion((0.0, 1.0, 2.0), ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))))
    with pytest.raises(DynamicsError, match="last 2 s"):
        run_edits.set_duration(project, 5.0)
    assert run_edits.set_duration(project, 2.0) == project


def test_rows_at_times_grow_and_shrink() -> None:
    table = TimedRows((0.0, 2.0), ((0.0, 0.0), (4.0, 8.0)))
    assert with_row_after(table, 0) == TimedRows((0.0, 1.0, 2.0), ((0.0, 0.0), (2.0, 4.0), (4.0, 8.0)))
    assert with_row_after(table, 1).times == (0.0, 2.0, 4.0)
    assert with_cells(table, {(3, 1): 5.0}) == TimedRows(
        (0.0, 2.0, 4.0, 6.0), ((0.0, 0.0), (4.0, 8.0), (4.0, 8.0), (5.0, 8.0))
    )
    assert without_rows(with_row_after(table, 0), [0]) == TimedRows((0.0, 1.0), ((2.0, 4.0), (4.0, 8.0)))


def test_a_pasted_block_is_put_whole_or_not_at_all() -> None:
    project = _with(ViaMotion((0.0, 1.0), ((0.0, 0.0), (1.0, 1.0))))
    sheet = ViaSheet()
    after = sheet.pasted(project, 0, 0, "t\tq1\tq2\n0\t0\t0\n2\t90\t-90\n3\t0\t0\n", degrees=True)
    assert after.run.motion.points[1] == pytest.approx((math.pi / 2, -math.pi / 2))  # type: ignore[union-attr]
    assert after.run.duration == 3.0
    for text, words in (("", "no text"), ("1\t2\t3\t4\n", "only 3 fit"), ("0\tx\n", "row 1, column q1")):
        with pytest.raises(DynamicsError, match=words):
            sheet.pasted(project, 0, 0, text, degrees=True)


def test_a_sheet_of_one_row_a_joint_does_not_grow() -> None:
    project = run_edits.set_kind(run_edits.set_mode(rod_chain(2), "inverse"), "sines")
    with pytest.raises(DynamicsError, match="only 1 fit"):
        RunJoints().pasted(project, 1, 0, "1\n2\n", degrees=True)


@pytest.mark.parametrize("kind", list(LAWS))
@pytest.mark.parametrize("name", ARMS)
def test_every_law_to_begin_with_fits_the_arm(name: str, kind: str) -> None:
    project = run_edits.set_mode(load(name), "forward")
    assert run_edits.choose_law(project, kind).run.torque == default_law(project, kind)


def test_a_pose_that_keeps_the_orientation_before_says_so() -> None:
    place = (0.5, 0.5, 0.0)
    poses = (TipPose(place), TipPose(place, (0.0, 0.0, 1.0)), TipPose(place))
    project = run_edits.set_kind(run_edits.set_mode(rod_chain(3), "inverse"), "poses")
    project = run_edits.change_motion(project, poses=poses)
    sheet, page = PoseSheet(), Page(PoseSheet(), project, degrees=False)
    assert [page.text(row, 5) for row in range(3)] == ["as before", "1", "as before"]
    copied = "\n".join("\t".join(sheet.edited(page, row, k) for k in range(6)) for row in range(3))
    assert sheet.pasted(project, 0, 0, copied, degrees=False) == project

    def rotations(cells: Cells) -> list[Triple | None]:
        motion = sheet.put(project, cells).run.motion
        assert isinstance(motion, PoseMotion)
        return [pose.rotation for pose in motion.poses]

    assert rotations({(0, 4): 0.5}) == [(0.0, 0.5, 0.0), (0.0, 0.0, 1.0), None]
    assert rotations({(1, 5): math.inf}) == [None, (0.0, 0.0, 0.0), None]
    assert rotations({(2, k): 0.0 for k in (3, 4, 5)}) == [None, (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)]
    assert rotations({(3, 0): 0.25}) == [None, (0.0, 0.0, 1.0), None, None]
    both = rotations({(row, k): math.inf for row in (0, 1, 2) for k in (3, 4, 5)})
    assert both == [None, None, None]
