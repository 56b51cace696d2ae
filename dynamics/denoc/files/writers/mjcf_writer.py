"""Robots as MuJoCo's own files: rotors as armature, friction and limits included, but for those of speed."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from denoc.arm.rigid_body import Body
from denoc.arm.robot import Robot
from denoc.arm.rotations import rotation_vector
from denoc.basics.checks import check_kind
from denoc.files.disk.files import file_path, save_bytes
from denoc.files.text.xml_text import attribute, comment, tag
from denoc.files.writers.friction_words import left_out
from denoc.files.writers.joint_frames import Segment, segments
from denoc.files.writers.mujoco_bounds import bounds

DEEPEST = 20  # levels that are indented: a long chain would be mostly blanks
FREE = {"contype": 0.0, "conaffinity": 0.0}


def save_mjcf(robot: Robot, path: object) -> tuple[str, ...]:
    """Write the robot as a MuJoCo model (MJCF), all or nothing; returns in words what MuJoCo will not take from it.

    Joints, bodies, friction, rotors, limits of position and torque, gravity, payload and a motor a joint; SI units and
    radians. ProjectError where the file cannot be written.

    >>> dn.save_mjcf(dn.load("scara").robot, "scara.xml")
    ()
    """
    save_bytes(file_path(path), mjcf_text(robot).encode())
    return tuple(_notes(robot))


def _notes(robot: Robot) -> Iterator[str]:
    if "balanceinertia" in bounds(robot):
        yield "MuJoCo changes the inertias that no real body has"
    if any(math.isfinite(link.max_speed) for link in robot.links):
        yield "MuJoCo has no speed limits of joints; they are left out"
    yield from left_out(robot, "MuJoCo")


def mjcf_text(robot: Robot) -> str:
    arm = segments(check_kind(robot, Robot, "robot"))
    lines = [
        comment(["Written by DeNOC Studio."]),
        f'<mujoco model="{attribute(robot.name)}">',
        "  " + tag("compiler", angle="radian", inertiafromgeom="false", **bounds(robot)),
        "  " + tag("option", gravity=robot.gravity),
        "  <worldbody>",
    ]
    for depth, segment in enumerate(arm.segments, 2):
        blanks = "  " * min(depth, DEEPEST)
        lines.append(f'{blanks}<body name="{attribute(segment.name)}" {_pose(segment.pose)}>')
        lines += [f"{blanks}  {line}" for line in _contents(segment, arm.radius)]
    blanks = "  " * min(len(arm.segments) + 2, DEEPEST)
    lines.append(f'{blanks}<site name="{attribute(arm.tip)}" {_pose(arm.tool)} size="{attribute(arm.radius / 2)}"/>')
    if robot.payload is not None:
        inside = _inertial(Body.of(robot.payload))
        lines.append(f'{blanks}<body name="{attribute(arm.payload)}" {_pose(arm.tool)}>{inside}</body>')
    lines += ["  " * min(depth, DEEPEST) + "</body>" for depth in range(len(arm.segments) + 1, 1, -1)]
    lines += ["  </worldbody>", "  <actuator>"]
    lines += [f"    {tag('motor', name=f'motor{i}', joint=each.joint)}" for i, each in enumerate(arm.segments, 1)]
    return "\n".join([*lines, "  </actuator>", "</mujoco>", ""])


def _contents(segment: Segment, radius: float) -> Iterator[str]:
    link = segment.link
    limit: dict[str, tuple[float, float]] = {}
    if not (math.isinf(link.lower) and math.isinf(link.upper)) and link.lower < link.upper:
        limit["range"] = (max(link.lower, -1e12), min(link.upper, 1e12))
    if math.isfinite(link.max_torque):
        limit["actuatorfrcrange"] = (-link.max_torque, link.max_torque)  # of all actuators of the joint together
    yield tag(
        "joint",
        name=segment.joint,
        type="hinge" if link.revolute else "slide",
        axis=(0, 0, 1),
        armature=link.armature,
        damping=link.friction.viscous,
        frictionloss=link.friction.coulomb,
        **limit,
    )
    yield _inertial(segment.body)
    if np.linalg.norm(segment.end) > radius:
        yield tag("geom", type="capsule", fromto=(0, 0, 0, *segment.end.tolist()), size=radius, **FREE)
    else:
        yield tag("geom", type="sphere", size=radius, **FREE)


def _pose(pose: np.ndarray) -> str:
    return f'pos="{attribute(pose[:3, 3])}" quat="{attribute(_quaternion(pose[:3, :3]))}"'


def _quaternion(rotation: np.ndarray) -> tuple[float, ...]:
    vector = rotation_vector(rotation)
    angle = float(np.linalg.norm(vector))
    axis = vector / angle if angle > 0 else vector
    return (math.cos(angle / 2), *(math.sin(angle / 2) * axis).tolist())


def _inertial(body: Body) -> str:
    """By principal axes: a full tensor that is only semi-definite would be refused."""
    moments, axes = np.linalg.eigh(body.inertia)
    axes = axes * (1.0 if np.linalg.det(axes) > 0 else -1.0)
    quat = _quaternion(axes)
    return tag("inertial", pos=body.com, quat=quat, mass=body.mass, diaginertia=np.maximum(moments, 0.0))
