"""Blocks pasted into tables: units in a heading, blank lines, columns of words; compared with what was meant."""

from __future__ import annotations

import math
import re

import pytest

from denoc import load, rod_chain
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project, inverse_recording
from denoc.files.tables.recording_csv import csv_text
from denoc.motions.motion_data import ViaMotion
from denoc.torques.torque_laws import ExpressionTorque
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.project import edits, run_edits
from denoc_studio.project.sheets.bodies import BodySheet
from denoc_studio.project.sheets.body_text import pasted_tensor
from denoc_studio.project.sheets.dh_text import pasted
from denoc_studio.project.sheets.joints import KEYS, JointsSheet
from denoc_studio.project.sheets.laws import TableSheet
from denoc_studio.project.sheets.motions import ViaSheet
from denoc_studio.project.sheets.run_joints import RunJoints
from denoc_studio.session.document import Document

ARM = load("planar-3r-free-fall")
A = 1  # column of the DH table


def joints(field: str, text: str, project: Project = ARM) -> list[object]:
    after = JointsSheet().pasted(project, 0, KEYS.index(field), text, degrees=True)
    return [getattr(link, field) for link in after.robot.links]


def lengths(text: str) -> list[tuple[float, float]]:
    return [(link.a, link.b) for link in pasted(ARM, 0, A, text, degrees=True).robot.links[:2]]


@pytest.mark.parametrize("degrees", [True, False])
def test_a_recording_of_the_program_is_pasted_as_via_points(degrees: bool) -> None:
    """The columns of its CSV file, as a spreadsheet puts them into the clipboard."""
    project = run_edits.set_kind(run_edits.set_mode(rod_chain(2), "inverse"), "joints")
    recording = inverse_recording(edits.set_run(project, samples=5))
    cells = [line.split(",")[:3] for line in csv_text(project.robot, recording).splitlines()]
    assert cells[0] == ["t [s]", "q1 [rad]", "q2 [rad]"]
    project = run_edits.set_kind(project, "via")
    motion = ViaSheet().pasted(project, 0, 0, "\n".join(map("\t".join, cells)), degrees).run.motion
    assert isinstance(motion, ViaMotion)
    assert motion.points[:5] == tuple(map(tuple, recording.q))


@pytest.mark.parametrize(
    "text",
    [
        "a [mm]\tb [cm]\n500\t2\n700 m\t0.5 mm\n",
        "a (mm);b (cm)\n500;2\n700 m;0.5 mm\n",
        "a / mm\tb in cm\n500\t2\n700 m\t0.5 mm\n",
        "a_mm\tb cm\n500\t2\n700 m\t0.5 mm\n",
        "a [mm] b [cm]\n500 2\n700 m 0.5 mm\n",
    ],
)
def test_numbers_are_in_the_unit_of_their_heading(text: str) -> None:
    assert lengths(text) == [(0.5, 0.02), (700.0, 0.0005)]


def test_a_heading_without_a_unit_of_another_size_changes_nothing() -> None:
    for heading in ("a\tb", "a [m]\tb [-]", "Link length\tOffset [ ]"):
        assert lengths(f"{heading}\n0.5\t1/4\n0.7\t0\n") == [(0.5, 0.25), (0.7, 0.0)]
    turned = pasted(ARM, 0, 3, "alpha [°]\n90\n-90 deg\n", degrees=True)
    assert [link.alpha for link in turned.robot.links[:2]] == [math.pi / 2, -math.pi / 2]
    turned = pasted(ARM, 0, 3, "alpha [deg]\n90\npi/2 rad\n", degrees=False)
    assert [link.alpha for link in turned.robot.links[:2]] == [math.pi / 2, math.pi / 2]


def test_bodies_tensors_and_joints_know_their_headings() -> None:
    link = BodySheet().pasted(ARM, 0, 0, "mass [g]\tx [mm]\n1200\t150\n", degrees=True).robot.links[0]
    assert (link.mass, link.com[0]) == (1.2, 0.15)
    assert pasted_tensor("x [g mm²]\ty [g mm²]\tz [g mm²]\n1e6\t0\t0\n\n0\t2e6\t0\n0\t0\t2e6\n")[0] == 1e-3
    assert joints("coulomb", "Coulomb [mN m]\n1\n2\n3\n") == [0.001, 0.002, 0.003]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a [furlong]\n1\n", "the heading says “a [furlong]”, and below are numbers in m"),
        ("a (kg)\tb\n1\t2\n", "the heading says “a (kg)”"),
        ("a [mm] b c\n1 2\n", "the heading has 3 columns"),
    ],
)
def test_a_unit_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(DynamicsError, match=re.escape(words)):
        lengths(text)


