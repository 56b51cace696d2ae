"""What the joints bear: at each an arrow for the force that it puts on its link, all to one scale over the run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.functions.reactions import joint_reactions
from denoc.kernels.dispatch import SHARED
from denoc.runs.pushed import push_wrenches
from denoc.runs.recording import Recording
from denoc_studio.look.colours import components, joint_colours
from denoc_studio.picture.arm.picture import Label, PictureColours, Solid, joined_solids
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.meshes.primitives import arrow, rotation_to

GAP, LONGEST, THICKNESS, SIDES = 2.2, 14.0, 0.32, 12  # in radii of a link: from the joint on, outside of its solid
SHORTEST = 6 * THICKNESS
LEAST = 0.02  # of the largest: a shorter arrow would not be seen
SAMPLED = 1000  # states of a run, among which the largest force is looked for


class Reactions(NamedTuple):
    """Moments (n, 3) in N m and forces (n, 3) in N that joints put on their links, world axes; the run's largest."""

    moments: np.ndarray
    forces: np.ndarray
    largest: float


def reactions_of(
    robot: Robot, state: tuple[np.ndarray, ...], wrench: object, largest: float, pushed: object = None
) -> Reactions | None:
    """At a state q, qd, qdd, under the tip wrench and what pushes put on the links; None at one that cannot be
    computed with."""
    try:
        found = joint_reactions(
            robot, *state[:3], tip_wrench=wrench, link_wrenches=pushed, axes="world", kernels=SHARED
        )
    except DynamicsError:
        return None
    return Reactions(found[:, :3], found[:, 3:], largest) if np.isfinite(found).all() else None


def largest_force(robot: Robot, recording: Recording) -> float:
    """In N, of any joint along the run; 0 where nothing is known."""
    rows = slice(None, None, max(1, len(recording.t) // SAMPLED))
    states = [getattr(recording, name)[rows] for name in ("q", "qd", "qdd")]
    if not len(states[0]):
        return 0.0
    try:
        wrenches = {"tip_wrench": recording.tip_wrench, "link_wrenches": push_wrenches(recording, rows)}
        found = joint_reactions(robot, *states, axes="joint", kernels=SHARED, **wrenches)
    except DynamicsError:
        return 0.0
    return float(np.nanmax(np.linalg.norm(found[..., 3:], axis=-1), initial=0.0))


def reaction_arrows(scene: Scene, frames: np.ndarray, reactions: Reactions, look: PictureColours) -> Solid:
    """One arrow a joint, in its colour; none where hardly anything acts."""
    colours, radius = joint_colours(scene.robot.n, look.dark), scene.size.radius
    solids = []
    for i, force in enumerate(reactions.forces):
        size = float(np.linalg.norm(force))
        share = min(size / reactions.largest, 1.0) if reactions.largest > 0 else 0.0
        if share >= LEAST:
            mesh = arrow(max(LONGEST * share, SHORTEST), THICKNESS, SIDES).scaled(radius)
            start = scene.joint(frames, i)[0] + GAP * radius * force / size
            placed = mesh.turned(rotation_to(force / size)).moved(start)
            solids.append(Solid(placed, np.tile((*components(colours[i]), 1.0), (len(placed.vertices), 1))))
    return joined_solids(solids)


def reaction_label(
    scene: Scene, frames: np.ndarray, reactions: Reactions, joint: int, look: PictureColours
) -> list[Label]:
    """Force and moment across the axis at one joint; nothing without such a joint."""
    if not 0 <= joint < scene.robot.n:
        return []
    origin, axis = scene.joint(frames, joint)
    force, moment = reactions.forces[joint], reactions.moments[joint]
    size, tilting = np.linalg.norm(force), np.linalg.norm(np.cross(axis, moment))
    share = min(float(size) / reactions.largest, 1.0) if reactions.largest > 0 else 0.0
    direction = force / size if size > 0 else axis
    place = origin + (GAP + LONGEST * share + 2.0) * scene.size.radius * direction
    return [Label(place, f"{size:.3g} N, {tilting:.3g} N m", joint_colours(scene.robot.n, look.dark)[joint])]
