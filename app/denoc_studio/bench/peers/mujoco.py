"""MuJoCo: `mj_inverse` and `mj_forward`, its whole pipeline; the arm has neither contacts nor constraints."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import mujoco.rollout
import numpy as np
from scipy.spatial.transform import Rotation

import denoc
from denoc_studio.bench.measuring.arms import bodies


class Arm:
    def __init__(self, robot: denoc.Robot) -> None:
        spec = mujoco.MjSpec()
        spec.option.gravity = robot.gravity
        parent = spec.worldbody
        for body in bodies(robot):
            t = body.inertia
            parent = parent.add_body(
                pos=body.placement[:3, 3],
                quat=np.roll(Rotation.from_matrix(body.placement[:3, :3]).as_quat(), 1),
                mass=body.mass,
                ipos=body.com,
                fullinertia=[t[0, 0], t[1, 1], t[2, 2], t[0, 1], t[0, 2], t[1, 2]],
                explicitinertial=True,
            )
            kind = mujoco.mjtJoint.mjJNT_HINGE if body.revolute else mujoco.mjtJoint.mjJNT_SLIDE
            parent.add_joint(type=kind, axis=[0, 0, 1])
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        self.data.qpos, self.data.qvel, self.data.qacc = q, qd, qdd
        mujoco.mj_inverse(self.model, self.data)
        return self.data.qfrc_inverse

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        self.data.qpos, self.data.qvel, self.data.qfrc_applied = q, qd, tau
        mujoco.mj_forward(self.model, self.data)
        return self.data.qacc


def rollout(robot: denoc.Robot, starts: np.ndarray, duration: float, step: float) -> Callable[[], np.ndarray]:
    """The ends of falls from `starts` (runs, 2 n) by RK4 with fixed steps, in one thread."""
    model = Arm(robot).model
    model.opt.timestep, model.opt.integrator = step, mujoco.mjtIntegrator.mjINT_RK4
    data, begin = mujoco.MjData(model), np.hstack([np.zeros((len(starts), 1)), starts])

    def run() -> np.ndarray:
        states, _ = mujoco.rollout.rollout(model, data, begin, nstep=round(duration / step))
        return states[:, -1, 1 : 1 + starts.shape[1]]

    return run
