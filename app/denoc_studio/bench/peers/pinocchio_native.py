"""Pinocchio's C++ in a native loop over the batch."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

import denoc
from denoc_studio.bench.measuring.arms import bodies, general_arm, states, tool
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
            tool(robot),
        ]
        self._joints = robot.n
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

    def derivatives(self, which: str, *states: np.ndarray) -> tuple[np.ndarray, ...]:
        """By q and qd of the torques; by q, qd and tau of the accelerations: "inverse", "forward"."""
        rows, n = states[0].shape
        out = np.empty((rows, 2 if which == "inverse" else 3, n, n))
        call = getattr(self._library, f"arm_{which}_derivatives")
        call(self._arm, rows, *_addresses(*states, out))
        return tuple(out.transpose(1, 0, 3, 2))

    def forward_in(self, world: bool, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """Computed in the world's axes or in the links' own."""
        qdd = np.empty_like(q)
        self._library.arm_forward(self._arm, world, len(q), *_addresses(q, qd, tau, qdd))
        return qdd

    def gravity(self, q: np.ndarray) -> np.ndarray:
        return self._run(self._library.arm_gravity, (self._joints,), q)

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        """Its upper triangle, which is all that Pinocchio computes."""
        return self._run(self._library.arm_mass_matrix, (self._joints, self._joints), q)

    def frames(self, q: np.ndarray) -> np.ndarray:
        """Of the joints and of the tip."""
        return self._run(self._library.arm_frames, (self._joints + 1, 4, 4), q)

    def jacobian(self, q: np.ndarray) -> np.ndarray:
        """Rows of the velocity first."""
        return self._run(self._library.arm_jacobian, (6, self._joints), q)

    def coriolis_matrix(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """Christoffel's."""
        return self._run(self._library.arm_coriolis, (self._joints, self._joints), q, qd)

    def regressor(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """By Pinocchio's parameters, which stand in another order."""
        return self._run(self._library.arm_regressor, (self._joints, 10 * self._joints), q, qd, qdd)

    def _run(self, function: Callable[..., None], shape: tuple[int, ...], *states: np.ndarray) -> np.ndarray:
        out = np.empty((len(states[0]), *shape))
        function(self._arm, len(out), *_addresses(*states, out))
        return out


@cache
def _world_is_faster() -> bool:
    """Which axes are faster depends on the compiler."""
    arm, batch = NativeArm(general_arm(6)), states(6)
    links, world = alternate([Work(partial(arm.forward_in, world, *batch), 1) for world in (False, True)], seconds=0.5)
    return world.best < links.best


def _addresses(*arrays: np.ndarray) -> list[int]:
    return [array.ctypes.data for array in arrays]
