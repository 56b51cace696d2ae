"""What a joint's drive can do, and what the joint is called, from one file to the other."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import denoc
import denoc_resources
from denoc import DynamicsError, Link, ProjectError, Robot, RunSettings
from denoc.files.urdf.chain import load_urdf_arm
from denoc.files.writers.latex import latex_tables
from denoc.files.writers.toolbox import toolbox_snippet
from denoc.torques.torque_laws import ConstantTorque

BODY = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
TURNS = Link(a=0.5, mass=1.0, max_torque=87.0, max_speed=2.175, name="upper arm", joint_name="shoulder")
SLIDES = Link("P", mass=1.0, max_torque=12.5, name="hand")
ARM = Robot("limited", (TURNS, SLIDES, Link(a=0.1, mass=0.1)))


def urdf(folder: Path, *limits: str) -> Path:
    """A chain of revolute joints named left_1, left_2, ... with these <limit> elements."""
    joints = [
        f'<joint name="left_{k}" type="revolute"><parent link="body_{k - 1}"/><child link="body_{k}"/>'
        f'<axis xyz="0 0 1"/>{limit}</joint><link name="body_{k}">{BODY}</link>'
        for k, limit in enumerate(limits, 1)
    ]
    path = folder / "arm.urdf"
    path.write_text(f'<robot name="arm"><link name="body_0"/>{"".join(joints)}</robot>')
    return path


def project(**run: object) -> denoc.Project:
    settings = RunSettings(duration=0.1, samples=3, torque=ConstantTorque((100.0, 100.0, 100.0)), **run)
    return denoc.Project("limited", ARM, (0.0,) * 3, (0.0,) * 3, settings)


@pytest.mark.parametrize("field", ["max_torque", "max_speed"])
@pytest.mark.parametrize("value", [0, -1.0, math.nan, -math.inf, "12", None, 1e13])
def test_refused_with_link_field_and_value(field: str, value: object) -> None:
    with pytest.raises(DynamicsError) as error:
        ARM.with_link(1, **{field: value})
    assert (error.value.link, error.value.field) == (2, field)


def test_kept_by_the_other_convention() -> None:
    there = denoc.to_convention(ARM, "modified")
    for robot in (there, denoc.to_convention(there, "standard")):
        limits = [(link.max_torque, link.max_speed, link.joint_name) for link in robot.links]
        assert limits == [(87.0, 2.175, "shoulder"), (12.5, math.inf, ""), (math.inf, math.inf, "")]


def test_printed_where_there_are_any() -> None:
    text = str(ARM)
    assert "max torque" in text
    assert "87 N m" in text
    assert "12.5 N" in text
    assert f"{math.degrees(2.175):.6g} deg/s" in text
    assert "shoulder" in text
    assert "inf" not in text
    assert "max" not in str(denoc.load("planar-3r-free-fall").robot)


class TestProjectFile:
    def test_written_where_finite_and_read_back(self, tmp_path: Path) -> None:
        path = tmp_path / "a.arm.json"
        written = project(torque_limit=(5.0, math.inf, 0.0), speed_limit=(math.inf,) * 3)
        written.save(path)
        first, second, third = json.loads(path.read_text())["robot"]["links"]
        assert (first["max_torque"], first["max_speed"], first["joint_name"]) == (87.0, 2.175, "shoulder")
        assert second["max_torque"] == 12.5
        assert "max_speed" not in second
        assert not {"max_torque", "max_speed", "joint_name"} & third.keys()
        assert json.loads(path.read_text())["run"]["torque_limit"] == [5.0, None, 0.0]
        assert denoc.load(path) == written

    @pytest.mark.parametrize("name", ["furuta", "ur5", "scara"])
    def test_without_limits_links_stay_as_they_are(self, tmp_path: Path, name: str) -> None:
        source = Path(denoc_resources.__file__).parent / f"{name}.arm.json"
        denoc.load(name).save(tmp_path / "a.arm.json")
        before, after = (json.loads(path.read_text())["robot"]["links"] for path in (source, tmp_path / "a.arm.json"))
        assert json.dumps(before) == json.dumps(after)

    @pytest.mark.parametrize("value", [0, -3, "3"])
    def test_a_bad_one_is_refused_by_place(self, tmp_path: Path, value: object) -> None:
        path = tmp_path / "a.arm.json"
        project().save(path)
        document = json.loads(path.read_text())
        document["robot"]["links"][1]["max_torque"] = value
        path.write_text(json.dumps(document))
        with pytest.raises(ProjectError, match="link 2, field 'max_torque'"):
            denoc.load(path)

    def test_null_is_none(self, tmp_path: Path) -> None:
        path = tmp_path / "a.arm.json"
        project().save(path)
        document = json.loads(path.read_text())
        document["robot"]["links"][0]["max_torque"] = None
        path.write_text(json.dumps(document))
        assert denoc.load(path).robot.links[0].max_torque == math.inf


def test_a_motor_without_a_limit_gives_all_that_is_asked_of_it() -> None:
    run = denoc.run_project(project(torque_limit=(5.0, math.inf, 7.0), speed_limit=(math.inf, 1e6, math.inf)))
    assert np.allclose(run.tau, [5.0, 100.0, 7.0])


class TestUrdf:
    def test_both_ways(self, tmp_path: Path) -> None:
        """File, robot, file, robot: limits and the names of joints and links stay."""
        robot = denoc.load_urdf(urdf(tmp_path, '<limit effort="87" velocity="2.175"/>', '<limit effort="12"/>', ""))
        found = [(x.max_torque, x.max_speed, x.joint_name, x.name) for x in robot.links]
        assert found == [
            (87.0, 2.175, "left_1", "body_1"),
            (12.0, math.inf, "left_2", "body_2"),
            (math.inf, math.inf, "left_3", "body_3"),
        ]
        denoc.save_urdf(robot, tmp_path / "again.urdf")
        again = denoc.load_urdf(tmp_path / "again.urdf")
        assert [(x.max_torque, x.max_speed, x.joint_name, x.name) for x in again.links] == found

    def test_zero_is_unknown_and_said(self, tmp_path: Path) -> None:
        limits = '<limit effort="0" velocity="0.0"/>', '<limit effort="-1" velocity="inf"/>', '<limit effort="3"/>'
        arm = load_urdf_arm(urdf(tmp_path, *limits))
        assert [(x.max_torque, x.max_speed) for x in arm.robot.links[:2]] == [(math.inf, math.inf)] * 2
        words = "limits that are not above zero are taken as none"
        assert f"effort {words}: left_1 (0), left_2 (-1)" in arm.reports
        assert f"velocity {words}: left_1 (0)" in arm.reports

    @pytest.mark.parametrize("text", ["nan", "strong", ""])
    def test_what_is_no_number_is_refused(self, tmp_path: Path, text: str) -> None:
        with pytest.raises(ProjectError, match=r"joint 'left_1'.*<limit>.*'effort'"):
            denoc.load_urdf(urdf(tmp_path, f'<limit effort="{text}" velocity="1"/>'))

    def test_names_that_are_there_twice(self, tmp_path: Path) -> None:
        names = ("joint3", "elbow", "elbow", "tip_joint", "")
        robot = Robot("names", tuple(Link(a=0.1, mass=1.0, joint_name=name) for name in names))
        denoc.save_urdf(robot, tmp_path / "arm.urdf")
        again = denoc.load_urdf(tmp_path / "arm.urdf")
        assert [link.joint_name for link in again.links] == ["joint3", "elbow", "elbow_2", "tip_joint", ""]

    def test_pinocchio_reads_them(self, tmp_path: Path) -> None:
        pinocchio = pytest.importorskip("pinocchio")
        denoc.save_urdf(ARM, tmp_path / "arm.urdf")
        model = pinocchio.buildModelFromUrdf(str(tmp_path / "arm.urdf"))
        assert model.effortLimit[:2].tolist() == [87.0, 12.5]
        assert model.velocityLimit[0] == 2.175
        assert list(model.names)[1:] == ["shoulder", "joint2", "joint3"]


def test_mujoco_holds_the_motors_to_them(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    notes = denoc.save_mjcf(ARM, tmp_path / "arm.xml")
    assert any("speed limits" in note for note in notes)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    data = mujoco.MjData(model)
    data.ctrl[:] = (-100.0, 100.0, 100.0)
    mujoco.mj_forward(model, data)
    assert data.qfrc_actuator.tolist() == [-87.0, 12.5, 100.0]
    assert [model.joint(k).name for k in range(3)] == ["shoulder", "joint2", "joint3"]


def test_the_other_writers_tell() -> None:
    table = latex_tables(ARM)
    assert r"87 N\,m" in table
    assert "12.5 N" in table
    assert r"$|\tau|$ at most" in table
    assert "no limits of torque and speed" in toolbox_snippet(ARM)
    plain = replace(ARM, links=tuple(replace(x, max_torque=math.inf, max_speed=math.inf) for x in ARM.links))
    assert "at most" not in latex_tables(plain)
    assert "no limits" not in toolbox_snippet(plain)
