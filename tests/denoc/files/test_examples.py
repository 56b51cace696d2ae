"""The bundled projects reproduce the papers' figures."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest

import denoc
from denoc import DynamicsError, load
from denoc.files.projects.project import Project, inverse_recording
from denoc.runs.recording import Recording, Simulation
from denoc.runs.simulation import run
from tests.support.measure import relative
from tests.support.places import RESOURCES

NAMES = denoc.examples()
HELP = (RESOURCES / "help" / "theory" / "chaos.md").read_text()


def record(name: str) -> tuple[Project, Recording]:
    project = load(name)
    return project, inverse_recording(project)


def pendulum(*, q1: float = 0.0, **changes: Any) -> Simulation:
    """The triple pendulum's run with other settings, joint 1 starting at `q1`."""
    project = load("planar-3r-free-fall")
    return run(replace(project, q0=(q1, 0.0, 0.0), run=msgspec.structs.replace(project.run, **changes)).job())


def test_the_gallery() -> None:
    assert NAMES[0] == "planar-3r-free-fall"
    wanted = {
        *("planar-3r-free-fall", "planar-3r-inverse", "stanford-inverse", "stanford-free-fall"),
        *("stanford-kane-inverse", "industrial-6r-line", "puma560", "ur5", "scara", "furuta"),
    }
    assert wanted <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_example_runs_and_says_where_it_comes_from(name: str) -> None:
    project = load(name)
    assert project.name == name
    assert project.description
    assert project.source
    if project.run.mode == "inverse":
        result: Recording = inverse_recording(project)
        assert np.isfinite(result.tau).all()
    else:
        result = run(project.job())
        assert result.status == "completed"
        assert result.energy_error < 1e-6
    keeps_to_its_drives_and_ranges(project, result)


def keeps_to_its_drives_and_ranges(project: Project, result: Recording) -> None:
    """Where there are stops, these take care of the ranges."""
    links = project.robot.links
    assert (np.abs(result.tau) <= [link.max_torque * (1 + 1e-9) for link in links]).all()
    assert (np.abs(result.qd) <= [link.max_speed for link in links]).all()
    if project.run.limits == "none":
        assert (result.q >= [link.lower - 1e-9 for link in links]).all()
        assert (result.q <= [link.upper + 1e-9 for link in links]).all()


@pytest.mark.parametrize("name", NAMES)
def test_every_example_against_pinocchio(name: str, rng: np.random.Generator) -> None:
    pytest.importorskip("pinocchio")
    from tests.support.oracles.pinocchio_model import PinocchioArm

    robot = load(name).robot
    oracle = PinocchioArm(robot)
    for q, qd, x in rng.normal(size=(20, 3, robot.n)):
        assert relative(denoc.inverse_dynamics(robot, q, qd, x), oracle.inverse(q, qd, x)) < 1e-12
        assert relative(denoc.forward_dynamics(robot, q, qd, x), oracle.forward(q, qd, x)) < 1e-10


class TestPlanar3R:
    """Saha 1999, 6.1 (Fig. 5), and ReDySim's figure at mid-motion."""

    def test_torques(self) -> None:
        _, r = record("planar-3r-inverse")
        assert r.tau[0] == pytest.approx([4.34583, 1.54998, 0.32373], abs=5e-6)
        assert r.tau[-1] == pytest.approx([-1.89333, 0.90252, -0.32373], abs=5e-6)
        assert r.tau[500] == pytest.approx([-1.286948, -1.22773, 0.013028], abs=1e-6)

    def test_extremes(self) -> None:
        """Over 41 instants; between them the curves reach 4.3853, 1.5670, 0.3304 and -1.3118."""
        project = load("planar-3r-inverse")
        q, qd, qdd = denoc.joint_motion(project.robot, [0] * 3, [math.pi] * 3, 10.0, np.linspace(0, 10, 41))
        tau = denoc.inverse_dynamics(project.robot, q, qd, qdd)
        assert tau.max(axis=0) == pytest.approx([4.3850, 1.5666, 0.3279], abs=5e-5)
        assert tau.min(axis=0) == pytest.approx([-1.8973, -1.3112, -0.3243], abs=5e-5)


