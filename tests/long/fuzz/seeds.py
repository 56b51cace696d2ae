"""The healthy files that the damage starts from."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

from tests.support.places import RESOURCES

MOTIONS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"kind": "joints", "start": [0, 0, 0], "end": [1, 0.5, -1], "profile": ["cycloidal", "poly345", "trapezoidal"]},
    {"kind": "via", "times": [0, 0.5, 1], "points": [[0, 0, 0], [1, 1, 1], [0, 1, 0]], "order": "cubic"},
    {"kind": "sampled", "times": [0, 1], "q": [[0, 0, 0], [1, 1, 1]], "qd": [[0, 0, 0], [0, 0, 0]]},
    {"kind": "sines", "offset": [0, 0, 0], "terms": [[[0.5, 1.0, 0.0]], [], [[0.1, 2, 1], [0.2, 3, 0]]]},
    {"kind": "line", "start": [0.1, 0.5, 0.5], "displacement": [-0.1, 0.05, 0], "task": [0, 0, 1, 1, 1, 0]},
    {"kind": "arc", "start": [0.1, 0.5, 0.5], "centre": [0.3, 0, 0], "normal": [0, 0, 1], "angle": 0.2},
    {"kind": "poses", "start": [0.1, 0.5, 0.5], "poses": [{"position": [0.3, 0.2, 0]}], "shares": [1.0]},
)
LAWS: tuple[dict[str, Any], ...] = (
    {"law": "free"},
    {"law": "constant", "values": [1, 2, 3]},
    {"law": "table", "times": [0, 1], "values": [[0, 0, 0], [1, 1, 1]], "hold": True},
    {"law": "expression", "expressions": ["sin(t)", "-2*q2 - qd2", ""]},
    {"law": "pd", "kp": [9, 9, 9], "kd": [1, 1, 1], "target": [0.1, 0.2, 0.3], "ki": [1, 0, 1]},
)
MOTOR = {"name": "m", "continuous_torque": 1.0, "peak_torque": 3.0, "no_load_speed": 400.0, "curve": [[0, 3], [400, 0]]}

URDF = """<?xml version="1.0"?>
<!-- a pendulum on a slide -->
<robot name="cart">
  <material name="steel"><color rgba="0.5 0.5 0.6 1"/></material>
  <link name="world"/>
  <link name="cart">
    <inertial>
      <origin xyz="0 0 0.02" rpy="0 0 0"/>
      <mass value="1.5"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.015"/>
    </inertial>
    <visual><geometry><box size="0.2 0.1 0.05"/></geometry><material name="steel"/></visual>
  </link>
  <link name="pole">
    <inertial>
      <origin xyz="0 0 0.25" rpy="0.1 0 0"/>
      <mass value="0.3"/>
      <inertia ixx="0.006" ixy="1e-5" ixz="0" iyy="0.006" iyz="0" izz="0.0001"/>
    </inertial>
    <collision><geometry><mesh filename="package://cart/pole.stl"/></geometry></collision>
  </link>
  <link name="tip"/>
  <joint name="slide" type="prismatic">
    <parent link="world"/><child link="cart"/>
    <origin xyz="0 0 0.5" rpy="0 0 0"/>
    <axis xyz="1 0 0"/>
    <limit lower="-0.5" upper="0.5" effort="20" velocity="2"/>
  </joint>
  <joint name="hinge" type="revolute">
    <parent link="cart"/><child link="pole"/>
    <origin xyz="0 0.05 0" rpy="0 1.5707963 0"/>
    <axis xyz="0 1 0"/>
    <limit lower="-3.1" upper="3.1" effort="5" velocity="10"/>
    <dynamics damping="0.01" friction="0.02"/>
  </joint>
  <joint name="end" type="fixed">
    <parent link="pole"/><child link="tip"/><origin xyz="0 0 0.5"/>
  </joint>
</robot>
"""
CSVS = (
    "t [s],q1 [rad],q2 [deg],q3\n0,0.5,10,0\n0.5,0.75,20,1e-3\n1,1,30,-.5\n",
    "t;q1;q2;q3;qd1;qd2;qd3\n0;0,5;0;0;0;0;0\n1;0,75;1;1;0;0;0\n",
    "# recorded\n# t tau1 tau2 tau3\n0 1 2 3\n1 1 2 3\n2 0 0 0\n",
    'Zeit [s]\t"tau_1 [N m]"\ttau_2\ttau_3\n0\t1,5\t2\t3\n1\t1\t2\t3\n',
)


def project(rng: random.Random) -> dict[str, Any]:
    """A project of three joints, or a bundled one, whose run is short."""
    if rng.random() < 0.3:
        document = json.loads(rng.choice(sorted(RESOURCES.glob("*.arm.json"))).read_text())
        document["run"].update(duration=0.2, samples=5)
        return document
    document = json.loads((RESOURCES / "planar-3r-free-fall.arm.json").read_text())
    motion = rng.choice(MOTIONS)
    run = {"duration": 0.2, "samples": 5, "torque": rng.choice(LAWS), "limits": rng.choice(["none", "bounce"])}
    document["run"] = json.loads(json.dumps(run | {"motion": motion, "torque_limit": rng.choice([None, [5, 5, 5]])}))
    if rng.random() < 0.5:
        document["actuators"] = [{"motor": deepcopy(MOTOR), "gear": {"ratio": 50, "efficiency": 0.8}}, None, None]
    if rng.random() < 0.5:
        document["robot"]["payload"] = {"mass": 1, "com": [0, 0, 0.1], "inertia": [1, 1, 1, 0, 0, 0]}
        document["robot"]["tool"] = [[1, 0, 0, 0.3], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    return document
