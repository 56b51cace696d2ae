"""Pinocchio through its Python bindings."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

import denoc
from denoc_studio.bench.measuring.arms import bodies, tool


class Arm:
    def __init__(self, robot: denoc.Robot) -> None:
        self.model = pin.Model()
        self.model.gravity.linear = np.array(robot.gravity)
        for i, body in enumerate(bodies(robot)):
            joint = pin.JointModelRZ() if body.revolute else pin.JointModelPZ()
            number = self.model.addJoint(i, joint, pin.SE3(body.placement), str(i))
            inertia = pin.Inertia(body.mass, body.com, body.inertia)
            self.model.appendBodyToJoint(number, inertia, pin.SE3.Identity())
        tip = pin.Frame("tip", robot.n, 0, pin.SE3(tool(robot)), pin.FrameType.OP_FRAME)
        self.tip = self.model.addFrame(tip)
        self.data = self.model.createData()

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        return pin.rnea(self.model, self.data, q, qd, qdd)

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        return pin.aba(self.model, self.data, q, qd, tau)

    def gravity(self, q: np.ndarray) -> np.ndarray:
        return pin.computeGeneralizedGravity(self.model, self.data, q)

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        return pin.crba(self.model, self.data, q)

    def frames(self, q: np.ndarray) -> np.ndarray:
        """Computed of all joints, and of the tip; shown is the tip's alone, since the others would have to be fetched
        one by one."""
        pin.framesForwardKinematics(self.model, self.data, q)
        return self.data.oMf[self.tip].homogeneous

    def jacobian(self, q: np.ndarray) -> np.ndarray:
        return pin.computeFrameJacobian(self.model, self.data, q, self.tip, pin.LOCAL_WORLD_ALIGNED)

    def coriolis_matrix(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return pin.computeCoriolisMatrix(self.model, self.data, q, qd)

    def regressor(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        return pin.computeJointTorqueRegressor(self.model, self.data, q, qd, qdd)


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
