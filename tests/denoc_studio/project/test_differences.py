"""What differs between two projects is said entry by entry, in values that differ to the eye."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from denoc import Project, load
from denoc.files.examples import examples, rod_chain
from denoc.torques.torque_laws import ConstantTorque
from denoc_studio.project.differences import MOST, NOTHING, Difference, differences
from tests.support.oracles.projects import projects


def test_entries_that_differ_with_their_units() -> None:
    theirs = load("planar-3r-free-fall")
    mine = replace(theirs, robot=theirs.robot.with_link(1, mass=0.30000000000000004, upper=1.0), q0=(0.0, 1.0, 0.0))
    before = theirs.robot.links[1].mass
    assert differences(theirs, theirs) == []
    assert differences(theirs, mine) == [
        Difference("link 2, mass", f"{before} kg", "0.30000000000000004 kg"),
        Difference("link 2, upper", NOTHING, "1.0"),
        Difference("start, joint variables", ", ".join(map(str, theirs.q0)), "0.0, 1.0, 0.0"),
    ]


def test_a_link_more_is_one_row() -> None:
    found = [each for each in differences(rod_chain(2), rod_chain(3)) if each.place == "link 3"]
    assert [each.theirs for each in found] == [NOTHING]
    assert found[0].mine.startswith("R, a 0.33")


def test_another_torque_law() -> None:
    theirs = load("planar-3r-free-fall")

    mine = replace(theirs, run=msgspec.structs.replace(theirs.run, torque=ConstantTorque((1.0, 2.0, 3.0))))
    assert [each.place for each in differences(theirs, mine)] == ["run, torque, law", "run, torque, values"]


def test_long_texts_are_shown_where_they_differ() -> None:
    theirs = replace(load("scara"), description="same " * 100 + "old end")
    mine = replace(theirs, description="same " * 100 + "new end")
    assert differences(theirs, mine) == [
        Difference("description", "…same same same old end", "…same same same new end")
    ]


def test_two_arms_that_have_nothing_in_common_stay_readable() -> None:
    found = differences(rod_chain(300), replace(rod_chain(299), name="other"))
    assert len(found) == MOST + 1
    assert found[-1].place.startswith("and ")


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(projects(), projects())
def test_projects_that_differ_have_a_row_that_differs(one: Project, other: Project) -> None:
    found = differences(one, other)
    assert bool(found) == (replace(one, visuals=()) != replace(other, visuals=()) or one.visuals != other.visuals)
    assert all(row.theirs != row.mine for row in found[:MOST])
    assert all(len(text) < 80 for row in found for text in row)


@pytest.mark.parametrize("name", examples()[:6])
def test_examples_differ_from_the_first(name: str) -> None:
    assert bool(differences(load(examples()[0]), load(name))) == (name != examples()[0])
