"""Everything that torques are linear in: ten inertial parameters a body, friction, and the rotors as joints feel them.

Named by body and joint, counted from 1: m2, m2 cx2 (a first moment), Jxx2 about the frame's origin; mp, Jxxp of the
payload; viscous1, coulomb1, armature1 = gear_ratio^2 * rotor_inertia.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.cancelling import check_cancelled
from denoc.functions.regressor import bodies, body_columns, inertial_parameters

OF_A_BODY = 10


class ParameterSet(NamedTuple):
    """Which parameters of an arm are unknown: always those of its bodies, friction and rotors where asked for."""

    robot: Robot
    friction: bool
    rotors: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Of all p of them, in the order of the columns."""
        marks = [str(number) for number in range(1, self.robot.n + 1)]
        found = [name for mark in [*marks, *(["p"] * (self.robot.payload is not None))] for name in _body_names(mark)]
        for kind in ("viscous", "coulomb") * self.friction + ("armature",) * self.rotors:
            found += [kind + mark for mark in marks]
        return tuple(found)

    @property
    def body_names(self) -> tuple[str, ...]:
        """In words, as "link 3" or "payload"."""
        links = (f"link {number}" for number in range(1, self.robot.n + 1))
        return (*links, *(["payload"] * (self.robot.payload is not None)))

    def values(self, robot: Robot) -> np.ndarray:
        """The parameters of a robot that has the same bodies, (p,), SI units; of friction the means of both ways."""
        arrays = pack(robot)
        parts = [inertial_parameters(robot)]
        if self.friction:
            parts += np.array([link.friction[:2] for link in robot.links]).T.tolist()
        if self.rotors:
            parts.append(arrays.armature)
        return np.concatenate(parts)

    def columns(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> Iterator[np.ndarray]:
        """The regressor of (k, n) states, (k, n, ...), in pieces of a few columns: all of it may be large."""
        yield from body_columns(self.robot, q, qd, qdd)
        own = np.eye(self.robot.n)
        if self.friction:
            yield qd[:, :, None] * own
            yield np.sign(qd)[:, :, None] * own
        if self.rotors:
            yield qdd[:, :, None] * own

    def regressor(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """All columns at once, (k, n, p)."""
        pieces = []
        for piece in self.columns(q, qd, qdd):
            check_cancelled()
            pieces.append(piece)
        return np.concatenate(pieces, axis=-1)

    def known_torque(self, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """What friction and rotors that are not among the unknowns take of the torque, (k, n), by the robot's own."""
        arrays = pack(self.robot)
        out = np.zeros_like(qd)
        if not self.friction:
            out += arrays.friction(qd)
        if not self.rotors:
            out += arrays.armature * qdd
        return out

    @property
    def body_count(self) -> int:
        return len(bodies(self.robot))


def _body_names(mark: str) -> list[str]:
    moments = [f"m{mark} c{axis}{mark}" for axis in "xyz"]
    return [f"m{mark}", *moments, *(f"J{axes}{mark}" for axes in ("xx", "yy", "zz", "xy", "yz", "xz"))]
