"""What the lab report says of a run: enough to repeat it from the paper; and how its lines are broken."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from denoc import load, rod_chain, run_project
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    TipPose,
    ViaMotion,
)
from denoc.torques.controller_model import ControllerModel
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, PdTorque, TableTorque, TorqueLaw
from denoc_studio.command_line.render import write_report
from denoc_studio.paper.page import ROOM, USUAL, shortened_to, width, wrapped
from denoc_studio.paper.report import sources
from denoc_studio.paper.report.tables import transform
from denoc_studio.paper.report.words import law_words, motion_words, settings
from denoc_studio.project import edits
from tests.support.places import RESOURCES
from tests.support.studio.papers import boxes, needs_poppler, overlapping, words


def test_the_sources_are_those_of_the_help() -> None:
    theory = (RESOURCES / "help" / "theory" / "sources.md").read_text().replace("*", "")
    for table in (sources.FORWARD, sources.INVERSE):
        for texts in table.values():
            assert all(text in theory for text in texts)


def test_laws_and_motions_in_words() -> None:
    robot = load("planar-3r-free-fall").robot
    law = PdTorque((5.0, 6.0, 7.0), (1.0, 1.0, 1.0), target=(np.pi / 2, 0.0, 0.1))
    assert law_words(robot, law) == (
        "PID: kp 5, 6, 7, kd 1 for every joint, to the target 90°, 0°, 5.7296°, with gravity compensated"
    )
    assert law_words(robot, ExpressionTorque(("sin(t)", "", "2"))) == (
        "formula for each joint; no torque in the others"
    )
    line = load("industrial-6r-line")
    assert line.run.motion is not None
    assert "tip, straight line" in motion_words(line.robot, line.run.motion)
    assert ": 1 pose, from " in motion_words(robot, PoseMotion((0.1, 0.2, 0.3), (TipPose((1.0, 0.5, 0.0)),)))


def test_what_the_controller_knows_in_words() -> None:
    payload, gains = (0.5, (0.0,) * 3, (0.0,) * 6), (1.0,) * 3
    project = edits.change_robot(edits.change_link(load("planar-3r-free-fall"), 0, viscous=0.1), payload=payload)

    def told(law: TorqueLaw, wrench: tuple[float, ...] | None = None) -> str | None:
        run = edits.set_run(project, torque=law, motion=JointMotion((0.0,) * 3, (1.0,) * 3), tip_wrench=wrench)
        return dict(settings(run)).get("Controller's model")

    every = ControllerModel((1.2, 0.85, 1.0), 0.5, False, True)
    masses = "link masses and inertias, in % of the true ones: 120, 85, 100"
    push = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    assert told(ComputedTorque(gains, gains, every), push) == (
        f"the controller believes in {masses}; 50 % of the payload; no friction, and knows the tip wrench"
    )
    assert told(PdTorque(gains, gains, model=every)) == f"the controller believes in {masses}; 50 % of the payload"
    assert told(PdTorque(gains, gains, False, model=every), push) is None
    assert told(ComputedTorque(gains, gains, ControllerModel(payload=0.0))) == "the controller believes in no payload"
    assert told(ComputedTorque(gains, gains), push) == "the controller does not know the tip wrench"
    assert told(ComputedTorque(gains, gains)) is None


START = (0.1, 0.5, 0.7)
POSITION = (0.0, 0.0, 0.0, 1.0, 1.0, 0.0)
TRIPLES = tuple((0.01 * k, 0.02 * k, -0.03 * k) for k in range(30))
DRIVES = {
    "via": (
        {"motion": ViaMotion((0.0, 0.4, 1.0), ((0.0,) * 3, (0.5, 0.25, 1.0), (1.0, 0.125, 0.0)))},
        ("3 points up to 1 s", r"0\.4 +28\.648 +14\.324 +57\.296"),
    ),
    "sampled": (
        {"motion": SampledMotion(tuple(k / 29 for k in range(30)), TRIPLES)},
        ("30 rows of positions from 0 to 1 s", r"0\.034483 +0\.57296 +1\.1459 +-1\.7189", r"\(6 more rows, in the pro"),
    ),
    "sines": (
        {"motion": SineMotion(START, (((0.5, 2.0, 0.25), (0.125, 3.0, 0.0)), (), ((0.1, 1.5, 0.0),)))},
        ("3 terms about", r"1 +5\.7296° +28\.648° +2 +14\.324", r"2 +28\.648°\n", r"3 +40\.107° +5\.7296° +1\.5 +0"),
    ),
    "line": (
        {"motion": LineMotion(START, (-0.05, 0.125, 0.0), task=POSITION)},
        (r"by \(-0\.05, 0\.125, 0\) m to \(", r"start 5\.7296°, 28\.648°, 40\.107°; keeps to weights 0, 0, 0, 1"),
    ),
    "arc": (
        {"motion": ArcMotion(START, (0.5, 0.25, 0.0), (0.0, 0.0, 1.0), 0.125, task=POSITION)},
        (r"7\.162° about \(0\.5, 0\.25, 0\) m, normal \(0, 0, 1\)",),
    ),
    "poses": (
        {"motion": PoseMotion(START, (TipPose((0.5, 0.5, 0)), TipPose((0.4, 0.5, 0))), shares=(1, 3), task=POSITION)},
        ("2 poses", r"2 +0\.4 +0\.5 +0 +as before +0\.75"),
    ),
    "formulas": (
        {"mode": "forward", "torque": ExpressionTorque(("2*sin(3*t)", "", "-qd3"))},
        (r"joint 1 +2\*sin\(3\*t\)", r"joint 3 +-qd3", "no torque in the others"),
    ),
    "table": (
        {"mode": "forward", "torque": TableTorque((0.0, 0.5), ((1.0, 2.0, 3.0), (0.25, 0.5, 0.75)))},
        ("2 rows from 0 to 0.5 s", r"0\.5 +0\.25 +0\.5 +0\.75"),
    ),
    "gains": (
        {"mode": "forward", "torque": PdTorque((5.0, 6.0, 7.0), (1.0, 2.0, 3.0), ki=(0.5,) * 3, target=START)},
        (r"kp 5, 6, 7, kd 1, 2, 3, ki 0\.5 for every joint, to the target 5\.7296°",),
    ),
}  # fmt: skip


@needs_poppler
@pytest.mark.usefixtures("words_alone")
@pytest.mark.parametrize("kind", DRIVES)
def test_the_run_can_be_repeated_from_the_paper(tmp_path: Path, kind: str) -> None:
    changes, told = DRIVES[kind]
    settings = {"mode": "inverse", "duration": 1.0, "samples": 11, "tip_wrench": (0.0, 0.0, 0.5, -3.0, 2.5, 0.0)}
    project = edits.set_run(load("planar-3r-free-fall"), **{**settings, **changes})
    path = write_report(project, run_project(project), kind, tmp_path / "x.pdf")
    text = words(path, "-layout")
    for pattern in (*told, r"moment \(0, 0, 0\.5\) N m, force \(-3, 2\.5, 0\) N"):
        assert re.search(pattern, re.sub(r"\s*\n\s{10,}", " ", text)) or re.search(pattern, text), pattern
    for page in boxes(path):
        assert overlapping(page) == []


@needs_poppler
@pytest.mark.usefixtures("words_alone")
def test_long_arms_tell_every_joint(tmp_path: Path) -> None:
    gains = tuple(100.0 + k for k in range(20))
    model = ControllerModel(masses=tuple(1.0 + 0.01 * k for k in range(20)))
    torque = PdTorque(gains, gains, target=tuple(0.01 * k for k in range(20)), model=model)
    project = edits.set_run(rod_chain(20), duration=1e-5, samples=3, torque=torque, torque_limit=gains)
    text = words(write_report(project, run_project(project), "chain-20", tmp_path / "x.pdf"), "-layout")
    assert re.search(r"20 +119 +119 +10\.886 +119\n", text)
    assert "believed mass" in text
    assert re.search(r"20 +119\n", text)


class TestLetters:
    def test_lines_are_as_wide_as_the_page_and_no_wider(self) -> None:
        lines = wrapped("some words of various lengths " * 40, USUAL)
        assert all(ROOM * 0.8 < width(line, USUAL) <= ROOM for line in lines[:-1])
        assert " ".join(lines).split() == ("some words of various lengths " * 40).split()

    def test_a_word_longer_than_a_line_is_cut(self) -> None:
        lines = wrapped("W" * 300, USUAL)
        assert "".join(lines) == "W" * 300
        assert all(width(line, USUAL) <= ROOM for line in lines)

    def test_what_has_no_room_ends_in_dots(self) -> None:
        lines = wrapped("word " * 500, USUAL, most=2)
        assert len(lines) == 2
        assert lines[1].endswith("...")
        assert width(shortened_to("W" * 300, USUAL, 100), USUAL) <= 100


@pytest.mark.parametrize("degrees", [1e-7, 0.001, 40.0, 180.0])
def test_how_far_a_transform_turns(degrees: float) -> None:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    rows = ((c, -s, 0.0, 0.1), (s, c, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    assert f"turned by {degrees:g}°" in transform(rows)