class TestStanford:
    def test_motion_of_saha(self) -> None:
        _, r = record("stanford-inverse")
        assert np.degrees(r.q[0]) == pytest.approx([0, 90, 0, 0, 0, 0])
        assert np.degrees(r.q[-1, [0, 1, 3, 4, 5]]) == pytest.approx([60] * 5)
        assert r.q[-1, 2] == pytest.approx(0.1)
        assert np.allclose(r.qd[[0, -1]], 0, atol=1e-12)
        # At rest the slide carries the weight outboard of it along its axis.
        weight = (4 + 1 + 0.6 + 0.5) * 9.81
        assert r.tau[0, 2] == pytest.approx(0.0, abs=1e-9)
        assert abs(r.tau[-1, 2]) == pytest.approx(weight * math.cos(math.radians(60)), rel=1e-9)

    def test_motion_of_angeles_is_the_same(self) -> None:
        """A_i [t - sin(B t) / B] of 7.1 is the cycloid to 10 A_i."""
        project, r = record("stanford-kane-inverse")
        amplitude = np.array([math.pi / 30, -math.pi / 60, 0.01, math.pi / 30, math.pi / 30, math.pi / 30])
        b = 2 * math.pi / 10
        expected = project.q0 + amplitude * (r.t - np.sin(b * r.t) / b)[:, None]
        assert np.allclose(r.q, expected, atol=1e-13)
        assert project.robot.convention == "modified"

    def test_both_papers_arms_share_their_geometry(self, stanford: denoc.Robot) -> None:
        angeles = load("stanford-kane-inverse").robot
        q = np.array([0.3, 1.2, 0.2, -0.4, 0.5, 0.6])
        lift = np.eye(4)
        lift[2, 3] = 0.1  # Saha's first offset is 0.2 m, Angeles' 0.1 m
        tips = [denoc.forward_kinematics(robot, q)[-1] for robot in (stanford, angeles)]
        assert np.allclose(tips[0], lift @ tips[1])

    def test_free_fall(self) -> None:
        """The arm falls from 90 degrees, and the slide runs out the faster the steeper it is."""
        result = run(load("stanford-free-fall").job())
        assert (np.diff(result.q[:, 1]) < 0).all()
        assert (np.diff(result.qd[:, 2]) > 0).all()


class TestIndustrial6R:
    def test_tip_at_the_initial_angles(self) -> None:
        project = load("industrial-6r-line")
        assert denoc.forward_kinematics(project.robot, project.q0)[-1, :3, 3] == pytest.approx(
            [1.325, 0, 1.238], abs=6e-4
        )

    @pytest.mark.parametrize(
        ("name", "x", "z"), [("industrial-6r-line", 1.32455, 1.23764), ("industrial-6r-printed-line", 1.33, 1.80)]
    )
    def test_the_tip_keeps_to_its_line(self, name: str, x: float, z: float) -> None:
        project, r = record(name)
        poses = denoc.forward_kinematics(project.robot, r.q)[:, -1]
        assert np.allclose(poses[:, 0, 3], x, atol=1e-5)
        assert np.allclose(poses[:, 2, 3], z, atol=1e-5)
        assert np.allclose(poses[:, :3, :3], poses[0, :3, :3], atol=1e-9)
        assert poses[[0, -1], 1, 3] == pytest.approx([0.0, 0.5], abs=1e-9)
        twist = denoc.tip_twist(project.robot, r.q, r.qd)
        assert np.allclose(twist[:, [0, 1, 2, 3, 5]], 0, atol=1e-8)
        assert np.allclose(r.qdd[[0, -1]], 0, atol=1e-8)
        assert np.allclose(np.gradient(r.qd, r.t, axis=0)[5:-5], r.qdd[5:-5], atol=1e-2)


