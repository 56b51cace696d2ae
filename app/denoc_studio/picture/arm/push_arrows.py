"""What pushes the links: at each point that is held an arrow along the force, as long as its spring is stretched."""

from __future__ import annotations

import numpy as np

from denoc.runs.pushed import PushedState
from denoc_studio.look.colours import FROM_OUTSIDE, components
from denoc_studio.picture.arm.picture import Label, PictureColours, Solid
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.meshes.primitives import arrow, joined, rotation_to, sphere

THICKNESS, GRIP, SIDES = 0.24, 0.5, 12  # in radii of a link
SHORTEST = 6 * THICKNESS
LONGEST = 2.0  # reaches of the arm
LEAST = 1e-9  # N: what is less is no force


def push_arrows(scene: Scene, pushed: PushedState, look: PictureColours) -> tuple[list[Solid], list[Label]]:
    """Arrows from the points, each with its size in N at its end; none where a push does not act."""
    colour, radius = FROM_OUTSIDE[look.dark], scene.size.radius
    solids, labels = [], []
    for point, force, stiffness in zip(pushed.points, pushed.forces, pushed.stiffness, strict=True):
        size = float(np.linalg.norm(force))
        if not LEAST < size < np.inf:
            continue
        length = float(np.clip(size / stiffness, SHORTEST * radius, LONGEST * scene.size.reach))
        shaft = arrow(length / radius, THICKNESS, SIDES).turned(rotation_to(force / size))
        placed = joined([shaft, sphere(GRIP, SIDES)]).scaled(radius).moved(point)
        solids.append(Solid(placed, np.tile((*components(colour), 1.0), (len(placed.vertices), 1))))
        labels.append(Label(point + (length + 2 * radius) * force / size, f"{size:.3g} N", colour))
    return solids, labels
