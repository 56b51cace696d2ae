"""Pinocchio through its Python bindings."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

import denoc
from denoc_studio.bench.measuring.arms import bodies


class Arm:
    def __init__(self, robot: denoc.Robot) -> None:
        self.model = pin.Model()
        self.model.gravity.linear = np.array(robot.gravity)
        for i, body in enumerate(bodies(robot)):
            joint = pin.JointModelRZ() if body.revolute else pin.JointModelPZ()
            number = self.model.addJoint(i, joint, pin.SE3(body.placement), str(i))
            inertia = pin.Inertia(body.mass, body.com, body.inertia)
            self.model.appendBodyToJoint(number, inertia, pin.SE3.Identity())
        self.data = self.model.createData()

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        return pin.rnea(self.model, self.data, q, qd, qdd)

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        return pin.aba(self.model, self.data, q, qd, tau)


class BatchArm:
    """For machines without a compiler: Pinocchio's own batches on one thread, or a loop where it has none."""

    _parallel = hasattr(pin, "rneaInParallel")
    how = "rneaInParallel and abaInParallel on one thread" if _parallel else "a Python loop"

    def __init__(self, robot: denoc.Robot) -> None:
        self.arm = Arm(robot)
        self.pool = pin.ModelPool(self.arm.model, 1) if self._parallel else None

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        if self._parallel:
            return pin.rneaInParallel(1, self.pool, q.T, qd.T, qdd.T).T
        return np.array([self.arm.inverse(*state) for state in zip(q, qd, qdd, strict=True)])

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        if self._parallel:
            return pin.abaInParallel(1, self.pool, q.T, qd.T, tau.T).T
        return np.array([self.arm.forward(*state) for state in zip(q, qd, tau, strict=True)])
