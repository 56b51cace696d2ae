"""The bundled arms against the figures of their sources, and what their texts say against their runs."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache

import msgspec
import numpy as np
import pytest
from scipy.special import ellipk

import denoc
from denoc import Recording, load, run_project
from denoc.files.examples import FIRST, gallery
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX
from tests.support.places import RESOURCES

Q = np.array([0.1, -0.4, 0.7, -1.0, 0.3, 0.6, -0.2])
QD = np.array([0.5, -0.3, 0.2, 0.4, -0.6, 0.1, 0.8])
QDD = np.array([1.0, -0.5, 0.8, 0.3, -0.9, 0.4, -1.1])

# Torques at Q, QD, QDD by Pinocchio 4.1.0 (rnea, rotors as armature, no load), reading the URDF that `source` names, or
# one written from the YAML files or the xacro that it names; multiples of a right angle taken as such.
PINOCCHIO = {
    "iiwa14": [4.748102274, 6.254248473, -1.744824574, 17.66057625, -1.684736216, -0.7067088467, -1.280080548],
    "gen3": [0.6257674927, 11.43555898, 1.424104419, 5.643659875, -0.2459875326, 0.3745650372, -0.0001851140477],
    "sawyer": [2.262135366, -29.85407195, -10.5500768, -0.1621731852, -0.0540805238, -0.2670631344, -0.01419326649],
    "panda": [1.190093893, 1.08982936, -4.572658406, 9.223334594, 0.5156275179, 1.542232907, -0.01772043288],
    "fr3": [1.218480905, 1.068243842, -4.656097572, 9.428539548, 0.5702128424, 1.502685438, 0.009165899985],
    "xarm7": [0.1736485068, 7.003650104, 1.587289139, -4.301437067, 0.1589710324, 0.124600027, -0.01039959546],
    "ur3e": [0.7879796512, -17.82354022, -6.682557185, -0.657596327, 0.1450681062, 0.0001788841649],
    "ur5e": [3.627191015, -57.71635214, -18.68559687, -1.22469328, 0.3006171808, 0.0001318843346],
    "ur10e": [11.19431131, -117.5843034, -39.13995657, -2.134672399, 0.461735982, 0.0003428950602],
    "ur16e": [6.245353712, -85.35386675, -25.96655563, -2.195683432, 0.4737013606, 0.000842013824],
    "irb120": [0.1355932384, 0.1165897768, -6.243106529, -0.01251116887, -0.03650799076, 0.0001326316087],
}

# Where the tip is while all joints are at zero, in m: sums of the makers' printed lengths.
AT_ZERO = {
    "panda": (0.088, 0, 0.333 + 0.316 + 0.384 - 0.107),
    "fr3": (0.088, 0, 0.333 + 0.316 + 0.384 - 0.107),
    "iiwa14": (0, 0, 0.36 + 0.42 + 0.4 + 0.126),
    "gen3": (0, -0.0054 - 0.0064 - 0.0064 - 0.0064, 0.2848 + 0.4208 + 0.3143 + 0.1674),
    "xarm7": (0.206, 0, 0.1205),
    "irb120": (0.302 + 0.072, 0, 0.29 + 0.27 + 0.07),
    "ur3e": (-0.24355 - 0.2132, -0.13105 - 0.0921, 0.15185 - 0.08535),
    "ur5": (-0.425 - 0.39225, -0.10915 - 0.0823, 0.089159 - 0.09465),
    "ur5e": (-0.425 - 0.3922, -0.1333 - 0.0996, 0.1625 - 0.0997),
    "ur10e": (-0.6127 - 0.57155, -0.17415 - 0.11655, 0.1807 - 0.11985),
    "ur16e": (-0.4784 - 0.36, -0.17415 - 0.11655, 0.1807 - 0.11985),
    "wam": (0.045 - 0.045, 0, 0.55 + 0.3 + 0.0609),
}

# Makers that publish no tensors, and arms of textbooks that have none.
ESTIMATED = {"ur3e", "ur5e", "iiwa14", "irb120", "scara", "gantry", "cylindrical", "spherical", "furuta", "acrobot"}


@cache
def result(name: str) -> tuple[Project, Recording]:
    project = load(name)
    return project, run_project(project)


def tips(project: Project, q: np.ndarray) -> np.ndarray:
    return np.asarray(denoc.forward_kinematics(project.robot, q)[..., -1, :3, 3])


def says(project: Project, *words: str) -> None:
    for word in words:
        assert word in project.description, project.description


class TestIndex:
    def test_every_file_is_in_it_once(self) -> None:
        files = {path.name.removesuffix(SUFFIX) for path in RESOURCES.glob(f"*{SUFFIX}")}
        assert sorted(example.name for example in gallery()) == sorted(files)
        assert gallery()[0].name == FIRST
        assert len({example.title for example in gallery()}) == len(gallery())

    def test_families_are_worth_a_name(self) -> None:
        families = [example.family for example in gallery()]
        assert families == sorted(families, key=families.index)  # each in one piece
        assert all(3 <= families.count(family) <= 12 for family in families)


class TestSources:
    @pytest.mark.parametrize("name", denoc.examples())
    def test_a_source_can_be_looked_up(self, name: str) -> None:
        """It cites a year or a repository, or says that the figures are ours."""
        source = load(name).source
        assert re.search(r"\b(19|20)\d\d\b|github\.com/|chosen here|estimated", source), source

    @pytest.mark.parametrize("name", sorted(ESTIMATED))
    def test_an_estimate_is_called_one(self, name: str) -> None:
        assert "estimate" in load(name).source

    @pytest.mark.parametrize("name", sorted(PINOCCHIO))
    def test_torques_of_the_published_description(self, name: str) -> None:
        robot = replace(load(name).robot, payload=None)
        tau = denoc.inverse_dynamics(robot, Q[: robot.n], QD[: robot.n], QDD[: robot.n])
        assert tau == pytest.approx(PINOCCHIO[name], rel=2e-9, abs=1e-12)
        assert "github.com/" in load(name).source

    @pytest.mark.parametrize("name", sorted(AT_ZERO))
    def test_printed_lengths(self, name: str) -> None:
        robot = load(name).robot
        tip = denoc.forward_kinematics(robot, np.zeros(robot.n))[-1, :3, 3]
        assert tip == pytest.approx(
            AT_ZERO[name], abs=3e-4 if name == "gen3" else 1e-12
        )  # whose guide rounds to 0.1 mm

    def test_the_panda_points_down_at_zero(self) -> None:
        robot = load("panda").robot
        assert denoc.forward_kinematics(robot, np.zeros(7))[-1, :3, :3] == pytest.approx(
            np.diag([1, -1, -1]), abs=1e-12
        )

    def test_siciliano(self) -> None:
        """The book's inertia matrix, chapter 7, but for k_r2 I_m2 off the diagonal."""
        robot = load("siciliano-2r").robot
        for q2 in (0.0, 0.7, 2.5):
            c = math.cos(q2)
            off = 10 + 50 * (0.25 + 0.5 * c)
            first = 10 + 50 * 0.25 + 100**2 * 0.01 + 10 + 50 * (1.25 + c) + 0.01 + 5
            expected = [[first, off], [off, 10 + 50 * 0.25 + 100**2 * 0.01]]
            assert denoc.mass_matrix(robot, [0.3, q2]) == pytest.approx(np.array(expected))
            gravity = 9.81 * np.array([(50 * 0.5 + 5 + 50) * math.cos(0.3), 0]) + 9.81 * 50 * 0.5 * math.cos(0.3 + q2)
            assert denoc.gravity_torque(robot, [0.3, q2]) == pytest.approx(gravity)

    def test_craig(self) -> None:
        robot = load("craig-3r").robot
        assert denoc.gravity_torque(robot, [0, 0, 0]) == pytest.approx([9.8 * (4.6 * 0.5 + 2.3 + 1), 9.8 * 1.65, 0])
        assert denoc.mass_matrix(robot, [0, 0, 0])[0, 0] == pytest.approx(4.6 * 0.25 + 2.3 + 1 + 0.1)

    def test_cart_and_pole(self) -> None:
        """Barto, Sutton, Anderson 1983, appendix, without friction; their angle is minus the joint's."""
        robot = load("cart-pole").robot
        for q, qd, force in ((0.2, 0.5, 3.0), (-0.7, -1.5, -10.0)):
            angle, rate = -q, -qd
            push = (-force - 0.1 * 0.5 * rate**2 * math.sin(angle)) / 1.1
            turn = (9.8 * math.sin(angle) + math.cos(angle) * push) / (0.5 * (4 / 3 - 0.1 * math.cos(angle) ** 2 / 1.1))
            slide = -push - 0.05 * turn * math.cos(angle) / 1.1
            assert denoc.forward_dynamics(robot, [0.4, q], [0.9, qd], [force, 0]) == pytest.approx([slide, -turn])

    def test_pendubot(self) -> None:
        """PILCO's equations, in angles of both links from the upright."""
        robot = load("pendubot").robot
        one, two, rate1, rate2, torque = 0.3, -0.5, 1.2, -0.7, 0.9
        m = length = 0.5
        inertia = m * length**2 / 12
        cross = 0.5 * m * length**2
        a = [
            [length**2 * 1.25 * m + inertia, cross * math.cos(one - two)],
            [cross * math.cos(one - two), length**2 * 0.25 * m + inertia],
        ]
        b = [
            9.82 * length * math.sin(one) * 1.5 * m - cross * rate2**2 * math.sin(one - two) + torque,
            cross * rate1**2 * math.sin(one - two) + 0.5 * m * length * 9.82 * math.sin(two),
        ]
        turn = np.linalg.solve(a, b)
        qdd = denoc.forward_dynamics(robot, [math.pi / 2 + one, two - one], [rate1, rate2 - rate1], [torque, 0])
        assert qdd == pytest.approx([turn[0], turn[1] - turn[0]])


