"""What MuJoCo has to be told about bodies that it would refuse."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot, inertia_matrix

SMALLEST = 2e-15  # kg and kg m^2: MuJoCo wants every moving body to have more than half of that


def bounds(robot: Robot) -> dict[str, str]:
    """Attributes of <compiler>: a least mass and inertia where a link has none, balance where none is real."""
    moments = np.array([np.linalg.eigvalsh(inertia_matrix(link.inertia)) for link in robot.links])
    found: dict[str, str] = {}
    if min(link.mass for link in robot.links) < SMALLEST or moments.min() < SMALLEST:
        found |= {"boundmass": repr(SMALLEST), "boundinertia": repr(SMALLEST)}
    if (moments[:, 2] > (moments[:, 0] + moments[:, 1]) * (1 + 1e-9) + SMALLEST).any():
        found["balanceinertia"] = "true"
    return found
