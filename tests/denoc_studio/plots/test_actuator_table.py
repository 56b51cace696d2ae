"""The actuators as plain numbers: studies, outlines, the table's text, and what follows the rows of an arm."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from denoc import DynamicsError, Gear, Motor, Project, ProjectError, load, run_project
from denoc.torques.actuators import Actuator
from denoc_studio.plots.tables.actuator_study import Row, beyond_limits, outline, study
from denoc_studio.plots.tables.actuator_table import (
    COLUMNS,
    NEWTON_METRE,
    RADIAN_PER_SECOND,
    RATIO,
    RPM,
    cell,
    csv_text,
    heading,
    judged,
    tabular,
    value,
)
from denoc_studio.project import edits
from denoc_studio.project.entry.motor_curve_text import curve_text, parse_curve
from denoc_studio.project.entry.numbers import BadNumber, Unit
from tests.support.saving import save_load_save

SERVO = Motor('servo, "strong"', 1.0, 3.0, 500.0, rotor_inertia=1e-4, knee_speed=300.0)
CURVED = Motor("curved", 1.0, 3.0, 500.0, curve=((0.0, 3.0), (200.0, 0.5), (400.0, 2.0)))


def with_motors(project: Project, *joints: int) -> Project:
    for joint in joints:
        project = edits.set_actuator(project, joint, Actuator(SERVO, Gear(100.0, 0.9)))
    return project


@pytest.mark.parametrize("motor", [SERVO, CURVED])
@pytest.mark.parametrize("continuous", [False, True])
def test_an_outline_is_what_the_motor_can_do(motor: Motor, continuous: bool) -> None:
    """Closed, the same in all four quadrants, and on the motor's own curve at every corner."""
    speed, torque = outline(motor, continuous=continuous)
    assert (speed[0], torque[0]) == (speed[-1], torque[-1])
    limit = motor.continuous_torque if continuous else motor.peak_torque
    there = np.minimum(motor.available(speed), limit)
    ends = np.abs(speed) == motor.top_speed  # where the curve drops to zero
    np.testing.assert_allclose(np.abs(torque)[~ends], there[~ends], atol=1e-12)
    corners = {(round(abs(x), 9), round(abs(y), 9)) for x, y in zip(speed, torque, strict=True)}
    for x, y in corners:
        for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            assert np.isclose(speed, signs[0] * x).any()
            assert np.isclose(torque[np.isclose(speed, signs[0] * x)], signs[1] * y).any()


def test_a_cloud_is_at_the_shaft_where_there_is_a_motor() -> None:
    project = with_motors(load("puma560"), 1)
    recording = run_project(project)
    found = study(project.robot, recording, project.actuators)
    np.testing.assert_allclose(found.cloud(1)[0], 100 * recording.fine.qd[:, 1])
    assert found.cloud(0)[0] is not found.cloud(1)[0]
    np.testing.assert_array_equal(found.cloud(0)[1], recording.fine.tau[:, 0])
    assert found.sweep(0) is None
    sweep = found.sweep(1)
    assert sweep is not None
    assert len(sweep.ratios) >= 200


def test_the_csv_is_exact_and_in_si_units() -> None:
    project = with_motors(load("stanford-inverse"), 0, 2)
    found = study(project.robot, run_project(project), project.actuators)
    rows = list(csv.DictReader(csv_text(project.robot, found.rows).splitlines()))
    assert [row["type"] for row in rows] == [link.joint for link in project.robot.links]
    for row, joint in zip(rows, found.rows, strict=True):
        assert joint.load is not None
        assert float(row["peak torque [N m or N]"]) == joint.load.peak_torque
        assert float(row["peak speed [rad/s or m/s]"]) == joint.load.peak_speed
    assert rows[0]["motor"] == SERVO.name
    assert rows[1]["verdict"] == "no motor chosen"
    assert rows[1]["ratio [1 or rad/m]"] == ""


def test_units_follow_the_joint_and_the_preference() -> None:
    project = load("stanford-inverse")
    found = study(project.robot, run_project(project), ())
    text = tabular(project.robot, found.rows, degrees=True).splitlines()
    assert len(text) == 7
    assert "[°/s or m/s]" in text[0]
    assert text[3].split("\t")[1].endswith(" N")
    assert text[1].split("\t")[1].endswith(" N m")
    plain = load("puma560").robot
    assert heading(0, plain) == "peak torque [N m]"
    assert heading(RATIO, plain) == "ratio"


def test_margins_are_judged_in_words() -> None:
    assert [judged(margin) for margin in (0.99, 1.0, 1.19, 1.2, math.inf)] == ["short", "tight", "tight", "ok", "ok"]
    project = with_motors(load("puma560"), 1)
    row = study(project.robot, run_project(project), project.actuators).rows[1]
    margin = next(k for k, column in enumerate(COLUMNS) if column.heading == "continuous")
    assert cell(margin, row, project.robot.links[1], False, True).split()[1] in ("short", "tight", "ok")
    assert value(margin, Row()) is None
    assert cell(margin, Row(), project.robot.links[1], False, True) == ""


