"""Code for the Robotics Toolbox: run by it where it is installed, by a stand-in where it is not."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import denoc
from denoc import Link, Robot
from denoc.files.writers.toolbox import save_toolbox
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm

CLASSES = ("RevoluteDH", "PrismaticDH", "RevoluteMDH", "PrismaticMDH")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 6])
def test_the_toolbox_computes_the_same(rng: np.random.Generator, n: int, convention: str) -> None:
    pytest.importorskip("roboticstoolbox")
    robot = random_arm(rng, n, convention)
    scope: dict[str, Any] = {}
    exec(denoc.toolbox_snippet(robot), scope)
    theirs = scope["robot"]
    for q, qd, qdd in rng.normal(size=(3, 3, n)):
        tau = theirs.rne_python(q, qd, qdd)  # its compiled one errs where the first joints are prismatic
        assert relative(tau, denoc.inverse_dynamics(robot, q, qd, qdd)) < 1e-10
        assert relative(theirs.fkine(q).A, denoc.forward_kinematics(robot, q)[-1]) < 1e-12


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("kinds", ["RR", "RPR", "PR", "PRR"])
def test_what_the_code_says_of_the_toolboxs_own_recursion(
    rng: np.random.Generator, kinds: str, convention: str
) -> None:
    """`rne` differs from `rne_python` where the code warns, and only there."""
    pytest.importorskip("roboticstoolbox")
    arm = random_arm(rng, len(kinds), convention)
    links = zip(arm.links, kinds, strict=True)
    robot = replace(arm, links=tuple(replace(link, joint=joint, alpha=1.0) for link, joint in links))
    code = denoc.toolbox_snippet(robot)
    scope: dict[str, Any] = {}
    exec(code, scope)
    states = rng.normal(size=(3, len(kinds)))
    differs = relative(scope["robot"].rne(*states), scope["robot"].rne_python(*states)) > 1e-3
    assert differs == (kinds[0] == "P") == ("rne_python() is right" in code)


@pytest.mark.parametrize("kinds", ["R", "RP", "P", "PR"])
def test_a_prismatic_first_joint_is_warned_of(kinds: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = Robot("arm", tuple(Link(joint=joint, mass=1.0) for joint in kinds))  # type: ignore[arg-type]
    told = save_toolbox(robot, tmp_path / "arm.py")
    comments = [line for line in (tmp_path / "arm.py").read_text().splitlines() if line.startswith("# ")]
    words = " ".join(line.removeprefix("# ") for line in comments)
    for text in (*told, words) if kinds[0] == "P" else ():
        assert "rne() and what stands on it" in text
        assert "rne_python() is right" in text
    assert (told == ()) == ("rne" not in words) == (kinds[0] == "R")
    assert len(run(robot, monkeypatch)[1]) == len(kinds)  # still code


def run(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[tuple[str, dict[str, Any]]]]:
    """The code's robot and links, recorded."""
    toolbox, spatial = ModuleType("roboticstoolbox"), ModuleType("spatialmath")
    for name in CLASSES:
        setattr(toolbox, name, lambda _name=name, **arguments: (_name, arguments))
    toolbox.DHRobot = lambda links, **given: type("DHRobot", (), {"links": links, **given})()  # type: ignore[attr-defined]
    spatial.SE3 = lambda matrix, check: np.array(matrix)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "roboticstoolbox", toolbox)
    monkeypatch.setitem(sys.modules, "spatialmath", spatial)
    scope: dict[str, Any] = {}
    exec(denoc.toolbox_snippet(robot), scope)
    return scope["robot"], scope["links"]


@pytest.mark.parametrize("name", denoc.examples())
def test_the_code_holds_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = replace(denoc.load(name).robot, payload=None)  # which goes into the last link
    made, links = run(robot, monkeypatch)
    assert (made.name, made.gravity) == (robot.name, list(robot.gravity))
    for link, (kind, given) in zip(robot.links, links, strict=True):
        assert kind.startswith("Revolute") == link.revolute
        assert kind.endswith("MDH") == (robot.convention == "modified")
        assert (given["a"], given["alpha"], given["m"]) == (link.a, link.alpha, link.mass)
        assert (given["offset"], given["d" if link.revolute else "theta"]) == (
            (link.theta, link.b) if link.revolute else (link.b, link.theta)
        )
        assert (tuple(given["r"]), tuple(given["I"])) == (link.com, link.inertia)
        gear = given["G"]
        assert gear**2 * given["Jm"] == pytest.approx(link.armature)
        assert gear**2 * given["B"] == pytest.approx(link.viscous)
        assert [abs(gear) * torque for torque in given["Tc"]] == pytest.approx([link.coulomb, -link.coulomb])


def test_payload_base_and_tool(rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = random_arm(rng, 3)
    made, links = run(robot, monkeypatch)
    assert np.array_equal(made.base, robot.base)
    assert np.array_equal(made.tool, robot.tool)
    assert links[-1][1]["m"] == pytest.approx(robot.links[-1].mass + robot.payload.mass)


@pytest.mark.parametrize("name", ["'\"\\", "it's\u2028", "{x}", "机"])
def test_any_name_is_only_a_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = name.replace("\u2028", "")
    made, _ = run(Robot(name, (Link(mass=1, name=name),)), monkeypatch)
    assert made.name == name


def test_no_gear_keeps_its_friction(monkeypatch: pytest.MonkeyPatch) -> None:
    _, links = run(Robot("r", (Link(mass=1, gear_ratio=0, rotor_inertia=1, viscous=2),)), monkeypatch)
    assert {name: links[0][1][name] for name in ("G", "Jm", "B")} == {"G": 1.0, "Jm": 0.0, "B": 2.0}
