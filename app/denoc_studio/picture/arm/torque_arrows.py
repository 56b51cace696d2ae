"""What drives the joints: an arrow around a hinge for its torque, one along a slide for its force.

Sizes are in radii of a link. Torques share one scale over the whole run, forces another one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc_studio.look.colours import components, joint_colours
from denoc_studio.picture.arm.picture import Label, PictureColours, Solid, joined_solids
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.meshes.primitives import Mesh, arrow, lathe, rotation_to

ROUND = 3.9  # radius of an arrow around a hinge
FARTHEST = math.radians(300.0)  # that the largest torque goes around
LONGEST, ASIDE = 9.0, 3.4  # the arrow of the largest force, and how far beside the slide it is
THICKNESS, SIDES = 0.36, 12
HEAD = 5 * THICKNESS  # as long as `arrow` makes it
STEP = math.radians(9.0)
LEAST = 0.02  # of the largest: a shorter arrow would not be seen
WORDS = 5.6  # from the joint, where its number is written


class Efforts(NamedTuple):
    """What acts at the joints now, and the largest there is in the run; N m or N, (n,)."""

    now: np.ndarray
    peaks: np.ndarray


def torque_arrows(scene: Scene, frames: np.ndarray, efforts: Efforts, look: PictureColours) -> Solid:
    """One arrow a joint, in its colour; none where hardly anything acts."""
    colours = joint_colours(scene.robot.n, look.dark)
    solids = []
    for i, share in enumerate(_shares(scene, efforts).tolist()):
        if abs(share) < LEAST:
            continue
        mesh = _around(share) if scene.robot.links[i].revolute else _along(share)
        origin, axis = scene.joint(frames, i)
        placed = mesh.scaled(scene.size.radius).turned(_axes(axis, frames[i + 1, :3, 0])).moved(origin)
        solids.append(Solid(placed, np.tile((*components(colours[i]), 1.0), (len(placed.vertices), 1))))
    return joined_solids(solids)


def torque_label(scene: Scene, frames: np.ndarray, efforts: Efforts, joint: int, look: PictureColours) -> list[Label]:
    """The number at one joint; nothing without such a joint."""
    if not 0 <= joint < scene.robot.n:
        return []
    origin, _ = scene.joint(frames, joint)
    unit = "N m" if scene.robot.links[joint].revolute else "N"
    place = origin + WORDS * scene.size.radius * frames[joint + 1, :3, 0]
    return [Label(place, f"{efforts.now[joint]:.3g} {unit}", joint_colours(scene.robot.n, look.dark)[joint])]


def _shares(scene: Scene, efforts: Efforts) -> np.ndarray:
    """Of the largest of its kind, from -1 to 1."""
    revolute = np.array([link.revolute for link in scene.robot.links])
    out = np.zeros(len(revolute))
    for kind in (revolute, ~revolute):
        largest = efforts.peaks[kind].max(initial=0.0)
        if 0 < largest < math.inf:
            out[kind] = np.clip(np.nan_to_num(efforts.now[kind] / largest), -1.0, 1.0)
    return out


def _axes(axis: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Axes with z along the joint's axis and x as near as can be to `across`, as columns."""
    x = across - (across @ axis) * axis
    length = float(np.linalg.norm(x))
    if length < 1e-9:
        return rotation_to(axis)
    x /= length
    return np.column_stack([x, np.cross(axis, x), axis])


def _around(share: float) -> Mesh:
    """About z, by the right-hand rule for a positive share."""
    angle = max(FARTHEST * abs(share), HEAD / ROUND + STEP)
    length, neck = angle * ROUND, angle * ROUND - HEAD
    shaft = [(THICKNESS, z) for z in np.linspace(0, neck, max(2, math.ceil(neck / ROUND / STEP) + 1)).tolist()]
    straight = lathe([(0, 0), *shaft, (2.4 * THICKNESS, neck), (0, length)], SIDES)
    bent = Mesh(_bent(straight.vertices, ROUND), _turned(straight), straight.faces)
    return bent if share > 0 else bent.turned(np.diag([1.0, -1.0, -1.0]))


def _bent(points: np.ndarray, radius: float) -> np.ndarray:
    """What stands along z, laid around z at this distance."""
    angle, out = points[:, 2] / radius, radius + points[:, 0]
    return np.column_stack([out * np.cos(angle), out * np.sin(angle), -points[:, 1]])


def _turned(mesh: Mesh) -> np.ndarray:
    """The normals after bending."""
    angle, (x, y, z) = mesh.vertices[:, 2] / ROUND, mesh.normals.T
    return np.column_stack([x * np.cos(angle) - z * np.sin(angle), x * np.sin(angle) + z * np.cos(angle), -y])


def _along(share: float) -> Mesh:
    """Beside z, up for a positive share."""
    mesh = arrow(max(LONGEST * abs(share), 1.2 * HEAD), THICKNESS, SIDES)
    return (mesh if share > 0 else mesh.turned(np.diag([1.0, -1.0, -1.0]))).moved((ASIDE, 0.0, 0.0))
