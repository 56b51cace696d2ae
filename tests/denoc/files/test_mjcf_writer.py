"""Robots as MuJoCo's own files."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc import Link, Robot
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm

pytest.importorskip("mujoco")

import mujoco

from tests.support.oracles.mujoco_file import inverse, mass_matrix, tip


def read(robot: Robot, folder: Path) -> mujoco.MjModel:
    denoc.save_mjcf(robot, folder / "arm.xml")
    return mujoco.MjModel.from_xml_path(str(folder / "arm.xml"))


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 6, 13])
def test_random_arms(tmp_path: Path, rng: np.random.Generator, n: int, convention: str) -> None:
    """Rotors, payload, base, tool, viscous friction and gravity included."""
    robot = random_arm(rng, n, convention)
    model = read(robot, tmp_path)
    q, qd, qdd = rng.normal(size=(3, n))
    smooth = replace(robot, links=tuple(replace(link, coulomb=0.0) for link in robot.links))
    assert relative(mass_matrix(model, q), denoc.mass_matrix(robot, q)) < 1e-12
    assert relative(inverse(model, q, qd, qdd), denoc.inverse_dynamics(smooth, q, qd, qdd)) < 1e-12
    assert relative(tip(model, q), denoc.forward_kinematics(robot, q)[-1]) < 1e-12
    assert np.array_equal(model.dof_frictionloss, [link.coulomb for link in robot.links])


@pytest.mark.parametrize("name", ["planar-3r-free-fall", "furuta", "scara", "stanford-inverse", "ur5", "chain-30"])
def test_bundled_arms(tmp_path: Path, rng: np.random.Generator, name: str) -> None:
    """Massless links, point masses and thin rods are taken too."""
    robot = denoc.load(name).robot
    model = read(robot, tmp_path)
    q, qd, qdd = rng.normal(size=(3, robot.n))
    assert relative(inverse(model, q, qd, qdd), denoc.inverse_dynamics(robot, q, qd, qdd)) < 1e-10


def test_ranges_and_names(tmp_path: Path) -> None:
    links = (Link(mass=1, lower=-1, upper=2, name='<"&">'), Link("P", mass=1, upper=0.5), Link(a=1, mass=1))
    model = read(Robot("a & b", links), tmp_path)
    assert model.jnt_limited.tolist() == [1, 1, 0]
    assert model.jnt_range[:2].tolist() == [[-1, 2], [-1e12, 0.5]]
    assert model.body(1).name == '<"&">'
    assert [model.actuator(i).name for i in range(3)] == ["motor1", "motor2", "motor3"]


def test_what_mujoco_changes_is_said(tmp_path: Path) -> None:
    robot = Robot("r", (Link(mass=1, inertia=(0.1, 0.1, 0.5, 0, 0, 0)),))
    assert denoc.save_mjcf(robot, tmp_path / "arm.xml") == ("MuJoCo changes the inertias that no real body has",)
    mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))


def test_half_turns(tmp_path: Path, rng: np.random.Generator) -> None:
    links = (Link(alpha=math.pi, a=0.2, mass=1, inertia=(0.1, 0.2, 0.25, 0, 0, 0)), Link(theta=math.pi, a=0.3, mass=1))
    robot = Robot("r", links)
    q = rng.normal(size=2)
    assert relative(tip(read(robot, tmp_path), q), denoc.forward_kinematics(robot, q)[-1]) < 1e-12
