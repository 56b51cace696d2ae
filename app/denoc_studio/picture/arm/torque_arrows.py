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
from denoc_studio.picture.meshes.arrows import axes_along, round_arrow, shortest_arrow
from denoc_studio.picture.meshes.primitives import Mesh, arrow

ROUND = 3.9  # radius of an arrow around a hinge
FARTHEST = math.radians(300.0)  # that the largest torque goes around
LONGEST, ASIDE = 9.0, 3.4  # the arrow of the largest force, and how far beside the slide it is
THICKNESS, SIDES = 0.36, 12
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
        placed = mesh.scaled(scene.size.radius).turned(axes_along(axis, frames[i + 1, :3, 0])).moved(origin)
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


def _around(share: float) -> Mesh:
    """About z, by the right-hand rule for a positive share."""
    return round_arrow(math.copysign(FARTHEST * abs(share), share), ROUND, THICKNESS, SIDES)


def _along(share: float) -> Mesh:
    """Beside z, up for a positive share."""
    mesh = arrow(max(LONGEST * abs(share), shortest_arrow(THICKNESS)), THICKNESS, SIDES)
    return (mesh if share > 0 else mesh.turned(np.diag([1.0, -1.0, -1.0]))).moved((ASIDE, 0.0, 0.0))
