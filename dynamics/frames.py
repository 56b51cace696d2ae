"""Each link's frame as a recursion over scalars."""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import Vec3
from dynamics.chain import Chain, Scalars, place
from dynamics.scalars import ONE, ZERO


class Frame(NamedTuple):
    """Axes (as columns) and origin of a link's frame."""

    x: Vec3
    y: Vec3
    z: Vec3
    origin: Vec3


BASE_FRAME = Frame(Vec3(ONE, ZERO, ZERO), Vec3(ZERO, ONE, ZERO), Vec3(ZERO, ZERO, ONE), Vec3(ZERO, ZERO, ZERO))


def joint_frames(chain: Chain, q: Scalars) -> list[Frame]:
    """Each link's frame with z on its joint, seen from the base frame: the recursion itself."""
    frames = []
    f = BASE_FRAME
    for link, qi in zip(chain.links, q, strict=True):
        rotation, p = place(link, qi)
        origin = f.origin + f.x * p.x + f.y * p.y + f.z * p.z
        y = f.y * rotation.ca + f.z * rotation.sa
        z = f.z * rotation.ca - f.y * rotation.sa
        x = f.x * rotation.ct + y * rotation.st
        y = y * rotation.ct - f.x * rotation.st
        f = Frame(x, y, z, origin)
        frames.append(f)
    return frames