@pytest.mark.parametrize("unit", [RPM, RADIAN_PER_SECOND])
def test_a_typed_curve_reads_back(unit: Unit) -> None:
    assert parse_curve(curve_text(CURVED.curve, unit, NEWTON_METRE), unit, NEWTON_METRE) == CURVED.curve
    assert parse_curve("0 1,5; 3e2 1 ;", RADIAN_PER_SECOND, NEWTON_METRE) == ((0.0, 1.5), (300.0, 1.0))
    assert parse_curve("  ", unit, NEWTON_METRE) == ()


@pytest.mark.parametrize("text", ["1", "0 1; 2", "0 x", "0 1 2", "0 inf", "; ".join(["0 1"] * 1001)])
def test_a_bad_curve_says_why(text: str) -> None:
    with pytest.raises(BadNumber, match="point"):
        parse_curve(text, RADIAN_PER_SECOND, NEWTON_METRE)


class TestProject:
    def test_saves_and_loads_byte_for_byte(self, tmp_path: Path) -> None:
        save_load_save(with_motors(load("puma560"), 0, 3), tmp_path / "a.arm.json")

    def test_without_motors_the_file_is_what_it_was(self, tmp_path: Path) -> None:
        project = load("puma560")
        project.save(tmp_path / "plain.arm.json")
        assert "actuators" not in json.loads((tmp_path / "plain.arm.json").read_text())
        removed = edits.set_actuator(with_motors(project, 2), 2, None)
        assert removed == project

    @pytest.mark.parametrize(
        ("change", "word"),
        [
            (lambda data: data.append(None), "6 entries"),
            (lambda data: data[0]["motor"].update(peak_torque=-1), "joint 1, motor.peak_torque"),
            (lambda data: data[0]["gear"].update(ratio=0), "joint 1, gear.ratio"),
            (lambda data: data[0]["gear"].update(ratio="x"), "actuators"),
            (lambda data: data[0].update(colour="red"), "colour"),
        ],
    )
    def test_a_bad_entry_is_refused_by_name(self, tmp_path: Path, change, word: str) -> None:  # type: ignore[no-untyped-def]
        path = tmp_path / "a.arm.json"
        with_motors(load("puma560"), 0).save(path)
        data = json.loads(path.read_text())
        change(data["actuators"])
        path.write_text(json.dumps(data))
        with pytest.raises(ProjectError, match=word):
            load(path)

    def test_motors_follow_their_rows(self) -> None:
        def joints(project: Project) -> list[int]:
            return [i for i, actuator in enumerate(project.actuators) if actuator]

        project = with_motors(load("puma560"), 1, 4)
        assert joints(edits.move_link(project, 1, 5)) == [3, 5]
        assert joints(edits.remove_links(project, [0])) == [0, 3]
        assert joints(edits.duplicate_link(project, 1)) == [1, 2, 5]
        assert joints(edits.insert_link(project, 0, project.robot.links[0])) == [2, 5]
        assert joints(edits.set_joint(project, 1, "P")) == [4]

    def test_a_motor_does_not_change_the_run(self) -> None:
        project = load("puma560")
        assert with_motors(project, 1).same_run(project)
        assert not edits.change_link(project, 0, mass=7.0).same_run(project)

    def test_a_wrong_number_of_motors_is_refused(self) -> None:
        with pytest.raises(DynamicsError, match="6 entries"):
            edits.set_actuators(load("puma560"), (None, Actuator(SERVO, Gear(1.0))))


def test_peaks_beyond_the_joints_own_limits_are_told() -> None:
    project = load("planar-3r-inverse")
    rows = study(project.robot, run_project(project), ()).rows
    loads = [row.load for row in rows]
    assert loads[0] is not None
    assert beyond_limits(project.robot, enumerate(loads), degrees=False) == []
    tight = replace(project.robot.links[0], max_torque=loads[0].peak_torque / 2, max_speed=loads[0].peak_speed)
    robot = replace(project.robot, links=(tight, *project.robot.links[1:]))
    (told,) = beyond_limits(robot, enumerate(loads), degrees=False)
    torque, limit = loads[0].peak_torque, loads[0].peak_torque / 2
    assert told == f"Beyond the joints' own limits: joint 1 torque {torque:.4g} N m (limit {limit:.4g})"
    assert beyond_limits(robot, [(1, loads[1]), (0, None)], degrees=False) == []
    slow = replace(robot, links=(replace(tight, max_torque=math.inf, max_speed=0.1),))
    speed, told = loads[0].peak_speed, [beyond_limits(slow, [(0, loads[0])], degrees) for degrees in (True, False)]
    assert told == [
        [f"Beyond the joints' own limits: joint 1 speed {math.degrees(speed):.4g}°/s (limit 5.73)"],
        [f"Beyond the joints' own limits: joint 1 speed {speed:.4g} rad/s (limit 0.1)"],
    ]
