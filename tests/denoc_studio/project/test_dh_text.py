"""Blocks of the table as text: spreadsheets, semicolons, blanks, headers, and what is refused."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc import load
from denoc.arm.robot import Link
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.project.edits import change_robot
from denoc_studio.project.inertia_doctor import joints_without_inertia
from denoc_studio.project.new_link import new_link
from denoc_studio.project.outgrown import outgrown
from denoc_studio.project.sheets.blocks import LONGEST
from denoc_studio.project.sheets.dh import DhSheet
from denoc_studio.project.sheets.dh_columns import COLUMNS
from denoc_studio.project.sheets.dh_text import pasted
from denoc_studio.project.sheets.sheet import Page

PROJECT = load("planar-3r-free-fall")
ALL = range(len(COLUMNS))
lengths = st.floats(-1e12, 1e12, allow_nan=False)
angles = st.floats(-1e6, 1e6, allow_nan=False)
links = st.builds(Link, joint=st.sampled_from("RP"), a=lengths, b=lengths, alpha=angles, theta=angles)


def table(project: Project) -> list[tuple[object, ...]]:
    return [tuple(getattr(link, column.field) for column in COLUMNS) for link in project.robot.links]


def copied(project: Project, degrees: bool) -> str:
    page = Page(DhSheet(), project, degrees)
    return "".join("\t".join(DhSheet().edited(page, row, k) for k in ALL) + "\n" for row in range(page.rows))


def with_links(*rows: Link) -> Project:
    n = len(rows)
    return replace(PROJECT, robot=replace(PROJECT.robot, links=rows), q0=(0.0,) * n, qd0=(0.0,) * n)


@settings(max_examples=60)
@given(st.lists(links, min_size=1, max_size=8), st.booleans())
def test_copy_and_paste_give_the_identical_table(rows: list[Link], degrees: bool) -> None:
    source = with_links(*rows)
    text = copied(source, degrees)
    assert table(pasted(source, 0, 0, text, degrees)) == table(source)
    assert table(pasted(with_links(Link()), 0, 0, text, degrees)) == table(source)


@pytest.mark.parametrize(
    "text",
    [
        "0.1\t0.2\n0.3\t0.4\n",
        "0,1\t0,2\r\n0,3\t0,4",
        "0.1;0.2\n0.3;0.4",
        "0,1;0,2\n0,3;0,4\n\n",
        "0.1 0.2\n 0.3   0.4",
        "a [m]\tb [m]\n0.1\t0.2\n0.3\t0.4",
        '"0,1"\t"0,2"\n"0,3"\t"0,4"',
        "0.1\t0.2\t\n0.3\t0.4\t\n",
    ],
)
def test_what_spreadsheets_write_is_read(text: str) -> None:
    after = pasted(PROJECT, 0, 1, text, True)
    assert [(link.a, link.b) for link in after.robot.links] == [(0.1, 0.2), (0.3, 0.4), (0.22, 0.0)]


def test_further_rows_become_joints_at_rest() -> None:
    moving = replace(PROJECT, q0=(0.1, 0.2, 0.3))
    after = pasted(moving, 2, 1, "1\n2\n3", True)
    assert [link.a for link in after.robot.links] == [0.3, 0.25, 1.0, 2.0, 3.0]
    assert after.q0 == (0.1, 0.2, 0.3, 0.0, 0.0)
    assert after.robot.links[2].mass == PROJECT.robot.links[2].mass


def test_further_rows_have_a_body_as_an_added_joint_has() -> None:
    after = pasted(PROJECT, 3, 1, "0.4\t0\t90\t0\n0\t0.1\t0\t0", True).robot
    added = new_link(PROJECT.robot)
    assert [link.mass for link in after.links[3:]] == [added.mass] * 2
    assert after.links[3].com == (-0.2, 0.0, 0.0)
    assert after.links[4].com == added.com
    assert outgrown([after], 3) is None
    assert joints_without_inertia(after) == []


def test_a_block_with_types_finds_its_column() -> None:
    after = pasted(PROJECT, 0, 3, "P\t1\t2\t90\t0\nr\t3\t4\t0\t0", True)
    assert [link.joint for link in after.robot.links] == ["P", "R", "R"]
    assert (after.robot.links[0].a, after.robot.links[1].b) == (1.0, 4.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0.1\t0.2\n0.3\tabc", "row 2, column b: “abc” is not a number"),
        ("0.1\t0.2\n0.3\t", "row 2, column b: a number is needed"),
        ("1\tnan", "row 1, column b: a finite number is needed"),
        ("1e13", "row 1, column a: must be within"),
        ("1\t2\t3\t4\t5", "5 columns, and only 4 fit"),
        ("", "no text"),
        ("abc", "row 1, column a: “abc” is not a number"),
        ("0.3,0.4", "row 1, column a"),
        ("1 " * LONGEST, "more text than a table holds"),
        ("1\n" * 10_001, "up to 10000 links"),
    ],
)
def test_a_bad_block_is_refused_as_a_whole(text: str, words: str) -> None:
    with pytest.raises(DynamicsError, match=re.escape(words)):
        pasted(PROJECT, 0, 1, text, True)


def test_the_column_is_named_as_in_the_modified_table() -> None:
    modified = change_robot(PROJECT, convention="modified")
    with pytest.raises(DynamicsError, match="column d"):
        pasted(modified, 0, 2, "x", True)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("−90°\n30°", -90.0),
        ("π/2 rad\n0 rad", 90.0),
        ("(pi/2) rad\n0", 90.0),
        ("sqrt(4) deg\n0", 2.0),
        ("-3 deg\n0", -3.0),
    ],
)
def test_a_first_row_that_is_a_number_in_some_unit_is_no_heading(text: str, first: float) -> None:
    project = load("planar-3r-free-fall")
    alpha = next(k for k, column in enumerate(COLUMNS) if column.field == "alpha")
    after = pasted(project, 0, alpha, text, degrees=True)
    assert math.degrees(after.robot.links[0].alpha) == pytest.approx(first)