def test_a_blank_line_is_a_row() -> None:
    for text in ("0.5\n\n0.7\n", "\n0.5\n0.7\n", "0.5\t1\n\t\n0.7\t2\n"):
        with pytest.raises(DynamicsError, match=r"row [12], column a: a number is needed; nothing was pasted"):
            lengths(text)
    with pytest.raises(DynamicsError, match="row 2, column viscous: a number is needed"):
        joints("viscous", "0.1\n\n0.3\n")
    assert joints("max_torque", "10\n\n30\n") == [10.0, math.inf, 30.0]
    assert joints("max_torque", "\n20\n30\n\n\n") == [math.inf, 20.0, 30.0]
    assert joints("max_torque", "none\n20\n30\n") == [math.inf, 20.0, 30.0]
    assert joints("viscous", "0.1\n0.3\n\n") == [0.1, 0.3, ARM.robot.links[2].viscous]
    assert joints("max_torque", "10\n\n") == [10.0, math.inf, math.inf]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("shoulder\nelbow\nwrist\n", ["shoulder", "elbow", "wrist"]),
        ("big arm\nsmall arm\nhand", ["big arm", "small arm", "hand"]),
        ("Link\nbig arm\nsmall arm\n\n\n", ["big arm", "small arm", ""]),
        ("name of the link\nbig arm\n", ["big arm", "link 2", "link 3"]),
        ("\nelbow\n\n", ["", "elbow", ""]),
        ('"upper"\n"arm" 2', ["upper", '"arm" 2', "link 3"]),
    ],
)
def test_a_column_of_names(text: str, names: list[str]) -> None:
    assert joints("name", text) == names


def test_columns_of_words_beside_numbers() -> None:
    driven = run_edits.choose_law(ARM, "expression")
    sheet = RunJoints()
    rate, formula = (
        [column.heading for column in sheet.columns(driven)].index(heading) for heading in ("rate", "formula")
    )
    for left, text in (
        (formula, "sin(t)\n-2*q2\n2 * cos(t)\n"),
        (rate, "rate\tformula\n1\tsin(t)\n2\t-2*q2\n3\t2 * cos(t)\n"),
        (rate, "1 °/s sin(t)\n2 -2*q2\n3 2 * cos(t)\n"),
    ):
        after = sheet.pasted(driven, 0, left, text, degrees=True)
        assert after.run.torque == ExpressionTorque(("sin(t)", "-2*q2", "2 * cos(t)"))
        assert after.qd0 == (ARM.qd0 if left == formula else tuple(map(math.radians, (1, 2, 3))))


@pytest.mark.parametrize("names", [("big arm", "", "hand"), ("", "elbow", ""), ("a b", "-1", "= c")])
def test_copied_cells_read_back_unchanged(preferences: Preferences, names: tuple[str, ...]) -> None:
    changes = {k: {"name": name, "joint_name": "", "max_torque": 10.0 * k or math.inf} for k, name in enumerate(names)}
    project = edits.change_links(ARM, changes)
    model = CellModel(JointsSheet(), Document(project), preferences, Themes(preferences))
    for columns in (range(len(KEYS)), [KEYS.index("name")], [KEYS.index("name"), KEYS.index("joint_name")]):
        text = model.copy(range(3), columns)
        assert model.sheet.pasted(project, 0, columns[0], text, model.page.degrees) == project
        if len(columns) < len(KEYS):
            named = edits.change_links(project, {k: {"name": "x", "joint_name": "y"} for k in range(3)})
            after = model.sheet.pasted(named, 0, columns[0], text, model.page.degrees)
            assert tuple(link.name for link in after.robot.links) == names


def test_torques_over_time_do_not_grow_by_blank_lines() -> None:
    project = run_edits.choose_law(ARM, "table")
    sheet = TableSheet()
    after = sheet.pasted(project, 0, 0, "t [ms]\tτ1\n0\t1\n500\t2\n\n\n", degrees=True)
    assert sheet.rows(after) == max(sheet.rows(project), 2)
    assert after.run.torque.times[1] == 0.5  # type: ignore[union-attr]
