"""What pulls and turns at the tip: an arrow for the force, one with two heads for the moment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from denoc_studio.look.colours import FROM_OUTSIDE, components
from denoc_studio.picture.arm.picture import Label, PictureColours, Solid
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.meshes.arrows import double_arrow
from denoc_studio.picture.meshes.primitives import Mesh, arrow, rotation_to

LENGTH, RADIUS, SIDES = 6.0, 0.28, 14  # in radii of a link
GAP = 1.5  # from the tip, as much as its ball is wide
WORDS = 3.0  # beyond the arrow's end: where its size is written


def wrench_arrows(
    scene: Scene, frames: np.ndarray, wrench: Sequence[float], look: PictureColours
) -> tuple[list[Solid], list[Label]]:
    """Arrows of one length at the tip, each with its size in words; none for a part that is zero."""
    colour = FROM_OUTSIDE[look.dark]
    tip, radius = scene.tip(frames), scene.size.radius
    solids, labels = [], []
    for part, unit, mesh in ((wrench[3:], "N", _single()), (wrench[:3], "N m", _double())):
        vector = np.array(part)
        size = float(np.linalg.norm(vector))
        if size == 0:
            continue
        direction = vector / size
        placed = mesh.scaled(radius).turned(rotation_to(direction)).moved(tip + GAP * radius * direction)
        solids.append(Solid(placed, np.tile((*components(colour), 1.0), (len(placed.vertices), 1))))
        labels.append(Label(tip + (GAP + LENGTH) * radius * direction, f"{size:.3g} {unit}", colour))
    return solids, labels


def wrench_outline(scene: Scene, tips: np.ndarray, wrench: Sequence[float]) -> np.ndarray:
    """The far ends of the arrows and their words with the tip at each of (..., 3), as (k, 3)."""
    reach = (GAP + LENGTH + WORDS) * scene.size.radius
    sizes = [(np.array(part), float(np.linalg.norm(part))) for part in (wrench[3:], wrench[:3])]
    ends = [tips.reshape(-1, 3) + reach * vector / size for vector, size in sizes if size > 0]
    return np.concatenate([np.empty((0, 3)), *ends])


@lru_cache(maxsize=1)
def _single() -> Mesh:
    return arrow(LENGTH, RADIUS, SIDES)


@lru_cache(maxsize=1)
def _double() -> Mesh:
    return double_arrow(LENGTH, RADIUS, SIDES)
