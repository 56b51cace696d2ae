"""Pinocchio's C++ in a native loop over the batch."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

import denoc
from denoc_studio.bench.measuring.arms import bodies, general_arm, states
from denoc_studio.bench.measuring.native import library
from denoc_studio.bench.measuring.timing import Work, alternate


class NativeArm:
    def __init__(self, robot: denoc.Robot) -> None:
        parts = bodies(robot)
        numbers = [
            np.array([part.revolute for part in parts], dtype=np.uint8),
            np.array([part.placement for part in parts]),
            np.array([part.mass for part in parts]),
            np.array([part.com for part in parts]),
            np.array([part.inertia for part in parts]),
            np.array(robot.gravity),
        ]
        self._library = library()
        self._arm = self._library.arm_new(robot.n, *_addresses(*numbers))

    def __del__(self) -> None:
        self._library.arm_delete(self._arm)

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        tau = np.empty_like(q)
        self._library.arm_inverse(self._arm, len(q), *_addresses(q, qd, qdd, tau))
        return tau

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        return self.forward_in(_world_is_faster(), q, qd, tau)

    def forward_in(self, world: bool, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """Computed in the world's axes or in the links' own."""
        qdd = np.empty_like(q)
        self._library.arm_forward(self._arm, world, len(q), *_addresses(q, qd, tau, qdd))
        return qdd


@cache
def _world_is_faster() -> bool:
    """Which axes are faster depends on the compiler."""
    arm, batch = NativeArm(general_arm(6)), states(6)
    links, world = alternate([Work(partial(arm.forward_in, world, *batch), 1) for world in (False, True)], seconds=0.5)
    return world.best < links.best


def _addresses(*arrays: np.ndarray) -> list[int]:
    return [array.ctypes.data for array in arrays]
