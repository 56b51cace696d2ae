"""Base parameters: known counts and combinations, and torques that they give back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from tests.support.oracles.arms import random_arm


def inertial(robot: dn.Robot) -> int:
    return dn.base_parameters(robot, friction=False, rotors=False).rank


def general(rng: np.random.Generator, kinds: str, convention: str, gravity: tuple[float, ...]) -> dn.Robot:
    """No two axes parallel, none through another; gravity in axes of the first joint."""
    links = random_arm(rng, len(kinds), extras=False).links
    made = (
        replace(link, joint=kind, a=0.3 + 0.1 * i, b=0.2 + 0.05 * i, alpha=0.7 + 0.13 * i)
        for i, (link, kind) in enumerate(zip(links, kinds, strict=True))
    )
    robot = dn.Robot("general", tuple(made), convention=convention, gravity=gravity)  # type: ignore[arg-type]
    return robot.with_link(0, alpha=0.0) if convention == "modified" else robot


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [2, 3, 6])
def test_counts_of_general_arms(rng: np.random.Generator, convention: str, n: int) -> None:
    """7 n - 4, and two fewer where the first axis is along gravity: Mayeda, Yoshida and Osuka 1990."""
    assert inertial(general(rng, "R" * n, convention, (1.0, 2.0, -9.0))) == 7 * n - 4
    assert inertial(general(rng, "R" * n, convention, (0.0, 0.0, -9.81))) == 7 * n - 6


def test_a_prismatic_joint_adds_four(rng: np.random.Generator) -> None:
    gravity = (1.0, 2.0, -9.0)
    assert inertial(general(rng, "RRRP", "modified", gravity)) == inertial(general(rng, "RRR", "modified", gravity)) + 4
    assert inertial(general(rng, "P", "standard", gravity)) == 1, "its mass alone"


def test_known_arms() -> None:
    puma = dn.base_parameters(dn.load("puma560").robot, friction=False, rotors=False)
    assert puma.rank == 36
    assert {"m1", "m1 cx1", "Jxx1", "Jzz1"} <= set(puma.unseen)
    assert "m3 cx3 + a3 m3 + a3 m4 + a3 m5 + a3 m6" in puma.words
    full = dn.base_parameters(dn.load("puma560").robot)
    assert full.rank == 36 + 12 + 4, "of the rotors, those of joints 1 and 2 show with the links' own inertia"
    assert [word for word in full.words if "armature1" in word or "armature2" in word] == [
        word for word in full.words if word.startswith(("Jyy1", "Jzz2"))
    ]


def test_two_links_by_hand() -> None:
    """Khalil and Dombre: of a planar arm, Jzz1 + a^2 m2, the first moments with a m2, and the same of the last link."""
    rods = (dn.Link(mass=1.0), dn.Link(a=0.5, mass=2.0, com=(0.1, 0.2, 0.0), inertia=(0.1, 0.1, 0.1, 0, 0, 0)))
    arm = dn.Robot("two", rods, convention="modified", gravity=(0, -9.81, 0), payload=(1.0, (0, 0, 0), (0,) * 6))
    base = dn.base_parameters(arm, rotors=False)
    assert base.words == (
        *("Jzz1 + a2^2 m2 + a2^2 mp", "m1 cx1 + a2 m2 + a2 mp", "m1 cy1"),
        *("Jzz2 + Jzzp", "m2 cx2 + mp cxp", "m2 cy2 + mp cyp"),
        *("viscous1", "viscous2", "coulomb1", "coulomb2"),
    )
    assert base.values(arm)[0] == pytest.approx(0.0 + 0.25 * 2.0 + 0.25 * 1.0)
    assert base.unseen[:2] == ("m1", "m1 cz1")
    assert {"m2", "mp", "Jzzp"} <= set(base.combined)
    assert "viscous1" not in base.combined
    tied = dn.Robot("equal lengths", (dn.Link(a=0.5), dn.Link(a=0.5)), gravity=(0, -9.81, 0))
    assert dn.base_parameters(tied, friction=False, rotors=False).words[3] == "Jzz2 - a2^2 m2", "not a1"


def test_without_gravity_and_without_motion_of_a_mass() -> None:
    arm = dn.Robot("one", (dn.Link(a=0.5),), gravity=(0, 0, 0))
    assert dn.base_parameters(arm, friction=False, rotors=False).words == ("Jzz1 + a1^2 m1 + 2 a1 m1 cx1",)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("extras", [False, True])
def test_torques_are_those_of_the_base_parameters(rng: np.random.Generator, convention: str, extras: bool) -> None:
    for n in range(1, 8):
        robot = random_arm(rng, n, convention, extras=extras)
        base = dn.base_parameters(robot)
        assert base.matrix.shape == (base.rank, len(base.parameters))
        states = rng.normal(size=(3, 10, n)) * 2
        torques = dn.inverse_dynamics(robot, *states)
        size = np.abs(torques).max()
        assert np.abs(base.regressor(*states) @ base.values(robot) - torques).max() < 1e-10 * size
        assert base.regressor(*states[:, 0]) == pytest.approx(base.regressor(*states)[0])
        other = random_arm(rng, n, convention, extras=extras)
        other = replace(
            robot, links=tuple(replace(a, mass=b.mass) for a, b in zip(robot.links, other.links, strict=True))
        )
        torques = dn.inverse_dynamics(other, *states)
        assert np.abs(base.regressor(*states) @ base.values(other) - torques).max() < 1e-10 * size


def test_base_columns_are_independent(rng: np.random.Generator) -> None:
    robot = random_arm(rng, 5)
    base = dn.base_parameters(robot)
    y = base.regressor(*rng.normal(size=(3, 200, 5))).reshape(-1, base.rank)
    assert np.linalg.matrix_rank(y / np.linalg.norm(y, axis=0)) == base.rank


def test_refusals(rng: np.random.Generator) -> None:
    with pytest.raises(dn.DynamicsError, match="robot"):
        dn.base_parameters("puma560")  # type: ignore[arg-type]
    with pytest.raises(dn.DynamicsError, match="friction"):
        dn.base_parameters(dn.rod_chain(1).robot, friction=1)  # type: ignore[arg-type]
    with pytest.raises(dn.DynamicsError, match="'robot': base parameters are found of up to 60 joints"):
        dn.base_parameters(dn.rod_chain(61).robot)
    base = dn.base_parameters(dn.rod_chain(2).robot)
    assert repr(base) == "<BaseParameters: 11 of 26 parameters of 'chain of 2 rods'>"
    for other in (dn.rod_chain(3).robot, replace(dn.rod_chain(2).robot, payload=(1.0, (0, 0, 0), (0,) * 6))):
        with pytest.raises(dn.DynamicsError, match="'robot'"):
            base.values(other)
    with pytest.raises(dn.DynamicsError, match="'qd'"):
        base.regressor([0, 0], [0], [0, 0])
