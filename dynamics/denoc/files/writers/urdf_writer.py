"""Robots as URDF files. What the format cannot say is said in a comment and returned in words.

Each URDF link's frame has z on its joint. The tip is a link of its own, and so is a payload. Rotors are written as
Drake reads them, gravity as MuJoCo does; both are read back by `load_urdf`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from denoc.arm.rigid_body import Body
from denoc.arm.robot import Robot, inertia_entries
from denoc.basics.checks import LARGEST, check_kind
from denoc.files.disk.files import file_path, save_bytes
from denoc.files.text.xacro_text import without_templates
from denoc.files.text.xml_text import block, comment, tag
from denoc.files.urdf.tree import GRAVITY
from denoc.files.writers.friction_words import left_out
from denoc.files.writers.joint_frames import Segment, Segments, segments
from denoc.files.writers.mujoco_bounds import bounds

DRAKE = "http://drake.mit.edu"


def save_urdf(robot: Robot, path: object) -> tuple[str, ...]:
    """Write the robot as URDF, all of the file or nothing; returns in words what other programs will not take from it.

    Each URDF link has its z on its joint, the tip is a link of its own and so is a payload; SI units and radians.
    Rotors are written as Drake reads them, gravity as MuJoCo does; `load_urdf` reads both back. ProjectError where the
    file cannot be written.

    >>> notes = dn.save_urdf(dn.rod_chain(2).robot, "two.urdf")
    >>> len(notes)  # URDF has no gravity
    1
    """
    text, notes = urdf_text(robot)
    save_bytes(file_path(path), text.encode())
    return notes


def urdf_text(robot: Robot) -> tuple[str, tuple[str, ...]]:
    """(the file, what other programs will not take from it)."""
    notes = tuple(_notes(check_kind(robot, Robot, "robot")))
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    lines.append(comment(("Written by DeNOC Studio.", *notes)))
    attributes = {"name": without_templates(robot.name.strip()) or "arm", "xmlns:drake": DRAKE}
    lines.append(block("robot", *_elements(robot, _named(segments(robot))), **attributes))
    return "\n".join([*lines, ""]), notes


def _named(arm: Segments) -> Segments:
    """The segments by names that no reader takes for a template."""
    plain = [
        each._replace(name=without_templates(each.name), joint=without_templates(each.joint)) for each in arm.segments
    ]
    return arm._replace(segments=plain)


def _notes(robot: Robot) -> Iterator[str]:
    if robot.gravity != GRAVITY:
        yield f"URDF has no gravity; set {robot.gravity} where the file is used (MuJoCo and DeNOC Studio read it)"
    if any(link.armature for link in robot.links):
        yield "rotor inertias and gears are written for Drake; Pinocchio and MuJoCo leave them out"
    yield from left_out(robot, "URDF")
    if bounds(robot).get("balanceinertia"):
        yield "MuJoCo changes the inertias that no real body has"


def _elements(robot: Robot, arm: Segments) -> Iterator[str]:
    yield block("mujoco", *_mujoco(robot))
    yield tag("link", name=arm.base)
    parent = arm.base
    for segment in arm.segments:
        yield _joint(parent, segment)
        yield block("link", _inertial(segment.body), _stick(segment.end, arm.radius), name=segment.name)
        parent = segment.name
    yield _fixed(arm.fixed[0], parent, arm.tip, arm.tool)
    yield tag("link", name=arm.tip)
    if robot.payload is not None:
        yield _fixed(arm.fixed[1], arm.tip, arm.payload, np.eye(4))
        yield block("link", _inertial(Body.of(robot.payload)), name=arm.payload)
    for number, segment in enumerate(arm.segments, 1):
        if segment.link.rotor_inertia:
            yield _transmission(number, segment)


def _mujoco(robot: Robot) -> Iterator[str]:
    limits = bounds(robot)
    yield tag("compiler", **limits, **({"fusestatic": "false"} if limits else {}))  # it refuses to fuse tiny inertias
    if robot.gravity != GRAVITY:
        yield tag("option", gravity=robot.gravity)


def _joint(parent: str, segment: Segment) -> str:
    link = segment.link
    endless = link.revolute and math.isinf(link.lower) and math.isinf(link.upper)
    kind = "continuous" if endless else "revolute" if link.revolute else "prismatic"
    limit = {"effort": min(link.max_torque, LARGEST), "velocity": min(link.max_speed, LARGEST)}
    if not endless:
        limit |= {"lower": max(link.lower, -LARGEST), "upper": min(link.upper, LARGEST)}
    return block(
        "joint",
        *_ends(parent, segment.name),
        _origin(segment.pose),
        tag("axis", xyz=(0, 0, 1)),
        tag("limit", **limit),
        tag("dynamics", damping=link.friction.viscous, friction=link.friction.coulomb),
        name=segment.joint,
        type=kind,
    )


def _fixed(name: str, parent: str, child: str, pose: np.ndarray) -> str:
    return block("joint", *_ends(parent, child), _origin(pose), name=name, type="fixed")


def _ends(parent: str, child: str) -> tuple[str, str]:
    return tag("parent", link=parent), tag("child", link=child)


def _origin(pose: np.ndarray) -> str:
    return tag("origin", xyz=pose[:3, 3], rpy=roll_pitch_yaw(pose[:3, :3]))


def roll_pitch_yaw(rotation: np.ndarray) -> tuple[float, float, float]:
    """Angles of Rot_z(yaw) Rot_y(pitch) Rot_x(roll); as good at a pitch of 90 degrees as anywhere."""
    r = rotation.tolist()
    yaw = math.atan2(r[1][0], r[0][0])
    pitch = math.atan2(-r[2][0], math.hypot(r[0][0], r[1][0]))
    c, s = math.cos(yaw), math.sin(yaw)
    roll = math.atan2(s * r[0][2] - c * r[1][2], c * r[1][1] - s * r[0][1])
    return roll, pitch, yaw


def _inertial(body: Body) -> str:
    xx, yy, zz, xy, yz, xz = inertia_entries(body.inertia)
    return block(
        "inertial",
        tag("origin", xyz=body.com),
        tag("mass", value=body.mass),
        tag("inertia", ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz),
    )


def _stick(end: np.ndarray, radius: float) -> str:
    """A cylinder from the joint to the next one, so that there is something to see."""
    x, y, z = end.tolist()
    length = math.hypot(x, y, z)
    shape = tag("cylinder", radius=radius, length=length) if length > radius else tag("sphere", radius=radius)
    origin = tag("origin", xyz=end / 2, rpy=(0.0, math.atan2(math.hypot(x, y), z), math.atan2(y, x)))
    return block("visual", origin, tag("geometry", shape))


def _transmission(number: int, segment: Segment) -> str:
    link = segment.link
    rotor = tag("drake:gear_ratio", value=link.gear_ratio), tag("drake:rotor_inertia", value=link.rotor_inertia)
    return block(
        "transmission",
        "<type>SimpleTransmission</type>",
        tag("joint", name=segment.joint),
        block("actuator", *rotor, name=f"motor{number}"),
        name=f"transmission{number}",
    )
