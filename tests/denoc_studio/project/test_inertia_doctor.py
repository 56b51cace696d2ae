"""The inertia doctor: what it finds, and that it leaves healthy arms alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from denoc import examples, load
from denoc.arm.conventions import to_convention
from denoc.arm.robot import Link, Payload, Robot
from denoc.arm.solids import box, rod
from denoc_studio.project.inertia_doctor import examine, joints_without_inertia

BODY = Link(a=0.3, mass=1.0, com=(-0.15, 0.0, 0.0), inertia=rod(1.0, 0.3))


def arm(*links: Link) -> Robot:
    return Robot("arm", links)


def texts(robot: Robot, index: int = 0) -> str:
    return "\n".join(finding.text for finding in examine(robot, index))


@pytest.mark.parametrize("name", examples())
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_no_false_alarm_about_size_in_any_example(name: str, convention: str) -> None:
    robot = to_convention(load(name).robot, convention)
    for index in range(robot.n):
        assert "slipped" not in texts(robot, index)
        assert "mass centre lies" not in texts(robot, index)
        assert "cannot be run" not in texts(robot, index)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 100.0])
def test_arms_of_any_size_are_healthy(scale: float) -> None:
    mass = scale**3
    link = Link(a=scale, mass=mass, com=(-scale / 2, 0.0, 0.0), inertia=box(mass, scale, scale / 5, scale / 5))
    assert texts(arm(link, link, link), 1) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"inertia": (1e-3, 1e-3, 3e-3, 0, 0, 0)}, "no real body"),
        ({"mass": 0.0}, "inertia but no mass"),
        ({"inertia": (75.0, 75.0, 75.0, 0, 0, 0)}, "has a decimal slipped"),
        ({"inertia": (1e-9, 1e-9, 1e-9, 0, 0, 0)}, "has a decimal slipped"),
        ({"com": (-15.0, 0, 0)}, "mass centre lies 15 m away"),
        ({"mass": 2500.0}, "2.5e+03 times that of the other links"),
        ({"mass": 4e-4}, "times below the other links"),
    ],
)
def test_it_finds(changes: dict[str, object], words: str) -> None:
    robot = arm(BODY, replace(BODY, **changes), BODY)
    found = examine(robot, 1)
    assert words in texts(robot, 1)
    assert all(finding.severity == "warning" for finding in found)
    assert found[0].text.startswith("Link 2: ")
    assert words not in texts(robot, 0)


def test_a_moment_about_the_joint_alone_gets_one_word() -> None:
    robot = load("puma560").robot
    assert robot.links[0].mass == 0
    assert [finding.text for finding in examine(robot, 0)] == ["Link 1: a body with inertia but no mass"]


def test_a_single_moment_is_named_as_what_it_is() -> None:
    robot = load("industrial-6r-line").robot
    words = "only the moment about y is given, as tables often do; no real body has it alone"
    assert [finding.text for finding in examine(robot, 0)] == [f"Link 1: {words}"]


@pytest.mark.parametrize("name", examples())
def test_an_example_with_a_warning_says_so_in_its_source(name: str) -> None:
    project = load(name)
    found = [finding for index in range(project.robot.n) for finding in examine(project.robot, index)]
    assert bool(found) == ("the inertia doctor says so" in project.source)


def test_an_idle_end_of_the_chain_is_named() -> None:
    bare = Link(a=0.2)
    assert "joints 2 to 3" in texts(arm(BODY, bare, bare), 0)
    assert joints_without_inertia(arm(bare, BODY)) == []
    assert joints_without_inertia(arm(BODY, Link(rotor_inertia=1e-4))) == []
    loaded = replace(arm(BODY, bare), payload=Payload(1.0, (0.0, 0.0, 0.0), (0.0,) * 6))
    assert joints_without_inertia(loaded) == []
