"""MuJoCo's files read: the dynamics are MuJoCo's own."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc import DynamicsError, Robot
from denoc.files.robots import robot_arm
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm

pytest.importorskip("mujoco")

import mujoco

from tests.support.oracles.mujoco_file import inverse, mass_matrix

HAND_WRITTEN = {
    "gym": """
        <mujoco model="reacher"><compiler angle="radian" inertiafromgeom="true"/>
          <default><joint armature="1" damping="1" limited="true"/><geom contype="0" friction="1 0.1 0.1"/></default>
          <option gravity="0 0 -9.81"/>
          <worldbody><geom name="ground" type="plane" size="1 1 10" pos="0 0 0"/>
            <body name="body0" pos="0 0 .01"><geom fromto="0 0 0 0.1 0 0" size=".01" type="capsule"/>
              <joint axis="0 1 1" limited="false" name="joint0" pos="0 0 0"/>
              <body name="body1" pos="0.1 0 0"><joint axis="0 0 1" name="j1" pos="0 0 0" range="-3.0 3.0"/>
                <geom fromto="0 0 0 0.1 0 0" size=".01" type="capsule"/>
                <body name="fingertip" pos="0.11 0 0"><geom type="sphere" size=".01"/></body></body></body>
          </worldbody></mujoco>""",
    "classes": """
        <mujoco><compiler eulerseq="ZYx"/>
          <default><geom density="400"/>
            <default class="big"><joint axis="0 1 0" damping="0.5" range="-90 45"/><geom type="box" size=".1 .05 .2"/>
              <default class="bigger"><geom size=".2 .1 .1" density="2700"/></default></default></default>
          <worldbody><body euler="20 30 -40" pos="1 2 3" childclass="big">
            <joint name="shoulder" ref="10"/><geom/><geom class="bigger" pos="0 0 .3" axisangle="1 2 3 50"/>
            <body pos="0 0 .5" xyaxes="0 1 0 -1 0 .2"><joint name="slider" type="slide" range="0 .3" axis="1 0 1"/>
              <geom type="ellipsoid" size=".1 .2 .05" zaxis="1 1 1" mass="2"/>
              <body pos=".2 0 0"><joint pos=".05 .1 0" axis="1 0 0"/><joint pos="0 .2 .1" axis="0 0 1" armature=".01"/>
                <geom type="cylinder" size=".03" fromto="0 0 0 .1 .2 .3"/>
                <geom type="box" size=".03" fromto="0 0 0 .1 0 .3"/>
                <geom type="ellipsoid" size=".04" fromto="0 0 .1 .1 0 .3"/></body>
            </body></body></worldbody></mujoco>""",
    "frames": """
        <mujoco><compiler angle="radian" boundmass="0.3" boundinertia="0.002" inertiagrouprange="0 1"/>
          <option gravity="1 -2 3"/>
          <worldbody><frame pos="0 1 0" euler="0.3 0 0"><body quat="2 1 0 0"><joint axis="0 0 2"/>
            <inertial pos=".1 0 0" mass="1" fullinertia=".2 .3 .25 .01 .02 -.03"/>
            <frame pos="0 0 .2" euler="0 1 0"><geom size=".1"/>
              <body name="last"><joint frictionloss=".3"/>
                <frame pos=".1 .1 0"><geom type="box" size=".1 .2 .3"/></frame>
                <geom size=".3" group="2"/><body name="fixed" pos="0 0 1"><geom size=".01"/></body></body></frame>
          </body></frame></worldbody></mujoco>""",
}


def compare(robot: Robot, model: mujoco.MjModel, rng: np.random.Generator, tolerance: float) -> None:
    """At states that MuJoCo counts from its `ref`."""
    q, qd, qdd = rng.normal(size=(3, robot.n))
    smooth = replace(robot, links=tuple(replace(link, coulomb=0.0) for link in robot.links))
    assert relative(inverse(model, q + model.qpos0, qd, qdd), denoc.inverse_dynamics(smooth, q, qd, qdd)) < tolerance
    assert relative(mass_matrix(model, q + model.qpos0), denoc.mass_matrix(robot, q)) < tolerance


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_hand_written_files(name: str, tmp_path: Path, rng: np.random.Generator) -> None:
    (tmp_path / "arm.xml").write_text(HAND_WRITTEN[name])
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    robot = denoc.load_mjcf(tmp_path / "arm.xml")
    assert robot.n == model.nv
    assert robot.gravity == tuple(model.opt.gravity)
    compare(robot, model, rng, 1e-11)
    assert np.array_equal(model.dof_frictionloss, [link.coulomb for link in robot.links])
    limits = [(link.lower, link.upper) for link in robot.links]
    for number, limited in enumerate(model.jnt_limited):
        wanted = model.jnt_range[number] - model.qpos0[number] if limited else (-math.inf, math.inf)
        assert limits[number] == pytest.approx(tuple(wanted))


@pytest.mark.parametrize("n", [1, 2, 6, 13])
def test_our_own_files(n: int, tmp_path: Path, rng: np.random.Generator) -> None:
    robot = random_arm(rng, n, "standard")
    denoc.save_mjcf(robot, tmp_path / "arm.xml")
    back = robot_arm(tmp_path / "arm.xml", tip="tip").robot
    compare(back, mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml")), rng, 1e-11)
    q = rng.normal(size=n)
    assert relative(denoc.forward_kinematics(back, q)[-1], denoc.forward_kinematics(robot, q)[-1]) < 1e-11
    assert [link.max_torque for link in back.links] == pytest.approx([link.max_torque for link in robot.links])


@pytest.mark.parametrize("n", [1, 3, 6])
def test_the_tool_of_an_arm_that_holds_something_comes_back(n: int, tmp_path: Path, rng: np.random.Generator) -> None:
    """Payload and tip are two ends that nothing moves; the tip is taken by its name."""
    made = random_arm(rng, n, "standard")
    robot = replace(made, payload=denoc.Payload(1.5, (0.1, -0.2, 0.05), (0.02, 0.03, 0.04, 0.0, 0.0, 0.0)))
    assert robot.tool != denoc.Robot("plain", robot.links).tool
    denoc.save_mjcf(robot, tmp_path / "arm.xml")
    back = denoc.load_mjcf(tmp_path / "arm.xml")
    q, qd, qdd = rng.normal(size=(3, n))
    assert relative(denoc.forward_kinematics(back, q)[-1], denoc.forward_kinematics(robot, q)[-1]) < 1e-11
    assert relative(denoc.inverse_dynamics(back, q, qd, qdd), denoc.inverse_dynamics(robot, q, qd, qdd)) < 1e-10


@pytest.mark.parametrize("name", ["ur5", "scara", "chain-100"])
def test_bundled_arms_come_back(name: str, tmp_path: Path, rng: np.random.Generator) -> None:
    robot = denoc.load(name).robot
    denoc.save_mjcf(robot, tmp_path / "arm.xml")
    back = denoc.load(tmp_path / "arm.xml").robot
    q, qd, qdd = rng.normal(size=(3, robot.n))
    expected = denoc.inverse_dynamics(robot, q, qd, qdd)
    assert relative(denoc.inverse_dynamics(back, q, qd, qdd), expected) < 1e-10
    assert [link.joint_name or "" for link in back.links] == [link.joint_name for link in robot.links]


def arm(body: str, before: str = "", after: str = "") -> str:
    return f'<mujoco>{before}<worldbody><body name="b">{body}</body></worldbody>{after}</mujoco>'


JOINT = '<joint name="j"/><geom size=".1"/>'


@pytest.mark.parametrize(
    ("text", "limit", "told"),
    [
        (arm(JOINT, after='<actuator><motor joint="j" gear="5" ctrlrange="-2 2"/></actuator>'), 10.0, ""),
        (arm(JOINT, after='<actuator><position joint="j" gear="5" forcerange="-3 2"/></actuator>'), 10.0, "differ"),
        (arm(JOINT, after='<actuator><motor joint="j" gear="5" ctrlrange="0 10"/></actuator>'), 50.0, "differ"),
        (arm('<joint name="j" actuatorfrcrange="-7 0"/><geom size=".1"/>'), 7.0, "differ"),
        (arm(JOINT, after='<actuator><motor joint="j"/></actuator>'), math.inf, ""),
        (arm('<joint name="j" actuatorfrcrange="-7 7" stiffness="3"/><geom size=".1"/>'), 7.0, "springs of joints"),
        (arm(JOINT, after='<equality><weld name="w" body1="b"/></equality>'), math.inf, "equality constraints"),
        (arm(JOINT, before='<option density="1.2"/>'), math.inf, "forces of a fluid"),
    ],
)
def test_what_is_noted(text: str, limit: float, told: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(text)
    found = robot_arm(tmp_path / "a.xml")
    assert found.robot.links[0].max_torque == limit
    assert told in " ".join(found.reports)
    assert bool(told) == bool(found.reports)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('<mujoco><include file="/etc/passwd"/><worldbody/></mujoco>', "element <include>: is not read"),
        (arm('<include file="x.xml"/>'), "element <include>: is not read"),
        (arm('<joint type="ball"/><geom size=".1"/>'), "more than one degree of freedom"),
        (arm("<freejoint/><geom size='.1'/>"), "more than one degree of freedom"),
        (arm("<joint/><geom type='mesh' mesh='m'/>"), "its mass comes of a mesh"),
        (arm("<joint class='x'/><geom size='.1'/>"), "there is no such default class"),
        (arm("<joint axis='0 0 0'/><geom size='.1'/>"), "no direction"),
        (arm("<joint pos='0 0 1e300'/><geom size='.1'/>"), "attribute 'pos': must be within -1e+12 and 1e+12"),
        (
            arm("<joint/><geom size='.1' fromto='0 0 0 0 0 1e300' type='capsule'/>"),
            "attribute 'fromto': must be within",
        ),
        (arm("<joint/><geom size='.1' quat='1e300 0 0 0'/>"), "attribute 'quat': no direction"),
        (arm("<joint/><geom size='.1' quat='1 0 0 0' euler='1 2 3'/>"), "one orientation is needed"),
        (arm("<joint/><geom type='box' size='.1'/>"), "a box has 3 sizes"),
        (arm(JOINT, before='<compiler coordinate="global"/>'), "only local are read"),
        (arm(JOINT, before='<compiler settotalmass="3"/>'), "settotalmass"),
        (arm("<frame><joint/></frame><geom size='.1'/>"), "inside a <frame>"),
        ("<mujoco/>", "has no <worldbody>"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><mujoco/>', "contains a DOCTYPE, which is refused"),
        ("<mujoco><worldbody>" + "<body>" * 1200, "is nested more than"),
        ("<sdf version='1.6'/>", "is an SDF model"),
        ("<svg/>", "is an SVG picture"),
        ("%PDF-1.5 ...", "is a PDF"),
        ("ISO-10303-21;", "is a STEP file"),
        ("<!DOCTYPE html><html>", "is a web page"),
    ],
)
def test_what_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(text)
    with pytest.raises(DynamicsError) as told:
        denoc.load(tmp_path / "a.xml")
    assert str(told.value).startswith(str(tmp_path / "a.xml"))
    assert reason in str(told.value)
