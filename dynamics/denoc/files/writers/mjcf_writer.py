"""Robots as MuJoCo's own files: rotors as armature, friction and limits included."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from dynamics.checks import check_kind
from dynamics.io.files import file_path, save_bytes
from dynamics.io.joint_frames import Segment, segments
from dynamics.io.mujoco_bounds import bounds
from dynamics.io.xml_text import attribute, comment, tag
from dynamics.rigid_body import Body
from dynamics.robot import Robot
from dynamics.rotations import rotation_vector

DEEPEST = 20  # levels that are indented: a long chain would be mostly blanks
FREE = {"contype": 0.0, "conaffinity": 0.0}


def save_mjcf(robot: Robot, path: object) -> tuple[str, ...]:
    """Write the robot as MJCF, all of it or nothing; returns what MuJoCo will not take from the file."""
    save_bytes(file_path(path), mjcf_text(robot).encode())
    return ("MuJoCo changes the inertias that no real body has",) if "balanceinertia" in bounds(robot) else ()


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
        lines += [f"{blanks}  {line}" for line in _contents(depth - 1, segment, arm.radius)]
    blanks = "  " * min(len(arm.segments) + 2, DEEPEST)
    lines.append(f'{blanks}<site name="{attribute(arm.tip)}" {_pose(arm.tool)} size="{attribute(arm.radius / 2)}"/>')
    if robot.payload is not None:
        inside = _inertial(Body.of(robot.payload))
        lines.append(f'{blanks}<body name="{attribute(arm.payload)}" {_pose(arm.tool)}>{inside}</body>')
    lines += ["  " * min(depth, DEEPEST) + "</body>" for depth in range(len(arm.segments) + 1, 1, -1)]
    lines += ["  </worldbody>", "  <actuator>"]
    lines += [f"    {tag('motor', name=f'motor{i}', joint=f'joint{i}')}" for i in range(1, robot.n + 1)]
    return "\n".join([*lines, "  </actuator>", "</mujoco>", ""])


def _contents(number: int, segment: Segment, radius: float) -> Iterator[str]:
    link = segment.link
    limit = {}
    if not (math.isinf(link.lower) and math.isinf(link.upper)) and link.lower < link.upper:
        limit = {"range": (max(link.lower, -1e12), min(link.upper, 1e12))}
    yield tag(
        "joint",
        name=f"joint{number}",
        type="hinge" if link.revolute else "slide",
        axis=(0, 0, 1),
        armature=link.armature,
        damping=link.viscous,
        frictionloss=link.coulomb,
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