class TestChain:
    def test_any_length(self) -> None:
        assert load("chain-7").robot.n == 7
        assert sum(link.mass for link in load("chain-40").robot.links) == pytest.approx(1.0)

    @pytest.mark.parametrize("name", ["chain-0", "chain-1001", "chain-x", "no-such-example", "a\0b", "x" * 5000])
    def test_refusals(self, name: str) -> None:
        with pytest.raises(DynamicsError):
            load(name)


def test_furuta_keeps_its_angular_momentum() -> None:
    """Nothing acts about the vertical axis of the first joint."""
    project = load("furuta")
    r = run(project.job())
    momentum = np.einsum("kj,kj->k", denoc.mass_matrix(project.robot, r.q)[:, 0], r.qd)
    assert np.abs(momentum).max() < 1e-10


class TestNumbersInTheTexts:
    """What a description says of its run is what the run does."""

    @staticmethod
    def says(name: str, *words: str) -> None:
        text = load(name).description
        for word in words:
            assert word in text, text

    def test_stanford_free_fall(self) -> None:
        r = run(load("stanford-free-fall").job())
        quarter, half, end = (int(np.argmin(np.abs(r.t - t))) for t in (0.25, 0.5, 1.0))
        angles, slide = np.degrees(r.q[:, 1]), r.q[:, 2]
        self.says(
            "stanford-free-fall",
            f"starts at {angles[0]:.0f} degrees",
            f"falls: {angles[quarter]:.0f} degrees at 0.25 s, {angles[half]:.0f} at 0.5 s, {angles[end]:.0f} at 1 s",
            f"{slide[quarter]:.2f} m at 0.25 s, {slide[half]:.2f} m at 0.5 s, {slide[end]:.2f} m at 1 s",
        )
        assert f"{slide[half]:.2f}" == "0.35"
        heights = denoc.forward_kinematics(load("stanford-free-fall").robot, r.q[[0, -1]])[:, -1, 2, 3]
        assert heights[0] == pytest.approx(0.2)  # level: as high as joint 2
        assert heights[1] < -3  # hanging

    @pytest.mark.parametrize("name", ["stanford-inverse", "stanford-kane-inverse"])
    def test_stanford_inverse(self, name: str) -> None:
        project, r = record(name)
        first, last = np.degrees(r.q[[0, -1]])
        self.says(name, f"in {project.run.duration:g} s", f"from {first[1]:.0f} to {last[1]:.0f} degrees")
        others = [0, 3, 4, 5]
        self.says(name, f"from {first[others].max():.0f} to {last[others].min():.0f}", f"out to {r.q[-1, 2]:g} m")
        assert first[others] == pytest.approx([0] * 4)
        assert last[others] == pytest.approx([last[0]] * 4)

    def test_the_printed_factor_of_39(self) -> None:
        """1/2 [2 pi t / T - sin(2 pi t / T)] at t = T."""
        assert f"{math.degrees(math.pi):.0f} degrees and {math.pi:.2f} m" in load("stanford-inverse").source

    def test_triple_pendulum(self) -> None:
        """Against a method of higher order at 1e-13, itself good for 9 s."""
        reference = pendulum(integrator="dop853", rtol=1e-13, atol=1e-14)
        parted = {}
        for rtol in (1e-6, 1e-8, 1e-10):
            own = pendulum(rtol=rtol, atol=rtol / 100)
            apart = np.abs(own.q - reference.q).max(axis=1)
            parted[rtol] = float(own.t[np.argmax(apart > 0.1)])
            if rtol == load("planar-3r-free-fall").run.rtol:
                self.says("planar-3r-free-fall", "negative direction first", f"for {parted[rtol]:.0f} s")
                assert (own.q[1:10, 0] < 0).all()
                assert apart[-1] > 2 * math.pi
                assert own.energy_error < 1.5e-7  # which does not see it
        assert load("planar-3r-free-fall").run.rtol in parted
        (told,) = re.findall(r"within 0.1 rad for ([\d.]+) s, ([\d.]+) s and ([\d.]+) s", HELP)
        assert list(parted.values()) == pytest.approx([float(seconds) for seconds in told], abs=0.3)

    def test_chaos_grows_tenfold(self) -> None:
        one, other = (pendulum(integrator="dop853", rtol=1e-13, atol=1e-14, q1=q1) for q1 in (0.0, 1e-10))
        apart = np.linalg.norm(other.q - one.q, axis=1)
        seconds = 7.0 / math.log10(apart[800] / apart[100])  # from 1 s to 8 s
        assert one.t[[100, 800]] == pytest.approx([1.0, 8.0])
        (told,) = re.findall(r"gallery does so every ([\d.]+) s or so", HELP)
        assert seconds == pytest.approx(float(told), abs=0.15)
        assert 16 * float(told) == pytest.approx(13, abs=0.5)

    def test_redysim(self) -> None:
        _, r = record("planar-3r-inverse")
        values = re.findall(r"-?\d\.\d{5,}", load("planar-3r-inverse").source)
        assert r.tau[500] == pytest.approx([float(value) for value in values], abs=1e-6)
        assert np.degrees(r.q[[0, -1]]) == pytest.approx(np.array([[0] * 3, [180] * 3]))
        self.says("planar-3r-inverse", "from 0 to 180 degrees in 10 s")

    @pytest.mark.parametrize("name", ["industrial-6r-line", "industrial-6r-printed-line"])
    def test_lines(self, name: str) -> None:
        project, r = record(name)
        start, end = denoc.forward_kinematics(project.robot, r.q[[0, -1]])[:, -1, :3, 3]
        self.says(name, f"{end[1] - start[1]:g} m along", f"in {project.run.duration:g} s")
        x, _, z = start
        place = f"({x:.3f}, 0, {z:.3f}) m" if name == "industrial-6r-line" else f"x = {x:.2f} m, z = {z:.2f} m"
        self.says(name, place)

    def test_commercial_arms(self) -> None:
        _, r = record("puma560")
        assert np.degrees(r.q[-1] - r.q[0])[[0, 5]] == pytest.approx([90, 90])
        assert (r.q[-1] != r.q[0]).all()
        project, r = record("ur5")
        tips = denoc.forward_kinematics(project.robot, r.q[[0, -1]])[:, -1, :3, 3]
        self.says(
            "ur5", f"{tips[0, 2]:.2f} m high", f"{math.hypot(*tips[1, :2]):.2f} m beside", f"{tips[1, 2]:.2f} m high"
        )
        project, r = record("scara")
        start, end = denoc.forward_kinematics(project.robot, r.q[[0, -1]])[:, -1, :3, 3]
        sideways, down = math.hypot(*(end - start)[:2]), start[2] - end[2]
        self.says("scara", f"{sideways:.2f} m sideways and {down:.2f} m down", "by 180 degrees")
        assert np.degrees(r.q[-1, 3] - r.q[0, 3]) == pytest.approx(180)

    def test_furuta(self) -> None:
        project = load("furuta")
        length = project.robot.links[1].a
        height = denoc.forward_kinematics(project.robot, project.q0)[-1, 2, 3]
        assert height == pytest.approx(length * math.cos(math.radians(5)))
        r = run(project.job())
        assert denoc.forward_kinematics(project.robot, r.q)[:, -1, 2, 3].min() == pytest.approx(-length, rel=1e-3)
        self.says("furuta", "5 degrees off its upright position")

    def test_chain(self) -> None:
        project = load("chain-4")
        assert sum(link.a for link in project.robot.links) == pytest.approx(1.0)
        self.says("chain-4", "chain of 4 equal rods, 1 m and 1 kg in all")
