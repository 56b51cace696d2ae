"""Motions of the tip: on its path, with least rates where there is a choice, and refused where there is no way."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import denoc
from denoc import ArcMotion, DynamicsError, LineMotion, Link, NoSolution, PoseMotion, Robot, TipPose, load
from denoc.arm.rotations import rotation_matrix, rotation_vector
from denoc.motions.tip_trajectories import TipTrajectory, arc_trajectory, line_trajectory, pose_trajectory
from tests.denoc.motions.test_motions import check_derivatives
from tests.support.oracles.arms import random_arm

POSITION = (0, 0, 0, 1, 1, 1)


def regular_state(robot: Robot, rng: np.random.Generator, rows: slice = slice(0, 6)) -> np.ndarray:
    """Of some random states the one farthest from a singularity."""
    states = rng.uniform(-1.5, 1.5, (50, robot.n))
    values = np.linalg.svd(denoc.jacobian(robot, states)[:, rows], compute_uv=False)
    return states[np.argmax(values[:, -1])]


def tips(robot: Robot, trajectory: TipTrajectory, count: int = 101) -> np.ndarray:
    q, _, _ = trajectory(np.linspace(0, trajectory.duration, count))
    return denoc.forward_kinematics(robot, q)[:, -1]


@pytest.fixture(scope="module")
def puma() -> Robot:
    return load("puma560").robot


UP = (0.2, -0.9, 0.4, 0.3, 0.7, -0.2)


class TestSixJoints:
    def test_line(self, puma: Robot) -> None:
        way = np.array([0.1, -0.15, 0.2])
        trajectory = line_trajectory(puma, UP, way, 2.0, "poly345")
        t = np.linspace(0, 2, 101)
        poses = tips(puma, trajectory)
        u = t / 2
        expected = poses[0, :3, 3] + (10 * u**3 - 15 * u**4 + 6 * u**5)[:, None] * way
        assert np.allclose(poses[:, :3, 3], expected, atol=1e-10)
        assert np.allclose(poses[:, :3, :3], poses[0, :3, :3], atol=1e-10)
        check_derivatives(trajectory)

    def test_rates_are_those_of_the_jacobian(self, puma: Robot) -> None:
        trajectory = line_trajectory(puma, UP, (0.1, -0.15, 0.2), 2.0)
        q, qd, qdd = trajectory(np.linspace(0, 2, 41))
        twist = denoc.tip_twist(puma, q, qd)
        assert np.allclose(twist[:, :3], 0, atol=1e-9)
        assert np.allclose(np.cross(twist[:, 3:], (0.1, -0.15, 0.2)), 0, atol=1e-9)
        assert np.allclose(denoc.tip_acceleration(puma, q, qd, qdd)[:, :3], 0, atol=1e-7)

    @pytest.mark.parametrize("turning", [False, True])
    def test_arc(self, puma: Robot, turning: bool) -> None:
        start = denoc.forward_kinematics(puma, UP)[-1]
        normal = np.array([0.6, 0.0, 0.8])
        centre = start[:3, 3] + np.cross(normal, [0.0, 0.12, 0.0])
        trajectory = arc_trajectory(puma, UP, centre, 3 * normal, 1.2, 1.0, turning=turning)
        poses = tips(puma, trajectory)
        arms = poses[:, :3, 3] - centre
        assert np.allclose(np.linalg.norm(arms, axis=1), 0.12, atol=1e-10)
        assert np.allclose(arms @ normal, 0, atol=1e-10)
        whole = rotation_matrix(1.2 * normal)
        assert np.allclose(arms[-1], whole @ arms[0], atol=1e-10)
        assert np.allclose(poses[-1, :3, :3], (whole if turning else np.eye(3)) @ start[:3, :3], atol=1e-10)
        check_derivatives(trajectory)

    def test_poses(self, puma: Robot) -> None:
        """Each is reached at its time, at rest; between them the tip turns about one axis."""
        changes = np.array([[0.2, 0.1, 0, 0, 0.2, 0.1], [0, 0.2, 0.1, 0.3, 0, 0]])
        goals = denoc.forward_kinematics(puma, changes + UP)
        places, turns = goals[:, -1, :3, 3], rotation_vector(goals[:, -1, :3, :3])
        trajectory = pose_trajectory(puma, UP, list(places), list(turns), 3.0, shares=(1, 2))
        q, qd, qdd = trajectory(np.array([0.0, 1.0, 3.0]))
        assert np.allclose(denoc.forward_kinematics(puma, q)[1:, -1], goals[:, -1], atol=1e-9)
        assert np.allclose(qd, 0, atol=1e-9)
        assert np.allclose(qdd, 0, atol=1e-9)
        t = np.linspace(1.3, 2.7, 9)
        omega = denoc.tip_twist(puma, *trajectory(t)[:2])[:, :3]
        axis = rotation_vector(goals[1, -1, :3, :3] @ goals[0, -1, :3, :3].T)
        assert np.allclose(np.cross(omega, axis), 0, atol=1e-8)
        check_derivatives(trajectory)

    def test_a_pose_may_keep_the_orientation(self, puma: Robot) -> None:
        here = denoc.forward_kinematics(puma, UP)[-1]
        trajectory = pose_trajectory(puma, UP, [here[:3, 3] + [0.1, 0, 0]], [None], 1.0)
        assert np.allclose(tips(puma, trajectory)[:, :3, :3], here[:3, :3], atol=1e-10)

    @settings(max_examples=15)
    @given(st.integers(0, 2**32 - 1), st.sampled_from(["standard", "modified"]))
    @example(190030, "standard")  # meets a singularity, where least squares must not fail for want of damping
    def test_any_arm(self, seed: int, convention: str) -> None:
        rng = np.random.default_rng(seed)
        robot = random_arm(rng, 6, convention, joints="R")
        start, way = regular_state(robot, rng), rng.normal(size=3) * 0.05
        try:
            trajectory = line_trajectory(robot, start, way, 1.0)
        except NoSolution:
            return
        poses = tips(robot, trajectory)
        assert np.allclose(poses[-1, :3, 3] - poses[0, :3, 3], way, atol=1e-9)
        assert np.allclose(poses[:, :3, :3], poses[0, :3, :3], atol=1e-9)
        check_derivatives(trajectory)


class TestIdleJoints:
    """More joints than the task needs."""

    @pytest.mark.parametrize(("n", "task"), [(7, (1,) * 6), (9, (1,) * 6), (5, POSITION)])
    def test_least_rates(self, n: int, task: tuple[float, ...], rng: np.random.Generator) -> None:
        robot = random_arm(rng, n, joints="R")
        rows = np.flatnonzero(task)
        way = np.array([0.05, -0.1, 0.08])
        trajectory = line_trajectory(robot, regular_state(robot, rng, rows), way, 1.0, task=task)
        t = np.linspace(0.05, 0.95, 19)
        q, qd, _ = trajectory(t)
        poses = tips(robot, trajectory)
        assert np.allclose(np.cross(poses[:, :3, 3] - poses[0, :3, 3], way), 0, atol=1e-10)
        twist = np.concatenate([np.zeros((19, 3)), denoc.tip_twist(robot, q, qd)[:, 3:]], axis=1)[:, rows]
        least = (np.linalg.pinv(denoc.jacobian(robot, q)[:, rows]) @ twist[..., None])[..., 0]
        assert np.abs(qd - least).max() < 1e-4 * np.abs(qd).max()
        check_derivatives(trajectory)

    def test_part_of_the_orientation(self, rng: np.random.Generator) -> None:
        """The rotation vector from the first orientation stays square to x; its rates too need not be large for it."""
        robot = random_arm(rng, 6, joints="R")
        start = regular_state(robot, rng)
        trajectory = line_trajectory(robot, start, (0.05, -0.1, 0.08), 1.0, task=(1, 0, 0, 1, 1, 1))
        poses = tips(robot, trajectory)
        turned = rotation_vector(poses[:, :3, :3] @ poses[0, :3, :3].T)
        assert np.abs(turned[:, 0]).max() < 1e-10
        assert np.abs(turned[:, 1:]).max() > 1e-3
        check_derivatives(trajectory)

    def test_pull_to_the_middle_of_the_limits(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 8, joints="R")
        start = regular_state(robot, rng)
        links = (replace(link, lower=q - 0.5, upper=q + 2.5) for link, q in zip(robot.links, start, strict=True))
        robot = replace(robot, links=tuple(links))
        loose, pulled = (line_trajectory(robot, start, (0.05, 0, 0), 1.0, pull=pull) for pull in (0.0, 2.0))
        distance = [np.linalg.norm(x(1.0)[0][0] - (start + 1)) for x in (loose, pulled)]
        assert distance[1] < distance[0] - 0.05
        assert np.allclose(tips(robot, loose), tips(robot, pulled), atol=1e-9)
        check_derivatives(pulled)


class TestShortArms:
    def test_two_joints_against_the_law_of_cosines(self) -> None:
        arm = Robot("2R", (Link(a=0.5), Link(a=0.4)))
        trajectory = line_trajectory(arm, (0.3, 1.0), (-0.2, 0.1, 0), 1.0, task=POSITION)
        q, _, _ = trajectory(np.linspace(0, 1, 21))
        x, y = tips(arm, trajectory, 21)[:, :2, 3].T
        elbow = np.arccos((x**2 + y**2 - 0.5**2 - 0.4**2) / (2 * 0.5 * 0.4))
        assert np.allclose(q[:, 1], elbow, atol=1e-10)
        shoulder = np.arctan2(y, x) - np.arctan2(0.4 * np.sin(elbow), 0.5 + 0.4 * np.cos(elbow))
        assert np.allclose(q[:, 0], shoulder, atol=1e-10)
        check_derivatives(trajectory)

    def test_a_planar_arm_keeps_its_orientation_in_its_plane(self, planar: Robot) -> None:
        trajectory = line_trajectory(planar, (0.3, 0.5, -0.8), (-0.2, 0.05, 0), 1.0)
        assert np.allclose(trajectory(np.linspace(0, 1, 11))[0].sum(axis=1), 0, atol=1e-12)

    def test_and_cannot_leave_it(self, planar: Robot) -> None:
        with pytest.raises(NoSolution, match=r"out of reach, by up to 0\.1"):
            line_trajectory(planar, (0.3, 0.5, -0.8), (-0.2, 0.05, 0.1), 1.0)

    @pytest.mark.parametrize("seed", [0, 3, 5, 9])
    def test_wishes_give_way_to_what_must_be(self, seed: int) -> None:
        """Five joints: the position holds, and no small change of the joints that keeps it turns the tip back more."""
        rng = np.random.default_rng(seed)
        robot = random_arm(rng, 5, joints="R", extras=False)
        start = regular_state(robot, rng, slice(0, 5))
        trajectory = line_trajectory(robot, start, (0.03, -0.05, 0.04), 1.0, task=(0.5, 0.5, 0.5, 1, 1, 1))
        poses = tips(robot, trajectory)
        assert np.allclose(poses[-1, :3, 3] - poses[0, :3, 3], (0.03, -0.05, 0.04), atol=1e-10)
        q = trajectory(1.0)[0][0]
        turn = rotation_vector(poses[0, :3, :3] @ poses[-1, :3, :3].T)
        assert 1e-4 < np.linalg.norm(turn) < 0.5
        jacobian = denoc.jacobian(robot, q)
        free = np.linalg.svd(jacobian[3:])[2][3:]
        assert np.allclose(free @ jacobian[:3].T @ turn, 0, atol=1e-9)
        check_derivatives(trajectory)


class TestNoWay:
    def test_out_of_reach_says_where_and_by_how_much(self) -> None:
        """The tip of a 2R arm leaves its circle of 0.9 m at x = 0.9, and 0.3 m are missing at the end."""
        arm = Robot("2R", (Link(a=0.5), Link(a=0.4)))
        start = (-math.acos((0.6**2 + 0.5**2 - 0.4**2) / (2 * 0.6 * 0.5)), 0.0)
        elbow = math.acos((0.6**2 - 0.5**2 - 0.4**2) / (2 * 0.5 * 0.4))
        with pytest.raises(NoSolution, match=r"t = .* s, 50% of the line: .*out of reach, by up to 0\.3 m"):
            line_trajectory(arm, (start[0], elbow), (0.6, 0, 0), 1.0, task=POSITION)

    def test_the_time_is_that_of_the_profile(self) -> None:
        arm = Robot("2R", (Link(a=0.5), Link(a=0.4)))
        elbow = math.acos((0.6**2 - 0.5**2 - 0.4**2) / (2 * 0.5 * 0.4))
        start = (-math.acos((0.6**2 + 0.5**2 - 0.4**2) / (2 * 0.6 * 0.5)), elbow)
        with pytest.raises(NoSolution, match=r"t = (0\.99|1) ?\d* s, 50%|t = 0\.9999?\d* s, 50%"):
            line_trajectory(arm, start, (0.6, 0, 0), 2.0, task=POSITION)

    def test_singular_at_the_start(self, planar: Robot) -> None:
        with pytest.raises(NoSolution, match=r"t = 0 s, 0% of the line: the arm is singular"):
            line_trajectory(planar, (0, 0, 0), (-0.1, 0.0, 0), 1.0)

    def test_a_joint_limit_is_named(self, puma: Robot) -> None:
        tight = puma.with_link(1, lower=-0.95, upper=-0.85)
        with pytest.raises(NoSolution, match=r"of the line: joint 2 would leave its limits -0\.95 to -0\.85"):
            line_trajectory(tight, UP, (0.1, -0.15, 0.2), 2.0)

    def test_the_leg_is_named(self, puma: Robot) -> None:
        here = denoc.forward_kinematics(puma, UP)[-1, :3, 3]
        with pytest.raises(NoSolution, match=r"t = 0\.[5-9].*way to pose 2"):
            pose_trajectory(puma, UP, [here + np.array(step) for step in ((0.05, 0, 0), (5, 0, 0))], [None, None], 1.0)

    def test_a_line_from_a_point_out_of_reach(self, puma: Robot) -> None:
        with pytest.raises(NoSolution, match="start of the line"):
            line_trajectory(puma, UP, (0.1, 0, 0), 1.0, point=(9, 0, 0))

    def test_through_the_public_structs(self, puma: Robot) -> None:
        for motion in (LineMotion(UP, (9, 0, 0)), ArcMotion(UP, (5, 0, 0), (0, 0, 1), 2.0)):
            with pytest.raises(NoSolution, match="motion"):
                denoc.trajectory_of(puma, motion, 1.0)
        with pytest.raises(NoSolution, match="pose 1"):
            denoc.trajectory_of(puma, PoseMotion(UP, (TipPose((9, 0, 0)),)), 1.0)

    def test_bad_settings(self, puma: Robot) -> None:
        with pytest.raises(DynamicsError, match="duration"):
            line_trajectory(puma, UP, (0.1, 0, 0), 0.0)
        with pytest.raises(DynamicsError, match="profile"):
            line_trajectory(puma, UP, (0.1, 0, 0), 1.0, "bang-bang")
        slide = Robot("slide", (Link(joint="P"),))
        with pytest.raises(DynamicsError, match="no joint of this arm"):
            line_trajectory(slide, [0.0], (0, 0, 0.1), 1.0, task=(1, 1, 1, 0, 0, 0))


@pytest.mark.parametrize("wish", [0.1, 0.5, 0.9])
def test_a_line_begins_where_its_musts_can_be_met_though_a_wish_cannot(wish: float) -> None:
    """Two joints put the tip at a point of their plane; how it is turned there is not for them to choose."""
    arm = denoc.rod_chain(2, length=2.0).robot
    task, point, way = (0, 0, wish, 1, 1, 0), np.array([0.6, 0.3, 0.0]), np.array([0.1, 0.2, 0.0])
    found = tips(arm, line_trajectory(arm, (0.3, 1.0), way, 1.0, point=point, task=task))
    assert found[0, :3, 3] == pytest.approx(point, abs=1e-9)
    assert found[-1, :3, 3] == pytest.approx(point + way, abs=1e-9)
    with pytest.raises(NoSolution, match="cannot be at the start"):
        line_trajectory(arm, (0.3, 1.0), way, 1.0, point=(3.0, 0.0, 0.0), task=task)


@pytest.mark.parametrize("bent", [0.03, 0.05, 0.3])
def test_out_of_an_all_but_stretched_arm(bent: float) -> None:
    """Two rods are drawn in along a line through their base: the elbow bends by the law of cosines."""
    arm = denoc.rod_chain(2).robot
    path = line_trajectory(arm, (-bent / 2, bent), (-0.3, 0.0, 0.0), 1.0, task=(0, 0, 0, 1, 1, 0))
    t = np.linspace(0.0, 1.0, 1001)
    u = t**4 * (35 + t * (-84 + t * (70 - 20 * t)))
    expected = 2 * np.arccos(math.cos(bent / 2) - 0.3 * u)
    assert np.allclose(path(t)[0], np.column_stack([-expected / 2, expected]), atol=1e-9)


@pytest.mark.parametrize("bent", [1.1e-3, 0.01, 0.1])
def test_out_of_a_pose_beside_a_singular_one(puma: Robot, bent: float) -> None:
    """The wrist whips in the first thousandths of the way, and hardly moves afterwards."""
    start, way = (-1.4, -1.4, 1.0, 0.26, bent, 0.76), np.array([-0.03, -0.02, 0.18])
    poses = tips(puma, line_trajectory(puma, start, way, 1.0), 1001)
    u = np.linspace(0.0, 1.0, 1001)
    share = u**4 * (35 + u * (-84 + u * (70 - 20 * u)))
    assert np.allclose(poses[:, :3, 3], poses[0, :3, 3] + share[:, None] * way, atol=1e-9)
    assert np.allclose(poses[:, :3, :3], poses[0, :3, :3], atol=1e-9)
