from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc
from denoc.arm.conventions import as_matrix, turn_transform, twist_transform
from denoc.arm.robot_arrays import pack
from denoc.functions.equality import largest_difference
from denoc.functions.kinematics import skeleton
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm, random_transform


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 6, 15])
def test_the_other_table_is_the_same_arm(rng: np.random.Generator, n: int, convention: str) -> None:
    robot = random_arm(rng, n, convention)
    other = denoc.to_convention(robot, "modified" if convention == "standard" else "standard")
    assert other.convention != robot.convention
    q, qd, qdd = rng.normal(size=(3, n))
    wrench = rng.normal(size=6)
    tip, other_tip = (denoc.forward_kinematics(r, q)[-1] for r in (robot, other))
    assert relative(other_tip, tip) < 1e-13
    for function, state in (
        (denoc.mass_matrix, (q,)),
        (denoc.gravity_torque, (q,)),
        (denoc.jacobian, (q,)),
        (denoc.coriolis_matrix, (q, qd)),
    ):
        assert np.allclose(function(other, *state), function(robot, *state), rtol=1e-12, atol=1e-12)
    expected = denoc.inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)
    assert relative(denoc.inverse_dynamics(other, q, qd, qdd, tip_wrench=wrench), expected) < 1e-12


ends = st.sampled_from(["none", "twist", "lift", "any"])


def transform(kind: str, rng: np.random.Generator) -> np.ndarray | None:
    """A base or a tool: none, one that a row could hold, a flange along z, or anything."""
    if kind == "none":
        return None
    if kind == "twist":
        return twist_transform(float(rng.normal()), float(rng.choice([rng.uniform(-3, 3), np.pi / 2, 0.0])))
    return turn_transform(float(rng.normal()), 0.0) if kind == "lift" else random_transform(rng)


@settings(max_examples=200)
@given(
    seed=st.integers(0, 2**32),
    n=st.integers(1, 5),
    convention=st.sampled_from(["standard", "modified"]),
    base=ends,
    tool=ends,
    payload=st.booleans(),
    plain_ends=st.booleans(),
    turns=st.integers(-1, 1),
    switches=st.sampled_from([1, 2, 3]),
)
def test_there_and_back(
    seed: int,
    n: int,
    convention: str,
    base: str,
    tool: str,
    payload: bool,
    plain_ends: bool,
    turns: int,
    switches: int,
) -> None:
    """The very same table however often; base, tool and bodies to rounding; on the way the same arm."""
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n, convention)
    robot = replace(robot, base=transform(base, rng), tool=transform(tool, rng))
    robot = robot if payload else replace(robot, payload=None)
    if plain_ends:
        robot = robot.with_link(0, a=0.0, alpha=0.0).with_link(n - 1, a=0.0, alpha=0.0)
    robot = robot.with_link(n - 1, alpha=robot.links[-1].alpha + 2 * np.pi * turns)
    other = "modified" if convention == "standard" else "standard"
    back = robot
    states = rng.normal(size=(3, n))
    for _ in range(switches):
        there = denoc.to_convention(back, other)
        expected = denoc.inverse_dynamics(robot, *states)
        assert relative(denoc.inverse_dynamics(there, *states), expected) < 1e-12
        back = denoc.to_convention(there, convention)
    for old, new in ((robot.base, back.base), (robot.tool, back.tool)):
        assert np.allclose(as_matrix(old), as_matrix(new), rtol=0, atol=1e-15)
        assert (old is None) == (new is None)
    for old, new in zip(robot.links, back.links, strict=True):
        assert replace(new, com=old.com, inertia=old.inertia) == old
        assert np.allclose(old.com, new.com, atol=1e-14)
        assert np.allclose(old.inertia, new.inertia, atol=1e-14)


def test_a_tool_that_was_changed_meanwhile_stays_as_it_is(rng: np.random.Generator) -> None:
    """What was remembered of the tool before is forgotten, not applied to the new one."""
    robot = random_arm(rng, 3, "standard")
    there = denoc.to_convention(robot, "modified")
    assert there.end_row == (robot.links[-1].a, robot.links[-1].alpha, robot.tool)
    changed = replace(there, tool=random_transform(rng))
    back = denoc.to_convention(changed, "standard")
    assert back.tool == changed.tool
    assert (back.links[-1].a, back.links[-1].alpha) == (0.0, 0.0)
    assert largest_difference(back, changed) < 1e-13


