"""Which link is under the mouse: a ray against thick lines."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc_studio.picture.arm.scene import Rods


class Hit(NamedTuple):
    link: int
    point: np.ndarray  # on the link's middle line, world axes


def pick(rods: Rods, eye: np.ndarray, direction: np.ndarray, slack: float = 0.0) -> Hit | None:
    """The nearest rod that the ray meets, each thicker by `slack` times its distance."""
    along = rods.ends - rods.starts
    offset = rods.starts - eye
    aa = np.einsum("ri,ri->r", along, along)
    ad = along @ direction
    ao = np.einsum("ri,ri->r", along, offset)
    do = offset @ direction
    flat = aa - ad * ad  # zero for a rod along the ray, and for one without length
    share = np.divide(ad * do - ao, flat, out=np.zeros_like(flat), where=flat > 1e-12 * np.maximum(aa, 1e-300))
    share = np.clip(share, 0.0, 1.0)
    nearest = rods.starts + share[:, None] * along
    depth = (nearest - eye) @ direction
    missed = np.linalg.norm(nearest - eye - depth[:, None] * direction, axis=1)
    met = (depth > 0) & (missed <= rods.radii + slack * np.maximum(depth, 0))
    if not met.any():
        return None
    entry = depth - np.sqrt(np.maximum(rods.radii**2 - missed**2, 0.0))
    index = int(np.argmin(np.where(met, entry, np.inf)))
    return Hit(int(rods.links[index]), nearest[index])
