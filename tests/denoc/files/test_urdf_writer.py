"""Robots as URDF: Pinocchio, MuJoCo and we ourselves read the same arm from the file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import denoc
from denoc import Link, Robot
from denoc.files.urdf.chain import load_urdf_arm
from denoc.files.urdf.reader import read_urdf
from denoc.files.writers.urdf_writer import roll_pitch_yaw
from denoc.functions.equality import largest_difference
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm, random_rotation

MECHANICS = ("joint", "viscous", "coulomb", "rotor_inertia", "gear_ratio", "lower", "upper", "name")
DRIVE = ("max_torque", "max_speed")


def limited(robot: Robot, rng: np.random.Generator) -> Robot:
    """Some joints with a range, some with one end only, some free."""
    ranges = [{}, {"lower": -1.5, "upper": 2.5}, {"lower": -0.7, "max_torque": 5.0}, {"upper": 0.0}]
    ranges += [{"lower": 0.2, "upper": 0.2, "max_speed": 0.3}]
    links = (replace(link, **ranges[rng.integers(len(ranges))]) for link in robot.links)
    return replace(robot, links=tuple(links))


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 6, 13])
class TestRandomArms:
    """With friction, rotors, payload, base, tool, joint ranges and a gravity of their own."""

    @pytest.fixture
    def robot(self, rng: np.random.Generator, n: int, convention: str) -> Robot:
        return limited(random_arm(rng, n, convention), rng)

    def test_it_comes_back(self, tmp_path: Path, robot: Robot) -> None:
        denoc.save_urdf(robot, tmp_path / "arm.urdf")
        back = denoc.load_urdf(tmp_path / "arm.urdf")
        assert largest_difference(robot, back) < 1e-11
        for old, new in zip(robot.links, back.links, strict=True):
            for name in (*MECHANICS, *DRIVE):
                assert getattr(old, name) == getattr(new, name)
        assert (back.name, back.gravity) == (robot.name, robot.gravity)

    def test_pinocchio_reads_the_same_arm(self, tmp_path: Path, rng: np.random.Generator, robot: Robot) -> None:
        pytest.importorskip("pinocchio")
        from tests.support.oracles.urdf_model import PinocchioUrdf, difference

        path = tmp_path / "arm.urdf"
        denoc.save_urdf(robot, path)
        oracle = PinocchioUrdf(path, [f"joint{i}" for i in range(1, robot.n + 1)], "tip")
        oracle.model.gravity.linear = np.array(robot.gravity)
        rotorless = replace(robot, links=tuple(replace(link, rotor_inertia=0.0) for link in robot.links))
        assert max(difference(rotorless, oracle, rng).values()) < 1e-10

    def test_mujoco_reads_the_same_arm(self, tmp_path: Path, rng: np.random.Generator, robot: Robot) -> None:
        """Gravity included, which only its extension can say; without the rotors."""
        mujoco = pytest.importorskip("mujoco")
        from tests.support.oracles.mujoco_file import inverse

        denoc.save_urdf(robot, tmp_path / "arm.urdf")
        model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.urdf"))
        assert np.array_equal(model.dof_frictionloss, [link.coulomb for link in robot.links])
        plain = replace(robot, links=tuple(replace(link, rotor_inertia=0.0, coulomb=0.0) for link in robot.links))
        q, qd, qdd = rng.normal(size=(3, robot.n))
        assert relative(inverse(model, q, qd, qdd), denoc.inverse_dynamics(plain, q, qd, qdd)) < 1e-10


@pytest.mark.parametrize("name", denoc.examples())
def test_every_bundled_arm_comes_back(tmp_path: Path, name: str) -> None:
    robot = denoc.load(name).robot
    denoc.save_urdf(robot, tmp_path / "arm.urdf")
    assert largest_difference(robot, denoc.load_urdf(tmp_path / "arm.urdf")) < 1e-11


@pytest.mark.parametrize("name", ["planar-3r-free-fall", "furuta", "ur5", "chain-30"])
def test_mujoco_takes_massless_links_and_thin_rods(tmp_path: Path, rng: np.random.Generator, name: str) -> None:
    mujoco = pytest.importorskip("mujoco")
    from tests.support.oracles.mujoco_file import inverse

    robot = denoc.load(name).robot
    denoc.save_urdf(robot, tmp_path / "arm.urdf")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.urdf"))
    q, qd, qdd = rng.normal(size=(3, robot.n))
    assert relative(inverse(model, q, qd, qdd), denoc.inverse_dynamics(robot, q, qd, qdd)) < 1e-10


class TestWhatUrdfCannotSay:
    def test_is_returned_and_stands_in_the_file(self, tmp_path: Path) -> None:
        robot = Robot("r", (Link(mass=1, rotor_inertia=1e-4, gear_ratio=50),), gravity=(0, -9.81, 0))
        notes = denoc.save_urdf(robot, tmp_path / "arm.urdf")
        assert [note.split(";")[0] for note in notes] == [
            "URDF has no gravity",
            "rotor inertias and gears are written for Drake",
        ]
        text = (tmp_path / "arm.urdf").read_text()
        assert all(note in text for note in notes)

    def test_gravity_comes_back_in_words(self, tmp_path: Path) -> None:
        denoc.save_urdf(Robot("r", (Link(mass=1),), gravity=(0, -1.62, 0)), tmp_path / "arm.urdf")
        arm = load_urdf_arm(tmp_path / "arm.urdf")
        assert arm.robot.gravity == (0, -1.62, 0)
        assert arm.reports == ("gravity is (0.0, -1.62, 0.0), as the file says",)

    def test_nothing_for_a_plain_arm(self, tmp_path: Path) -> None:
        assert denoc.save_urdf(denoc.load("ur5").robot, tmp_path / "arm.urdf") == ()


@pytest.mark.parametrize("name", ['<&">', "a--b -->", "Größe 机", "tip", "base_link", "payload", " ", "x" * 200])
def test_any_name_can_be_written(tmp_path: Path, name: str) -> None:
    links = tuple(Link(a=0.3, mass=1.0, name=name) for _ in range(3))
    robot = Robot(name, links, payload=(0.5, (0, 0, 0), (0,) * 6))
    denoc.save_urdf(robot, tmp_path / "arm.urdf")
    tree = read_urdf(tmp_path / "arm.urdf")
    names = [link.name for link in tree.links]
    assert len(set(names)) == len(names) == 6
    assert names[1] == (name.strip() or "link1")
    assert tree.name == (name.strip() or "arm")
    assert largest_difference(robot, denoc.load_urdf(tmp_path / "arm.urdf")) < 1e-12


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32), pitch=st.sampled_from([None, 1.0, -1.0]), off=st.sampled_from([0, 1e-15, 1e-9, 1e-5])
)
def test_angles_of_any_rotation(seed: int, pitch: float | None, off: float) -> None:
    """To rounding, also where the pitch is a right angle or almost one."""
    rng = np.random.default_rng(seed)
    rotation = random_rotation(rng)
    if pitch is not None:
        yaw, roll = rng.uniform(-3, 3, 2)
        rotation = _turn(2, yaw) @ _turn(1, pitch * np.pi / 2 + off) @ _turn(0, roll)
    roll, pitch_found, yaw = roll_pitch_yaw(rotation)
    assert np.allclose(_turn(2, yaw) @ _turn(1, pitch_found) @ _turn(0, roll), rotation, rtol=0, atol=2e-15)


def _turn(axis: int, angle: float) -> np.ndarray:
    i, j = ((1, 2), (2, 0), (0, 1))[axis]
    out = np.eye(3)
    out[i, i] = out[j, j] = np.cos(angle)
    out[i, j], out[j, i] = -np.sin(angle), np.sin(angle)
    return out


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text("old")
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(denoc.ProjectError, match="cannot be written: No space left"):
        denoc.save_urdf(denoc.load("ur5").robot, path)
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["arm.urdf"]


def test_there_is_something_to_see(tmp_path: Path) -> None:
    denoc.save_urdf(denoc.load("ur5").robot, tmp_path / "arm.urdf")
    text = (tmp_path / "arm.urdf").read_text()
    assert len(re.findall("<visual>", text)) == 6
