"""Tolerances follow the rows of the table, and are typed behind numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

import denoc as dn
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import DEGREE, METRE, BadNumber
from denoc_studio.project.sheets.dh_text import pasted
from denoc_studio.project.tolerances.edits import set_tolerance, with_fitting
from denoc_studio.project.tolerances.typed import split, spread_of

MASS, START = dn.Tolerance("robot.links[1].mass", 0.1), dn.Tolerance("initial.q[2]", 0.2)


def project() -> dn.Project:
    return replace(dn.load("planar-3r-free-fall"), tolerances=(MASS, START))


def paths(found: dn.Project) -> list[str]:
    return [each.path for each in found.tolerances]


def test_they_follow_their_rows() -> None:
    assert paths(edits.move_link(project(), 1, 0)) == ["robot.links[0].mass", "initial.q[2]"]
    assert paths(edits.remove_links(project(), [0])) == ["robot.links[0].mass", "initial.q[1]"]
    assert paths(edits.remove_links(project(), [1])) == ["initial.q[1]"]
    assert paths(edits.insert_link(project(), 0, dn.Link())) == ["robot.links[2].mass", "initial.q[3]"]
    assert paths(edits.duplicate_link(project(), 1)) == ["robot.links[1].mass", "robot.links[2].mass", "initial.q[3]"]


def test_another_kind_of_joint_leaves_its_angle_but_not_its_mass() -> None:
    assert paths(edits.set_joint(project(), 1, "P")) == ["robot.links[1].mass", "initial.q[2]"]
    assert paths(edits.set_joint(project(), 2, "P")) == ["robot.links[1].mass"]


def test_a_pasted_kind_of_joint_keeps_what_the_key_keeps() -> None:
    known = tuple(dn.Tolerance(f"robot.links[1].{name}", 0.01) for name in ("mass", "a", "coulomb"))
    more = replace(project(), tolerances=(*known, START))
    after = pasted(more, 1, 0, "P\n", degrees=True)
    assert after == edits.set_joint(more, 1, "P")
    assert paths(after) == [known[0].path, known[1].path, START.path]
    assert paths(pasted(more, 2, 0, "R\t0.1\t0\t0\t0\nP\t0.1\t0\t0\t0\n", degrees=True)) == paths(more)


def test_another_convention_keeps_those_of_numbers_that_stay() -> None:
    more = replace(project(), tolerances=(MASS, dn.Tolerance("robot.links[1].com[0]", 0.01)))
    assert paths(edits.set_convention(more, "modified")) == ["robot.links[1].mass"]


def test_those_of_numbers_that_are_gone_go() -> None:
    loaded = edits.change_robot(project(), payload=(1.0, (0.0,) * 3, (0.0,) * 6))
    given = set_tolerance(loaded, ("robot", "payload", "mass"), 0.1)
    assert paths(given)[-1] == "robot.payload.mass"
    assert paths(with_fitting(edits.change_robot(given, payload=None))) == [MASS.path, START.path]


def test_one_is_set_keeps_its_kind_and_is_taken_away() -> None:
    keys = ("robot", "links", 1, "mass")
    normal = set_tolerance(project(), keys, 0.2, "normal")
    assert set_tolerance(normal, keys, 0.3).tolerances[0] == dn.Tolerance(MASS.path, 0.3, "normal")
    assert paths(set_tolerance(normal, keys, 0.0)) == [START.path]


@pytest.mark.parametrize(
    ("text", "value", "spread"),
    [
        ("0.3 ± 0.001", 0.3, 0.001),
        ("0.3 +- 1 %", 0.3, 0.003),
        ("0.3 +/- 1 mm", 0.3, 0.001),
        ("300 mm ± 1", 0.3, 0.001),
        ("-0.3 +-1%", -0.3, 0.003),
        ("0.3 ± 0", 0.3, 0.0),
    ],
)
def test_typed_tolerances(text: str, value: float, spread: float) -> None:
    assert spread_of(split(text), value, METRE) == pytest.approx(spread)


@pytest.mark.parametrize(("text", "value"), [("0 ± 1 %", 0.0), ("0.3 ± -1", 0.3), ("0.3 ±", 0.3), ("pi/2 ± 1", 1.57)])
def test_tolerances_in_doubt_are_refused(text: str, value: float) -> None:
    with pytest.raises(BadNumber):
        spread_of(split(text), value, DEGREE)
    assert split("1e-3 - 2").spread is None
