"""A URDF file in Pinocchio, with every joint outside a chain locked at zero."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc import Robot
from tests.support.measure import relative

pin = pytest.importorskip("pinocchio")  # not on Windows, and not with the oldest NumPy


class PinocchioUrdf:
    def __init__(self, path: Path, joints: Sequence[str], tip: str) -> None:
        full = pin.buildModelFromUrdf(str(path))
        locked = [number for number in range(1, full.njoints) if full.names[number] not in joints]
        self.model = model = pin.buildReducedModel(full, locked, pin.neutral(full))
        assert list(model.names)[1:] == list(joints)
        self.data = model.createData()
        self.tip = model.getFrameId(tip, pin.FrameType.BODY)
        self.damping = np.array(model.damping)
        self.friction = np.array(model.upperDryFrictionLimit)

    def configuration(self, q: np.ndarray) -> np.ndarray:
        """A continuous joint is a cosine and a sine there."""
        out = np.zeros(self.model.nq)
        for joint, value in zip(list(self.model.joints)[1:], q, strict=True):
            out[joint.idx_q : joint.idx_q + joint.nq] = value if joint.nq == 1 else (np.cos(value), np.sin(value))
        return out

    def resistance(self, qd: np.ndarray) -> np.ndarray:
        return self.damping * qd + self.friction * np.sign(qd)

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        tau = pin.rnea(self.model, self.data, self.configuration(q), qd, qdd)
        return np.array(tau) + self.resistance(qd)

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        return np.array(pin.aba(self.model, self.data, self.configuration(q), qd, tau - self.resistance(qd)))

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        m = np.array(pin.crba(self.model, self.data, self.configuration(q)))
        return np.triu(m) + np.triu(m, 1).T

    def tip_pose(self, q: np.ndarray) -> np.ndarray:
        pin.framesForwardKinematics(self.model, self.data, self.configuration(q))
        return np.array(self.data.oMf[self.tip].homogeneous)


def difference(robot: Robot, oracle: PinocchioUrdf, rng: np.random.Generator, states: int = 3) -> dict[str, float]:
    """Of each function over some states, relative to its largest value there; the tip at zero as well."""
    q, qd, other = rng.normal(size=(3, states, robot.n))
    still = np.zeros((1, robot.n))
    compared = {
        "tip": (denoc.forward_kinematics, oracle.tip_pose, (np.vstack([still, q]),)),
        "mass matrix": (denoc.mass_matrix, oracle.mass_matrix, (q,)),
        "inverse": (denoc.inverse_dynamics, oracle.inverse, (q, qd, other)),
        "forward": (denoc.forward_dynamics, oracle.forward, (q, qd, other)),
    }
    found = {}
    for name, (ours, theirs, arguments) in compared.items():
        actual = ours(robot, *arguments)
        expected = np.array([theirs(*row) for row in zip(*arguments, strict=True)])
        found[name] = relative(actual[:, -1] if name == "tip" else actual, expected)
    return found
