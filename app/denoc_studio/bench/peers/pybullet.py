"""PyBullet: inverse dynamics only, for its forward dynamics is part of a time step."""

from __future__ import annotations

import numpy as np
import pybullet
from scipy.spatial.transform import Rotation

import denoc
from denoc_studio.bench.measuring.arms import bodies


class Arm:
    def __init__(self, robot: denoc.Robot) -> None:
        self.client = pybullet.connect(pybullet.DIRECT)
        pybullet.setGravity(*robot.gravity, physicsClientId=self.client)
        parts = bodies(robot)
        principal = [np.linalg.eigh(part.inertia) for part in parts]
        axes = [vectors * np.sign(np.linalg.det(vectors)) for _, vectors in principal]
        n = robot.n
        self.arm = pybullet.createMultiBody(
            baseMass=0,
            linkMasses=[part.mass for part in parts],
            linkCollisionShapeIndices=[-1] * n,
            linkVisualShapeIndices=[-1] * n,
            linkPositions=[part.placement[:3, 3].tolist() for part in parts],
            linkOrientations=[_quaternion(part.placement[:3, :3]) for part in parts],
            linkInertialFramePositions=[part.com.tolist() for part in parts],
            linkInertialFrameOrientations=[_quaternion(rotation) for rotation in axes],
            linkParentIndices=list(range(n)),
            linkJointTypes=[pybullet.JOINT_REVOLUTE if p.revolute else pybullet.JOINT_PRISMATIC for p in parts],
            linkJointAxis=[[0, 0, 1]] * n,
            physicsClientId=self.client,
        )
        for i, (moments, _) in enumerate(principal):
            pybullet.changeDynamics(
                self.arm,
                i,
                localInertiaDiagonal=moments.tolist(),
                jointDamping=0,
                linearDamping=0,
                angularDamping=0,
                physicsClientId=self.client,
            )

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        return np.array(
            pybullet.calculateInverseDynamics(
                self.arm, q.tolist(), qd.tolist(), qdd.tolist(), physicsClientId=self.client
            )
        )

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        raise NotImplementedError


def _quaternion(rotation: np.ndarray) -> list[float]:
    return Rotation.from_matrix(rotation).as_quat().tolist()
