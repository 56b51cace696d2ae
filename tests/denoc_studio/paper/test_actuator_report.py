"""The report on paper: one page of A4, its text whole and inside the page, the same every time."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from denoc import Gear, Motor, Project, load, rod_chain, run_project
from denoc.torques.actuators import Actuator
from denoc_studio.paper.actuator_report import ReportOrder, ReportSource, outcome, project_file
from denoc_studio.project import edits
from tests.support.studio.papers import about, boxes, fonts_are_embedded, needs_poppler, words

LONG = Motor("a motor with a name as long as anybody may ever want to give it, and longer", 0.05, 0.2, 500.0)


def source(project: Project, words: str = "") -> ReportSource:
    return ReportSource(project, run_project(project), words, project_file(project, None), degrees=True)


def motorised(project: Project, *joints: int) -> Project:
    for joint in joints:
        project = edits.set_actuator(project, joint, Actuator(LONG, Gear(123.4567, 0.85)))
    return project


def written(tmp_path: Path, given: ReportSource) -> Path:
    path = tmp_path / "report.pdf"
    ReportOrder(path).write(given, lambda _: None)
    return path


@needs_poppler
@pytest.mark.parametrize(
    "project",
    [
        motorised(load("puma560"), 0, 1, 2, 3, 4, 5),
        motorised(load("stanford-inverse"), 1, 2),
        motorised(rod_chain(14), *range(14)),
        load("furuta"),
    ],
    ids=["puma560", "stanford", "chain", "furuta"],
)
def test_one_page_with_nothing_cut_off(tmp_path: Path, project: Project) -> None:
    path = written(tmp_path, source(project, "The run diverged at t = 1.5 s: " + "words and " * 40))
    told = about(path)
    assert re.search(r"Pages: +1\n", told)
    assert "A4" in told
    assert "CreationDate" not in told
    placed = [box for box, _ in boxes(path)[0]]
    assert len(placed) > 60
    assert min(box[0] for box in placed) > 10
    assert min(box[1] for box in placed) > 10
    assert max(box[2] for box in placed) < 595 - 10
    assert max(box[3] for box in placed) < 842 - 10
    assert fonts_are_embedded(path)


@needs_poppler
def test_it_says_what_was_judged_and_how_to_repeat_it(tmp_path: Path) -> None:
    text = words(written(tmp_path, source(motorised(load("puma560"), 1))), "-layout")
    assert "denoc-studio run puma560 --out out" in text
    assert "Joint 2: a motor with a name" in text
    assert " x its " in text
    assert "Joint 1: no motor chosen" in text
    assert "inverse dynamics (denoc)" in text
    assert "57.57" in text  # N m: the peak torque of joint 2


@needs_poppler
def test_it_holds_the_data_of_the_motors(tmp_path: Path) -> None:
    motor = Motor("servo 7", 1.25, 3.75, 400.0, rotor_inertia=2.5e-4, knee_speed=300.0)
    project = edits.set_actuator(load("puma560"), 2, Actuator(motor, Gear(63.5, 0.82)))
    text = words(written(tmp_path, source(project)), "-layout")
    assert re.search(r"motor +rated \[N m\] +peak \[N m\] +top speed \[rpm\]", text)
    assert re.search(r"3 +servo 7 +1\.25 +3\.75 +3820 +0\.00025 +63\.5 +0\.82", text)
    assert "rated" not in words(written(tmp_path, source(load("furuta"))), "-layout")


def test_it_repeats_byte_for_byte(tmp_path: Path) -> None:
    given = source(motorised(load("furuta"), 0))
    first = written(tmp_path, given).read_bytes()
    assert written(tmp_path, given).read_bytes() == first


def test_a_name_in_any_script_or_formula_is_only_a_name(tmp_path: Path) -> None:
    project = replace(load("furuta"), name="手臂 $x_{$ <b>")
    assert written(tmp_path, source(project)).stat().st_size > 5000


def test_the_command_names_the_file() -> None:
    puma = load("puma560")
    assert project_file(puma, None) == "puma560"
    assert project_file(puma, Path("/somewhere/my arm.arm.json")) == "my arm.arm.json"
    changed = edits.change_link(puma, 0, mass=3.0)
    assert project_file(changed, None) == "puma560.arm.json"
    given = ReportSource(puma, run_project(puma), "", "my arm.arm.json", degrees=False)
    assert given.command == "denoc-studio run 'my arm.arm.json' --out out"


def test_an_unfinished_run_says_so() -> None:
    assert outcome("completed", "", 2.0) == ""
    assert outcome("diverged", "joint 1 is too fast", 1.5) == "The run diverged at t = 1.5 s: joint 1 is too fast."
