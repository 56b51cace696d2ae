"""Entries of a project by their paths."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import denoc as dn
from denoc.studies.sweeps.entries import Template

FALL = dn.load("planar-3r-free-fall")
PUMA = dn.load("puma560")


def test_an_entry_is_replaced_and_nothing_else() -> None:
    links = list(FALL.robot.links)
    links[1] = replace(links[1], mass=7.5)
    robot = replace(FALL.robot, links=tuple(links))
    assert dn.with_entries(FALL, {"robot.links[1].mass": 7.5}) == replace(FALL, robot=robot)
    assert dn.with_entries(FALL, {"qd0[2]": -1.0}) == replace(FALL, qd0=(0.0, 0.0, -1.0))
    assert dn.with_entries(FALL, {"initial.q[0]": 0.5}) == dn.with_entries(FALL, {"q0[0]": 0.5})


def test_limits_may_be_put_where_there_are_none() -> None:
    made = dn.with_entries(FALL, {"robot.links[0].max_torque": 12.0, "robot.links[0].upper": 1.0})
    assert made.robot.links[0].max_torque == 12.0
    assert made.robot.links[0].upper == 1.0


@pytest.mark.parametrize("project", [FALL, PUMA], ids=lambda each: each.name)
def test_every_number_of_a_project_can_be_read_and_put_back(project: dn.Project) -> None:
    template = Template(project)
    paths = template.paths()
    assert len(paths) > 40
    made = template.project({path: template.value(path) for path in paths})  # type: ignore[misc]
    assert made == replace(project, visuals=(), actuators=())


def test_a_template_does_not_remember() -> None:
    template = Template(FALL)
    template.project({"robot.links[0].com[0]": -0.1, "run.duration": 3.0})
    assert template.project({}) == FALL


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("robot.links[7].mass", "there is no robot.links[7]"),
        ("robot.links[1].weight", "there is no robot.links[1].weight; possible: joint, a, b"),
        ("robot.link[1].mass", "possible: links, convention"),
        ("robot.links[1].name", "not a number"),
        ("robot.links[1].mass.x", "there is no robot.links[1].mass.x"),
        ("q0", "not a number"),
        ("robot..mass", "an entry's place"),
        ("__class__", "there is no __class__"),
        ("robot.links[-1].mass", "an entry's place"),
        ("", "an entry's place"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path: str, words: str) -> None:
    with pytest.raises(dn.DynamicsError, match=r".") as refused:
        dn.with_entries(FALL, {path: 1.0})
    assert words in str(refused.value)


def test_a_value_that_cannot_be_names_link_and_field() -> None:
    with pytest.raises(dn.DynamicsError) as refused:
        dn.with_entries(FALL, {"robot.links[1].mass": -1.0})
    assert (refused.value.link, refused.value.field) == (2, "mass")
    with pytest.raises(dn.DynamicsError, match="whole number"):
        dn.with_entries(FALL, {"run.samples": 10.5})


@given(st.text(alphabet="robtlinks.[]019aq_ ", max_size=30))
def test_no_path_is_too_strange(path: str) -> None:
    template = Template(FALL)
    try:
        value = template.value(path)
    except dn.DynamicsError:
        return
    assert value is None or isinstance(value, int | float)