def test_a_saved_arm_comes_back_too(rng: np.random.Generator, tmp_path: Path) -> None:
    robot = random_arm(rng, 3, "modified")
    project = replace(denoc.load("planar-3r-inverse"), robot=denoc.to_convention(robot, "standard"))
    project.save(tmp_path / "arm.arm.json")
    back = denoc.to_convention(denoc.load(tmp_path / "arm.arm.json").robot, "modified")
    assert (back.links[0].a, back.links[0].alpha, back.base) == (robot.links[0].a, robot.links[0].alpha, robot.base)


@pytest.mark.parametrize(
    ("row", "field"),
    [((1.0, 2.0), "end_row"), (("x", 0, None), "end_row a"), ((0, np.nan, None), "end_row alpha")],
)
def test_bad_remembered_rows(planar: denoc.Robot, row: tuple, field: str) -> None:
    with pytest.raises(denoc.DynamicsError) as caught:
        replace(planar, end_row=row)
    assert caught.value.field == field


@pytest.mark.parametrize("name", denoc.examples())
def test_every_bundled_table_comes_back(name: str) -> None:
    """What went into the tool or the base goes back into the row it came from."""
    robot = denoc.load(name).robot
    there = denoc.to_convention(robot, "modified" if robot.convention == "standard" else "standard")
    back = denoc.to_convention(there, robot.convention)
    assert (back.base, back.tool) == (robot.base, robot.tool)
    for old, new in zip(robot.links, back.links, strict=True):
        assert (new.a, new.b, new.alpha, new.theta) == (old.a, old.b, old.alpha, old.theta)
        assert np.allclose(old.com, new.com, atol=1e-15)
        assert np.allclose(old.inertia, new.inertia, atol=1e-14)


def test_same_convention_is_the_same_object(planar: denoc.Robot) -> None:
    assert denoc.to_convention(planar, "standard") is planar


def test_unknown_convention(planar: denoc.Robot) -> None:
    with pytest.raises(denoc.DynamicsError, match=r"convention.*standard, modified.*'craig'"):
        denoc.to_convention(planar, "craig")


def test_frames_follow_the_table(stanford: denoc.Robot) -> None:
    """In a standard table link 1's frame is at its far end, in a modified one on its own joint."""
    q = np.zeros(6)
    standard = denoc.forward_kinematics(stanford, q)
    modified = denoc.forward_kinematics(denoc.to_convention(stanford, "modified"), q)
    assert np.allclose(standard[1, :3, 2], [0, 1, 0])  # z of frame 2: the axis of joint 2
    assert np.allclose(modified[1, :3, 2], [0, 0, 1])  # z of frame 1: the axis of joint 1
    assert np.allclose(standard[0], np.eye(4))


def test_skeleton_runs_from_base_to_tip(stanford: denoc.Robot) -> None:
    q = np.array([0.1, 1.0, 0.3, 0.2, 0.3, 0.4])
    points = skeleton(stanford, q)
    assert np.allclose(points[0], 0)
    assert np.allclose(points[-1], denoc.forward_kinematics(stanford, q)[-1, :3, 3])
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    assert np.allclose(sorted(lengths[lengths > 1e-9]), sorted([0.2, 0.1, 0.3, 0.6]))


@pytest.mark.parametrize("n", [1, 2, 7, 60])
def test_the_arrays_are_those_of_the_modified_table(rng: np.random.Generator, n: int) -> None:
    """They are made of a standard table all at once, which must come to what its conversion link by link gives."""
    robot = random_arm(rng, n, "standard", extras=True)
    direct, converted = pack(robot), pack(denoc.to_convention(robot, "modified"))
    for item in fields(direct):
        one, other = getattr(direct, item.name), getattr(converted, item.name)
        np.testing.assert_allclose(one, other, rtol=1e-13, atol=1e-13, err_msg=item.name)
