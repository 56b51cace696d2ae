"""Ranges for joints whose limits are missing, on one side or on both."""

from __future__ import annotations

import math

import numpy as np
import pytest

import denoc as dn
from denoc.arm.search_ranges import search_ranges

TURN = 2 * math.pi


@pytest.mark.parametrize(
    ("lower", "upper", "around", "low", "high"),
    [
        (-1.0, 2.0, 9.0, -1.0, 2.0),
        (-math.inf, math.inf, 9.0, 9.0 - math.pi, 9.0 + math.pi),
        (4.0, math.inf, 0.0, 4.0, 4.0 + TURN),
        (-math.inf, -4.0, 0.0, -4.0 - TURN, -4.0),
        (-50.0, math.inf, 0.0, -50.0, math.pi),
        (-math.inf, 50.0, 0.0, -math.pi, 50.0),
    ],
)
def test_a_missing_limit(lower: float, upper: float, around: float, low: float, high: float) -> None:
    found = search_ranges(np.array([[lower], [upper]]), np.array([around]), np.array([math.pi]))
    assert found[:, 0] == pytest.approx([low, high])


def test_poses_beyond_half_a_turn_are_found() -> None:
    """One limit that is farther from the start than the search goes by itself."""
    arm = dn.Robot("arm", (dn.Link(a=1.0, lower=4.0), dn.Link(a=0.7)))
    for first in (5.0, 6.0, 7.0, 9.0):
        pose = dn.forward_kinematics(arm, [first, 0.5])[-1]
        assert dn.inverse_kinematics(arm, pose, [4.0, 0.0]).converged