class TestRuns:
    """What a description says of its run is what the run does."""

    def test_pendulum(self) -> None:
        project = load("pendulum")
        period = 4 * math.sqrt(1 / 9.81) * float(ellipk(math.sin(math.radians(85)) ** 2))
        says(project, f"{period:.2f} s for a swing", f"small swings take {2 * math.pi / math.sqrt(9.81):.2f} s")
        once = run_project(replace(project, run=msgspec.structs.replace(project.run, duration=period, samples=2)))
        assert once.q[-1] == pytest.approx(once.q[0], abs=1e-7)
        assert once.qd[-1] == pytest.approx([0], abs=1e-6)

    def test_double_pendulum(self) -> None:
        project, r = result("double-pendulum")
        beside = run_project(replace(project, q0=(project.q0[0] + 1e-6, project.q0[1])))
        says(project, f"differ by {np.abs(beside.q - r.q)[-1].max():.2f} rad after 8 s")

    def test_acrobot(self) -> None:
        """Partial feedback linearisation leaves the elbow a linear equation, and pumps energy in."""
        project, r = result("acrobot")
        wished = 100 * (1.2 * np.arctan(r.qd[:, 0]) - r.q[:, 1]) - 20 * r.qd[:, 1]
        assert r.qdd[:, 1] == pytest.approx(wished, abs=1e-6)
        assert not r.tau[:, 0].any()
        height = tips(project, r.q)[:, 1]
        says(project, f"to {height.max():.2f} m at {r.t[height.argmax()]:.1f} s")

    def test_balancing(self) -> None:
        project, r = result("pendubot")
        start, end = np.degrees(r.q[[0, -1]])
        says(project, f"starts {start[1]:.0f} degrees off", f"steps {np.degrees(r.q[:, 0]).max() - 90:.0f} degrees")
        assert end == pytest.approx([90, 0], abs=1e-3)
        project, r = result("cart-pole")
        says(project, f"leans by {math.degrees(r.q[0, 1]):.0f} degrees", f"moves {-r.q[:, 0].min():.2f} m away")
        assert np.abs(r.tau[:, 0]).max() == pytest.approx(10.0)
        assert r.q[-1] == pytest.approx([0, 0], abs=1e-3)

    def test_crane(self) -> None:
        project, r = result("crane")
        swing = 2 * math.pi * math.sqrt(2.0 / 9.81 * 250 / 350)
        sway = np.degrees(np.abs(r.q[:, 2:])).max(axis=1)
        still = ((r.t > swing) & (r.t < 2 * swing)) | (r.t > 3 * swing + 0.01)
        says(project, f"{swing:.2f} s", f"lags by {np.degrees(np.abs(r.q[:, 2])).max():.1f} degrees")
        assert sway[still].max() < 0.01

    def test_spherical(self) -> None:
        project, r = result("spherical")
        momentum = np.einsum("kj,kj->k", denoc.mass_matrix(project.robot, r.q)[:, 0], r.qd)
        assert momentum == pytest.approx(momentum[0], rel=1e-5)
        says(project, f"turns {r.qd[-1, 0] / r.qd[0, 0]:.2f} times as fast", f"by {r.q[0, 2] - r.q[-1, 2]:.1f} m")

    def test_siciliano(self) -> None:
        project, _ = result("siciliano-2r")
        link = project.robot.links[1]
        says(project, f"{link.armature:.0f} of the {denoc.mass_matrix(project.robot, [0, 0])[1, 1]:.1f} kg m^2")

    def test_slides(self) -> None:
        project, r = result("cylindrical")
        says(project, f"{9.81 * sum(link.mass for link in project.robot.links[1:]):.1f} N")
        assert r.tau[[0, -1], 1] == pytest.approx(98.1, rel=1e-9)
        project, r = result("gantry")
        path = tips(project, r.q)
        says(
            project, "{:.1f} m by {:.1f} m".format(*np.ptp(path, axis=0)[:2]), f"{math.degrees(r.q[0, 4]):.0f} degrees"
        )
        assert r.q[:, 3:] == pytest.approx(np.tile(r.q[0, 3:], (len(r.t), 1)), abs=1e-6)

    def test_universal_robots(self) -> None:
        project, r = result("ur3e")
        path = tips(project, r.q)
        says(project, f"{1000 * np.ptp(path[:, 0]) / 2:.0f} mm radius")
        assert np.ptp(path[:, 2]) < 1e-6
        project, r = result("ur5e")
        rise = np.ptp(tips(project, r.q[[0, -1]])[:, 2])
        says(project, f"by {rise:.2f} m", f"needs {np.abs(r.tau[:, 1]).max():.0f} of its 150 N m")
        project, r = result("ur10e")
        start, end = tips(project, r.q[[0, -1]])
        says(project, f"sinks by {1000 * (start - end)[2]:.0f} mm")
        project, r = result("ur16e")
        wished = project.trajectory(np.array([project.run.duration]))[0][0]
        says(project, f"{1000 * (tips(project, wished) - tips(project, r.q[-1]))[2]:.0f} mm too low")

    def test_seven_joints(self) -> None:
        project, r = result("panda")
        path = tips(project, r.q)
        says(project, f"{1000 * np.ptp(path[:, 1]) / 2:.0f} mm radius")
        assert np.ptp(path[:, 0]) < 1e-6
        project, r = result("fr3")
        start, end = tips(project, r.q[[0, -1]])
        says(project, f"sags by {1000 * (start - end)[2]:.0f} mm")
        project, r = result("gen3")
        start, end = tips(project, r.q[[0, -1]])
        says(project, f"sinks by {(start - end)[2]:.2f} m", f"stop at {math.degrees(r.q[-1, 1]):.0f} degrees")
        assert r.q[-1, 1] == pytest.approx(project.robot.links[1].upper, abs=5e-3)
        project, r = result("wam")
        says(project, f"up to {np.abs(r.tau[:, 1]).max():.0f} N m")
        project, r = result("xarm7")
        assert not r.q[:, [2, 4]].any()

    def test_the_iiwa_weighs_nothing(self) -> None:
        """Its torques are the weight and the brake, and the brake takes all the energy that goes."""
        project, r = result("iiwa14")
        assert r.tau == pytest.approx(denoc.gravity_torque(project.robot, r.q) - 2.0 * r.qd, abs=1e-9)
        assert (np.diff(r.kinetic) < 0).all()

    def test_lines(self) -> None:
        project, r = result("sawyer")
        assert np.diff(tips(project, r.q[[0, -1]]), axis=0)[0] == pytest.approx([0, 0.3, -0.2], abs=1e-6)
        project, r = result("irb120")
        across = np.ptp(tips(project, r.q[[0, -1]])[:, 1])
        share = np.abs(r.qd[:, 0]).max() / project.robot.links[0].max_speed
        says(project, f"across by {across:.2f} m", f"{100 * share:.0f} % of its rated speed")
        project, r = result("planar-7r")
        assert np.diff(tips(project, r.q[[0, -1]]), axis=0)[0] == pytest.approx([-0.9, 0, 0], abs=1e-6)
        assert np.ptp(tips(project, r.q)[:, 1]) < 1e-6
